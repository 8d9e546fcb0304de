import Dispatch
import Foundation
import PhotoCore

/// The pages of a bucket while they are read.
struct ObjectListing {
    private struct Page {
        let read: FolderRead
        let request: KeySpace.Request
        /// How often it has failed before.
        let failures: Int
        /// Whether it was asked for by the list that is read in order.
        let isInOrder: Bool
    }
    /// A page that has failed, and when it is asked for again.
    private struct FailedPage {
        let request: KeySpace.Request
        let failures: Int
        let due: DispatchTime
    }
    private static let marker = "marker"

    private let first: URL
    private let fetcher: any DataFetching
    private let formats = CatalogueFormats.standard
    private let bell = DispatchSemaphore(value: 0)
    private var space = KeySpace(mostAtOnce: ObjectFiller.mostAtOnce)
    private var pages: [Page] = []
    private var failed: [FailedPage] = []
    private var retries: PageRetries
    /// Pages whose rows wait for those of earlier names.
    private var waiting = WaitingPages()
    /// The intervals whose rows have been added.
    private var added: Set<Int> = []
    private var isFirst = true
    /// What the store calls the name that a page follows.
    private var follows = "start-after"
    /// Whether rows that come next were left for the next step.
    private var hasRows = false
    /// How many rows have been passed on.
    private var count = 0
    /// Whether one page is asked for after the other.
    private var isInOrder = false
    /// The next rows that have been passed on before.
    private var repeatedCount = 0
    /// Whether the rows that have been passed on are the first ones that the store lists.
    private var areFirst = true
    /// Hashes of the names of pictures that no address can name. Where two places meet, some are listed twice.
    private(set) var withoutAddress: Set<UInt64> = []
    private let mostRows: Int

    init(_ first: URL, fetcher: any DataFetching, mostRows: Int, retries: PageRetries) {
        (self.first, self.fetcher, self.mostRows, self.retries) = (first, fetcher, mostRows, retries)
    }

    var isDone: Bool { space.isDone && pages.isEmpty && failed.isEmpty && waiting.isEmpty }

    /// Asks for what may be asked, waits at most 50 ms for a page, and passes some of the rows that come next to
    /// `visit`.
    mutating func step(_ visit: (ObjectRow) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        ask()
        _ = bell.wait(timeout: hasRows ? .now() : .now() + .milliseconds(50))
        // Once: a page may end meanwhile.
        let over = pages.partition { $0.read.isOver }
        let ended = Array(pages[over...])
        pages.removeSubrange(over...)
        for page in ended where page.isInOrder == isInOrder { try take(page) }
        // The store answers while rows are passed.
        ask()
        try passRows(to: visit)
        // What waits counts as well: the first interval may never end.
        let (rows, bytes) = (count + waiting.rowCount, waiting.byteCount)
        if let failure = Catalogue.limitFailure(rowCount: rows, byteCount: bytes, mostRows: mostRows) { throw failure }
    }

    private mutating func ask() {
        let now = DispatchTime.now()
        let start = failed.partition { $0.due <= now }
        let due = Array(failed[start...])
        failed.removeSubrange(start...)
        for page in due { ask(for: page.request, after: page.failures) }
        // Nothing is known before the first page.
        while !isFirst || pages.isEmpty && failed.isEmpty, let request = space.next() {
            ask(for: request, after: 0)
        }
    }

    private mutating func ask(for request: KeySpace.Request, after failures: Int) {
        let address = address(of: request)
        // The bucket is kept, not the thousands of its pages: they would take the place of photos.
        let asked = FetchRequest.catalogue(address, revalidates: true, leavesNothing: true)
        let read = FolderRead(address, asked, with: fetcher, as: formats) { [bell] in bell.signal() }
        pages.append(Page(read: read, request: request, failures: failures, isInOrder: isInOrder))
    }

    private func address(of request: KeySpace.Request) -> URL {
        if let next = request.next?.resolve(for: first, base: first) { return next }
        if request.after.isEmpty { return first }
        let name = String(decoding: request.after, as: UTF8.self)
        return NextPage.query(follows, name).resolve(for: first, base: first) ?? first
    }

