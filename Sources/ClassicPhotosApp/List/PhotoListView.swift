import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// The list: rows over the open catalogue, and what is on screen of them brought to filtered or failed.
///
/// It makes its parts, and does what concerns several of them.
@MainActor
final class PhotoListView {
    let records: PhotoListModel
    /// Which rows are shown, in which order.
    let finder: CatalogueFinder
    /// As a list or as a grid.
    let layouts: ListLayouts
    /// What of them is on screen.
    let visible: VisibleRows
    /// Which filter each photo has.
    let filters: ListFilters
    let movement: ListMovement
    let loading: ListLoading
    let rows: ListRows
    /// Where the list stands, and whose row has the keyboard.
    let placing: ListPlacing
    /// Which photos commands are about.
    let meant: MeantRows

    init(
        fetcher: any DataFetching, rowPictures: any RowPictureStoring, choices: PhotoChoices, settings: Settings,
        tracer: Tracer, appearance: ListLayouts.Appearance = .init()
    ) {
        let loader = PhotoLoader(
            fetcher: fetcher, decoder: Decoders.standard.rows, filter: .sepia,
            mainContext: MainContext.shared, pictureSize: .square(RowStyle.pictureSide),
            rowPictures: rowPictures, tracer: tracer)
        Self.limit(loader, by: settings)
        records = PhotoListModel { [weak loader] record in loader?.restore(record) }
        finder = CatalogueFinder(collation: ICUCollation(), mainContext: MainContext.shared)
        layouts = ListLayouts(appearance) { [weak loader] in loader?.filter(of: $0).displayName ?? "" }
        visible = VisibleRows(layouts: layouts, records: records)
        filters = ListFilters(of: records, in: layouts.scroller, own: choices, loader: loader)
        movement = ListMovement(of: layouts.scroller, position: layouts.position)
        let loading = ListLoading(visible, with: loader, filters: filters, movement: movement)
        self.loading = loading
        rows = ListRows(of: records, in: layouts, tracer: tracer) { [weak loading] in loading?.requestPass() }
        placing = ListPlacing(of: rows, visible: visible, loading: loading)
        meant = MeantRows(visible, selection: rows.selection)
        finder.failedEntries = { [weak records] in records?.failedEntries ?? EntrySet() }
        finder.arranged = { [weak self] arrangement in
            guard let self else { return }
            let first = placing.geometry.isAtTop ? nil : visible.firstSpot
            placing.handle(.found(arrangement.order, extends: arrangement.extendsLast, first: first))
        }
    }

    private static func limit(_ loader: PhotoLoader, by settings: Settings) {
        loader.pending.downloadLimit = settings.integer("download-limit", default: loader.pending.downloadLimit)
        let filtrationLimit = settings.integer("filtration-limit", default: 0)
        if filtrationLimit > 0 { loader.pending.filtrationLimit = filtrationLimit }
        let budget = settings.integer("memory-budget", default: 0)
        // Half for originals, half for what filters make of them.
        if budget > 0 { loader.held.budget = budget << 19 }
    }

    /// The scrolled list.
    var list: ScrolledWindow { layouts.scroller }
    /// Which photos are selected.
    var selection: RowSelection { rows.selection }
    /// The open catalogue.
    var catalogue: Catalogue? { records.catalogue }
    /// How many photos it has.
    var count: Int { catalogue?.count ?? 0 }
    var isEmpty: Bool { count == 0 }
    /// How many rows are shown, or will be in a moment.
    var shownCount: Int { records.order.count }

    // MARK: - The catalogue

    /// Shows another catalogue, from its top: what of it is searched for, in the order that was chosen.
    func open(_ catalogue: Catalogue) {
        loading.reset()
        placing.handle(.opened(isArranged: !finder.isPlain))
        // One row is enough to tell what will be on screen. That is asked for before GTK makes the other two hundred.
        // Where the rows are searched or sorted, they come with the first arrangement.
        rows.open(catalogue, revealsFirst: finder.isPlain)
        if finder.isPlain {
            loading.passAtTop()
            rows.begin()
        }
        finder.open(catalogue)
        list.grabFocus()
        loading.requestPass()
    }

    /// Shows the same catalogue with more rows at its end; what is on screen stays where it is.
    func grow(to catalogue: Catalogue) {
        let wasFull = placing.geometry.isFull
        rows.grow(to: catalogue)
        if !wasFull, finder.isPlain { loading.passAtTop() }
        finder.grow(catalogue)
        if !placing.geometry.isFull || catalogue.isComplete { loading.requestPass() }
    }

