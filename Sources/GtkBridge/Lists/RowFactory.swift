import CGtk
import GLibBridge

/// The four moments of a list row's life: set up (created, or reused), bound to an object, unbound, and torn down; each
/// pair cancels out.
@MainActor
package protocol ListRow: AnyObject {
    var widget: Widget { get }
    /// Takes `object`, and does as little as possible: a jump of the list binds 200 rows, and shows ten. `item` is the
    /// list's own widget around the row, which screen readers see.
    func bind(_ object: AnyObject, item: Widget?)
    /// Shows the object; called once or more after each `bind`, before the row is painted.
    func show()
    /// It is the `row`th of `total` rows, from 0; called soon after `show`, and when that changes. Screen readers need
    /// it first of all.
    func placed(at row: Int, of total: Int)
    /// Releases the object; this or the next binding resets everything that a binding sets.
    func unbind()
}

/// The rows that have widgets.
@MainActor
package protocol BoundItems: AnyObject {
    /// The number of rows, including those that are yet to be added to the list.
    var total: (@MainActor () -> Int)? { get set }
    /// The rows that show an object.
    var boundRows: [any ListRow] { get }
    /// The range of rows that show an object; may be empty.
    var boundNumbers: Range<Int> { get }
    /// The number, from 0, of the list's row that `row` shows; nil if none.
    func number(of row: any ListRow) -> Int?
    /// Rows were added or removed: soon says to the others where they are now.
    func renumberSoon()
}

/// Creates the rows of a list, and tracks them.
///
/// Torn-down rows are kept for reuse: at every key of a search, GTK tears down all of its about 200 rows, even if it
/// needs as many a moment later.
@MainActor
package final class RowFactory: BoundItems {
    let object: ObjectReference
    private var rows: [UnsafeMutableRawPointer: any ListRow] = [:]
    private var bound: Set<UnsafeMutableRawPointer> = []
    /// The bound rows that do not show their object yet.
    private var unshown: Set<UnsafeMutableRawPointer> = []
    private var layout: FrameRequest?
    private var paint: FrameRequest?
    /// Torn-down rows for reuse.
    private var spare: [any ListRow] = []

    /// Where a bound row stands among how many, as a screen reader reads it.
    private var places: [UnsafeMutableRawPointer: (row: Int, total: Int)] = [:]
    private lazy var placing = PlaceQueue<UnsafeMutableRawPointer> { [weak self] item in
        if let self, let row = rows[item] { place(row, item, of: total?() ?? 0) }
    }
    private var renumbering: MainTimer?
    private static let renumberingMilliseconds = 250
    /// The number of rows, including those that are yet to be added to the list.
    package var total: (@MainActor () -> Int)?

    /// Creates a row; set it before giving the list a model with rows.
    package var make: (@MainActor () -> any ListRow)?

    /// A list's maximum (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200) and a margin: a grid may have a few more.
    private static let mostSpare = 256

    package init() {
        object = ObjectReference(new: gtk_signal_list_item_factory_new())
        Signal.connect(object.pointer, "setup") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = spare.popLast() ?? make?() else { return }
            rows[item] = row
            gtk_list_item_set_child(OpaquePointer(item), row.widget.widget)
            guard let parent = gtk_widget_get_parent(row.widget.widget) else { return }
            Signal.connect(UnsafeMutableRawPointer(parent), "notify::has-focus") { [weak self] in
                self?.placing.placeNow(item)
            }
        }
        Signal.connect(object.pointer, "bind") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows[item], let held = gtk_list_item_get_item(OpaquePointer(item)),
                let object = ListModel.object(in: UnsafeMutableRawPointer(held))
            else { return }
            bound.insert(item)
            row.bind(object, item: row.widget.parent)
            unshown.insert(item)
            placing.wait(item)
            layout?.request()
        }
        Signal.connect(object.pointer, "unbind") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows[item] else { return }
            bound.remove(item)
            unshown.remove(item)
            placing.unbound(item)
            places[item] = nil
            row.unbind()
        }
        Signal.connect(object.pointer, "teardown") { [weak self] (item: UnsafeMutableRawPointer?) in
            guard let self, let item, let row = rows.removeValue(forKey: item) else { return }
            // Before GTK does, so that GTK's reset of its row does not affect the child.
            gtk_list_item_set_child(OpaquePointer(item), nil)
            if spare.count < Self.mostSpare { spare.append(row) }
        }
    }

    /// Rows were added or removed: soon says to the others where they are now. Few times a second, because a growing
    /// catalogue adds rows in each frame.
    package func renumberSoon() {
        guard renumbering == nil else { return }
        renumbering = MainTimer(after: Self.renumberingMilliseconds) { [weak self] in
            guard let self else { return }
            renumbering = nil
            for item in bound {
                placing.wait(item)
                if rows[item]?.widget.isMapped == true { placing.placeNow(item) }
            }
        }
    }

    /// `list` shows the rows.
    func serve(_ list: Widget) {
        layout = FrameRequest(of: list, .laidOut) { [weak self] in self?.showMapped() }
        // The next frame: within the layout, GTK would lay out this one again.
        paint = FrameRequest(of: list, .painted) { [weak self] in
            if let self, !unshown.isEmpty { layout?.request() }
        }
        // Before, it has no frames.
        list.onMap { [weak self] in self?.layout?.request() }
    }

    /// Shows the objects of the rows on screen before GTK paints them, and says where they are.
    private func showMapped() {
        for item in unshown where rows[item]?.widget.isMapped == true { placing.placeNow(item) }
        // Until the others have been shown at rest, a movement may bring them on screen.
        if !unshown.isEmpty { paint?.request() }
    }

    private func show(_ item: UnsafeMutableRawPointer) {
        if unshown.remove(item) != nil { rows[item]?.show() }
    }

    private func place(_ row: any ListRow, _ item: UnsafeMutableRawPointer, of total: Int) {
        let number = Int(gtk_list_item_get_position(OpaquePointer(item)))
        guard places[item] ?? (-1, 0) != (number, total) else { return }
        places[item] = (number, total)
        show(item)
        row.placed(at: number, of: max(total, number + 1))
    }

    /// Drops the spare rows, because new ones would be different.
    package func forgetSpare() { spare = [] }

    /// The rows that show an object: about 200 around the screen, many more than on it.
    package var boundRows: [any ListRow] { bound.compactMap { rows[$0] } }

    /// The range of rows that show an object; may be empty.
    package var boundNumbers: Range<Int> {
        let numbers = bound.map { Int(gtk_list_item_get_position(OpaquePointer($0))) }
        return numbers.min().flatMap { first in numbers.max().map { first..<$0 + 1 } } ?? 0..<0
    }

    /// The number, from 0, of the list's row that `row` shows; nil if none.
    package func number(of row: any ListRow) -> Int? {
        bound.first { rows[$0] === row }.map { Int(gtk_list_item_get_position(OpaquePointer($0))) }
    }
}
