/// Decides which rows of the open catalogue are shown, and in what order: searches and sorts off the main context, and
/// reports changes of the list.
///
/// Rows that arrive are searched at once. They are sorted whenever their number has doubled since the last sort, and at
/// the end, so sorting costs at most twice the final sort. Rows since the last sort stay hidden until the next. A newer
/// query cancels the previous search.
@MainActor
public final class CatalogueFinder {
    /// What the list shows.
    public struct Arrangement: Sendable {
        /// The rows.
        public let order: RowOrder
        /// The catalogue whose entries they are.
        package let catalogue: Catalogue
        let query: SearchQuery
        package let sort: ListOrder
        /// Whether the rows start with all rows of the previous arrangement.
        public let extendsLast: Bool
    }

    /// Called with a new arrangement.
    public var arranged: (@MainActor (Arrangement) -> Void)?
    /// Called when a sort begins, and when none is running any more.
    public var isSortingChanged: (@MainActor (Bool) -> Void)?
    /// Asked for the entries with failed photos before a sort by failure.
    public var failedEntries: @MainActor () -> EntrySet = { EntrySet() }

    /// The current query.
    public private(set) var query = SearchQuery("")
    /// The current or upcoming sort order.
    public private(set) var order = ListOrder.catalogue
    /// Whether the list is the unchanged catalogue.
    public var isPlain: Bool { order == .catalogue && query.isEmpty }
    /// The memory of the search index in bytes; waits for a running search.
    public var indexByteCount: Int { searcher.indexByteCount }
    /// Whether a search is running.
    public var isSearching: Bool { searching != nil }
    /// Whether a sort is running.
    public var isSorting: Bool { sorting != nil }

    private let mainContext: any MainContextPerforming
    private let searcher = SearchWorker()
    private let sorter: SortWorker
    /// Sorts names.
    public let collation: any NameCollating
    private var catalogue: Catalogue?
    /// Counts the catalogues opened.
    private var generation = 0
    private var sorted: (sort: ListOrder, order: RowOrder)?
    private var last: (query: SearchQuery, sort: ListOrder)?
    private var searching: CancellationFlag?
    /// Of what others than the list look for.
    private var finding: CancellationFlag?
    private var sorting: (sort: ListOrder, flag: CancellationFlag)? {
        didSet { if (oldValue == nil) != (sorting == nil) { isSortingChanged?(sorting != nil) } }
    }
    /// Whether rows have arrived since the running search began.
    private var hasGrown = false

    /// A finder that sorts names by `collation`.
    public init(collation: any NameCollating, mainContext: any MainContextPerforming) {
        self.mainContext = mainContext
        self.collation = collation
        sorter = SortWorker(collation: collation)
    }

    // MARK: What is wanted

    /// Another catalogue is open, or none. Applies the current query and order to it.
    public func open(_ catalogue: Catalogue?) {
        cancel()
        generation += 1
        self.catalogue = catalogue
        sorted = nil
        last = nil
        if catalogue == nil { searcher.forget() }
        update(isGrowth: false)
    }

    /// The open catalogue has new rows at its end, or is complete.
    public func grow(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        update(isGrowth: true)
    }

    /// Entries of the open catalogue have become known; there are as many as before.
    package func read(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        // Earlier results know nothing of them.
        generation += 1
        if !query.isEmpty { arrange() }
    }

    /// Finds entries that match `text`, at most `most`, in the catalogue's order, whatever the list shows. Calls
    /// `completion` on the main context; with none if another call follows before it is done.
    package func find(_ text: String, most: Int, completion: @escaping @MainActor ([Int]) -> Void) {
        finding?.cancel()
        guard let catalogue else { return completion([]) }
        let flag = CancellationFlag()
        finding = flag
        searcher.search(
            SearchQuery(text), in: catalogue, generation: generation, order: RowOrder(identity: catalogue.count),
            flag: flag
        ) { [mainContext] rows in
            let entries = rows.map { rows in (0..<min(max(0, most), rows.count)).map { rows.entry(at: $0) } }
            mainContext.perform { completion(entries ?? []) }
        }
    }

    /// Shows only rows that match `text`.
    public func search(_ text: String) {
        let query = SearchQuery(text)
        guard query != self.query else { return }
        self.query = query
        arrange()
    }

    /// Sorts the list; repeats the same order, because more photos may have failed.
    public func sort(by order: ListOrder) {
        self.order = order
        sorted = nil
        sorting?.flag.cancel()
        sorting = nil
        update(isGrowth: false)
    }

    /// Cancels all work: nothing more is reported.
    public func close() {
        cancel()
        catalogue = nil
        arranged = nil
    }

    private func cancel() {
        searching?.cancel()
        searching = nil
        finding?.cancel()
        sorting?.flag.cancel()
        sorting = nil
        hasGrown = false
    }

    // MARK: Doing it

    private func update(isGrowth: Bool) {
        guard let catalogue else { return }
        sortIfDue(catalogue)
        // Rows that a sort has not seen stay hidden; those of a running sort appear at its end.
        if order == .catalogue || !isGrowth && base != nil { arrange(isGrowth: isGrowth) }
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
                self.sorted = (order, rows)
                self.arrange()
                if let catalogue = self.catalogue { self.sortIfDue(catalogue) }
            }
        }
    }

    /// All entries in the current order, ignoring the query.
    public var allRows: RowOrder {
        guard let catalogue else { return RowOrder(identity: 0) }
        // While a catalogue arrives, rows since the last sort are unsorted.
        return base.flatMap { $0.count == catalogue.count ? $0 : nil } ?? RowOrder(identity: catalogue.count)
    }

    /// All rows that can be shown now, before any search.
    private var base: RowOrder? {
        if order == .catalogue { return catalogue.map { RowOrder(identity: $0.count) } }
        // Nothing is to be sorted, and nothing follows.
        if let catalogue, catalogue.isComplete, catalogue.count == 0 { return RowOrder(identity: 0) }
        return sorted?.order
    }

    private func arrange(isGrowth: Bool = false) {
        guard let catalogue, let base else { return }
        if query.isEmpty {
            searching?.cancel()
            searching = nil
            return show(base, of: catalogue, query, order, isGrowth: isGrowth)
        }
        if isGrowth, searching != nil {
            // Cancelling at each arrival would never let it finish.
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
                self.show(rows, of: catalogue, query, sort, isGrowth: isGrowth)
                if self.hasGrown { self.arrange(isGrowth: true) }
            }
        }
    }

    private func show(
        _ order: RowOrder, of catalogue: Catalogue, _ query: SearchQuery, _ sort: ListOrder, isGrowth: Bool
    ) {
        let extends = isGrowth && sort == .catalogue && last.map { $0 == (query, sort) } ?? false
        last = (query, sort)
        arranged?(Arrangement(order: order, catalogue: catalogue, query: query, sort: sort, extendsLast: extends))
    }
}