    /// Shows another version of the catalogue, in which `selected` are the entries that are selected now, and `focused`
    /// is the one whose row gets the keyboard, if any. The entry at `place` stays where it is on screen, with all
    /// around it that is the same in both; without a place, the list stays at the same height.
    func replace(with catalogue: Catalogue, at place: (old: Int, new: Int)?, selected: EntrySet, focused: Int?) {
        if finder.isPlain {
            placing.handle(.replaced(shift: place.map { $0.new - $0.old }, focused: focused))
            rows.replace(with: catalogue, at: place, selected: selected)
        } else {
            let version = ListPlace.Version(catalogue: catalogue, selected: selected, focused: focused)
            var spot = place.flatMap { visible.spot(of: $0.old) }
            if let place { spot?.entry = place.new }
            placing.handle(.replacing(version, spot.map(ListPlace.Standing.spot) ?? .top))
        }
        finder.open(catalogue)
        loading.requestPass()
    }

    /// Gives up on everything: the window closes.
    func close() {
        finder.close()
        loading.close()
    }

    // MARK: - Finding

    /// Shows the rows that fit `text`, from their top; or, if it is empty, all of them, and `standing` so.
    func search(_ text: String, standing: ListPlace.Standing = .top) {
        if SearchQuery(text) == finder.query { return }
        placing.handle(.asked(standing))
        finder.search(text)
        // While it is searched. Not where a sort comes first: the list stays in use meanwhile.
        if finder.isSearching { placing.makeRoom() }
    }

    /// Sorts the rows, which then stand at their top.
    func sort(by order: ListOrder) {
        placing.handle(.asked(.top))
        finder.sort(by: order)
    }

    /// Brings a row to the top of the screen, and the keyboard to it.
    func goTo(row: Int) {
        placing.handle(.roomMade)
        rows.finish()
        guard (0..<records.count).contains(row), let entry = records.entry(at: row) else { return }
        placing.handle(.wentTo(entry: entry))
    }

    /// Goes to the first row, of those sorted by name, whose name begins with `start` or comes after it.
    func goTo(name start: String) {
        placing.handle(.roomMade)
        guard let catalogue else { return }
        let row = records.order.firstRow(notBefore: start, in: catalogue, by: finder.collation)
        goTo(row: min(row, max(0, records.order.count - 1)))
    }

    /// Brings the keyboard to an entry's row, if it is on screen soon; else to the list.
    func focus(entry: Int?) { placing.handle(.focusWanted(entry: entry)) }

    /// Selects only this photo.
    func select(_ record: PhotoRecord) {
        guard let row = records.row(of: record) else { return }
        selection.select(row..<row + 1, only: true)
        focus(entry: record.id.entry)
    }

    // MARK: - Layout

    /// Whether the photos are laid out as a grid. In another layout, what is at the top stays there.
    var isGrid: Bool {
        get { layouts.isGrid }
        set {
            guard newValue != isGrid else { return }
            movement.forgetDirection()
            placing.layOut(asGrid: newValue)
        }
    }

    /// The width of the grid's pictures, in points; what is at the top stays there.
    var gridSide: Int {
        get { layouts.gridSide }
        set {
            guard newValue != gridSide else { return }
            if isGrid { placing.handle(.resized(first: visible.firstSpot)) }
            layouts.gridSide = newValue
            if isGrid { movement.handle(.movement) }
        }
    }

    // MARK: - The page of a photo

    /// Calls `body` with the photo that is clicked, or on whose row Enter is pressed.
    func onActivate(_ body: @escaping @MainActor (PhotoRecord) -> Void) {
        layouts.onActivate { [weak self] row in
            if let record = self?.records.record(at: row) { body(record) }
        } clicked: { [weak self] x, y in
            if let record = self?.visible.photo(atX: x, y: y) { body(record) }
        }
    }

    /// The photo that is opened if none is named.
    var photoToOpen: PhotoRecord? { meant.toOpen(else: placing.geometry.firstRow) }

    /// The row picture of a photo that memory holds, unfiltered if possible.
    func heldPicture(of record: PhotoRecord) -> PixelBuffer? {
        if let url = record.rowURL, case .decoded(let pixels) = loading.loader.held.original(of: url) { return pixels }
        return record.state.pixels
    }

    /// A photo's upright size in pixels, as far as its row has learned it, or the catalogue says.
    func photoSize(of record: PhotoRecord) -> PixelSize? {
        // Not the row picture's: where the catalogue names one, it has the photo's shape only.
        record.photoURL.flatMap(loading.loader.held.photoSize) ?? catalogue?.details(at: record.id.entry).size
    }

    /// The list is in sight again: shows the row of `record`, gives it the keyboard, and calls `done` once it lies
    /// where it will. A row that is on screen stays where it is.
    func resume(at record: PhotoRecord, done: @escaping @MainActor () -> Void) {
        placing.comeBack(to: record) { [filters] in
            filters.showChanged()
            done()
        }
    }

    /// The photos on screen, from the top down; nil while what is on screen has not been passed over.
    var settledRecordsOnScreen: [PhotoRecord]? {
        guard loading.hasPassed, !movement.isMoving, rows.supply == .complete else { return nil }
        return visible.photos.map(\.record)
    }
}
