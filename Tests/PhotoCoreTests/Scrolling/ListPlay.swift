import TestSupport

@testable import PhotoCore

/// A random sequence of a list's events, and the invariants once nothing is in progress.
struct ListPlay {
    /// The expected final position.
    enum Expectation: Equatable {
        case anywhere
        case top
        /// This scroll position, or the end of the list.
        case height(Double)
        case spot(ListPlace.Spot)
        /// One of these is in the row at the top. `orTop`: or the list is at its top, as it was before.
        case atTop([Int], orTop: Bool)
        case onScreen(Int)
    }

    private var list: SimulatedList
    private var random: SeededGenerator
    private let catalogue: Catalogue
    private var expectation = Expectation.top
    /// The entry whose row should have the focus; nil if unknown.
    private var focus: Int?
    /// Rows that the finder delivers in some frames, and their position.
    private var finding: (order: RowOrder, standing: ListPlace.Standing, frames: Int)?
    /// Whether the wanted entry was not among the rows found.
    private var isMissing = false
    private(set) var log: [String] = []
    /// Violations.
    private(set) var fault: String?

    init(seed: UInt64, catalogue: Catalogue) {
        list = SimulatedList(rows: 90, seed: seed &* 31)
        random = SeededGenerator(seed: seed)
        self.catalogue = catalogue
    }

