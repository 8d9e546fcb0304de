import Foundation

/// The bytes of a photo for its page, and their facts before decoding.
@MainActor
final class PhotoBytes {
    /// All requested bytes, once they have arrived.
    private(set) var fetched: FetchedData?
    /// A smaller upright picture that arrived earlier.
    private(set) var preview: PhotoPlane?
    /// The photo's upright size, according to its first bytes.
    private(set) var statedSize: PixelSize?
    private let services: PhotoLoad.Services
    private var task: (any FetchTask)?
    /// Counts the attempts: results of an earlier one are dropped.
    private var attempt = 0

    init(services: PhotoLoad.Services) { self.services = services }

    /// Fetches what `request` asks for. Both are called on the main context, unless the fetch is cancelled before.
    func fetch(
        _ request: FetchRequest, progressed: @escaping @MainActor (FetchProgress) -> Void,
        ended: @escaping @MainActor (Result<FetchedData, FetchFailure>) -> Void
    ) {
        attempt += 1
        let (attempt, context, pace) = (attempt, services.mainContext, ProgressPace())
        task = services.fetcher.fetch(request) { [weak self] progress in
            guard pace.isNews(progress) || progress.bytes != nil || progress.preview != nil else { return }
            context.perform {
                guard let self, attempt == self.attempt else { return }
                if let pixels = progress.preview { self.preview = PhotoPlane.make(pixels) }
                if let bytes = progress.bytes { self.noteSize(bytes) }
                progressed(progress)
            }
        } completion: { [weak self] result in
            context.perform {
                guard let self, attempt == self.attempt else { return }
                // No progress follows.
                self.attempt += 1
                self.task = nil
                if case .success(let fetched) = result {
                    // The page uses them as long as it is open, and no download waits for that.
                    fetched.hold?.keep(fetched.data.count)
                    self.fetched = fetched
                    self.noteSize(fetched.data)
                }
                ended(result)
            }
        }
    }

    /// The photo's shape is known long before its pixels.
    private func noteSize(_ bytes: Data) {
        if statedSize == nil { statedSize = PhotoHeader.uprightSize(of: bytes) }
    }

    func cancel() {
        attempt += 1
        task?.cancel()
        task = nil
    }

    /// Cancels the fetch, and drops its result.
    func forget() {
        cancel()
        fetched = nil
        preview = nil
    }
}
