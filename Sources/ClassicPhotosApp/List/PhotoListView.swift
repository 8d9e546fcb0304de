import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// The list: rows over the open catalogue, and what is on screen of them brought to filtered or failed.
///
/// Movement and changes go to ScrollActivity; what it answers is done here, with the geometry that only widgets know.
@MainActor
final class PhotoListView {
    let records: PhotoListModel
    let loader: PhotoLoader
    let model: SelectionListModel
    /// What is on screen of the photos, however they are laid out.
    let list: ScrolledWindow
    let position: Adjustment
    /// How they are laid out: as one of these two.
    var layout: any PhotoLayout
    let rowLayout: ListLayout
    let gridLayout: GridLayout
    /// Which rows are shown, in which order.
    let finder: CatalogueFinder
    /// Which of them are selected.
    let selection: RowSelection

    private(set) var activity = ScrollActivity()
    private var restTimer: MainTimer?
    private(set) var afterLayout: FrameRequest?
    private var retryTimer: MainTimer?
    private(set) var hasLooked = false
    var travel = Travel()
    /// Where the list stands, and whose row has the keyboard.
    private(set) lazy var placing = ListPlacing(of: self)
    private let tracer: Tracer
    private(set) var feed: RowFeed?
    /// The filters that photos have of their own, in all windows.
    let choices: PhotoChoices
    /// Whose filters have changed since rows were last told: PhotoListView+Choices.
    var changedChoices: Set<URL?> = []
    private let freeMemory = FreeMemory()

    /// Told before photos are tried again at the person's wish.
    var retriesByHand: (@MainActor () -> Void)?
    /// Told when other rows are shown.
    var rowsChanged: (@MainActor () -> Void)?
    /// Told when others are selected.
    var selectionChanged: (@MainActor () -> Void)?
    /// Told when the list moves, whatever moves it.
    var moved: (@MainActor () -> Void)?

    /// The scrolled list.
    var widget: Widget { list }

    /// What makes the rows, or cells.
    var factory: RowFactory { layout.factory }

    init(
        fetcher: any DataFetching, rowPictures: any RowPictureStoring, choices: PhotoChoices, settings: Settings,
        tracer: Tracer, appearance: Appearance = Appearance()
    ) {
        self.choices = choices
        let loader = PhotoLoader(
            fetcher: fetcher, decoder: Decoders.standard.rows, filter: .sepia,
            mainContext: MainContext.shared, pictureSize: .square(RowStyle.pictureSide),
            rowPictures: rowPictures, tracer: tracer)
        loader.pending.downloadLimit = settings.integer("download-limit", default: loader.pending.downloadLimit)
        let filtrationLimit = settings.integer("filtration-limit", default: 0)
        if filtrationLimit > 0 { loader.pending.filtrationLimit = filtrationLimit }
        let budget = settings.integer("memory-budget", default: 0)
        // Half for originals, half for what filters make of them.
        if budget > 0 { loader.held.budget = budget << 19 }
        self.loader = loader
        self.tracer = tracer
        records = PhotoListModel { [weak loader] record in loader?.restore(record) }
        selection = RowSelection(of: records)
        finder = CatalogueFinder(collation: ICUCollation(), mainContext: MainContext.shared)
        model = SelectionListModel(RecordRows(records, selection))
        let retry = Retry()
        let filterName: @MainActor (PhotoRecord) -> String = { [weak loader] in
            loader?.filter(of: $0).displayName ?? ""
        }
        rowLayout = ListLayout { PhotoRow(PhotoBinding(filterName: filterName, onRetry: { retry.body?($0) })) }
        gridLayout = GridLayout(side: appearance.gridSide, width: appearance.width) { side in
            PhotoCell(side: side, PhotoBinding(filterName: filterName, onRetry: { retry.body?($0) }))
        }
        layout = appearance.isGrid ? gridLayout : rowLayout
        list = ScrolledWindow(items: layout.items)
        list.expand(vertically: true)
        position = list.verticalAdjustment
        layout.items.setModel(model)
        retry.body = { [weak self] in self?.retry($0) }
        loader.ownFilter = { [weak self] in self?.ownFilter(of: $0) }
        loader.passWanted = { [weak self] milliseconds in
            self?.retryTimer = MainTimer(after: milliseconds) { self?.handle(.passWanted) }
        }
        feed = RowFeed(
            list, from: records,
            portions: { [weak self] in
                guard let self else { return RowFeed.Portions(columns: 1, first: 0, each: 0, screenful: 0, costly: 0) }
                return layout.portions(forWidth: list.width, height: list.height)
            },
            changed: { [weak self] in self?.tellList($0, $1, $2) },
            ended: { [weak self] in self?.handle(.passWanted) })
        afterLayout = FrameRequest(of: list, .laidOut) { [weak self] in self?.look() }
        finder.arranged = { [weak self] in self?.show($0) }
        finder.failedEntries = { [weak records] in records?.failedEntries ?? EntrySet() }
        selection.changed = { [weak self] in
            self?.model.selectionChanged()
            self?.selectionChanged?()
        }
        watch()
    }

