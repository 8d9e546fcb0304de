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
    private let model: ListModel
    let factory = RowFactory()
    let list: ListView
    let view: ScrolledWindow
    private let position: Adjustment

    private var activity = ScrollActivity()
    private var restTimer: MainTimer?
    private var afterLayout: FrameRequest?
    private var retryTimer: MainTimer?
    private var hasLooked = false
    /// Where the list stood, and which way it went from there: nil until it has first moved.
    private var lastPosition = 0.0
    private var travelsDown: Bool?

    // While the list comes into sight again: PhotoListView+Photos.
    var shownAgain: FrameRequest?
    var scrollsLeft = 0

    /// Told before photos are tried again at the person's wish.
    var retriesByHand: (@MainActor () -> Void)?

    /// The scrolled list.
    var widget: Widget { view }

    init(fetcher: any DataFetching, settings: Settings, tracer: Tracer) {
        let loader = PhotoLoader(
            fetcher: fetcher, decoder: DetachedDecoder(PixbufDecoder()), filter: .sepia,
            mainContext: MainContext.shared, pictureSize: .square(RowStyle.pictureSide),
            tracer: tracer)
        loader.pending.downloadLimit = settings.integer("download-limit", default: loader.pending.downloadLimit)
        let filtrationLimit = settings.integer("filtration-limit", default: 0)
        if filtrationLimit > 0 { loader.pending.filtrationLimit = filtrationLimit }
        let budget = settings.integer("memory-budget", default: 0)
        // Half for originals, half for what filters make of them.
        if budget > 0 { loader.held.budget = budget << 19 }
        self.loader = loader
        records = PhotoListModel { [weak loader] record in loader?.restore(record) }
        model = ListModel(RecordRows(records))
        list = ListView(model: model, factory: factory)
        list.addClass("photo-list")
        list.setAccessibleLabel("Photos")
        view = ScrolledWindow(list: list)
        view.expand(vertically: true)
        position = view.verticalAdjustment
        factory.make = { [weak self, weak loader] in
            PhotoRow(filterName: { loader?.filter.displayName ?? "" }, onRetry: { self?.retry($0) })
        }
        loader.lookWanted = { [weak self] milliseconds in
            self?.retryTimer = MainTimer(after: milliseconds) { self?.handle(.lookWanted) }
        }
        afterLayout = FrameRequest(of: list, .laidOut) { [weak self] in self?.look() }
        watch()
    }

    // MARK: - The catalogue

    var count: Int { records.count }
    var isEmpty: Bool { count == 0 }

    /// Shows another catalogue.
    func open(_ catalogue: Catalogue) {
        loader.cancelAll()
        // Emptied first: told of rows that replace others, GTK's list looks for its old rows among all the new ones, which
        // makes a record of each: seconds, at a million.
        let old = count
        records.open(nil)
        model.itemsChanged(at: 0, removed: old, added: 0)
        records.open(catalogue)
        model.itemsChanged(at: 0, removed: 0, added: count)
        hasLooked = false
        travelsDown = nil
        lookAtTop()
        list.grabFocus()
        handle(.lookWanted)
    }

    /// Starts what will be on screen once the new rows are laid out and painted, which takes some frames. The list stands
    /// at its top, its rows are of one height, and where that should turn out wrong, the look after the layout mends it.
    private func lookAtTop() {
        guard !activity.isMoving, list.isMapped, position.value == 0, list.height > 0,
            let row = factory.boundRows.first as? PhotoRow
        else { return }
        let height = row.itemHeight(forWidth: list.width)
        guard height > 0 else { return }
        let middle = list.height / 2
        let onScreen = (0..<min(count, Int((list.height / height).rounded(.up)))).compactMap { number in
            records.record(at: number).map {
                PhotoLoader.OnScreen($0, distance: abs((Double(number) + 0.5) * height - middle))
            }
        }
        followScale()
        loader.look(at: onScreen)
    }

    /// Pictures have as many pixels as the display shows of them.
    private func followScale() {
        loader.setPictureSize(.square(RowStyle.pictureSide * list.scaleFactor), live: records.liveRecords)
        applyFilter()
    }

    /// Leaves photos that failed alone from now on: a picture is wanted of how the list comes to rest.
    func stopRetrying() { loader.retriesByItself = false }

    /// Lets photos that failed be tried again.
    func forgetFailures() { loader.held.forgetFailures() }

    /// Gives up what is under way for the screen; the next look starts it again.
    func giveUpScreen() { loader.look(at: []) }

    /// Gives up on everything: the window closes.
    func close() {
        restTimer = nil
        retryTimer = nil
        loader.close()
    }

    private func retry(_ record: PhotoRecord) {
        retriesByHand?()
        loader.retry(record)
        // The button that was pressed is gone: the keyboard goes on in the list.
        list.grabFocus()
        handle(.lookWanted)
    }

    /// Tries every photo again that failed.
    func retryAll() {
        retriesByHand?()
        loader.held.forgetFailures()
        for record in records.liveRecords { loader.retry(record) }
        handle(.lookWanted)
    }

    /// What is done to all photos.
    var filter = FilterChoice(.sepia) {
        didSet {
            applyFilter()
            handle(.lookWanted)
        }
    }

    private func applyFilter() {
        // Rows say what their filter is called, also those whose picture it does not change.
        loader.setFilter(ListFilter(filter, scale: Double(list.scaleFactor)), live: records.liveRecords)
    }

    /// The network has changed: whether it can be used, and whether it costs money.
    func networkChanged(isAvailable: Bool, isMetered: Bool) {
        loader.readsAhead = !isMetered
        guard isAvailable else { return }
        loader.networkIsBack()
        handle(.lookWanted)
    }

    /// Memory is short.
    func releaseMemory() {
        loader.releaseMemory(onScreen: recordsOnScreen(), live: records.liveRecords)
        handle(.lookWanted)
    }

    // MARK: - Movement

    private func watch() {
        position.onValueChanged { [weak self] in
            self?.noteDirection()
            self?.handle(.movement)
        }
        position.onChanged { [weak self] in self?.handle(.lookWanted) }
        view.onTouchpadScroll { [weak self] in self?.handle(.movement) }
        list.onMap { [weak self] in self?.handle(.lookWanted) }
        list.onNotify("scale-factor") { [weak self] in self?.handle(.lookWanted) }
    }

    private func noteDirection() {
        let value = position.value
        if value != lastPosition { travelsDown = value > lastPosition }
        lastPosition = value
    }

    private func handle(_ event: ScrollActivity.Event) {
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
        // The list moved on before the layout was done: the look at its rest comes.
        guard !activity.isMoving else { return }
        followScale()
        loader.look(at: recordsOnScreen(), ahead: recordsAhead())
        hasLooked = true
    }

    // MARK: - Geometry

    /// The rows of which something lies between `top` and `bottom` of the list's visible part, from the top down.
    private func rows(between top: Double, and bottom: Double) -> [(row: PhotoRow, extent: ClosedRange<Double>)] {
        guard list.isMapped else { return [] }
        return factory.boundRows.compactMap { row in
            guard let row = row as? PhotoRow, row.widget.isMapped, let extent = row.itemExtent(in: list),
                extent.upperBound > top, extent.lowerBound < bottom
            else { return nil }
            return (row, extent)
        }.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
    }

    private func recordsOnScreen() -> [PhotoLoader.OnScreen] {
        let height = list.height
        return located(rows(between: 0, and: height), from: height / 2)
    }

    /// One screen's worth of rows that come next if the list moves on as it did; none before it has first moved.
    private func recordsAhead() -> [PhotoLoader.OnScreen] {
        guard let travelsDown else { return [] }
        let height = list.height
        let onScreen = Set(rows(between: 0, and: height).map { ObjectIdentifier($0.row) })
        let next = travelsDown ? rows(between: height, and: 2 * height) : rows(between: -height, and: 0)
        return located(next.filter { !onScreen.contains(ObjectIdentifier($0.row)) }, from: height / 2)
    }

    private func located(
        _ rows: [(row: PhotoRow, extent: ClosedRange<Double>)], from middle: Double
    ) -> [PhotoLoader.OnScreen] {
        rows.compactMap { row, extent in
            row.record.map { .init($0, distance: abs((extent.lowerBound + extent.upperBound) / 2 - middle)) }
        }
    }

    /// The records on screen, from the top down; nil while what is on screen is still to be looked at.
    var settledRecordsOnScreen: [PhotoRecord]? {
        guard hasLooked, !activity.isMoving else { return nil }
        return recordsOnScreen().map(\.record)
    }
}
