import CGtk
import GLibBridge
import Testing

@testable import GtkBridge

@MainActor
@Suite struct SelectionListModelTests {
    private final class Rows: SelectionSource {
        var rowCount = 10
        var selected: Set<Int> = []
        /// The rows that the list is still to get.
        var heldBack = 0..<0

        func object(at row: Int) -> AnyObject { self }
        func isSelected(_ row: Int) -> Bool { selected.contains(row) }
        func select(asked rows: Range<Int>, only: Bool) { selected = only ? Set(rows) : selected.union(rows) }
        func unselect(_ rows: Range<Int>) { selected.subtract(rows) }
        func selectAll() { selected = Set(0..<rowCount).union(heldBack) }
        func unselectAll() { selected = [] }
    }

    @Test func `What GTK selects and unselects is the source's selection`() {
        let rows = Rows()
        let model = SelectionListModel(rows)
        defer { withExtendedLifetime(model) {} }
        gtk_selection_model_select_item(model.pointer, 3, 1)
        gtk_selection_model_select_range(model.pointer, 6, 3, 0)
        #expect(rows.selected == [3, 6, 7, 8])
        gtk_selection_model_unselect_item(model.pointer, 7)
        #expect(gtk_selection_model_is_selected(model.pointer, 6) != 0)
        #expect(gtk_selection_model_is_selected(model.pointer, 7) == 0)
        gtk_selection_model_select_range(model.pointer, 1, 2, 1)
        #expect(rows.selected == [1, 2])
        rows.heldBack = 10..<14
        gtk_selection_model_select_all(model.pointer)
        #expect(rows.selected.count == 14)
        gtk_selection_model_unselect_all(model.pointer)
        #expect(rows.selected.isEmpty)
    }

    @Test func `Of a set of rows, those of the mask are set and others stay`() {
        let rows = Rows()
        rows.selected = [0, 1, 2]
        let model = SelectionListModel(rows)
        defer { withExtendedLifetime(model) {} }
        let (selected, mask) = (gtk_bitset_new_range(1, 1), gtk_bitset_new_range(1, 4))
        defer {
            gtk_bitset_unref(selected)
            gtk_bitset_unref(mask)
        }
        gtk_selection_model_set_selection(model.pointer, selected, mask)
        #expect(rows.selected == [0, 1])
    }

    @Test func `A range that is asked for ends with the rows`() {
        let rows = Rows()
        rows.selected = [0, 8, 9]
        let model = SelectionListModel(rows)
        defer { withExtendedLifetime(model) {} }
        let bits = gtk_selection_model_get_selection_in_range(model.pointer, 8, 100)
        defer { gtk_bitset_unref(bits) }
        #expect(gtk_bitset_get_size(bits) == 2)
        #expect(gtk_bitset_contains(bits, 9) != 0)
    }

    @Test func `A change of the selection is announced for all rows, and for none in an empty list`() {
        let rows = Rows()
        let model = SelectionListModel(rows)
        defer { withExtendedLifetime(model) {} }
        var heard: [[Int]] = []
        Signal.connect(UnsafeMutableRawPointer(model.pointer), "selection-changed") { (first: Int, count: Int) in
            heard.append([first, count])
        }
        model.selectionChanged()
        rows.rowCount = 0
        model.selectionChanged()
        #expect(heard == [[0, 10]])
    }
}