    private mutating func take(_ page: Page) throws(CatalogueFailure) {
        let (catalogue, failure) = page.read.outcome
        // An empty page is at the end of its interval; a page of something else is no list, and of a page that is cut
        // short nobody knows what is missing.
        let isList = catalogue.facts.formatName == CatalogueFormat.xmlListing.name
        if let failure, !failure.isAboutContent {
            let failures = page.failures + 1
            guard let seconds = retries.wait(after: failure, attempts: failures) else { throw failure }
            // Its interval counts as asked, so that a busy store is asked for less.
            failed.append(FailedPage(request: page.request, failures: failures, due: .now() + seconds))
            return
        }
        // Also if it has pictures: a network may want a login first. That is no empty bucket.
        guard isList else {
            throw .notACatalogue(reason: localized("The server does not answer as an S3 store does."))
        }
        if isFirst, case .query(let parameters)? = catalogue.facts.more.next, parameters.first?.name == Self.marker {
            // It knows only the first version of lists (StoredObjects), in which every page follows a marker.
            follows = Self.marker
        }
        isFirst = false
        retries.noteRead()
        for name in catalogue.facts.objects?.withoutAddress ?? []
        where withoutAddress.count < ObjectFiller.mostWithoutAddress { withoutAddress.insert(name) }
        guard space.took(page.request.interval, catalogue.facts.objects, next: catalogue.facts.more.next) else {
            return try beginInOrder()
        }
        waiting.add(.init(catalogue: catalogue, previous: page.request.after), of: page.request.interval)
    }

    /// The store repeats names instead of beginning where it was asked to, or has an order of its own. Lists it again,
    /// one page after the other, if it was asked for several at once: each page then begins where the store says.
    private mutating func beginInOrder() throws(CatalogueFailure) {
        guard !isInOrder, areFirst else {
            throw .notACatalogue(reason: localized("The server repeats photos instead of listing the next ones."))
        }
        isInOrder = true
        space = .inOrderOfStore
        (pages, failed, waiting, added, hasRows) = ([], [], WaitingPages(), [], false)
        (repeatedCount, count) = (count, 0)
    }

    /// Rows come in the order of their names: those of an interval after all before it. Passes those of some pages, so
    /// that the store is asked again soon.
    private mutating func passRows(
        to visit: (ObjectRow) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        hasRows = false
        var left = ObjectFiller.mostAtOnce
        for interval in space.order where !added.contains(interval) {
            let there = waiting.take(of: interval, atMost: left)
            for page in there.pages {
                var passed = 0
                let end = space.end(of: interval)
                try page.catalogue.visitRows(after: page.previous, upTo: end) {
                    [repeatedCount] (row) throws(CatalogueFailure) in
                    passed += 1
                    if passed > repeatedCount { try visit(row) }
                }
                count += passed
                if passed > 0, interval != space.order.first { areFirst = false }
                repeatedCount = max(0, repeatedCount - passed)
            }
            if there.hasMore {
                hasRows = true
                return
            }
            left -= there.pages.count
            guard space.isDone(interval) else { return }
            added.insert(interval)
        }
    }
}

/// The pages of a bucket that have been read, by the intervals of its names.
private struct WaitingPages {
    struct Page {
        let catalogue: Catalogue
        /// The name that it follows.
        let previous: [UInt8]
    }
    private var pages: [Int: [Page]] = [:]
    /// Of all of them together: there may be hundreds, and each new one is checked against the limits.
    private(set) var (rowCount, byteCount) = (0, 0)

    var isEmpty: Bool { pages.isEmpty }

    mutating func add(_ page: Page, of interval: Int) {
        pages[interval, default: []].append(page)
        rowCount += page.catalogue.count
        byteCount += page.catalogue.byteCount
    }

    /// Removes the first pages of an interval; and says whether there are more.
    mutating func take(of interval: Int, atMost most: Int) -> (pages: [Page], hasMore: Bool) {
        let there = pages.removeValue(forKey: interval) ?? []
        let taken = Array(there.prefix(most))
        if there.count > taken.count { pages[interval] = Array(there.dropFirst(taken.count)) }
        for page in taken {
            rowCount -= page.catalogue.count
            byteCount -= page.catalogue.byteCount
        }
        return (taken, there.count > taken.count)
    }
}