    // MARK: - The catalogue

    var count: Int { records.catalogue?.count ?? 0 }
    var isEmpty: Bool { count == 0 }
    /// What is open.
    var catalogue: Catalogue? { records.catalogue }

    /// Shows another catalogue, from its top: what of it is searched for, in the order that was chosen.
    func open(_ catalogue: Catalogue) {
        loader.cancelAll()
        selection.reset()
        hasLooked = false
        travel.forget()
        feed?.stop()
        placing.handle(.opened(isArranged: !finder.isPlain))
        if finder.isPlain {
            // One row is enough to tell what will be on screen. That is asked for before GTK makes the other two
            // hundred.
            records.open(catalogue, revealing: 1, tellList)
            lookAtTop()
            feed?.begin()
        } else {
            records.open(catalogue, revealing: 0, tellList)
            // Its rows come with the first arrangement.
            records.arrange(RowOrder([], isAscending: true), tellList)
        }
        finder.open(catalogue)
        list.grabFocus()
        handle(.passWanted)
    }

    /// Shows the first rows of what there is to show, and soon the others.
    func begin() {
        feed?.begin()
        lookAtTop()
    }

    /// Shows the same catalogue with more rows at its end; what is on screen stays where it is.
    func grow(to catalogue: Catalogue) {
        let wasFull = geometry.isFull
        records.grow(to: catalogue, revealing: 0, tellList)
        feed?.goOnWithMore()
        if !wasFull, finder.isPlain { lookAtTop() }
        finder.grow(catalogue)
        if !geometry.isFull || catalogue.isComplete { handle(.passWanted) }
    }

    /// The entries whose rows are on screen, from the top down.
    var entriesOnScreen: [Int] { recordsOnScreen().compactMap { records.entry(of: $0.record) } }

    /// Shows another version of the catalogue, in which `selected` are the entries that are selected now, and `focused`
    /// is the one whose row is to have the keyboard, if any. The entry at `place` stays where it is on screen, with all
    /// around it that is the same in both; without a place, the list stays at the same height.
    func replace(with catalogue: Catalogue, at place: (old: Int, new: Int)?, selected: EntrySet, focused: Int?) {
        if finder.isPlain {
            placing.handle(.replaced(shift: place.map { $0.new - $0.old }, focused: focused))
            if let place {
                records.replace(with: catalogue, at: place, tellList)
            } else {
                records.open(catalogue, tellList)
            }
            feed?.finish()
            selection.replace(with: selected)
        } else {
            let version = ListPlace.Version(catalogue: catalogue, selected: selected, focused: focused)
            var spot = place.flatMap { self.spot(of: $0.old) }
            if let place { spot?.entry = place.new }
            placing.handle(.replacing(version, spot.map(ListPlace.Standing.spot) ?? .top))
        }
        finder.open(catalogue)
        handle(.passWanted)
    }

