import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// The list: rows of the open catalogue, whose photos on screen are loaded until they are filtered or have failed.
///
/// It creates its parts, and does what involves several of them.
@MainActor
final class PhotoListView {
    let records: PhotoListModel
    /// Which rows are shown, and in which order.
    let finder: CatalogueFinder
    let layouts: ListLayouts
    /// The rows on screen.
    let visible: VisibleRows
    let filters: ListFilters
    let movement: ListMovement
    let loading: ListLoading
    let rows: ListRows
    /// The scroll position, and the focused row.
    let placing: ListPlacing
    /// The photos that commands apply to.
    let meant: MeantRows
    let pictures: ListPictures
    /// Which layout is wanted, and the order that it needs.
    let timeline: ListTimeline
    /// The library on a server that the catalogue is, if it is one.
    private(set) lazy var library = ListLibrary(
        of: self, fetcher: ImmichMonthFetcher(catalogueFetcher), store: libraries)
    private let catalogueFetcher: any DataFetching
    private let libraries: any LibraryStoring
    private lazy var reading = RecordReading(of: records) { [weak loading] in loading?.requestPass() }
    /// Whether a click opens a photo; otherwise it selects it, and a double click opens it.
    var opensOnClick = true

    init(
        fetcher: any DataFetching, catalogueFetcher: any DataFetching, libraries: any LibraryStoring,
        rowPictures: any RowPictureStoring,
        choices: PhotoChoices, settings: Settings,
        tracer: Tracer, appearance: ListLayouts.Appearance = .init()
    ) {
        (self.catalogueFetcher, self.libraries) = (catalogueFetcher, libraries)
        let loader = PhotoLoader(
            fetcher: ScaledFetcher(fetcher), decoder: Decoders.standard.rows, filter: .sepia,
            mainContext: MainContext.shared, pictureSize: .square(RowStyle.pictureSide),
            rowPictures: rowPictures, tracer: tracer)
        records = PhotoListModel { [weak loader] record in loader?.restore(record) }
        finder = CatalogueFinder(collation: ICUCollation(), mainContext: MainContext.shared)
        layouts = ListLayouts(appearance) { [weak loader] in loader?.filter(of: $0).displayName ?? "" }
        let prepare = { @MainActor [weak loader, weak layouts] (record: PhotoRecord, row: Int) in
            if let layouts { loader?.setShape(layouts.current.shape(ofRow: row), of: record) }
        }
        layouts.timeline.cells.prepare = prepare
        visible = VisibleRows(layouts: layouts, records: records, prepare: prepare)
        filters = ListFilters(of: records, in: layouts.scroller, own: choices, loader: loader)
        movement = ListMovement(of: layouts.scroller, position: layouts.position)
        let loading = ListLoading(visible, with: loader, filters: filters, movement: movement)
        self.loading = loading
        rows = ListRows(of: records, in: layouts, tracer: tracer) { [weak loading] in loading?.requestPass() }
        placing = ListPlacing(of: rows, visible: visible, loading: loading)
        layouts.timeline.use(records, rows.selection)
        timeline = ListTimeline(finder, layouts)
        meant = MeantRows(visible, selection: rows.selection)
        pictures = ListPictures(of: records, in: loader.held)
        ListPreferences(settings).apply(to: self)
        finder.failedEntries = { [weak records] in records?.failedEntries ?? EntrySet() }
        finder.arranged = { [weak self] in self?.timeline.arrange($0) }
        timeline.arranged = { [weak self] arrangement, kind in
            guard let self else { return }
            if kind != layouts.kind { layOut(as: kind) }
            let first = placing.geometry.isAtTop ? nil : visible.firstSpot
            placing.handle(.found(arrangement.order, extends: arrangement.extendsLast, first: first))
        }
        // The last row is meant, not the last of those that GTK has got so far.
        layouts.scroller.onKeyBeforeChildren { [weak self] key in
            if ["End", "KP_End"].contains(key.name), self?.rows.supply == .giving { self?.rows.finish() }
        }
        // Their cells have no places before the next layout.
        layouts.timeline.laidOut = { [weak loading] in loading?.placesChanged() }
    }

    /// The scrolled list.
    var list: ScrolledWindow { layouts.scroller }
    var selection: RowSelection { rows.selection }
    var catalogue: Catalogue? { records.catalogue }
    /// Whether it has neither photos nor folders.
    var isEmpty: Bool { (catalogue?.count ?? 0) == 0 }
    /// Counts the changes of what is known of it, by which its entries may have other numbers.
    private(set) var version = 0
    /// The entries on screen, or the one that is about to be.
    var entriesInView: [Int] { placing.aimedEntry.map { [$0] } ?? visible.entries }
    /// The number of rows, including those about to be shown.
    var shownCount: Int { records.order.count }

