import TestSupport

@testable import PhotoCore

/// A list with a ListPlace, laid out like GTK's: in frames, with rows that arrive in portions, and with its own
/// scrolling when rows arrive or its page changes.
struct SimulatedList {
    private(set) var place = ListPlace()
    private(set) var order = RowOrder(identity: 0)
    private(set) var shown = 0..<0
    private(set) var columns = 1
    private(set) var rowHeight = 80.0
    private(set) var page = 600.0
    private(set) var position = 0.0
    private(set) var supply = ListGeometry.Supply.complete
    private(set) var keyboard = ListGeometry.Keyboard.inList
    /// The entry of the focused row; nil if the list itself or another widget has the focus.
    private(set) var focusedEntry: Int?
    /// Whether the list has scrolled to a hidden row because it got the focus.
    var hasFollowedFocus = false
    /// Whether the list has returned to the requested photo.
    private(set) var hasReturned = false
    private(set) var random: SeededGenerator

    /// As of the last layout.
    private var laid = (
        order: RowOrder(identity: 0), shown: 0..<0, columns: 1, height: 80.0, page: 600.0, isCurrent: true
    )
    private var shiftAtLayout = 0.0
    private var wantsLayout = false
    private var wantsReturn = false
    private var returningEntry: Int?
    private var framesUntilRoom: Int?
    private var framesOfHold: Int?
    /// Rows that may have changed are looked at once the list rests.
    private var framesUntilRest: Int?

    init(rows: Int, seed: UInt64 = 1) {
        random = SeededGenerator(seed: seed)
        send(.opened(isArranged: false))
        order = RowOrder(identity: rows)
        shown = 0..<rows
        settle()
    }

    // MARK: - What is seen

    private var rowCount: Int { (shown.count + columns - 1) / columns }
    private var laidLength: Double {
        Double((laid.shown.count + laid.columns - 1) / laid.columns) * laid.height
    }
    var end: Double { max(0, laidLength - laid.page) }

    var geometry: ListGeometry {
        ListGeometry(
            order: order, shown: shown, columns: columns, position: position, length: laidLength, page: page,
            supply: supply, keyboard: keyboard)
    }

    var firstSpot: ListPlace.Spot? {
        let row = Int(position / laid.height)
        let number = laid.shown.lowerBound + row * laid.columns
        guard laid.isCurrent, laid.shown.contains(number) else { return nil }
        return ListPlace.Spot(entry: laid.order.entry(at: number), offset: position - Double(row) * laid.height)
    }

    /// The row of an entry begins here, in points, once all rows are there.
    func finalTop(of entry: Int) -> Double? {
        order.row(of: entry).map { Double($0 / columns) * rowHeight }
    }

    /// The lowest position once all rows are there.
    var finalEnd: Double { max(0, Double((order.count + columns - 1) / columns) * rowHeight - page) }

    func isOnScreen(_ entry: Int) -> Bool {
        guard let row = order.row(of: entry), shown.contains(row) else { return false }
        let top = Double((row - shown.lowerBound) / columns) * rowHeight
        return top >= position - 0.5 && top + rowHeight <= position + page + 0.5
    }

    var isComingBack: Bool { wantsReturn }

    var isSettled: Bool {
        !wantsLayout && !wantsReturn && supply == .complete && framesUntilRoom == nil && laid.isCurrent
            && framesUntilRest == nil && shiftAtLayout == 0 && laid.shown == shown && laid.page == page
    }

    // MARK: - Time

    /// One frame: the layout, then the other work.
    mutating func frame() {
        let isOther = laid.order != order || laid.shown != shown || laid.columns != columns || laid.height != rowHeight
        let hasOtherPage = laid.page != page
        laid = (order, shown, columns, rowHeight, page, true)
        position = min(max(0, position + shiftAtLayout), end)
        shiftAtLayout = 0
        if hasOtherPage, framesOfHold != nil {
            // GTK keeps a row in the middle of the screen in place.
            position = min(max(0, position + Double.random(in: -30...30, using: &random)), end)
        }
        if isOther || hasOtherPage { send(.extentChanged) }
        if wantsLayout {
            wantsLayout = false
            send(.laidOut)
        }
        if wantsReturn, let entry = returningEntry {
            wantsReturn = false
            let row = order.row(of: entry).flatMap { shown.contains($0) ? $0 - shown.lowerBound : nil }
            send(.returnLaidOut(row: row, isOnScreen: isOnScreen(entry)))
        }
        if supply == .giving {
            give(4 * columns)
            wantsLayout = wantsLayout || supply == .complete
        }
        if let frames = framesUntilRest {
            framesUntilRest = frames > 0 ? frames - 1 : nil
            wantsLayout = wantsLayout || frames == 0
        }
        if let frames = framesUntilRoom {
            framesUntilRoom = frames > 0 ? frames - 1 : nil
            if frames == 0 { send(.roomMade) }
        }
        if let frames = framesOfHold {
            framesOfHold = frames > 0 ? frames - 1 : nil
            if frames == 0 { send(.holdEnded) }
        }
    }

    /// Frames until nothing is in progress.
    mutating func settle() {
        for _ in 0..<400 {
            frame()
            if isSettled { return }
        }
    }

    // MARK: - What happens to it

    mutating func send(_ event: ListPlace.Event) {
        for action in place.handle(event, in: geometry) { perform(action) }
    }