    // MARK: - What happens

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: for _ in 0..<Int.random(in: 1...4, using: &random) { frame() }
        case 4: settle()
        case 5: sort()
        case 6: endSearch()
        case 7: findByItself()
        case 8: goTo(Int.random(in: 0..<90, using: &random))
        case 9: lay()
        case 10: resize()
        case 11: replace()
        case 12: replaceArranged()
        case 13: grow()
        case 14, 15: scroll()
        case 16: comeBack(to: Int.random(in: 0..<90, using: &random))
        case 17: leave()
        case 18: personGoesAway()
        default: wantFocus()
        }
    }

    mutating func settle() {
        while finding != nil { frame() }
        list.settle()
        log.append("settled at \(list.position)")
        check()
    }

    private mutating func frame() {
        list.frame()
        guard let next = finding else { return }
        finding?.frames -= 1
        if next.frames == 0 { found() }
    }

    private mutating func anyOrder() -> RowOrder {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return RowOrder(identity: 90)
        case 1: return RowOrder((0..<90).shuffled(using: &random), isAscending: false)
        default:
            let step = Int.random(in: 2...5, using: &random)
            return RowOrder(stride(from: 0, to: 90, by: step).map { UInt32($0) }, isAscending: true)
        }
    }

    private mutating func sort() {
        guard finding == nil else { return }
        list.send(.asked(.top))
        finding = (anyOrder(), .top, Int.random(in: 0...3, using: &random))
        log.append("sorts")
    }

    private mutating func endSearch() {
        guard finding == nil else { return }
        let spot = ListPlace.Spot(entry: Int.random(in: 0..<90, using: &random), offset: 13)
        list.send(.asked(.spot(spot)))
        let order = anyOrder()
        finding = (order, .spot(spot), 0)
        found()
        // Not near the end, where the list cannot scroll that far.
        guard case .spot = expectation, let row = order.row(of: spot.entry), row + 12 * list.columns < order.count
        else { return }
        list.send(.slides(.spot(spot)))
        for _ in 0..<4 {
            list.setPage(list.page == 600 ? 560 : list.page + 10)
            list.frame()
        }
    }

    private mutating func found() {
        guard let next = finding else { return }
        finding = nil
        focus = nil
        let isSame = next.order.isIdentity && next.order == list.order && list.supply != .takingAway
        isMissing = false
        list.find(next.order)
        switch next.standing {
        case .top: expectation = .top
        case .spot(let spot):
            let isStill = isSame && list.supply != .takingAway
            isMissing = next.order.row(of: spot.entry) == nil
            expectation = isStill ? .anywhere : isMissing ? .top : .spot(spot)
        }
        if list.isComingBack { expectation = .anywhere }
        log.append("found for \(next.standing): \(next.order.count) rows")
    }

    private mutating func findByItself() {
        guard finding == nil else { return }
        keep()
        focus = nil
        // At rest it is clear which photo of a line of cells keeps its place.
        if list.columns > 1, !list.isSettled, expectation != .top { expectation = .anywhere }
        let order = anyOrder()
        let isOther = !(order.isIdentity && order == list.order) || list.supply == .takingAway
        list.find(order)
        log.append("found by itself: \(order.count) rows")
        guard isOther else { return }
        switch expectation {
        case .spot(let spot):
            if order.row(of: spot.entry) == nil { (expectation, isMissing) = (.top, true) }
        case .atTop(let entries, _):
            if entries.contains(where: { order.row(of: $0) == nil }) { expectation = .anywhere }
        case .top: if isMissing { expectation = .anywhere }
        case .anywhere, .height, .onScreen: break
        }
    }

    private mutating func goTo(_ entry: Int) {
        list.goTo(entry)
        log.append("goes to \(entry)")
        if list.order.row(of: entry) == nil {
            focus = nil
        } else {
            (expectation, focus) = (.spot(.init(entry: entry, offset: 0)), entry)
        }
    }

    private mutating func lay() {
        keep()
        if let entry = focus, !list.isSettled || list.focusedEntry != entry || !list.isOnScreen(entry) { focus = nil }
        let columns = list.columns
        list.lay(inColumns: columns == 1 ? Int.random(in: 2...5, using: &random) : 1, height: columns == 1 ? 170 : 80)
        log.append("laid in \(list.columns) columns")
        expectAtTop(ofColumns: columns)
    }

    private mutating func resize() {
        guard list.columns > 1 else { return }
        keep()
        let columns = list.columns
        // Rows of a different height may be above those present so far.
        if !list.isSettled { expectation = .anywhere }
        list.resize(columns: columns == 2 ? 4 : columns - 1, height: columns == 2 ? 120 : 220)
        log.append("resized to \(list.columns) columns")
        expectAtTop(ofColumns: columns)
    }

    /// In another layout, one of the photos of the row at the top is in the row at the top.
    private mutating func expectAtTop(ofColumns columns: Int) {
        func row(of entry: Int) -> [Int] {
            guard let row = list.order.row(of: entry) else { return [] }
            let start = row - row % columns
            return (start..<min(list.order.count, start + columns)).map { list.order.entry(at: $0) }
        }
        switch expectation {
        case .spot(let spot): expectation = .atTop(row(of: spot.entry), orTop: false)
        case .atTop(let entries, let orTop): expectation = .atTop(entries.flatMap(row), orTop: orTop)
        case .height, .onScreen: expectation = .anywhere
        case .top where columns > 1 && list.order.count > 0:
            expectation = .atTop(row(of: list.order.entry(at: 0)), orTop: true)
        case .top: break
        case .anywhere: break
        }
    }

    private mutating func replace() {
        guard list.order.isIdentity, list.supply != .takingAway, finding == nil else { return }
        keep()
        let wasSettled = list.isSettled
        guard Bool.random(using: &random) else {
            (expectation, focus) = (list.isComingBack ? .anywhere : .height(list.position), nil)
            list.replace(rows: 90, shift: nil)
            log.append("replaced at the height \(list.position)")
            return
        }
        let shift = list.columns * Int.random(in: 0...4, using: &random)
        if let entry = focus, list.place.wantedFocus != entry, !list.isOnScreen(entry) { focus = nil }
        let first = list.firstSpot
        list.replace(rows: list.order.count + shift, shift: shift)
        log.append("replaced with \(shift) more")
        frame()
        focus = focus.map { $0 + shift }
        switch expectation {
        case .spot(let spot): expectation = .spot(.init(entry: spot.entry + shift, offset: spot.offset))
        case .atTop(let entries, _) where wasSettled:
            expectation = .atTop(entries.map { $0 + shift }, orTop: false)
        case .onScreen(let entry): expectation = .onScreen(entry + shift)
        case .top where shift == 0: break
        case .top where wasSettled:
            expectation = first.map { .spot(.init(entry: $0.entry + shift, offset: 0)) } ?? .anywhere
        case .top, .atTop, .height, .anywhere: expectation = .anywhere
        }
    }

    private mutating func replaceArranged() {
        guard finding == nil else { return }
        let spot = ListPlace.Spot(entry: Int.random(in: 0..<90, using: &random), offset: 7)
        let focused = Bool.random(using: &random) ? spot.entry : nil
        let version = ListPlace.Version(catalogue: catalogue, selected: EntrySet(), focused: focused)
        list.send(.replacing(version, .spot(spot)))
        finding = (anyOrder(), .spot(spot), Int.random(in: 0...3, using: &random))
        focus = nil
        log.append("is replacing")
    }

    private mutating func grow() {
        guard finding == nil, list.order.isIdentity, list.supply != .takingAway else { return }
        keep()
        list.find(RowOrder(identity: list.order.count + 20), extends: true)
        log.append("grew to \(list.order.count)")
    }

    private mutating func scroll() {
        guard list.isSettled, finding == nil else { return }
        check()
        // A point or two from a row, the list counts as at that row.
        list.scroll(to: 10 * (Double.random(in: 0...max(1, list.end), using: &random) / 10).rounded())
        expectation = .anywhere
        log.append("scrolled to \(list.position)")
    }

    /// The person drags the scrollbar, whatever is in progress: nothing brings the list back.
    private mutating func personGoesAway() {
        guard finding == nil, list.supply == .complete else { return }
        list.personMoves(.jump, to: 10 * (Double.random(in: 0...max(1, list.end), using: &random) / 10).rounded())
        expectation = .anywhere
        focus = nil
        log.append("dragged to \(list.position)")
    }

    private mutating func comeBack(to entry: Int) {
        list.comeBack(to: entry)
        log.append("came back to \(entry)")
        focus = nil
        let row = list.order.row(of: entry)
        let isShown = row.map(list.shown.contains) ?? false
        // Rows that are still to come above may shift the others sideways after a change of columns.
        let isAlone = finding == nil && (list.supply == .complete || list.supply == .giving && list.columns == 1)
        expectation = isShown && isAlone ? .onScreen(entry) : .anywhere
    }

    private mutating func leave() {
        list.leave()
        focus = nil
        log.append("left")
    }

    private mutating func wantFocus() {
        guard list.isSettled, let first = list.firstSpot?.entry, list.isOnScreen(first) else { return }
        keep()
        focus = Bool.random(using: &random) ? first : nil
        list.send(.focusWanted(entry: focus))
        log.append("focus wanted: \(focus ?? -1)")
    }

    // MARK: - What must be so

    /// An event leaves the list where it is: at rest, the position shows where that is.
    private mutating func keep() {
        if list.isSettled, finding == nil {
            check()
            expectation = list.position == 0 ? .top : list.firstSpot.map(Expectation.spot) ?? .anywhere
        } else {
            switch expectation {
            case .onScreen, .height: expectation = .anywhere
            case .spot(let spot): if isBelowEnd(spot.entry) { expectation = .anywhere }
            case .atTop(let entries, _): if entries.contains(where: isBelowEnd) { expectation = .anywhere }
            case .anywhere, .top: break
            }
        }
    }

    private func isBelowEnd(_ entry: Int) -> Bool {
        list.finalTop(of: entry).map { $0 + list.rowHeight > list.finalEnd } ?? true
    }

    private mutating func check() {
        defer { list.hasFollowedFocus = false }
        if !list.isSettled { return fail("never at rest") }
        if list.keyboard == .nowhere { return fail("nothing has the focus") }
        if let focus, list.order.row(of: focus) != nil, list.focusedEntry != focus {
            return fail("\(list.focusedEntry ?? -1) has the focus, not \(focus)")
        }
        // GTK scrolls to a hidden row that gets the focus.
        if list.hasFollowedFocus {
            expectation = .anywhere
        } else if !isMet {
            fail("is at \(list.position) with \(list.firstSpot?.entry ?? -1), not \(expectation)")
        }
    }

    private var isMet: Bool {
        func top(_ entry: Int) -> Double? { list.finalTop(of: entry) }
        func stands(at position: Double) -> Bool { abs(list.position - min(position, list.finalEnd)) < 0.5 }
        switch expectation {
        case .anywhere: return true
        case .top: return list.position == 0
        case .height(let height): return stands(at: height)
        case .spot(let spot):
            return top(spot.entry).map { stands(at: $0 + min(spot.offset, list.rowHeight - 1)) } ?? false
        case .atTop(let entries, let orTop):
            if orTop, list.position == 0 { return true }
            return entries.contains { entry in
                top(entry).map { stands(at: $0) || $0 <= list.position && list.position < $0 + list.rowHeight } ?? false
            }
        case .onScreen(let entry): return list.isOnScreen(entry)
        }
    }

    private mutating func fail(_ text: String) {
        if fault == nil { fault = text }
        log.append("FAULT: \(text)")
    }
}