    // MARK: - The catalogue

    /// Shows another catalogue from `start`, otherwise from its top, searched and sorted as before.
    func open(_ catalogue: Catalogue, at start: ListStart? = nil) {
        version += 1
        reading.stop()
        library.open(catalogue)
        loading.reset()
        placing.handle(.opened(isArranged: !finder.isPlain))
        // One row is enough to predict which photos will be on screen. Their loading starts before GTK creates the
        // other two hundred rows. If rows are searched or sorted, they arrive with the first arrangement.
        rows.open(catalogue, revealsFirst: finder.isPlain)
        if let start {
            restore(start)
        } else if finder.isPlain {
            loading.passAtTop()
            rows.begin()
        }
        finder.open(catalogue)
        list.grabFocus()
        loading.requestPass()
    }

    /// Goes to where the person stood when the catalogue was open before.
    func restore(_ start: ListStart) { placing.handle(.restored(start.spot, focused: start.focused)) }

    /// Shows the same catalogue with more rows at its end; the rows on screen stay where they are.
    func grow(to catalogue: Catalogue) {
        let wasFull = placing.geometry.isFull
        rows.grow(to: catalogue)
        if !wasFull, finder.isPlain { loading.passAtTop() }
        finder.grow(catalogue)
        if !placing.geometry.isFull || catalogue.isComplete { loading.requestPass() }
    }

    /// Shows another version of the catalogue, in which the entries `selected` are selected, and the row of `focused`,
    /// if any, gets the focus. The entry at `place` stays where it is on screen, with its unchanged neighbours; without
    /// a place, the scroll position stays.
    /// `isSameLibrary` says that only months of it have become known. With `isNear`, the entry at `place` is another,
    /// which is shown where the old one was.
    func replace(
        with catalogue: Catalogue, at place: (old: Int, new: Int)?, selected: EntrySet, focused: Int?,
        isSameLibrary: Bool = false, isNear: Bool = false
    ) {
        version += 1
        // While rows of a timeline come and go, they have no places: the list would begin at its top.
        let losesPlaces = timeline.isWanted && !placing.isAtTop
        let old = place.flatMap { placing.spot(of: $0.old) }
        if !isSameLibrary { library.open(catalogue) }
        if finder.isPlain, isNear || losesPlaces, let place, let old {
            placing.handle(.replaced(shift: nil, focused: focused))
            rows.replace(with: catalogue, at: isNear ? nil : place, selected: selected)
            placing.handle(.restored(.init(entry: place.new, offset: old.offset), focused: focused))
        } else if finder.isPlain {
            placing.handle(.replaced(shift: place.map { $0.new - $0.old }, focused: focused))
            rows.replace(with: catalogue, at: place, selected: selected)
        } else {
            let version = ListPlace.Version(catalogue: catalogue, selected: selected, focused: focused)
            var spot = old
            if let place { spot?.entry = place.new }
            // A person who has not moved yet wants to see the beginning, also when months before it become known.
            if isSameLibrary, placing.isAtTop { spot = nil }
            placing.handle(.replacing(version, spot.map(ListPlace.Standing.spot) ?? .top))
        }
        finder.open(catalogue)
        loading.requestPass()
    }

    /// The same rows, of which something else is known as a whole.
    func learn(_ facts: Catalogue) {
        _ = records.learn(0..<0, of: facts)
        finder.read(facts)
    }

    /// The same rows, of which these have become known.
    func read(_ entries: Range<Int>, of catalogue: Catalogue) {
        version += 1
        reading.read(entries, of: catalogue, first: visible.photos.map(\.record))
        finder.read(catalogue)
        loading.requestPass()
    }

    /// Cancels everything: the window closes.
    func close() {
        reading.stop()
        library.close()
        finder.close()
        loading.close()
    }

    // MARK: - Finding

    /// Shows the rows that match `text`, from their top; or, if it is empty, all rows, at `standing`.
    func search(_ text: String, standing: ListPlace.Standing = .top) {
        if SearchQuery(text) == finder.query { return }
        placing.handle(.asked(standing))
        finder.search(text)
        // Only while searching: a preceding sort does not empty the list, which stays in use.
        if finder.isSearching { placing.makeRoom() }
    }

    /// Sorts the rows, and scrolls to the top. A timeline keeps its own order.
    func sort(by order: ListOrder) {
        if !timeline.isWanted { placing.handle(.asked(.top)) }
        timeline.listOrder = order
    }

    /// Scrolls a row to the top of the screen, and focuses it.
    func goTo(row: Int) {
        placing.handle(.roomMade)
        rows.finish()
        guard (0..<records.count).contains(row), let entry = records.entry(at: row) else { return }
        placing.handle(.wentTo(entry: entry))
    }

