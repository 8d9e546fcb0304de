import CGtk
import GLibBridge

/// What a row of a list does in the four moments of its life: set up (made, or taken again), bound (given an object),
/// unbound and torn down; each pair undoes the other.
@MainActor
public protocol ListRow: AnyObject {
    /// What is shown.
    var widget: Widget { get }
    /// Shows `object`. `item` is the list's own widget around the row, which screen readers see.
    func bind(_ object: AnyObject, item: Widget?)
    /// Forgets the object; all that binding set is reset here or by the next binding.
    func unbind()
}

/// Makes the rows of a list, and knows them.
///
/// Rows that a list has torn down are kept for those that it sets up next: a list gets other rows at every key of a
/// search, and GTK tears down all that it had, some 200, whether it is to have as many a moment later or not.
@MainActor
public final class RowFactory {
    let object: ObjectReference
    private var rows: [UnsafeMutableRawPointer: any ListRow] = [:]
    private var bound: Set<UnsafeMutableRawPointer> = []
    /// Torn down, for the next that are set up.
    private var spare: [any ListRow] = []

    /// Makes a row; set it before the list is given a model with rows.
    public var make: (@MainActor () -> any ListRow)?

    /// As many as a list has (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200), and some: a grid may have a few more.
    private static let mostSpare = 256

    /// A factory that makes nothing yet.
    public init() {
        guard let factory = gtk_signal_list_item_factory_new() else { preconditionFailure("never NULL") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(factory))
        Signal.connect(object.pointer, "setup") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = spare.popLast() ?? make?() else { return }
            rows[item] = row
            gtk_list_item_set_child(OpaquePointer(item), row.widget.widget)
        }
        Signal.connect(object.pointer, "bind") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows[item], let held = gtk_list_item_get_item(OpaquePointer(item)),
                let object = ListModel.object(in: UnsafeMutableRawPointer(held))
            else { return }
            bound.insert(item)
            row.bind(object, item: row.widget.parent)
        }
        Signal.connect(object.pointer, "unbind") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows[item] else { return }
            bound.remove(item)
            row.unbind()
        }
        Signal.connect(object.pointer, "teardown") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows.removeValue(forKey: item) else { return }
            // Before GTK does, so that nothing it undoes of its own row is undone of the child, too.
            gtk_list_item_set_child(OpaquePointer(item), nil)
            if spare.count < Self.mostSpare { spare.append(row) }
        }
    }

    /// Keeps none of the rows that were torn down: they are not as they would be made now.
    public func forgetSpare() { spare = [] }

    /// The rows that show an object now: about 200 around the screen, far more than are on it.
    public var boundRows: [any ListRow] { bound.compactMap { rows[$0] } }

    /// From the first to the last row of the list that shows an object now; empty if there is none.
    public var boundNumbers: Range<Int> {
        let numbers = bound.map { Int(gtk_list_item_get_position(OpaquePointer($0))) }
        return numbers.min().flatMap { first in numbers.max().map { first..<$0 + 1 } } ?? 0..<0
    }

    /// The number, from 0, of the list's row that `row` shows now; nil if it shows none.
    public func number(of row: any ListRow) -> Int? {
        bound.first { rows[$0] === row }.map { Int(gtk_list_item_get_position(OpaquePointer($0))) }
    }
}
