import GLibBridge
import GtkBridge
import PhotoCore

// Other rows, or the same in another order: where the list then stands, and going to a row.

extension PhotoListView {
    /// An entry of the catalogue, and how far its row's upper edge lies above where the first row's does at the top, in points.
    struct Place: Equatable {
        var entry: Int
        var offset: Double
    }

    /// How the list stands when other rows are shown.
    enum Standing: Equatable {
        /// At its top.
        case top
        /// Where an entry was, if it is among them; else at the top.
        case place(Place)
    }

    /// Another version of the catalogue, which is shown once it is arranged.
    struct Waiting {
        let catalogue: Catalogue
        let selected: EntrySet
        let focused: Int?
    }

    /// The place of the first row on screen; nil where there is none.
    var place: Place? {
        guard let first = rows(between: 0, and: list.height).first, let record = first.row.record,
            let entry = records.entry(of: record)
        else { return nil }
        return Place(entry: entry, offset: layout.inset - first.frame.y)
    }

    /// The place of an entry on screen.
    func stand(of entry: Int) -> Place? {
        rows(between: 0, and: list.height).first { $0.row.record.flatMap(records.entry) == entry }
            .map { Place(entry: entry, offset: layout.inset - $0.frame.y) }
    }

    /// Shows the rows that fit `text`, from their top; or, if it is empty, all of them, and `standing` so.
    func search(_ text: String, standing: Standing = .top) {
        if SearchQuery(text) == finder.query { return }
        standsNext = standing
        finder.search(text)
        // While it is searched. Not where a sort is to come first: the list is to be used meanwhile.
        if finder.isSearching { makeRoom() }
    }

    /// Sorts the rows, which then stand at their top.
    func sort(by order: ListOrder) {
        standsNext = .top
        finder.sort(by: order)
    }

    /// Other rows, for which those that are there make room first.
    struct Coming {
        let order: RowOrder
        let standing: Standing
        /// The version of the catalogue that they are the rows of, if it is not the one shown.
        let catalogue: Waiting?
    }

    /// What the finder says.
    func show(_ arrangement: CatalogueFinder.Arrangement) {
        let order = arrangement.order
        // What comes by itself, since the catalogue grows, leaves the list where it is.
        let standing =
            standsNext ?? coming?.standing ?? (position.value > 0 ? place.map(Standing.place) : nil) ?? .top
        standsNext = nil
        let isMore = arrangement.extendsLast || order.isIdentity && records.order == order
        if isMore, waiting == nil, coming == nil, feed?.isWithdrawing != true {
            records.extend(to: order, revealing: 0, tellList)
            feed?.goOnWithMore()
            if standing == .top { position.value = 0 }
            rowsChanged?()
            return
        }
        coming = Coming(order: order, standing: standing, catalogue: waiting ?? coming?.catalogue)
        waiting = nil
        makeRoom()
        feed?.whenWithdrawn { [weak self] in self?.arrive() }
    }

    /// Takes away what is out of sight: other rows are coming.
    private func makeRoom() {
        guard feed?.isWithdrawing == false else { return }
        let numbers = rows(between: 0, and: list.height).compactMap { factory.number(of: $0.row) }
        let onScreen = (numbers.min() ?? 0)..<(numbers.max().map { $0 + 1 } ?? 0)
        feed?.withdraw(keeping: onScreen) { [weak self] in self?.factory.boundNumbers ?? 0..<0 }
    }

    /// Shows the rows that are coming, if any are.
    func arrive() {
        guard let coming else { return }
        self.coming = nil
        if let catalogue = coming.catalogue {
            records.open(catalogue.catalogue, revealing: 0, tellList)
            selection.replace(with: catalogue.selected)
            wantedFocus = catalogue.focused
        }
        wantedPlace = nil
        // GTK's list, emptied and filled again, shows as little of its first row as it did of another before.
        wantedPosition = coming.standing == .top ? 0 : nil
        var start = 0
        if case .place(let place) = coming.standing, let row = coming.order.row(of: place.entry) {
            start = row - row % columns
            wantedPlace = place
        }
        hold(coming.standing)
        records.arrange(coming.order, from: start, revealing: 0, tellList)
        begin()
        handle(.lookWanted)
        rowsChanged?()
    }

