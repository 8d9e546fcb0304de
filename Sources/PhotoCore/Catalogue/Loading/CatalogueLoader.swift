import Foundation

/// What becomes of a catalogue that was asked for: any number of `grew` and `progressed`, then `unchanged` or `ended`
/// once.
public enum CatalogueEvent: Sendable {
    /// There are more rows at its end.
    case grew(Catalogue, CatalogueProgress)
    /// More bytes have come, without rows.
    case progressed(CatalogueProgress)
    /// It is the version that is known.
    case unchanged
    /// It is complete; or these are the rows that there were before something went wrong.
    case ended(Catalogue, CatalogueFailure?)
}

/// Fetches a catalogue and reads it as it comes, off the main context.
@MainActor
public final class CatalogueLoader {
    private let fetcher: any DataFetching
    private let formats: CatalogueFormats
    private let fillers: [any CatalogueFilling]
    private let mainContext: any MainContextPerforming
    private let now: @Sendable () -> Int
    private var reading: CatalogueReading?
    private var catalogue: Catalogue?

    /// A loader with nothing under way. `fillers` make the catalogues of what is no document; `now` counts
    /// milliseconds.
    public init(
        fetcher: any DataFetching, formats: CatalogueFormats = .core, fillers: [any CatalogueFilling] = [],
        mainContext: any MainContextPerforming,
        now: @escaping @Sendable () -> Int = { Tracer.monotonicMicroseconds() / 1000 }
    ) {
        self.fetcher = fetcher
        self.formats = formats
        self.fillers = fillers
        self.mainContext = mainContext
        self.now = now
    }

    /// Whether a catalogue is under way.
    var isLoading: Bool { reading != nil }

    /// Fetches and reads the catalogue at `url`, instead of one that may be under way. `events` is called on the main
    /// context: none any more once another catalogue is asked for, or `cancel` is called. `revalidates` asks the server
    /// even where a cache would do; if it is `known` that it has, the catalogue is `unchanged`.
    public func load(
        _ url: URL, revalidates: Bool = false, known: BodyVersion? = nil,
        events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        cancel()
        catalogue = Catalogue(from: url)
        let relay = ReadingRelay()
        let reading = CatalogueReading(url, as: formats, now: now) { [weak self, mainContext] delivery in
            mainContext.perform {
                guard let self, let reading = relay.reading, self.reading === reading else { return }
                self.take(delivery, events)
                reading.wasTaken()
            }
        }
        relay.reading = reading
        self.reading = reading
        if let filler = fillers.first(where: { $0.fills(url) }) {
            reading.fill(with: filler)
        } else {
            let request = FetchRequest(
                url: url, limit: Catalogue.maximumByteCount, revalidates: revalidates, known: known)
            reading.fetch(request, with: fetcher)
        }
    }

    /// Ends what is under way: the rows so far are the catalogue, which ends with `.cancelled`.
    public func stop() { reading?.stop() }

    /// Gives up what is under way; no event of it follows.
    public func cancel() {
        reading?.stop()
        reading = nil
        catalogue = nil
    }

    private func take(_ delivery: CatalogueReading.Delivery, _ events: @MainActor (CatalogueEvent) -> Void) {
        guard var catalogue else { return }
        // One owner, so that appending does not copy.
        self.catalogue = nil
        if let opening = delivery.opening {
            if opening.url != catalogue.url { catalogue = Catalogue(from: opening.url) }
            catalogue.version = opening.version
            catalogue.isStale = opening.isStale
        }
        if catalogue.facts != delivery.facts { catalogue.facts = delivery.facts }
        if let segment = delivery.segment { catalogue.append(segment) }
        guard let end = delivery.end else {
            self.catalogue = catalogue
            return events(
                delivery.segment == nil
                    ? .progressed(delivery.progress) : .grew(catalogue, delivery.progress))
        }
        reading = nil
        catalogue.isComplete = end == nil
        catalogue.mayBeCutShort = delivery.mayBeCutShort
        // Whether it has changed says nothing of one that may lack its end: all of it is asked for.
        if delivery.mayBeCutShort { catalogue.version = nil }
        if delivery.opening?.isUnchanged == true, end == nil { return events(.unchanged) }
        events(.ended(catalogue, end))
    }
}

/// Knows the reading that it is made before.
@MainActor
private final class ReadingRelay {
    weak var reading: CatalogueReading?
    nonisolated init() {}
}

/// Makes a catalogue's rows out of something that is no document: a folder, several files.
///
/// Runs on the catalogue's worker, and may wait there for disks and networks.
public protocol CatalogueFilling: Sendable {
    /// Whether the catalogue at `url` is made here, and not fetched and parsed.
    func fills(_ url: URL) -> Bool

    /// Adds all rows to `builder`. After every few it calls `pause`, which hands over what has accumulated when that is
    /// due, and throws `cancelled` when nobody wants the rest. Throws why there is no catalogue, or why there is no
    /// more of it.
    func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)
}
