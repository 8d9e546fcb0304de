/// The scroll position and the focused row of a list, while rows arrive, leave, and change their order and size.
///
/// A pure state machine: events and the list's current geometry go in, actions to run in order come out. Three rules
/// always hold:
///
/// - The row at the top of the screen stays there when other rows arrive, or the layout changes.
/// - The last request wins over preserved positions, and so does the person's own movement.
/// - The focus is never lost: it moves from a removed row to another row, or to the list.
///
/// A wanted position waits until a layout has its rows. Before that, the list's height is unknown.
package struct ListPlace: Sendable {
    /// How long a position is held while a widget slides: a search bar takes a quarter of a second, and its frames may
    /// be late.
    static let slideMilliseconds = 600
    /// How often the row is requested on a return: a layout passes before it is in place.
    private static let mostReveals = 3

    private enum Target: Equatable {
        case height(Double)
        case spot(Spot)
    }

    private struct Coming {
        let order: RowOrder
        let standing: Standing
        let version: Version?
    }

    private struct Extent {
        var rows = 0
        var isFull = false
        var page = 0.0
    }

    /// The entry whose row should get the focus once it exists.
    package private(set) var wantedFocus: Int?
    /// The wanted position, once the list has its rows.
    private var target: Target?
    /// The position for the last requested rows; nil for the current one.
    private var next: Standing?
    /// The version of the catalogue that is being arranged.
    private var replacing: Version?
    /// The rows for which the others make room.
    private var coming: Coming?
    private var held: Standing?
    /// The entry at the top at the last change of layout. In a grid it may be inside its row.
    private var stood: Int?
    /// Whether the list had the focus when its rows were removed.
    private var mustKeepKeyboard = false
    /// How often the row of a return may still be requested; nil without a return, or after another request.
    private var reveals: Int?
    private var extent = Extent()

    /// The top of an empty list.
    package init() {}

    /// The place that the list takes as soon as it has its rows; nil if it stands, or is about to be at a height.
    package var aimedSpot: Spot? { if case .spot(let spot) = target { spot } else { nil } }

    /// Whether another version of the catalogue is arranged, or its rows wait for room. Until they are shown, the list
    /// has those of the old one.
    package var isReplacing: Bool { replacing != nil || coming?.version != nil }

    package mutating func handle(_ event: Event, in list: ListGeometry) -> [Action] {
        switch event {
        case .opened(let isArranged):
            let extent = extent
            self = ListPlace()
            self.extent = extent
            next = isArranged ? .top : nil
            return []
        case .replaced(let shift, let focused): return replaced(shift, focused, list)
        case .replacing(let version, let standing):
            replacing = version
            next = standing
            wantedFocus = nil
            return []
        case .asked(let standing):
            next = standing
            return []
        case .found(let order, let extends, let first): return found(order, extends, first, list)
        case .restored(let spot, let focused):
            wantedFocus = focused
            guard next == nil, coming == nil else {
                // Its rows are still to come.
                next = .spot(spot)
                return []
            }
            coming = Coming(order: list.order, standing: .spot(spot), version: nil)
            return [.makeRoom]
        case .roomMade: return arrive(list)
        case .layoutSwitched(let first, let focused):
            let top = stand(list, first)
            if list.keyboard == .inList {
                wantedFocus = wantedFocus ?? focused ?? top
                mustKeepKeyboard = true
            }
            return top == nil ? [] : [.awaitLayout]
        case .resized(let first): return stand(list, first) == nil ? [] : [.awaitLayout]
        case .extentChanged: return extentChanged(list)
        case .slides(let standing):
            held = standing
            return [.hold(milliseconds: Self.slideMilliseconds)]
        case .holdEnded:
            held = nil
            return []
        case .personMoves(let movement):
            personMoves(movement)
            return []
        case .wentTo(let entry):
            wantedFocus = entry
            (held, reveals) = (nil, nil)
            target = .spot(Spot(entry: entry, offset: 0))
            return [.awaitLayout]
        case .focusWanted(let entry):
            wantedFocus = entry
            reveals = nil
            return entry == nil ? [.focusList] : [.awaitLayout]
        case .focused(let entry):
            if wantedFocus == entry { wantedFocus = nil }
            return []
        case .cameBack(let entry):
            // A list that is about to move, moves to the photo.
            if let entry, target != nil, list.order.row(of: entry) != nil {
                target = .spot(Spot(entry: entry, offset: 0))
            }
            held = nil
            reveals = Self.mostReveals
            return [.awaitReturn]
        case .returnLaidOut(let row, let isOnScreen):
            guard let left = reveals else { return [.endReturn(takesKeyboard: false)] }
            guard !isOnScreen, left > 0, let row else {
                reveals = nil
                return [.endReturn(takesKeyboard: true)]
            }
            reveals = left - 1
            return [.reveal(row: row), .awaitReturn]
        case .laidOut: return laidOut(list)
        }
    }

    // MARK: - Other rows

    private mutating func replaced(_ shift: Int?, _ focused: Int?, _ list: ListGeometry) -> [Action] {
        (coming, replacing, next) = (nil, nil, nil)
        keepKeyboard(list)
        wantedFocus = focused
        if let shift {
            if case .spot(let spot) = target { target = .spot(spot.moved(by: shift)) }
            if case .spot(let spot) = held { held = .spot(spot.moved(by: shift)) }
            stood = stood.map { $0 + shift }
        } else {
            // At the same height, whatever is there now.
            (held, stood) = (nil, nil)
            target = .height(list.position)
        }
        return []
    }

    private mutating func found(_ order: RowOrder, _ extends: Bool, _ first: Spot?, _ list: ListGeometry) -> [Action] {
        // Rows that arrive by themselves leave the list at its current or wanted position.
        let standing = next ?? coming?.standing ?? aim ?? first.map(Standing.spot) ?? .top
        // Missing rows above would move the list away from its top.
        let canStand = standing != .top || list.shown.lowerBound == 0
        let isMore = (extends || order.isIdentity && list.order == order) && canStand
        if isMore, replacing == nil, coming == nil, list.supply != .takingAway {
            let isAsked = next == .top
            next = nil
            guard isAsked else { return standing == .top ? [.scroll(to: 0), .extend(order)] : [.extend(order)] }
            // Again after the layout: new rows above move the list.
            (target, held) = (.height(0), nil)
            return [.scroll(to: 0), .extend(order), .awaitLayout]
        }
        next = nil
        coming = Coming(order: order, standing: standing, version: replacing ?? coming?.version)
        replacing = nil
        return [.makeRoom]
    }

    private var aim: Standing? {
        switch target {
        case .height(let height): height == 0 ? .top : nil
        case .spot(let spot): .spot(spot)
        case nil: nil
        }
    }

    private mutating func arrive(_ list: ListGeometry) -> [Action] {
        guard let coming else { return [] }
        self.coming = nil
        keepKeyboard(list)
        if let version = coming.version {
            wantedFocus = version.focused
            stood = nil
        }
        var start = 0
        if case .spot(let spot) = coming.standing, let row = coming.order.row(of: spot.entry) {
            start = row - row % list.columns
            target = .spot(spot)
        } else {
            // An emptied and refilled GTK list shows the same fraction of its first row as before.
            target = .height(0)
        }
        held = coming.standing
        return [.show(coming.order, from: start, coming.version), .hold(milliseconds: Self.slideMilliseconds)]
    }

    /// Rows are removed: one of them may have the focus, or be about to.
    private mutating func keepKeyboard(_ list: ListGeometry) {
        mustKeepKeyboard = mustKeepKeyboard || list.keyboard == .inList || wantedFocus != nil
    }

    // MARK: - The same rows in another way

    /// The first row of `order` to show when rows are replaced at the current position, for this number of columns.
    package func start(in order: RowOrder, columns: Int) -> Int {
        guard case .spot(let spot) = target, let row = order.row(of: spot.entry) else { return 0 }
        return row - row % max(1, columns)
    }

    /// Scrolls so that the first photo on screen is in the first row again; returns it. If only the layout has changed,
    /// it is the previous one.
    private mutating func stand(_ list: ListGeometry, _ first: Spot?) -> Int? {
        guard let entry = aimedEntry ?? stoodEntry(list) ?? first?.entry else { return nil }
        held = nil
        // A list at its top stays there, whatever comes first.
        let isTop = target == nil && list.isAtTop && (list.order.row(of: entry) ?? 0) < list.columns
        target = isTop && entry == first?.entry ? .height(0) : .spot(Spot(entry: entry, offset: 0))
        stood = entry
        return entry
    }

    private var aimedEntry: Int? { if case .spot(let spot) = target { spot.entry } else { nil } }

    private func stoodEntry(_ list: ListGeometry) -> Int? {
        guard let stood, let position = list.position(of: Spot(entry: stood, offset: 0)) else { return nil }
        return abs(list.position - position) < 2 ? stood : nil
    }

    // MARK: - Its extent

    private mutating func extentChanged(_ list: ListGeometry) -> [Action] {
        let old = extent
        extent = Extent(rows: list.shown.count, isFull: list.isFull, page: list.page)
        let isBack = list.page != old.page && standHeld(list)
        // Rows added below a full screen change nothing on it, and arrive many times a second during loading. The last
        // ones trigger a pass anyway.
        let isOnlyLonger = extent.rows > old.rows && old.isFull && list.page == old.page
        // At once, even while the list moves: until it rests, the person may be somewhere else.
        return isBack ? [.look, .awaitLayout] : isOnlyLonger ? [] : [.look]
    }

    /// GTK prefers to keep a row in the middle of the screen in place. Returns whether the list goes back.
    private mutating func standHeld(_ list: ListGeometry) -> Bool {
        guard let held, let height = list.rowHeight else { return false }
        // Farther away: something else has scrolled.
        switch held {
        case .top:
            guard target == nil, list.position < height else { return false }
            target = .height(0)
        case .spot(let spot):
            guard let position = list.position(of: spot), abs(list.position - position) < height else { return false }
            target = .spot(spot)
        }
        return true
    }

    // MARK: - The person

    /// The list is not moved back under the person's hands.
    private mutating func personMoves(_ movement: Movement) {
        if movement != .focus { held = nil }
        // A notch of the wheel within the same frame does not lose the place that the list is about to take.
        guard movement == .jump || target == nil else { return }
        target = nil
        if wantedFocus != nil {
            // GTK scrolls to the row that gets the focus.
            (wantedFocus, mustKeepKeyboard) = (nil, true)
        }
    }

    // MARK: - Layouts

    private mutating func laidOut(_ list: ListGeometry) -> [Action] {
        dropWhatHasGone(list)
        var actions: [Action] = []
        switch target {
        case .height(let height):
            target = nil
            actions.append(.scroll(to: min(height, list.end)))
        case .spot(let spot):
            if let position = list.position(of: spot), position <= list.end + 0.5 || list.supply == .complete {
                target = nil
                actions.append(.scroll(to: position))
            }
        case nil: break
        }
        if let wantedFocus {
            actions.append(.focus(entry: wantedFocus))
        } else if mustKeepKeyboard {
            if list.keyboard == .nowhere { actions.append(.focusList) }
            if list.supply == .complete { mustKeepKeyboard = false }
        }
        return actions
    }

    /// A request for an entry that has no row, and will get none, must not come true with later rows.
    private mutating func dropWhatHasGone(_ list: ListGeometry) {
        guard list.supply == .complete, coming == nil, replacing == nil, next == nil else { return }
        if case .spot(let spot) = target, list.order.row(of: spot.entry) == nil { target = nil }
        if let entry = wantedFocus, list.order.row(of: entry) == nil {
            wantedFocus = nil
            mustKeepKeyboard = true
        }
    }
}

extension ListPlace.Spot {
    fileprivate func moved(by shift: Int) -> Self { Self(entry: entry + shift, offset: offset) }
}
