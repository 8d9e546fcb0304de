import Foundation
import Synchronization

/// Makes the previews of one photo under every filter, off the main context, one after the other; those of another
/// photo are given up as soon as it is shown no more.
///
/// Lives on the main context.
@MainActor
public final class FilterPreviews {
    private let mainContext: any MainContextPerforming
    private let queue: OperationQueue
    private let choices: [FilterChoice]
    private var shown: FilterPreview?
    /// Counts the pictures previews are made of: what comes of an earlier one is dropped.
    private var round = 0
    /// Called with each preview: which of the choices, and its picture.
    public var made: (@MainActor (Int, PixelBuffer) -> Void)?

    /// Previews of these choices.
    public init(of choices: [FilterChoice], mainContext: any MainContextPerforming) {
        self.choices = choices
        self.mainContext = mainContext
        queue = OperationQueue()
        queue.name = "Filter previews"
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility
    }

    /// Has all previews be of `preview`; does nothing where they are already.
    public func show(_ preview: FilterPreview) {
        guard preview != shown else { return }
        clear()
        shown = preview
        let (round, mainContext) = (round, mainContext)
        let source = PreviewSource(preview)
        for (index, choice) in choices.enumerated() {
            let operation = BlockOperation()
            // Its own cancellation is what it asks for; unowned, for it would keep itself else.
            operation.addExecutionBlock { [weak self, unowned operation] in
                guard !operation.isCancelled, let picture = source.picture,
                    let made = preview.apply(choice, to: picture, isCancelled: { operation.isCancelled })
                else { return }
                mainContext.perform {
                    guard let self, self.round == round else { return }
                    self.made?(index, made)
                }
            }
            queue.addOperation(operation)
        }
    }

    /// Gives up what is under way: another photo is shown, or none.
    public func clear() {
        round += 1
        queue.cancelAllOperations()
        shown = nil
    }
}

/// What all previews of a photo begin with, made by the first of them.
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
