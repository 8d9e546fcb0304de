import Foundation
import Synchronization

/// Reads the catalogue of one of several libraries to its end, on a queue of its own.
final class MemberReading: Sendable {
    /// What reads catalogues.
    struct Services: Sendable {
        let fetcher: any DataFetching
        let formats: CatalogueFormats
        let fillers: [any CatalogueFilling]
        /// A member has no more photos than this, whatever else its documents name.
        let mostRows: Int
    }

    /// Its result. It does not have the rows of its catalogue, which its months have.
    struct Outcome: Sendable {
        /// Its months, with their lists or their photos.
        let months: [LibraryMonths.Month]
        /// Whether they are those of an earlier time.
        let isKept: Bool
        /// The library that its photos are of, if it is one with an interface of its own.
        let library: LibraryLocation?
        /// The base of its relative addresses.
        let base: URL
        /// How many folders within could not be read.
        let unreadableFolderCount: Int
        /// How many of its photos no address can name.
        let withoutAddressCount: Int
        /// Whether its server may have more photos than it lists.
        let isCutByServer: Bool
        let failure: CatalogueFailure?

        /// How many photos they have.
        var photoCount: Int { months.reduce(0) { $0 + $1.count } }

        /// The same without its photos, of which there are too many to be shown with those of the other libraries.
        var leftOut: Outcome {
            Outcome(
                months: [], isKept: isKept, library: library, base: base,
                unreadableFolderCount: unreadableFolderCount, withoutAddressCount: withoutAddressCount,
                isCutByServer: false, failure: .tooManyPhotos(limit: LibraryMonths.mostPhotos))
        }
    }

    private struct State {
        var catalogue: Catalogue
        var reading: CatalogueReading?
        var followed = 0
        /// The further documents that are still to be read, and all that were.
        var waiting: [URL] = []
        var known: Set<URL> = []
        /// The base of the further document that is read; nil before the first one has ended.
        var base: URL?
        var barren = 0
        var rows = 0
        /// Why the first document that may be there at another time is missing.
        var passedOver: CatalogueFailure?
        /// Whether it has as much as a catalogue may have.
        var isFull = false
        var outcome: Outcome?
    }

    let member: AllLibraries.Member
    /// Its place among the libraries.
    let number: Int
    private let revalidates: Bool
    private let began = DispatchTime.now()
    private let services: Services
    private let state: Mutex<State>
    /// What it had come to before, for a server that does not answer now.
    private let earlier: Outcome?
    private let ended: @Sendable () -> Void
    private let queue = DispatchQueue(label: "Library", qos: .userInitiated)

    /// A document that leads to another, as often as elsewhere.
    private static let mostFollowed = 5

    /// Further documents without a new row, after which no more is read.
    private static let mostBarren = 3

    /// Reads `member`, whose months become those of library `number`. What it had come to `earlier` stays if its server
    /// does not answer. Calls `ended` once, from any thread, when `outcome` is there.
    init(
        _ member: AllLibraries.Member, number: Int, revalidates: Bool, earlier: Outcome?, by services: Services,
        ended: @escaping @Sendable () -> Void
    ) {
        (self.member, self.number, self.services) = (member, number, services)
        (self.revalidates, self.earlier, self.ended) = (revalidates, earlier, ended)
        let url = URL(string: member.address).map(Self.whole) ?? AllLibraries.url
        state = Mutex(State(catalogue: Catalogue(from: url)))
        read(url, revalidates: revalidates)
    }

    /// A folder with those in it: all photos are wanted, however the folder was opened.
    private static func whole(_ url: URL) -> URL {
        DAVFolder(url)?.recursive.url ?? FolderLocation(url).map { FolderLocation($0.folder, isRecursive: true).url }
            ?? url
    }

    /// Its result; nil while it runs.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Whether it has ended with what was kept: its server has not been asked.
    var isKept: Bool { !revalidates && outcome?.isKept == true }

    /// Whether it began more than this many seconds ago.
    func isOlder(than seconds: Double) -> Bool { began + seconds < .now() }

    /// Its result is no longer wanted.
    func cancel() { state.withLock { $0.reading }?.stop() }

