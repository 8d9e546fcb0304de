/// Where a list stands and which row has the keyboard, while rows come and go and change their order and their size.
///
/// A pure state machine: what happens goes in with the list's geometry at that moment, and what is to be done comes
/// out, to be done in that order. Three rules hold for all of it:
///
/// - The row at the top of the screen stays there where other rows come by themselves, or the same in another layout.
/// - What was asked for last wins over what is only kept.
/// - The keyboard is never lost: a row that goes leaves it to another row, or to the list.
///
/// A place that is wanted is kept until a layout has the rows for it. Before, nobody knows how high the list is.
public struct ListPlace: Sendable {
    /// An entry of the catalogue, and how far its row's upper edge lies above where the first row's does at the top, in
    /// points.
    public struct Spot: Sendable, Equatable {
        /// The entry.
        public var entry: Int
        /// How far above, in points.
        public var offset: Double

        /// A spot of the list.
        public init(entry: Int, offset: Double) { (self.entry, self.offset) = (entry, offset) }
    }

    /// How the list stands when other rows are shown.
    public enum Standing: Sendable, Equatable {
        /// At its top.
        case top
        /// Where an entry was, if it is among them; else at the top.
        case spot(Spot)
    }

    /// Another version of the open catalogue.
    public struct Version: Sendable {
        /// The version.
        public let catalogue: Catalogue
        /// Those of its entries that are selected.
        public let selected: EntrySet
        /// The entry whose row gets the keyboard; nil where none does.
        let focused: Int?

        /// A version of a catalogue.
        public init(catalogue: Catalogue, selected: EntrySet, focused: Int?) {
            (self.catalogue, self.selected, self.focused) = (catalogue, selected, focused)
        }
    }

    /// What has happened to the list, or is wanted of it.
    public enum Event: Sendable {
        /// Another catalogue is open. `isArranged` says that its rows come later, with `found`.
        case opened(isArranged: Bool)
        /// Another version of the catalogue takes the place of this one, now. Around the place that stays, each entry
        /// is `shift` further on than before; nil where none stays.
        case replaced(shift: Int?, focused: Int?)
        /// Another version is to be arranged, and to stand so when its rows come.
        case replacing(Version, Standing)
        /// Other rows are asked for, which are to stand so when they come.
        case asked(Standing)
        /// These are the rows to show. `extends` says that they begin with all those there are; `first` is the spot of
        /// the first row on screen, nil at the top of the list.
        case found(RowOrder, extends: Bool, first: Spot?)
        /// The rows out of sight have gone, or the rows to come are needed at once.
        case roomMade
        /// The list is laid out in another way; `first` is the first photo on screen and `focused` the one on screen
        /// whose row has the keyboard.
        case layoutSwitched(first: Spot?, focused: Int?)
        /// The photos have another size.
        case resized(first: Spot?)
        /// The list's length or its page is another.
        case extentChanged
        /// Something slides in above the list, or away, during which it is to stand so.
        case slides(Standing)
        /// The time of `hold` is over.
        case holdEnded
        /// The person goes to an entry.
        case wentTo(entry: Int)
        /// An entry's row is to have the keyboard; nil: the list is.
        case focusWanted(entry: Int?)
        /// An entry's row has got the keyboard that was to have it.
        case focused(entry: Int)
        /// The page of a photo has closed over the list, which is to show that photo's row; nil where none shows it any
        /// more.
        case cameBack(entry: Int?)
        /// The list that came back is laid out, with the photo in that row, if it has any, and on screen or not.
        case returnLaidOut(row: Int?, isOnScreen: Bool)
        /// The list is laid out.
        case laidOut
    }

    /// What to do.
    public enum Action: Sendable {
        /// Add the rows that the order has more than before.
        case extend(RowOrder)
        /// Take away the rows out of sight, and send `roomMade` then.
        case makeRoom
        /// Show these rows in place of all others, from row `start` on; of that version of the catalogue, if one is
        /// given.
        case show(RowOrder, from: Int, Version?)
        /// Set the position, in points.
        case scroll(to: Double)
        /// Have GTK bring a row on screen.
        case reveal(row: Int)
        /// Give an entry's row the keyboard, if it is there; send `focused` then.
        case focus(entry: Int)
        /// Give the list the keyboard.
        case focusList
        /// Send `laidOut` after the next layout.
        case awaitLayout
        /// Send `returnLaidOut` after the next layout.
        case awaitReturn
        /// The list is back: the row that it came back to takes the keyboard, if nothing else was asked for since.
        case endReturn(takesKeyboard: Bool)
        /// What is on screen may be different.
        case look
        /// Send `holdEnded` after so many milliseconds.
        case hold(milliseconds: Int)
    }

