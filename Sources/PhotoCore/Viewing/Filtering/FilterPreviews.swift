import Foundation
import Synchronization

/// Makes previews of one photo under every filter, off the main context, one at a time; cancels them when another photo
/// is shown.
///
/// Lives on the main context.
@MainActor
public final class FilterPreviews {
    private let mainContext: any MainContextPerforming
    private let queue = OperationQueue("Filter previews", atOnce: 1, .utility)
    private let choices: [FilterChoice]
    private var shown: FilterPreview?
    /// Counts the previewed photos: results of an earlier one are dropped.
    private var round = 0
    /// Called with each preview: the index of its choice, and its picture.
    public var made: (@MainActor (Int, PixelBuffer) -> Void)?

    /// Previews of these choices.
    public init(of choices: [FilterChoice], mainContext: any MainContextPerforming) {
        self.choices = choices
        self.mainContext = mainContext
    }

    /// Previews `preview`; does nothing if it is current.
    public func show(_ preview: FilterPreview) {
        guard preview != shown else { return }
        clear()
        shown = preview
        let (round, mainContext) = (round, mainContext)
        let source = PreviewSource(preview)
        for (index, choice) in choices.enumerated() {
            let operation = WorkOperation { [weak self] isCancelled in
                guard let picture = source.picture,
                    let made = preview.apply(choice, to: picture, isCancelled: isCancelled)
                else { return }
                mainContext.perform {
                    guard let self, self.round == round else { return }
                    self.made?(index, made)
                }
            }
            queue.addOperation(operation)
        }
    }

    /// Cancels: another photo is shown, or none.
    public func clear() {
        round += 1
        queue.cancelAllOperations()
        shown = nil
    }
}

/// The unfiltered preview, made by the first user.
private final class PreviewSource: Sendable {
    private let preview: FilterPreview
    private let made = Mutex<PixelBuffer?>(nil)

    init(_ preview: FilterPreview) { self.preview = preview }

    var picture: PixelBuffer? {
        if let made = made.withLock({ $0 }) { return made }
        let picture = preview.picture()
        made.withLock { $0 = picture }
        return picture
    }
}