    func tellList(_ row: Int, _ removed: Int, _ added: Int) {
        selection.orderChanged()
        model.itemsChanged(at: row, removed: removed, added: added)
        tracer.record(.rows(records.count))
    }

    /// Starts what will be on screen once the new rows are laid out and painted, which takes some frames. The list
    /// stands at its top, its rows are of one height, and where that should turn out wrong, the look after the layout
    /// mends it.
    func lookAtTop() {
        guard !activity.isMoving, list.isMapped, position.value == 0, list.height > 0,
            let item = factory.boundRows.first as? any PhotoItem
        else { return }
        let columns = columns
        let height = item.height(forWidth: list.width / Double(columns))
        guard height > 0 else { return }
        let rows = Int(((list.height - layout.inset) / height).rounded(.up))
        let onScreen = (0..<min(count, rows * columns)).compactMap { number in
            records.record(at: number).map {
                let across = (Double(number % columns) + 0.5) / Double(columns) - 0.5
                let down = layout.inset + (Double(number / columns) + 0.5) * height - list.height / 2
                return PhotoLoader.OnScreen($0, distance: hypot(across * list.width, down))
            }
        }
        followScale()
        loader.pass(over: onScreen)
    }

    /// Pictures have as many pixels as the display shows of them.
    private func followScale() {
        loader.setPictureSize(.square(layout.pictureSide * list.scaleFactor), live: records.liveRecords)
        applyFilter()
    }

    /// Gives up what is under way for the screen; the next look starts it again.
    func giveUpScreen() { loader.pass(over: []) }

    /// Gives up on everything: the window closes.
    func close() {
        restTimer = nil
        retryTimer = nil
        finder.close()
        loader.close()
    }

    /// What is done to all photos.
    var filter = FilterChoice(.sepia) {
        didSet {
            applyFilter()
            handle(.passWanted)
        }
    }

    private func applyFilter() {
        // Rows say what their filter is called, also those whose picture it does not change.
        loader.setFilter(ListFilter(filter, scale: Double(list.scaleFactor)), live: records.liveRecords)
    }

    /// Whether nothing is to be loaded before it is on screen, nor more of a photo than its thumbnail: the network
    /// costs money.
    var isNetworkMetered = false {
        didSet {
            loader.readsAhead = !isNetworkMetered
            loader.refinesUnasked = !isNetworkMetered
            if isNetworkMetered != oldValue { handle(.passWanted) }
        }
    }

    // MARK: - Movement

    private func watch() {
        position.onValueChanged { [weak self] in
            guard let self else { return }
            travel.moved(to: position.value)
            handle(.movement)
            moved?()
        }
        position.onChanged { [weak self] in self?.placing.handle(.extentChanged) }
        list.onWidth { [weak self] in self?.widthChanged() }
        list.onTouchpadScroll { [weak self] in self?.handle(.movement) }
        list.onMap { [weak self] in self?.handle(.passWanted) }
        list.onNotify("scale-factor") { [weak self] in self?.handle(.passWanted) }
    }

    func handle(_ event: ScrollActivity.Event) {
        for action in activity.handle(event, at: MonotonicClock.milliseconds) {
            switch action {
            case .suspend: loader.listMoves()
            case .wake(let milliseconds):
                restTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.timer) }
            case .look: afterLayout?.request()
            }
        }
    }

    private func look() {
        // Where it changes how many lie side by side, nothing is where it will be.
        if layout.fit(width: list.width) {
            afterLayout?.request()
            return
        }
        placing.handle(.laidOut)
        // The list moved on before the layout was done: the look at its rest comes.
        guard !activity.isMoving else { return }
        let onScreen = recordsOnScreen()
        // New rows that have no place yet, on a machine so busy that their frame is late: it looks again when it comes,
        // and until then what was begun for them goes on.
        guard !onScreen.isEmpty || isEmpty || !list.isMapped else { return }
        followScale()
        loader.pass(over: onScreen, ahead: recordsAhead())
        freeMemory.giveBackSoon()
        hasLooked = true
    }
}
