import Foundation

/// Reads months of a library one at a time, for what a person does with photos that are not on screen. What it reads is
/// not kept in the catalogue.
@MainActor
package final class SectionReader {
    /// What has become of a month.
    package struct Outcome: Sendable {
        /// Its rows; nil if none of its lists could be read. Of several lists, those that failed have unread rows.
        package let content: MonthContent?
        /// Why one of its lists could not be read; nil if all are.
        package let failure: PhotoFailure?
        /// The places of its rows that were not known before, also of those that are still unread; nil if the month was
        /// not known, or could not be read.
        package var new: [Int]?
    }

    /// Calls `work` in some milliseconds, unless what it returns is released before.
    package typealias Waiting = @MainActor (_ milliseconds: Int, _ work: @escaping @MainActor () -> Void) -> AnyObject

    private struct Reading {
        let lists: Range<Int>
        /// What is known of the month; nil if nothing is.
        let known: CatalogueSegment?
        /// The lists that may come from the store.
        var maybeKept: Set<Int> = []
        var contents: [Int: MonthContent] = [:]
        var failures: [Int: PhotoFailure] = [:]
        var tries: [Int: Int] = [:]
        let flag = CancellationFlag()
        let then: @MainActor (Outcome) -> Void
    }

    private let months: LibraryMonths
    private let isOfSeveral: Bool
    /// The names and bases of the libraries, for merging.
    private let sources: [(name: String, base: URL)]
    private let loader: MonthLoader
    private let store: (any LibraryStoring)?
    private let mainContext: any MainContextPerforming
    private let wait: Waiting
    private let queue = DispatchQueue(label: "Merging", qos: .userInitiated)
    private var reading: Reading?
    /// The libraries whose servers were out of order at the last list that was given up.
    private var down: Set<Int> = []
    private var timer: AnyObject?

    /// How often a list is asked for: a server that restarts is back by then. If it is not, the following ones are
    /// asked for once, until it sends one: a library may have hundreds.
    nonisolated static let mostTries = 4
    /// A minute. A server that wants more is not waited for.
    nonisolated static let longestWaitMilliseconds = 60_000

    /// Reads months of `catalogue`, whose lists `reader` reads; nil if it has none. They come from `store`, or from
    /// their servers by `fetcher`.
    package init?(
        of catalogue: Catalogue, reader: any MonthReading, fetcher: any DataFetching,
        store: (any LibraryStoring)? = nil, mainContext: any MainContextPerforming, retries: Retries = Retries(),
        wait: @escaping Waiting
    ) {
        guard let months = catalogue.facts.months else { return nil }
        let lines = catalogue.facts.lines
        self.months = months
        isOfSeveral = !lines.isEmpty
        sources = lines.isEmpty ? [("", catalogue.base)] : lines.map { ($0.member.name, $0.base) }
        loader = MonthLoader(fetcher: fetcher, store: store, mainContext: mainContext, retries: retries)
        self.mainContext = mainContext
        self.store = store
        self.wait = wait
        loader.loaded = { [weak self] list, content, _ in
            // What is kept says nothing about the server.
            if self?.reading?.maybeKept.contains(list) == false { self?.down.remove(months.months[list].library) }
            self?.reading?.contents[list] = content
            self?.goOn()
        }
        loader.failed = { [weak self] in self?.failed($0, $1) }
        loader.dropped = { [weak self] list in
            self?.reading?.failures[list] = .fetch(.cancelled)
            self?.goOn()
        }
        loader.use(months.months, read: reader)
    }

    /// Reads a section, of which a part may be `known`, and gives up the last one. Calls `then` once, never inside this
    /// call.
    package func read(
        _ section: Int, since known: CatalogueSegment? = nil, then: @escaping @MainActor (Outcome) -> Void
    ) {
        cancel()
        let lists = months.sections.indices.contains(section) ? months.sections[section].lists : 0..<0
        var reading = Reading(lists: lists, known: known, then: then)
        for list in lists {
            // Photos of a folder are known: it has no list to be read.
            reading.contents[list] = months.months[list].known?.content
            if store?.mayHaveList(of: months.months[list]) == true { reading.maybeKept.insert(list) }
            loader.forgetFailure(of: list)
        }
        self.reading = reading
        goOn()
    }

    /// Gives up the section that is read. Calls nothing.
    package func cancel() {
        reading?.flag.cancel()
        (reading, timer) = (nil, nil)
        loader.want([])
    }

    private func goOn() {
        guard let reading else { return }
        let pending = reading.lists.filter { reading.contents[$0] == nil && reading.failures[$0] == nil }
        guard !pending.isEmpty else { return end(reading) }
        loader.want(pending)
        timer = loader.millisecondsUntilDue(pending).map { milliseconds in
            wait(milliseconds + 1) { [weak self] in self?.goOn() }
        }
    }

    private func failed(_ list: Int, _ failure: PhotoFailure) {
        let tries = (reading?.tries[list] ?? 0) + 1
        reading?.tries[list] = tries
        let due = loader.millisecondsUntilDue([list])
        let library = months.months[list].library
        let mostTries = down.contains(library) ? 1 : Self.mostTries
        if tries >= mostTries || due ?? .max > Self.longestWaitMilliseconds {
            reading?.failures[list] = failure
            if due != nil { down.insert(library) }
        }
        goOn()
    }

    private func end(_ reading: Reading) {
        timer = nil
        let flag = reading.flag
        let failure = reading.lists.compactMap { reading.failures[$0] }.first
        guard isOfSeveral || reading.lists.count > 1, !reading.contents.isEmpty else {
            let outcome = Outcome(content: reading.contents.first?.value, failure: failure)
            mainContext.perform { [weak self] in self?.tell(outcome, flag) }
            return
        }
        let parts = reading.lists.compactMap { list -> MonthMerge.Source? in
            let library = months.months[list].library
            guard let content = reading.contents[list], sources.indices.contains(library) else { return nil }
            return MonthMerge.Source(content, base: sources[library].base, name: sources[library].name)
        }
        let missing = reading.failures.keys.reduce(0) { $0 + months.months[$1].count }
        queue.async { [weak self, mainContext, known = reading.known] in
            let content = MonthMerge.merge(parts, missing: missing) { flag.isCancelled }
            let tooMany = CatalogueFailure.tooManyPhotos(limit: LibraryMonths.mostPhotos).description
            let isTooLong = content == nil && failure == nil
            let outcome = Outcome(
                content: content, failure: isTooLong ? PhotoFailure.fetch(.other(reason: tooMany)) : failure,
                new: content.flatMap { content in known.map { content.segment.rows(newSince: $0) } })
            mainContext.perform { self?.tell(outcome, flag) }
        }
    }

    private func tell(_ outcome: Outcome, _ flag: CancellationFlag) {
        guard let reading, reading.flag === flag else { return }
        self.reading = nil
        reading.then(outcome)
    }
}

extension CatalogueSegment {
    /// The rows that are not in an `older` version of a merged month, at the same address or as the same file; and
    /// those that are unread. For a worker: a month may have 70,000.
    fileprivate func rows(newSince older: CatalogueSegment) -> [Int] {
        var known: Set<String> = []
        for row in 0..<older.count { known.formUnion(older.marks(at: row)) }
        return (0..<count).filter { row in
            if isUnread(at: row) { return true }
            let marks = marks(at: row)
            return !marks.isEmpty && known.isDisjoint(with: marks)
        }
    }

    private func marks(at row: Int) -> [String] {
        [CatalogueField.location, .checksum].compactMap { text(of: $0, at: row) }
    }
}