    private func read(_ url: URL, revalidates: Bool) {
        let relay = Relay()
        let reading = CatalogueReading(
            url, as: services.formats, now: { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
        ) { [weak self] delivery in
            self?.take(delivery)
            relay.reading.withLock { $0 }?.wasTaken()
        }
        relay.reading.withLock { $0 = reading }
        state.withLock { $0.reading = reading }
        if let filler = services.fillers.first(where: { $0.fills(url) }) {
            reading.fill(with: filler, revalidates: revalidates)
        } else {
            let request = FetchRequest.catalogue(url, revalidates: revalidates, mayBeKept: !revalidates)
            reading.fetch(request, with: services.fetcher)
        }
    }

    /// Refers to the reading that it precedes.
    private final class Relay: Sendable {
        let reading = Mutex<CatalogueReading?>(nil)
    }

    private func take(_ delivery: CatalogueReading.Delivery) {
        enum Next {
            case none
            case read(URL)
            case end(Catalogue, CatalogueFailure?)
            case stop(CatalogueReading?, Catalogue)
        }
        let mostRows = services.mostRows
        let next = state.withLock { state -> Next in
            if state.isFull { return .none }
            if state.base == nil {
                state.catalogue.take(delivery)
            } else {
                if let opening = delivery.opening { state.base = Catalogue.base(delivery.facts, of: opening.url) }
                if let segment = delivery.segment { state.catalogue.append(segment, base: state.base) }
            }
            let (rows, bytes) = (state.catalogue.count, state.catalogue.byteCount)
            // The documents together have the limits of one.
            state.isFull = Catalogue.limitFailure(rowCount: rows, byteCount: bytes, mostRows: mostRows) != nil
            guard let end = state.isFull ? .some(nil) : delivery.end else { return .none }
            if state.isFull { return .stop(state.reading, state.catalogue) }
            state.reading = nil
            if end == nil, state.base == nil, let target = delivery.leadsTo, state.followed < Self.mostFollowed {
                state.followed += 1
                state.catalogue = Catalogue(from: target)
                return .read(target)
            }
            state.waiting += delivery.more.urls.filter { state.known.insert($0).inserted }
            let failure = Self.failure(end, of: &state)
            state.base = state.base ?? state.catalogue.base
            state.barren = state.catalogue.count > state.rows ? 0 : state.barren + 1
            state.rows = state.catalogue.count
            guard failure == nil, state.barren < Self.mostBarren, state.known.count <= NextPages.mostParts,
                !state.waiting.isEmpty
            else {
                return .end(state.catalogue, failure ?? state.passedOver)
            }
            let page = state.waiting.removeFirst()
            state.base = page
            return .read(page)
        }
        switch next {
        case .none: break
        case .read(let url): read(url, revalidates: false)
        case .end(let catalogue, let failure): end(catalogue, failure)
        case .stop(let reading, let catalogue):
            reading?.stop()
            end(catalogue, nil)
        }
    }

    /// Why nothing more is read after a document with this `end`; nil if the others are.
    private static func failure(_ end: CatalogueFailure?, of state: inout State) -> CatalogueFailure? {
        guard let end, end != .cancelled, state.base != nil, state.catalogue.count > 0 else { return end }
        // The last page may have no photos.
        if end.isAboutContent { return nil }
        // One of several documents costs its own photos. After the only one that is known, any number is missing.
        guard !state.waiting.isEmpty else { return end }
        if end.mayPass { state.passedOver = state.passedOver ?? end }
        return nil
    }

    private func end(_ catalogue: Catalogue, _ failure: CatalogueFailure?) {
        queue.async { [self] in
            // What could be read before the failure may be a part of what is known.
            let isEarlier = failure?.mayPass == true && catalogue.photoCount < earlier?.photoCount ?? 0
            let known = isEarlier ? earlier : nil
            let told = known?.months ?? catalogue.facts.months?.months ?? catalogue.knownMonths(of: member)
            let months = (told ?? []).map { month in
                var month = month
                month.library = number
                return month
            }
            let outcome = Outcome(
                months: months, isKept: known?.isKept ?? catalogue.facts.isKept,
                library: known?.library ?? catalogue.facts.library, base: known?.base ?? catalogue.base,
                unreadableFolderCount: known?.unreadableFolderCount ?? catalogue.facts.unreadableFolderCount,
                withoutAddressCount: known?.withoutAddressCount ?? catalogue.facts.withoutAddressCount,
                isCutByServer: known?.isCutByServer ?? catalogue.facts.isCutByServer, failure: failure)
            state.withLock { state in
                state.outcome = outcome
                state.catalogue = Catalogue(from: catalogue.url)
            }
            ended()
        }
    }
}

extension Catalogue {
    /// The photos of a catalogue that is known in full, by months. Their addresses are absolute.
    fileprivate func knownMonths(of member: AllLibraries.Member) -> [LibraryMonths.Month]? {
        let reading = TimelineReading(catalogue: self, isCancelled: { false })
        guard let order = reading.order(newestFirst: true), let sections = reading.sections(of: order) else {
            return nil
        }
        var months: [LibraryMonths.Month] = []
        var row = 0
        for section in sections.sections {
            var builder = CatalogueBuilder()
            var timeline = TimelineSections.Content()
            for place in row..<row + section.count {
                let entry = order.entry(at: place)
                let (segment, segmentRow) = self.place(of: entry)
                if segment.isFolder(at: segmentRow) { continue }
                guard
                    (try? builder.copy(segmentRow, of: segment, base: base(at: entry), place: "")) != nil
                else { return nil }
                timeline.append(
                    day: UInt8(clamping: sections.day(ofRow: place)?.day ?? 0), sections.ratio(ofRow: place))
            }
            row += section.count
            guard let rows = builder.takeSegment() else { continue }
            let name = section.month.map { "\($0.year)-\($0.month)" } ?? "none"
            guard let address = URL(string: "\(AllLibraries.address)?month=\(name)") else { continue }
            months.append(
                LibraryMonths.Month(
                    month: section.month, count: rows.count, address: address,
                    known: KnownMonth(MonthContent(segment: rows, timeline: timeline))))
        }
        return months
    }
}

extension CatalogueFailure {
    /// Whether its server may answer at another time.
    fileprivate var mayPass: Bool {
        switch self {
        case .fetch(.refused(429, _, _)), .fetch(.refused(500...599, _, _)): true
        case .fetch(.tooSlow), .fetch(.cutShort), .fetch(.garbled): true
        case .fetch(let failure): failure.meansOffline
        default: false
        }
    }
}
