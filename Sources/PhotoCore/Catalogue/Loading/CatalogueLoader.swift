import Foundation

/// The progress of a requested catalogue: any number of `grew` and `progressed`, then one `unchanged` or `ended`.
public enum CatalogueEvent: Sendable {
    /// New rows at its end.
    case grew(Catalogue, CatalogueProgress)
    /// More bytes, but no new rows.
    case progressed(CatalogueProgress)
    /// The known version is current.
    case unchanged
    /// It is complete; or the rows before a failure.
    case ended(Catalogue, CatalogueFailure?)
}

/// Fetches and reads a catalogue as it arrives, off the main context.
@MainActor
public final class CatalogueLoader {
    private let fetcher: any DataFetching
    private let formats: CatalogueFormats
    private let fillers: [any CatalogueFilling]
    private let archives: (any CatalogueFilling)?
    private let mainContext: any MainContextPerforming
    private let now: @Sendable () -> Int
    private var reading: CatalogueReading?
    private var catalogue: Catalogue?
    /// How many documents that only name another one were followed.
    private var followed = 0

    /// A shortcut to a shortcut may be meant; a circle is not.
    nonisolated static let mostFollowed = 4

    /// An idle loader. `fillers` make catalogues that are no documents, and `archives` those of
    /// documents that are archives; `now` counts milliseconds.
    public init(
        fetcher: any DataFetching, formats: CatalogueFormats = .core, fillers: [any CatalogueFilling] = [],
        archives: (any CatalogueFilling)? = nil, mainContext: any MainContextPerforming,
        now: @escaping @Sendable () -> Int = { Tracer.monotonicMicroseconds() / 1000 }
    ) {
        self.fetcher = fetcher
        self.formats = formats
        self.fillers = fillers
        self.archives = archives
        self.mainContext = mainContext
        self.now = now
    }

    var isLoading: Bool { reading != nil }

    /// Loads the catalogue at `url` instead of the current one. `events` is called on the main context, and never again
    /// after another `load` or `cancel`. `revalidates` asks the server even if the cache is fresh; if the server still
    /// has the `known` version, the catalogue is `unchanged`.
    public func load(
        _ url: URL, revalidates: Bool = false, known: BodyVersion? = nil,
        events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        followed = 0
        start(url, revalidates: revalidates, known: known, events: events)
    }

    private func start(
        _ url: URL, revalidates: Bool, known: BodyVersion?,
        events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        cancel()
        catalogue = Catalogue(from: url)
        let relay = ReadingRelay()
        let reading = CatalogueReading(url, as: formats, now: now) { [weak self, mainContext] delivery in
            mainContext.perform {
                guard let self, let reading = relay.reading, self.reading === reading else { return }
                self.take(delivery, events) {
                    if !revalidates { self.start(url, revalidates: true, known: nil, events: events) }
                    return !revalidates
                }
                reading.wasTaken()
            }
        }
        relay.reading = reading
        self.reading = reading
        if let filler = fillers.first(where: { $0.fills(url) }) {
            reading.fill(with: filler, revalidates: revalidates, known: known)
        } else {
            let request = FetchRequest.catalogue(url, revalidates: revalidates, known: known, mayBeKept: !revalidates)
            reading.fetch(request, with: fetcher, archives: archives)
        }
    }

    /// Stops loading: the rows so far are the catalogue, which ends with `.cancelled`.
    public func stop() { reading?.stop() }

    /// Cancels loading; no event follows.
    public func cancel() {
        reading?.stop()
        reading = nil
        catalogue = nil
    }

    /// `askServer` starts again with what the server has, unless it was asked; returns whether it does.
    private func take(
        _ delivery: CatalogueReading.Delivery, _ events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void,
        askServer: @MainActor () -> Bool
    ) {
        guard var catalogue else { return }
        // One owner, so that appending does not copy.
        self.catalogue = nil
        catalogue.take(delivery)
        guard var end = delivery.end else {
            self.catalogue = catalogue
            return events(
                delivery.segment == nil
                    ? .progressed(delivery.progress) : .grew(catalogue, delivery.progress))
        }
        reading = nil
        if end == nil, let target = delivery.leadsTo {
            followed += 1
            guard followed <= Self.mostFollowed else { return events(.ended(catalogue, .fetch(.tooManyRedirects))) }
            return start(target, revalidates: false, known: nil, events: events)
        }
        // Nothing to show was kept: the server may have something by now.
        if delivery.facts.isKept, catalogue.count == 0, end != nil, end != .cancelled, askServer() { return }
        // An index, or a page without photos: the others may have some.
        let isIndex = end?.isAboutContent == true && !delivery.facts.more.parts.isEmpty
        if end == .noPhotos || end == .noPhotosInFeed || isIndex, !delivery.more.isEmpty { end = nil }
        catalogue.isComplete = end == nil
        catalogue.mayBeCutShort = delivery.mayBeCutShort
        catalogue.more = delivery.more
        // An unchanged version proves nothing if rows may be missing: request everything.
        if delivery.mayBeCutShort { catalogue.version = nil }
        if delivery.opening?.isUnchanged == true, end == nil { return events(.unchanged) }
        events(.ended(catalogue, end))
    }
}

extension Catalogue {
    /// Adds what a reading has delivered of the catalogue's first document.
    mutating func take(_ delivery: CatalogueReading.Delivery) {
        if let opening = delivery.opening {
            if opening.url != url {
                let asked = url
                self = Catalogue(from: opening.url)
                askedFor = asked
            }
            version = opening.version
            isStale = opening.isStale
        }
        if facts != delivery.facts { facts = delivery.facts }
        if let segment = delivery.segment { append(segment) }
        if let months = delivery.facts.months, count == 0 { appendUnread(months) }
    }
}

/// Refers to the reading that it precedes.
@MainActor
private final class ReadingRelay {
    weak var reading: CatalogueReading?
    nonisolated init() {}
}

/// Makes a catalogue's rows from something that is no document: a folder, or several files.
///
/// Runs on the catalogue's worker, and may block on disks and networks.
public protocol CatalogueFilling: Sendable {
    /// Whether it makes the catalogue at `url`, which is then not fetched and parsed.
    func fills(_ url: URL) -> Bool

    /// Adds all rows to `builder`. Calls `pause` after every few rows: it delivers accumulated rows when due, and
    /// throws `cancelled` if the rest is not wanted. Throws why there is no catalogue, or why it is incomplete.
    func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)
}
