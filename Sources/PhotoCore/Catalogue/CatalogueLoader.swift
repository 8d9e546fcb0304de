import Foundation

/// Fetches a catalogue and reads it, off the main context.
@MainActor
public final class CatalogueLoader {
    private let fetcher: any DataFetching
    private let formats: CatalogueFormats
    private let mainContext: any MainContextPerforming
    private let queue = OperationQueue()
    /// Counts the catalogues asked for: a result of another number is not wanted any more.
    private var generation = 0
    private var task: (any FetchTask)?
    private var reading: Operation?

    /// A loader with nothing under way.
    public init(
        fetcher: any DataFetching, formats: CatalogueFormats = .core, mainContext: any MainContextPerforming
    ) {
        self.fetcher = fetcher
        self.formats = formats
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
        task = fetcher.fetch(
            FetchRequest(url: url, limit: Catalogue.maximumByteCount, revalidates: revalidates), progress: { _ in },
            completion: { [weak self, mainContext] result in
                mainContext.perform {
                    guard let self, self.generation == wanted else { return }
                    self.fetched(result, wanted, completion)
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

    private func fetched(
        _ result: Result<FetchedData, FetchFailure>, _ wanted: Int,
        _ completion: @escaping @MainActor @Sendable (Result<Catalogue, CatalogueFailure>) -> Void
    ) {
        task = nil
        switch result {
        case .failure(.tooLarge(let limit)): end(.failure(.tooLarge(limit: limit)), completion)
        case .failure(let failure): end(.failure(.fetch(failure)), completion)
        case .success(let fetched):
            let reading = CatalogueReading(fetched, as: formats) { [weak self, mainContext] result in
                mainContext.perform {
                    guard let self, self.generation == wanted else { return }
                    self.reading = nil
                    self.end(result, completion)
                }
            }
            self.reading = reading
            queue.addOperation(reading)
        }
    }

    private func end(
        _ result: Result<Catalogue, CatalogueFailure>,
        _ completion: @MainActor (Result<Catalogue, CatalogueFailure>) -> Void
    ) {
        isLoading = false
        completion(result)
    }
}

/// Reads a catalogue's bytes, on the catalogue queue.
// @unchecked Sendable: Operation subclasses restate it; nothing here changes after init.
private final class CatalogueReading: Operation, @unchecked Sendable {
    private let fetched: FetchedData
    private let formats: CatalogueFormats
    private let ended: @Sendable (Result<Catalogue, CatalogueFailure>) -> Void

    init(
        _ fetched: FetchedData, as formats: CatalogueFormats,
        ended: @escaping @Sendable (Result<Catalogue, CatalogueFailure>) -> Void
    ) {
        self.fetched = fetched
        self.formats = formats
        self.ended = ended
        super.init()
    }

    override func main() {
        guard !isCancelled else { return }
        let result = Result { () throws(CatalogueFailure) in
            try CatalogueReader.read(
                fetched.data, from: fetched.url, as: formats, isCancelled: { self.isCancelled })
        }
        if !isCancelled { ended(result) }
    }
}
