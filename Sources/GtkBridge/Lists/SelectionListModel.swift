import CGtk
import GLibBridge

/// Rows with a selection. The list queries visible rows, and reports the person's actions.
@MainActor
package protocol SelectionSource: ListModelSource {
    /// Whether a row, `0 ..< rowCount`, is selected.
    func isSelected(_ row: Int) -> Bool
    /// Selects rows as the person's clicks and keys ask, alone or in addition.
    func select(asked rows: Range<Int>, only: Bool)
    func unselect(_ rows: Range<Int>)
    /// Selects all rows, those too that the list is still to get.
    func selectAll()
    func unselectAll()
}

/// A GtkSelectionModel with rows and selection in Swift, so that selecting a million rows is as cheap as the source
/// makes it: GtkMultiSelection would create and retain all of them.
///
/// Every change of the selection, even by the list, must be reported with ``selectionChanged()``.
@MainActor
package final class SelectionListModel: ListModel {
    private let source: any SelectionSource

    /// A model of `source`, which it retains.
    package init(_ source: any SelectionSource) {
        self.source = source
        super.init(source, type: Self.type)
    }

    /// Registered once, at the first model: type names are global to the process.
    private static let type: UInt = {
        let type = makeType(named: "ClassicPhotosSelectionModel")
        var interface = GInterfaceInfo(interface_init: implement, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, gtk_selection_model_get_type(), &interface)
        return type
    }()

    /// Notifies the list that any row's selection may have changed.
    package func selectionChanged() {
        if source.rowCount > 0 { gtk_selection_model_selection_changed(pointer, 0, guint(source.rowCount)) }
    }
}

/// GTK's callbacks, on the main context; each returns whether it succeeded.
private let implement: GInterfaceInitFunc = { interface, _ in
    guard let interface = interface?.assumingMemoryBound(to: GtkSelectionModelInterface.self) else { return }
    interface.pointee.is_selected = { model, row in
        with(model) { $0.isSelected(Int(row)) }
    }
    interface.pointee.get_selection_in_range = { model, first, count in
        let selected = gtk_bitset_new_empty()
        MainActor.assumeIsolated(with: (model, selected)) { model, selected in
            guard let source = source(of: model) else { return }
            for row in Int(first)..<min(Int(first) + Int(count), source.rowCount) where source.isSelected(row) {
                gtk_bitset_add(selected, guint(row))
            }
        }
        return selected
    }
    interface.pointee.select_item = { model, row, isOnly in
        with(model) { $0.select(asked: Int(row)..<Int(row) + 1, only: isOnly != 0) }
    }
    interface.pointee.unselect_item = { model, row in
        with(model) { $0.unselect(Int(row)..<Int(row) + 1) }
    }
    interface.pointee.select_range = { model, first, count, isOnly in
        with(model) { $0.select(asked: Int(first)..<Int(first) + Int(count), only: isOnly != 0) }
    }
    interface.pointee.unselect_range = { model, first, count in
        with(model) { $0.unselect(Int(first)..<Int(first) + Int(count)) }
    }
    interface.pointee.select_all = { model in with(model) { $0.selectAll() } }
    interface.pointee.unselect_all = { model in with(model) { $0.unselectAll() } }
    interface.pointee.set_selection = { model, selected, mask in
        MainActor.assumeIsolated(with: (model, selected, mask)) { model, selected, mask in
            guard let source = source(of: model) else { return 0 }
            forEachRow(in: mask) { row in
                if gtk_bitset_contains(selected, guint(row)) != 0 {
                    source.select(asked: row..<row + 1, only: false)
                } else {
                    source.unselect(row..<row + 1)
                }
            }
            return 1
        }
    }
}

@MainActor
private func source(of model: OpaquePointer?) -> (any SelectionSource)? {
    ListModel.source(of: model) as? any SelectionSource
}

private func with(_ model: OpaquePointer?, _ body: @MainActor (any SelectionSource) -> Bool) -> gboolean {
    MainActor.assumeIsolated(with: model) { source(of: $0).map(body) == true ? 1 : 0 }
}

private func with(_ model: OpaquePointer?, _ body: @MainActor (any SelectionSource) -> Void) -> gboolean {
    with(model) { (source) -> Bool in
        body(source)
        return true
    }
}

@MainActor
private func forEachRow(in bits: OpaquePointer?, _ body: (Int) -> Void) {
    var iterator = GtkBitsetIter()
    var row: guint = 0
    guard gtk_bitset_iter_init_first(&iterator, bits, &row) != 0 else { return }
    repeat { body(Int(row)) } while gtk_bitset_iter_next(&iterator, &row) != 0
}