    /// Goes to the first of the rows, sorted by name, whose name begins with `start` or follows it.
    func goTo(name start: String) {
        placing.handle(.roomMade)
        guard let catalogue else { return }
        let row = records.order.firstRow(notBefore: start, in: catalogue, by: finder.collation)
        goTo(row: min(row, max(0, records.order.count - 1)))
    }

    /// Focuses an entry's row, if it is on screen soon; otherwise the list.
    func focus(entry: Int?) { placing.handle(.focusWanted(entry: entry)) }

    /// Takes the keyboard focus from a button that is about to go. A row on screen gets it: to the one that had it
    /// before, the list would scroll.
    func takeFocus() {
        if let row = visible.lastWhole { row.grabFocus() } else if list.isMapped { list.grabFocus() }
    }

    /// Selects only this photo, unless several are selected one by one, and focuses it.
    func select(_ record: PhotoRecord) {
        guard let row = records.row(of: record) else { return }
        selection.select(asked: row..<row + 1, only: true)
        focus(entry: records.entry(of: record))
    }

    // MARK: - Layout

    /// How the photos are laid out. When this changes, the photo at the top stays there. A timeline is shown when its
    /// rows are in order, and so is what follows it.
    var layout: ListLayouts.Kind {
        get { timeline.kind }
        set {
            guard newValue != layout else { return }
            let changesOrder = (newValue == .timeline) != timeline.isWanted
            timeline.kind = newValue
            if !changesOrder, layouts.kind != .timeline { layOut(as: newValue) }
        }
    }

    private func layOut(as kind: ListLayouts.Kind) {
        movement.forgetDirection()
        let wasTimeline = layouts.kind == .timeline
        placing.layOut(as: kind)
        guard wasTimeline else { return }
        for record in records.liveRecords { loading.loader.setShape(.square, of: record) }
    }

    /// Shows the timeline's photos as squares, or in their own shapes.
    func showSquares(_ isSquare: Bool) {
        layouts.timeline.isSquare = isSquare
        layouts.timeline.cells.prepareAgain()
        loading.requestPass()
    }

    /// The width of the list's pictures, in points. When it changes, the photo at the top stays there.
    var rowSide: Int {
        get { layouts.rowSide }
        set {
            guard newValue != rowSide else { return }
            let isList = layouts.kind == .list
            if isList { placing.handle(.resized(first: visible.firstSpot)) }
            layouts.rowSide = newValue
            if isList { movement.handle(.movement) }
        }
    }

    /// The width of the grid's pictures, in points, which the timeline follows. When it changes, the photo at the top
    /// stays there.
    var gridSide: Int {
        get { layouts.gridSide }
        set {
            guard newValue != gridSide else { return }
            if layouts.kind == .grid { placing.handle(.resized(first: visible.firstSpot)) }
            layouts.gridSide = newValue
            if layouts.kind != .list { movement.handle(.movement) }
        }
    }

    // MARK: - The page of a photo

    /// Calls `body` with a clicked photo or folder, or with that of a row on Enter. While several photos are selected
    /// one by one, a click selects or unselects.
    func onActivate(_ body: @escaping @MainActor (PhotoRecord) -> Void) {
        layouts.onActivate { [weak self] row in
            if let record = self?.records.record(at: row) { body(record) }
        } clicksOnly: { [weak self] x, y in
            guard let self else { return false }
            return selection.keepsOthers && visible.photo(atX: x, y: y) != nil
        } clicked: { [weak self] x, y in
            guard let self, let record = visible.photo(atX: x, y: y) else { return }
            if selection.keepsOthers {
                if let row = records.row(of: record) { selection.toggle(row) }
            } else if opensOnClick {
                body(record)
            }
        }
    }

    /// The photo to open if none is named.
    var photoToOpen: PhotoRecord? { meant.toOpen(else: placing.geometry.firstRow) }

    /// The record of an entry, once the list has all of its rows; nil if a search hides it.
    func record(ofEntry entry: Int) -> PhotoRecord? {
        placing.handle(.roomMade)
        rows.finish()
        return records.row(ofEntry: entry).flatMap(records.record)
    }

    /// The list returns to the screen. Shows and focuses the row of `record`, and calls `done` when the row is in
    /// place. A row on screen stays where it is.
    func resume(at record: PhotoRecord, done: @escaping @MainActor () -> Void) {
        placing.comeBack(to: record) { [filters] in
            filters.showChanged()
            done()
        }
    }

    /// The photos on screen, from the top down; nil until a pass has run over them.
    var settledRecordsOnScreen: [PhotoRecord]? {
        guard loading.hasPassed, !movement.isMoving, rows.supply == .complete else { return nil }
        return visible.photos.map(\.record)
    }
}
