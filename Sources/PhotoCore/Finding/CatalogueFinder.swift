/// Which rows of the open catalogue are shown, and in what order: searches and sorts off the main context, and says
/// when the list is to change.
///
/// While a catalogue still arrives, what arrives is searched as it comes; and it is sorted again each time that there
/// is twice as much as at the last sort, and when all is there, so that sorting costs at most twice what it costs in
/// the end. What has come since the last sort is not shown until the next. A newer query gives up the search before.
@MainActor
public final class CatalogueFinder {
    /// What the list is to show.
    public struct Arrangement: Sendable {
        /// The rows.
        public let order: RowOrder
        /// What was searched for.
        let query: SearchQuery
        /// What they are sorted by.
        let sort: ListOrder
        /// Whether the rows begin with all those of the arrangement before.
        public let extendsLast: Bool
    }

    private struct Sorted {
        let sort: ListOrder
        let order: RowOrder
    }

    /// Called with what the list is to show.
    public var arranged: (@MainActor (Arrangement) -> Void)?
    /// Called when a sort begins and when none is under way any more.
    public var isSortingChanged: (@MainActor (Bool) -> Void)?
    /// Asked for the entries whose photos have failed, when they are to be sorted.
    public var failedEntries: @MainActor () -> EntrySet = { EntrySet() }

    /// What is searched for.
    public private(set) var query = SearchQuery("")
    /// What the list is, or will soon be, sorted by.
    public private(set) var order = ListOrder.catalogue
    /// Whether the list is the catalogue as it is.
    public var isPlain: Bool { order == .catalogue && query.isEmpty }
    /// The bytes that searching needs beside the catalogue; waits for a search that is under way.
    var indexByteCount: Int { searcher.indexByteCount }
    /// Whether a search is under way.
    public var isSearching: Bool { searching != nil }
    /// Whether a sort is under way.
    public var isSorting: Bool { sorting != nil }

    private let mainContext: any MainContextPerforming
    private let searcher = SearchWorker()
    private let sorter: SortWorker
    /// Sorts names.
    public let collation: any NameCollating
    private var catalogue: Catalogue?
    /// Counts the catalogues opened.
    private var generation = 0
    private var sorted: Sorted?
    private var last: (query: SearchQuery, sort: ListOrder)?
    private var searching: CancellationFlag?
    private var sorting: (sort: ListOrder, flag: CancellationFlag)? {
        didSet { if (oldValue == nil) != (sorting == nil) { isSortingChanged?(sorting != nil) } }
    }
    /// Whether there is more than the search under way was begun with.
    private var hasGrown = false

    /// A finder that sorts names by `collation`.
    public init(collation: any NameCollating, mainContext: any MainContextPerforming) {
        self.mainContext = mainContext
        self.collation = collation
        sorter = SortWorker(collation: collation)
    }

    // MARK: What is wanted

    /// Another catalogue is open, or none. It is searched and sorted as the one before was.
    public func open(_ catalogue: Catalogue?) {
        cancel()
        generation += 1
        self.catalogue = catalogue
        sorted = nil
        last = nil
        if catalogue == nil { searcher.forget() }
        update(isGrowth: false)
    }

    /// The open catalogue has more rows at its end, or is complete.
    public func grow(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        update(isGrowth: true)
    }

    /// Shows the rows that fit `text` from now on.
    public func search(_ text: String) {
        let query = SearchQuery(text)
        guard query != self.query else { return }
        self.query = query
        arrange()
    }

    /// Sorts the list from now on; anew if it is sorted so already, since what has failed may be more by now.
    public func sort(by order: ListOrder) {
        self.order = order
        sorted = nil
        sorting?.flag.cancel()
        sorting = nil
        update(isGrowth: false)
    }

    /// Gives up what is under way: nothing is shown any more.
    public func close() {
        cancel()
        catalogue = nil
        arranged = nil
    }

    private func cancel() {
        searching?.cancel()
        searching = nil
        sorting?.flag.cancel()
        sorting = nil
        hasGrown = false
    }

    // MARK: Doing it

    private func update(isGrowth: Bool) {
        guard let catalogue else { return }
        sortIfDue(catalogue)
        // Rows that a sort has not seen are not shown; those of a sort that is under way come when it is done.
        if order == .catalogue || !isGrowth && sorted != nil { arrange(isGrowth: isGrowth) }
        if query.isEmpty { searcher.prepare(catalogue, generation: generation, flag: CancellationFlag()) }
    }

    private func sortIfDue(_ catalogue: Catalogue) {
        guard order != .catalogue, sorting == nil, catalogue.count > 0 else { return }
        if let sorted {
            let isDue =
                catalogue.isComplete
                ? catalogue.count > sorted.order.count : catalogue.count >= 2 * sorted.order.count
            guard isDue else { return }
        }
        let flag = CancellationFlag()
        let order = order
        sorting = (order, flag)
        sorter.sort(catalogue, by: order, failed: failedEntries(), flag: flag) { [weak self, mainContext] rows in
            mainContext.perform {
                guard let self, let rows, !flag.isCancelled, self.sorting?.flag === flag else { return }
                self.sorting = nil
                self.sorted = Sorted(sort: order, order: rows)
                self.arrange()
                if let catalogue = self.catalogue { self.sortIfDue(catalogue) }
            }
        }
    }

    /// All entries, searched for or not, as they are sorted now.
    public var allRows: RowOrder {
        guard let catalogue else { return RowOrder(identity: 0) }
        // While a catalogue still arrives, what has come since the last sort is not sorted.
        return base.flatMap { $0.count == catalogue.count ? $0 : nil } ?? RowOrder(identity: catalogue.count)
    }

    /// All rows that can be shown now, before any search.
    private var base: RowOrder? {
        if order == .catalogue { return catalogue.map { RowOrder(identity: $0.count) } }
        return sorted?.order
    }

    private func arrange(isGrowth: Bool = false) {
        guard let catalogue, let base else { return }
        if query.isEmpty {
            searching?.cancel()
            searching = nil
            return show(base, query, order, isGrowth: isGrowth)
        }
        if isGrowth, searching != nil {
            // Cancelled each time that something comes, it would never come to an end.
            hasGrown = true
            return
        }
        searching?.cancel()
        hasGrown = false
        let flag = CancellationFlag()
        searching = flag
        let (query, sort) = (query, order)
        searcher.search(query, in: catalogue, generation: generation, order: base, flag: flag) {
            [weak self, mainContext] rows in
            mainContext.perform {
                guard let self, let rows, self.searching === flag else { return }
                self.searching = nil
                self.show(rows, query, sort, isGrowth: isGrowth)
                if self.hasGrown { self.arrange(isGrowth: true) }
            }
        }
    }

    private func show(_ order: RowOrder, _ query: SearchQuery, _ sort: ListOrder, isGrowth: Bool) {
        let extends = isGrowth && sort == .catalogue && last.map { $0 == (query, sort) } ?? false
        last = (query, sort)
        arranged?(Arrangement(order: order, query: query, sort: sort, extendsLast: extends))
    }
}
