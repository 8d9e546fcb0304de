import GLibBridge
import GtkBridge
import PhotoCore

/// Carries out the decisions of ListPlace: the rows, the scroll position, and the focused row.
@MainActor
final class ListPlacing {
    private let rows: ListRows
    private let visible: VisibleRows
    private let loading: ListLoading
    private var place = ListPlace()
    private var holdTimer: MainTimer?
    /// What waits until another version of the catalogue is shown.
    private var waiting: [@MainActor () -> Void] = []
    private var waitingTimer: MainTimer?
    /// Set while the list returns to the screen.
    private var returning: Returning?
    /// One for all returns: each would leave a handler with the window's clock.
    private var returnLayout: FrameRequest?
    var rowsChanged: (@MainActor () -> Void)?

    private struct Returning {
        let record: PhotoRecord
        /// Whether its row has had the keyboard from the beginning. Where a key has moved it since, it stays.
        let hasKeyboard: Bool
        let done: @MainActor () -> Void
    }

    /// The place of the list of these `rows`.
    init(of rows: ListRows, visible: VisibleRows, loading: ListLoading) {
        (self.rows, self.visible, self.loading) = (rows, visible, loading)
        visible.layouts.position.onChanged { [weak self] in self?.handle(.extentChanged) }
        list.onPersonMoves { [weak self] key in
            self?.pressed(key)
        } scrolled: { [weak self] in
            self?.handle(.personMoves(.scroll))
        } dragged: { [weak self] in
            self?.jump()
        }
        layouts.timeline.dragged = { [weak self] in self?.jump() }
        returnLayout = FrameRequest(of: list, .laidOut) { [weak self] in self?.returnLaidOut() }
        loading.laidOut = { [weak self] in self?.handle(.laidOut) }
    }

    private var layouts: ListLayouts { visible.layouts }
    private var list: ScrolledWindow { layouts.scroller }

    var geometry: ListGeometry {
        let above = rows.records.heldBackAboveCount
        return ListGeometry(
            order: rows.records.order, shown: above..<above + rows.records.count, columns: layouts.columns,
            position: layouts.position.value, length: layouts.position.upper, page: layouts.position.pageSize,
            supply: rows.supply, keyboard: list.hasFocus ? .inList : list.isFocusNowhere ? .nowhere : .elsewhere,
            timeline: layouts.timelineGeometry)
    }

    func handle(_ event: ListPlace.Event) {
        // What was to be done to the catalogue before is meant for none but that.
        if case .opened = event { waiting = [] }
        for action in place.handle(event, in: geometry) { perform(action) }
        goOn()
    }

    private func pressed(_ key: KeyPress) {
        switch TimelineKeys.Move(key: key.name) {
        case .first, .last: jump()
        case nil: if key.isTab { handle(.personMoves(.focus)) }
        default: handle(.personMoves(.focus))
        }
    }

    /// The person goes to a place of the whole list: its rows are needed now.
    private func jump() {
        handle(.roomMade)
        rows.finish()
        handle(.personMoves(.jump))
    }

    /// How an entry stands, or is about to.
    func spot(of entry: Int) -> ListPlace.Spot? {
        if let aimed = place.aimedSpot, aimed.entry == entry { aimed } else { visible.spot(of: entry) }
    }

    /// The entry at the top, where the list is about to go to it.
    var aimedEntry: Int? { place.aimedSpot?.entry }

    /// Whether the list is at its top, and stays there.
    var isAtTop: Bool { place.aimedSpot == nil && geometry.isAtTop }

    // MARK: - Another version

    /// Calls `body` when the list shows the newest version of its catalogue: now, unless another one is about to be
    /// shown. To change the catalogue before would change the one that is about to go. Another catalogue drops `body`.
    func whenReplaced(_ body: @escaping @MainActor () -> Void) {
        if !place.isReplacing, waiting.isEmpty { body() } else { waiting.append(body) }
    }

    /// One in each turn of the main loop: it may replace the catalogue again.
    private func goOn() {
        guard !waiting.isEmpty, waitingTimer == nil, !place.isReplacing else { return }
        waitingTimer = MainTimer(after: 0) { [weak self] in
            guard let self else { return }
            waitingTimer = nil
            if !waiting.isEmpty, !place.isReplacing { waiting.removeFirst()() }
            goOn()
        }
    }

    private func perform(_ action: ListPlace.Action) {
        switch action {
        case .extend(let order):
            rows.extend(to: order)
            rowsChanged?()
        case .makeRoom: makeRoom { [weak self] in self?.handle(.roomMade) }
        case .show(let order, let start, let version):
            rows.show(order, from: start, of: version)
            loading.passAtTop()
            loading.requestPass()
            rowsChanged?()
        case .scroll(let position): layouts.position.value = position
        case .reveal(let row): layouts.current.items.scroll(to: row)
        case .focus(let entry):
            guard let row = visible.row(ofEntry: entry) else { return }
            handle(.focused(entry: entry))
            row.outer.grabFocusUnlessMenuIsOpen()
        case .focusList: list.grabFocusUnlessMenuIsOpen()
        case .awaitLayout: loading.awaitLayout()
        case .awaitReturn: returnLayout?.request()
        case .endReturn(let takesKeyboard): endReturn(takesKeyboard: takesKeyboard)
        case .look: loading.requestPass()
        case .hold(let milliseconds):
            holdTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.holdEnded) }
        }
    }

    /// Removes the hidden rows, because other rows follow, and then calls `done`.
    func makeRoom(done: (@MainActor () -> Void)? = nil) { rows.makeRoom(keeping: visible.numbers, done: done) }

    /// Switches the layout. The photo at the top stays there, and the focused row keeps the focus.
    func layOut(as kind: ListLayouts.Kind) {
        handle(.roomMade)
        // A hidden row must not get the focus: the list would scroll to it.
        handle(.layoutSwitched(first: visible.firstSpot, focused: visible.focusedEntry(wholly: false)))
        rows.layOut(as: kind) { place.start(in: rows.records.order, columns: layouts.columns) }
        loading.passAtTop()
        loading.requestPass()
    }

    /// The entry that keeps the focus in another version of the catalogue: its row is about to get the focus, or has it
    /// on screen. A hidden row does not count, because the list would scroll to it.
    var focusToKeep: Int? { place.wantedFocus ?? visible.focusedEntry(wholly: true) }

    // MARK: - Back from a photo

    /// The list returns to the screen. Shows and focuses the row of `record`, and calls `done` when the row is in
    /// place. A row on screen stays where it is.
    func comeBack(to record: PhotoRecord, done: @escaping @MainActor () -> Void) {
        // Keys that are pressed before the list's first frame count.
        let row = visible.isWhole(record) ? visible.row(of: record) : nil
        row?.grabFocus()
        returning = Returning(record: record, hasKeyboard: row?.hasFocus ?? false, done: done)
        handle(.cameBack(entry: rows.records.entry(of: record)))
    }

    private func returnLaidOut() {
        guard let record = returning?.record, list.isMapped, list.height > 0 else { return }
        handle(.returnLaidOut(row: rows.records.row(of: record), isOnScreen: visible.isWhole(record)))
    }

    private func endReturn(takesKeyboard: Bool) {
        guard let returning else { return }
        self.returning = nil
        if takesKeyboard, !(returning.hasKeyboard && list.hasFocus) {
            if let row = visible.row(of: returning.record) { row.grabFocus() } else { list.grabFocus() }
        }
        returning.done()
    }
}
