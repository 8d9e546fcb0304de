import Foundation

/// What a library has of a photo besides the original: what it knows, and a picture of a screen's size. If either does
/// not come, the original is needed.
@MainActor
final class LibraryLoad {
    /// What the server knows of the photo, once it has told.
    private(set) var facts: LibraryFacts?
    /// The picture, once decoded.
    private(set) var picture: DecodedPhoto?

    private enum Part {
        case waiting
        case loading
        case ended
    }

    private let photo: LibraryPhoto
    private let services: PhotoLoad.Services
    private let seenSince: Double?
    private let decoding: PhotoDecode
    private var factsPart = Part.waiting
    private var picturePart: Part
    private var tasks: [any FetchTask] = []
    /// Counts the attempts: results of an earlier one are dropped.
    private var attempt = 0

    init(_ photo: LibraryPhoto, services: PhotoLoad.Services, seenSince: Double?) {
        (self.photo, self.services, self.seenSince) = (photo, services, seenSince)
        decoding = PhotoDecode(services: services)
        picturePart = photo.preview == nil ? .ended : .waiting
    }

    /// Whether there is a picture to be loaded instead of the original.
    var hasPicture: Bool { photo.preview != nil }
    /// Whether nothing more comes.
    var hasEnded: Bool { factsPart == .ended && picturePart == .ended }

    /// The photo's upright size, if the picture, once there, has its shape. A server may tell a size that lies on its
    /// side, or that of an original before it was cropped.
    var size: PixelSize? {
        guard let size = facts?.size, let picture else { return facts?.size }
        let shown = picture.orientation.turned(picture.size)
        for size in [size, PixelSize(width: size.height, height: size.width)] where Self.haveOneShape(shown, size) {
            return size
        }
        return nil
    }

    /// Whether one is the other enlarged: to a pixel and a half of the smaller one.
    private static func haveOneShape(_ small: PixelSize, _ large: PixelSize) -> Bool {
        let scale = Double(small.width) / Double(max(1, large.width))
        return scale <= 1 && abs(Double(large.height) * scale - Double(small.height)) <= 1.5
    }

    /// Loads what has not come yet. `changed` is called after each part, on the main context.
    func start(_ changed: @escaping @MainActor () -> Void) {
        let (attempt, context) = (attempt, services.mainContext)
        if factsPart == .waiting {
            factsPart = .loading
            let task = photo.fetchFacts(by: services.fetcher, seenSince: seenSince) { [weak self] facts in
                context.perform {
                    guard let self, attempt == self.attempt else { return }
                    self.facts = facts
                    self.factsPart = .ended
                    changed()
                }
            }
            tasks.append(task)
        }
        if picturePart == .waiting, let preview = photo.preview {
            picturePart = .loading
            let request = FetchRequest(url: preview, seenSince: seenSince, refusesDrawings: true)
            let task = services.fetcher.fetch(request, progress: { _ in }) { [weak self] result in
                context.perform {
                    if let self, attempt == self.attempt { self.decode(try? result.get(), changed) }
                }
            }
            tasks.append(task)
        }
    }

    private func decode(_ fetched: FetchedData?, _ changed: @escaping @MainActor () -> Void) {
        guard let fetched else {
            picturePart = .ended
            return changed()
        }
        decoding.start(
            fetched.data, at: .level(0), priority: .high,
            checked: { [fetcher = services.fetcher, url = photo.preview] result in
                if let url, case .failure(let failure) = result, failure.isOfBytes { fetcher.discard(url) }
            },
            ended: { [weak self] result in
                self?.picture = try? result.get()
                self?.picturePart = .ended
                changed()
            })
    }

    /// Cancels what is running; it can be started again.
    func cancel() {
        attempt += 1
        for task in tasks { task.cancel() }
        tasks = []
        decoding.cancel()
        if factsPart == .loading { factsPart = .waiting }
        if picturePart == .loading { picturePart = .waiting }
    }

    /// What did not come may be loaded again; returns whether there is anything.
    func forgetFailures() -> Bool {
        if factsPart == .ended, facts == nil { factsPart = .waiting }
        if picturePart == .ended, picture == nil, hasPicture { picturePart = .waiting }
        return !hasEnded
    }
}