    mutating func find(_ order: RowOrder, extends: Bool = false) {
        send(.found(order, extends: extends, first: geometry.isAtTop ? nil : firstSpot))
    }

    mutating func goTo(_ entry: Int) {
        send(.roomMade)
        finish()
        if order.row(of: entry) != nil { send(.wentTo(entry: entry)) }
    }

    mutating func lay(inColumns columns: Int, height: Double) {
        send(.roomMade)
        send(.layoutSwitched(first: firstSpot, focused: focusedEntry.flatMap { isOnScreen($0) ? $0 : nil }))
        loseRows()
        (self.columns, rowHeight) = (columns, height)
        show(from: place.start(in: order, columns: columns))
        position = 0
        wantsLayout = true
    }

    mutating func resize(columns: Int, height: Double) {
        send(.resized(first: firstSpot))
        position *= Double.random(in: 0.5...2, using: &random)
        (self.columns, rowHeight) = (columns, height)
        laid.isCurrent = false
        wantsLayout = true
    }

    /// Another version in the catalogue's own order, with more rows above; or one of other photos.
    mutating func replace(rows: Int, shift: Int?) {
        let focused = place.wantedFocus ?? focusedEntry.flatMap { isOnScreen($0) ? $0 : nil }
        send(.replaced(shift: shift, focused: shift.flatMap { shift in focused.map { $0 + shift } }))
        if let shift {
            finish()
            shiftAtLayout += Double(shift / columns) * rowHeight
            focusedEntry = focusedEntry.map { $0 + shift }
            order = RowOrder(identity: rows)
            laid.order = order
            laid.shown = laid.shown.lowerBound + shift..<laid.shown.upperBound + shift
        } else {
            loseRows()
            order = RowOrder(identity: rows)
            position = 0
        }
        framesUntilRoom = nil
        (shown, supply) = (0..<rows, .complete)
        find(RowOrder(identity: rows))
        wantsLayout = true
    }

    mutating func scroll(to position: Double) { self.position = min(max(0, position), end) }

    mutating func personMoves(_ movement: ListPlace.Movement, to position: Double) {
        send(.personMoves(movement))
        scroll(to: position)
    }

    mutating func setPage(_ page: Double) { self.page = page }

    /// The person moves the focus to another widget.
    mutating func leave() { (keyboard, focusedEntry) = (.elsewhere, nil) }

    mutating func comeBack(to entry: Int) {
        returningEntry = entry
        hasReturned = false
        send(.cameBack(entry: entry))
    }

    // MARK: - What it does

    private mutating func perform(_ action: ListPlace.Action) {
        switch action {
        case .extend(let order):
            self.order = order
            if supply == .complete, shown.count < order.count { give(4 * columns) }
        case .makeRoom:
            if supply != .takingAway {
                supply = .takingAway
                framesUntilRoom = Int.random(in: 0...3, using: &random)
            }
        case .show(let order, let start, _):
            loseRows()
            framesUntilRoom = nil
            self.order = order
            show(from: start)
            // GTK shows as little of the first row as it showed of another before.
            position = Double.random(in: 0...rowHeight / 2, using: &random)
            wantsLayout = true
        case .scroll(let target): scroll(to: target)
        case .reveal(let row):
            let top = Double(row / columns) * rowHeight
            scroll(to: min(max(position, top + rowHeight - page), top))
        case .focus(let entry): focus(entry)
        case .focusList:
            keyboard = .inList
            focusedEntry = firstSpot?.entry
        case .awaitLayout: wantsLayout = true
        case .look: framesUntilRest = 10
        case .awaitReturn: wantsReturn = true
        case .endReturn(let takesKeyboard):
            hasReturned = true
            if takesKeyboard { (keyboard, focusedEntry) = (.inList, returningEntry) }
        case .hold: framesOfHold = 36
        }
    }

    private mutating func focus(_ entry: Int) {
        guard let row = order.row(of: entry), shown.contains(row) else { return }
        let number = (row - shown.lowerBound) / columns
        // GTK has widgets for some 200 rows.
        guard abs(Double(number) * rowHeight - position) < 100 * rowHeight else { return }
        send(.focused(entry: entry))
        (keyboard, focusedEntry) = (.inList, entry)
        if !isOnScreen(entry) {
            hasFollowedFocus = true
            perform(.reveal(row: row - shown.lowerBound))
        }
    }

    /// All rows are removed, and the focus with them.
    private mutating func loseRows() {
        if focusedEntry != nil, keyboard == .inList { keyboard = .nowhere }
        focusedEntry = nil
        laid.isCurrent = false
        shiftAtLayout = 0
    }

    private mutating func show(from start: Int) {
        shown = start..<min(order.count, start + 8 * columns)
        supply = shown.count < order.count ? .giving : .complete
    }

    private mutating func finish() {
        shiftAtLayout += Double(shown.lowerBound / columns) * rowHeight
        shown = 0..<order.count
        (supply, framesUntilRoom) = (.complete, nil)
    }

    private mutating func give(_ count: Int) {
        if shown.count >= 40 * columns { return finish() }
        let above = min(shown.lowerBound, Bool.random(using: &random) || shown.upperBound == order.count ? count : 0)
        shiftAtLayout += Double(above / columns) * rowHeight
        shown = shown.lowerBound - above..<min(order.count, shown.upperBound + count - above)
        supply = shown.count < order.count ? .giving : .complete
    }
}
