import GLibBridge
import GtkBridge
import PhotoCore

/// The rows of GTK's list: records of the open catalogue, as many as have been added so far, and their selection.
@MainActor
final class ListRows {
    let records: PhotoListModel
    let selection: RowSelection
    private let layouts: ListLayouts
    private let model: SelectionListModel
    private let feed: RowFeed
    private let tell: PhotoListModel.Change

    var selectionChanged: (@MainActor () -> Void)?

    /// The rows of `records` in `layouts`. `complete` is called when the list has all rows some time after `begin`.
    init(
        of records: PhotoListModel, in layouts: ListLayouts, tracer: Tracer, complete: @escaping @MainActor () -> Void
    ) {
        let selection = RowSelection(of: records)
        let model = SelectionListModel(selection)
        (self.records, self.layouts, self.selection, self.model) = (records, layouts, selection, model)
        layouts.countRows { [weak records] in records?.order.count ?? 0 }
        tell = { row, removed, added in
            selection.orderChanged()
            model.itemsChanged(at: row, removed: removed, added: added)
            layouts.current.factory.renumberSoon()
            layouts.current.items.takeFocusOfRemovedItem()
            tracer.record(.rows(records.count))
        }
        feed = RowFeed(layouts, from: records, changed: tell, ended: complete)
        layouts.current.items.setModel(model)
        selection.changed = { [weak self] in
            self?.model.selectionChanged()
            self?.selectionChanged?()
        }
    }

    /// How many of its rows the list has.
    var supply: ListGeometry.Supply { feed.supply }

    // MARK: - Another catalogue

    /// Shows `catalogue` from its top: one row or none now, the others after `begin`.
    func open(_ catalogue: Catalogue, revealsFirst: Bool) {
        selection.unselectAll()
        feed.stop()
        records.open(catalogue, revealing: revealsFirst ? 1 : 0, tell)
        if !revealsFirst { records.arrange(RowOrder([], isAscending: true), tell) }
    }

    /// Shows the same catalogue with more rows at its end.
    func grow(to catalogue: Catalogue) {
        records.grow(to: catalogue, revealing: 0, tell)
        feed.goOnWithMore()
    }

    /// Shows another version of the catalogue, in which the entries `selected` are selected. The entry at `place` keeps
    /// its row, and so do its unchanged neighbours.
    func replace(with catalogue: Catalogue, at place: (old: Int, new: Int)?, selected: EntrySet) {
        if let place {
            records.replace(with: catalogue, at: place, tell)
        } else {
            records.open(catalogue, tell)
        }
        feed.finish()
        selection.replace(with: selected)
    }

    // MARK: - Other rows

    /// Shows other rows, starting with row `start`; of another version of the catalogue, if given.
    func show(_ order: RowOrder, from start: Int, of version: ListPlace.Version?) {
        if let version {
            records.open(version.catalogue, revealing: 0, tell)
            selection.replace(with: version.selected)
        }
        records.arrange(order, from: start, revealing: 0, tell)
        feed.begin()
    }

    /// Adds the further rows at the end of `order`.
    func extend(to order: RowOrder) {
        records.extend(to: order, revealing: 0, tell)
        feed.goOnWithMore()
    }

    /// Shows the same rows in another layout, starting with the row that `start` returns after the switch.
    func layOut(as kind: ListLayouts.Kind, from start: () -> Int) {
        // Only one of them has the rows: each would create widgets for them.
        layouts.current.items.setModel(nil)
        feed.finish()
        layouts.use(kind)
        records.arrange(records.order, from: start(), revealing: 0, tell)
        layouts.current.items.setModel(model)
        feed.begin()
    }

    /// Adds the first rows before the next frame, and the others soon.
    func begin() { feed.beginSoon() }
    /// Adds all rows now.
    func finish() { feed.finish() }

    /// Removes the hidden rows, because other rows follow, and then calls `done`.
    func makeRoom(keeping onScreen: @autoclosure () -> Range<Int>, done: (@MainActor () -> Void)? = nil) {
        if supply != .takingAway { feed.withdraw(keeping: onScreen()) }
        if let done { feed.whenWithdrawn(done) }
    }
}

/// The rows as GTK's model asks for them.
extension RowSelection: SelectionSource {
    package var rowCount: Int { model.count }
    package func object(at row: Int) -> AnyObject { model.record(at: row) ?? self }
}