    /// Stands where it is wanted, once there are enough rows for it.
    func standIfReady() {
        guard let place = wantedPlace, let row = records.row(ofEntry: place.entry), let height = rowHeight else {
            return
        }
        let value = Double(row / columns) * height + place.offset
        guard value <= position.upper - position.pageSize + 0.5 || feed?.isUnderWay == false else { return }
        wantedPlace = nil
        position.value = value
    }

    /// Keeps the list so while the search bar slides in or away: GTK would rather keep a row amid the screen at its place.
    func hold(_ standing: Standing) {
        held = standing
        heldTimer = MainTimer(after: Self.slideMilliseconds) { [weak self] in self?.held = nil }
    }

    /// The screen has become longer or shorter.
    func standHeld() {
        guard let height = rowHeight else { return }
        // Farther away, somebody has scrolled.
        switch held {
        case .top: if position.value < height { wantedPosition = 0 }
        case .place(let place):
            guard let row = records.row(ofEntry: place.entry) else { return }
            if abs(position.value - Double(row / columns) * height - place.offset) < height { wantedPlace = place }
        case nil: break
        }
    }

    /// A search bar takes a quarter of a second, its frames may be late.
    private static let slideMilliseconds = 600

    /// How high a row is, in points: all are alike.
    var rowHeight: Double? {
        let rows = (records.count + columns - 1) / columns
        return rows > 0 && position.upper > 0 ? position.upper / Double(rows) : nil
    }

    /// The first photo of the first row on screen.
    var firstRowOnScreen: Int? {
        rowHeight.map { min(max(0, Int(position.value / $0 + 0.5) * columns), max(0, records.count - 1)) }
    }

    /// Brings a row to the top of the screen, and the keyboard to it.
    func goTo(row: Int) {
        arrive()
        feed?.finish()
        guard (0..<records.count).contains(row), let entry = records.entry(at: row) else { return }
        // Once rows that have just come are laid out: before, nobody knows how high the list is.
        wantedPlace = Place(entry: entry, offset: 0)
        wantedFocus = entry
        afterLayout?.request()
    }

    /// Goes to the first row, of those sorted by name, whose name begins so or comes after.
    func goTo(name start: String) {
        arrive()
        guard let catalogue else { return }
        let row = records.order.firstRow(notBefore: start, in: catalogue, by: finder.collation)
        goTo(row: min(row, max(0, records.order.count - 1)))
    }

    /// How many rows are shown, or will be in a moment.
    var shownCount: Int { records.order.count }

    /// Whether there are more rows than fit so many screens.
    func isLonger(thanScreens screens: Double) -> Bool { position.upper > screens * position.pageSize }

    /// Brings the keyboard to an entry's row, if it is on screen soon; else to the list.
    func focus(entry: Int?) {
        wantedFocus = entry
        if entry == nil { list.grabFocus() } else { afterLayout?.request() }
    }

    /// The entry whose row has the keyboard, or is about to: not one that is out of sight, to which the list would go.
    var visibleFocus: Int? {
        if let wantedFocus { return wantedFocus }
        let focused = rows(between: 0, and: list.height).first { item, frame in
            item.hasFocus && frame.y >= 0 && frame.y + frame.height <= list.height
        }
        return focused?.row.record.flatMap(records.entry)
    }

    /// Brings the keyboard to the row that is to have it, once it is there.
    func focusIfReady() {
        guard let entry = wantedFocus else { return }
        for row in factory.boundRows {
            guard let row = row as? any PhotoItem, row.record.flatMap(records.entry) == entry else { continue }
            wantedFocus = nil
            row.grabFocus()
            return
        }
    }
}
