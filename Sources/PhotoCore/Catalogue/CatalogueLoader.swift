import Foundation
import Synchronization

/// Fetches a catalogue and reads it, off the main context.
@MainActor
public final class CatalogueLoader {
    private let fetcher: any DataFetching
    private let mainContext: any MainContextPerforming
    private let queue = OperationQueue()
    /// Counts the catalogues asked for: a result of another number is not wanted any more.
    private var generation = 0
    private var task: (any FetchTask)?
    private var reading: CatalogueReading?

    /// A loader with nothing under way.
    public init(fetcher: any DataFetching, mainContext: any MainContextPerforming) {
        self.fetcher = fetcher
        self.mainContext = mainContext
        queue.name = "Catalogue queue"
        queue.maxConcurrentOperationCount = 1
    }

    /// Whether a catalogue is under way.
    public private(set) var isLoading = false

    /// Fetches and reads the catalogue at `url`, instead of one that may be under way. `completion` is called once, on the
    /// main context; not at all if another catalogue is asked for, or `cancel` is called, before. `revalidates` asks the
    /// server even where a cache would do.
    public func load(
        _ url: URL, revalidates: Bool = false,
        completion: @escaping @MainActor @Sendable (Result<Catalogue, CatalogueFailure>) -> Void
    ) {
        cancel()
        isLoading = true
        let wanted = generation
        let deliver: @Sendable (Result<Catalogue, CatalogueFailure>) -> Void = { [weak self, mainContext] result in
            mainContext.perform {
                guard let self, self.generation == wanted else { return }
                self.end(result, completion)
            }
        }
        let reading = CatalogueReading(ended: deliver)
        self.reading = reading
        task = fetcher.fetch(
            FetchRequest(url: url, limit: Catalogue.maximumByteCount, revalidates: revalidates), progress: { _ in },
            completion: { [queue] result in
                switch result {
                case .failure(.tooLarge(let limit)): deliver(.failure(.tooLarge(limit: limit)))
                case .failure(let failure): deliver(.failure(.fetch(failure)))
                // From where it came in to where it is read: the main context has no part in it, and no say.
                case .success(let fetched): reading.read(fetched, on: queue)
                }
            })
    }

    /// Gives up what is under way.
    public func cancel() {
        generation += 1
        isLoading = false
        task?.cancel()
        task = nil
        reading?.cancel()
        reading = nil
    }

    private func end(
        _ result: Result<Catalogue, CatalogueFailure>,
        _ completion: @MainActor (Result<Catalogue, CatalogueFailure>) -> Void
    ) {
        isLoading = false
        task = nil
        reading = nil
        completion(result)
    }
}

/// Reads a catalogue's bytes, on the catalogue queue. Made before there are any, so that it can be cancelled at any time.
///
/// @unchecked Sendable: Operation subclasses restate it; what changes is in `input`, which has a lock.
private final class CatalogueReading: Operation, @unchecked Sendable {
    private let input = Mutex<FetchedData?>(nil)
    private let ended: @Sendable (Result<Catalogue, CatalogueFailure>) -> Void

    init(ended: @escaping @Sendable (Result<Catalogue, CatalogueFailure>) -> Void) { self.ended = ended }

    /// Reads `fetched` when it is its turn on `queue`; called once.
    func read(_ fetched: FetchedData, on queue: OperationQueue) {
        input.withLock { $0 = fetched }
        queue.addOperation(self)
    }

    override func main() {
        guard !isCancelled, let fetched = input.withLock({ $0 }) else { return }
        let result = Result { () throws(CatalogueFailure) in
            try CatalogueReader.read(fetched.data, from: fetched.url, isCancelled: { self.isCancelled })
        }
        input.withLock { $0 = nil }
        if !isCancelled { ended(result) }
    }
}