    /// How long a place is held while something slides. A search bar takes a quarter of a second, its frames may be
    /// late.
    static let slideMilliseconds = 600
    /// How often the row that the list comes back to is asked for: it takes a layout until it is where it was asked
    /// for.
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

    /// Whose row is to have the keyboard once it is there.
    public private(set) var wantedFocus: Int?
    /// Where the list is to stand once it has the rows.
    private var target: Target?
    /// How to stand when the rows that were asked for last come; nil: as now.
    private var next: Standing?
    /// The version of the catalogue that is being arranged.
    private var replacing: Version?
    /// The rows that the others make room for.
    private var coming: Coming?
    /// Where the list stays for now.
    private var held: Standing?
    /// What was at the top when the layout changed last. In a grid it may lie within its row.
    private var stood: Int?
    /// Whether the list had the keyboard when its rows went.
    private var mustKeepKeyboard = false
    /// How often the row that the list comes back to may still be asked for; nil where it does not come back, or
    /// something else was asked for since.
    private var reveals: Int?
    private var extent = Extent()

    /// The top of an empty list.
    public init() {}

    /// Takes in what has happened in `list`.
    public mutating func handle(_ event: Event, in list: ListGeometry) -> [Action] {
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
            // Where the list is about to move, it moves to the photo.
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
            // At the same height, with whatever is there now.
            (held, stood) = (nil, nil)
            target = .height(list.position)
        }
        return []
    }

    private mutating func found(
        _ order: RowOrder, _ extends: Bool, _ first: Spot?, _ list: ListGeometry
    ) -> [Action] {
        // What comes by itself, since the catalogue grows, leaves the list where it is, or is about to be.
        let standing = next ?? coming?.standing ?? aim ?? first.map(Standing.spot) ?? .top
        // Rows still to come above would move the list away from its top.
        let canStand = standing != .top || list.shown.lowerBound == 0
        let isMore = (extends || order.isIdentity && list.order == order) && canStand
        if isMore, replacing == nil, coming == nil, list.supply != .takingAway {
            let isAsked = next == .top
            next = nil
            guard isAsked else { return standing == .top ? [.scroll(to: 0), .extend(order)] : [.extend(order)] }
            // Again after the layout: rows that have just come above move the list.
            (target, held) = (.height(0), nil)
            return [.scroll(to: 0), .extend(order), .awaitLayout]
        }
        next = nil
        coming = Coming(order: order, standing: standing, version: replacing ?? coming?.version)
        replacing = nil
        return [.makeRoom]
    }

    /// Where the list is about to stand.
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
            // GTK's list, emptied and filled again, shows as little of its first row as it did of another before.
            target = .height(0)
        }
        held = coming.standing
        return [.show(coming.order, from: start, coming.version), .hold(milliseconds: Self.slideMilliseconds)]
    }

    /// Rows go: one of them may have the keyboard, or be about to.
    private mutating func keepKeyboard(_ list: ListGeometry) {
        mustKeepKeyboard = mustKeepKeyboard || list.keyboard == .inList || wantedFocus != nil
    }

    // MARK: - The same rows in another way

    /// The row of `order` with which rows begin that are shown anew where the list stands, so many side by side.
    public func start(in order: RowOrder, columns: Int) -> Int {
        guard case .spot(let spot) = target, let row = order.row(of: spot.entry) else { return 0 }
        return row - row % max(1, columns)
    }

    /// Stands so that the first photo on screen is in the first row again; answers which it is. Where only the layout
    /// has changed since, it is the one that was before.
    private mutating func stand(_ list: ListGeometry, _ first: Spot?) -> Int? {
        guard let entry = aimedEntry ?? stoodEntry(list) ?? first?.entry else { return nil }
        held = nil
        // A list at its top stays there, whatever comes first then.
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
        if list.page != old.page { standHeld(list) }
        // Rows that were added below a full screen change nothing on it; and while a catalogue is read they come many
        // times a second. When the last of them are there, it is looked at anyway.
        let isOnlyLonger = extent.rows > old.rows && old.isFull && list.page == old.page
        return isOnlyLonger ? [] : [.look]
    }

    /// GTK would rather keep a row amid the screen at its place.
    private mutating func standHeld(_ list: ListGeometry) {
        guard let held, let height = list.rowHeight else { return }
        // Farther away, somebody has scrolled.
        switch held {
        case .top: if target == nil, list.position < height { target = .height(0) }
        case .spot(let spot):
            if let position = list.position(of: spot), abs(list.position - position) < height { target = .spot(spot) }
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

    /// What is wanted of an entry that has no row, and is to get none, is not to come true with later rows.
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
