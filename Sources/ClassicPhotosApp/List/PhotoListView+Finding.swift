import GLibBridge
import GtkBridge
import PhotoCore

// Other rows, or the same in another order, and going to a row.

extension PhotoListView {
    /// The spot of the first row on screen; nil where there is none.
    var firstSpot: ListPlace.Spot? {
        guard let first = rows(between: 0, and: list.height).first, let entry = first.row.record.flatMap(records.entry)
        else { return nil }
        return ListPlace.Spot(entry: entry, offset: layout.inset - first.frame.y)
    }

    /// The spot of an entry on screen.
    func spot(of entry: Int) -> ListPlace.Spot? {
        rows(between: 0, and: list.height).first { $0.row.record.flatMap(records.entry) == entry }
            .map { ListPlace.Spot(entry: entry, offset: layout.inset - $0.frame.y) }
    }

    /// Shows the rows that fit `text`, from their top; or, if it is empty, all of them, and `standing` so.
    func search(_ text: String, standing: ListPlace.Standing = .top) {
        if SearchQuery(text) == finder.query { return }
        placing.handle(.asked(standing))
        finder.search(text)
        // While it is searched. Not where a sort is to come first: the list is to be used meanwhile.
        if finder.isSearching { makeRoom() }
    }

    /// Sorts the rows, which then stand at their top.
    func sort(by order: ListOrder) {
        placing.handle(.asked(.top))
        finder.sort(by: order)
    }

    /// What the finder says.
    func show(_ arrangement: CatalogueFinder.Arrangement) {
        let first = geometry.isAtTop ? nil : firstSpot
        placing.handle(.found(arrangement.order, extends: arrangement.extendsLast, first: first))
    }

    /// Shows the rows at the end that `order` has more.
    func extend(to order: RowOrder) {
        records.extend(to: order, revealing: 0, tellList)
        feed?.goOnWithMore()
        rowsChanged?()
    }

    /// Takes away what is out of sight, since other rows are coming, and calls `done` then.
    func makeRoom(done: (@MainActor () -> Void)? = nil) {
        if feed?.supply != .takingAway {
            let numbers = rows(between: 0, and: list.height).compactMap { factory.number(of: $0.row) }
            let onScreen = (numbers.min() ?? 0)..<(numbers.max().map { $0 + 1 } ?? 0)
            feed?.withdraw(keeping: onScreen) { [weak self] in self?.factory.boundNumbers ?? 0..<0 }
        }
        if let done { feed?.whenWithdrawn(done) }
    }

    /// Shows other rows, from the row `start` on.
    func show(_ order: RowOrder, from start: Int, of version: ListPlace.Version?) {
        if let version {
            records.open(version.catalogue, revealing: 0, tellList)
            selection.replace(with: version.selected)
        }
        records.arrange(order, from: start, revealing: 0, tellList)
        begin()
        handle(.passWanted)
        rowsChanged?()
    }

    /// The first photo of the first row on screen.
    var firstRowOnScreen: Int? { geometry.firstRow }

    /// Brings a row to the top of the screen, and the keyboard to it.
    func goTo(row: Int) {
        placing.handle(.roomMade)
        feed?.finish()
        guard (0..<records.count).contains(row), let entry = records.entry(at: row) else { return }
        placing.handle(.wentTo(entry: entry))
    }

    /// Goes to the first row, of those sorted by name, whose name begins so or comes after.
    func goTo(name start: String) {
        placing.handle(.roomMade)
        guard let catalogue else { return }
        let row = records.order.firstRow(notBefore: start, in: catalogue, by: finder.collation)
        goTo(row: min(row, max(0, records.order.count - 1)))
    }

    /// How many rows are shown, or will be in a moment.
    var shownCount: Int { records.order.count }

    /// Whether there are more rows than fit so many screens.
    func isLonger(thanScreens screens: Double) -> Bool { position.upper > screens * position.pageSize }

    /// Brings the keyboard to an entry's row, if it is on screen soon; else to the list.
    func focus(entry: Int?) { placing.handle(.focusWanted(entry: entry)) }
}
