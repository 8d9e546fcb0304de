import CGtk
import GLibBridge

/// A list or a grid: creates its items' widgets on demand, and reuses them. It is one Tab stop.
package class ItemsView: Widget {
    private var painted: FrameRequest?

    /// Takes the keyboard focus from an item that has just been removed.
    ///
    /// GTK moves it only after the next frame. Until then keys go to the removed widget, and neither the list's
    /// shortcuts nor the window's react to them.
    package func takeFocusOfRemovedItem() {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
            gtk_widget_get_root(focus) == nil
        else { return }
        gtk_root_set_focus(root, widget)
        // As GTK does. Earlier, to focus an item could scroll to it.
        let painted = painted ?? FrameRequest(of: self, .painted) { [weak self] in self?.passFocusOn() }
        self.painted = painted
        painted.request()
    }

    private func passFocusOn() {
        if let root = gtk_widget_get_root(widget), gtk_root_get_focus(root) == widget { grabFocus() }
    }

    /// Shows the selectable items of `model`, or none, and releases the previous ones.
    package func setModel(_ model: SelectionListModel?) {}

    /// Calls `body` with the number of a double-clicked item, or on Enter. GTK's single-click activation lets the
    /// pointer select everything it passes.
    package func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        Signal.connect(object.pointer, "activate", body)
    }

    /// Scrolls minimally to show the item.
    package func scroll(to item: Int) {
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(item)))
    }
}

/// Items below each other, up to `mostWidth` wide, in the middle of their space.
package final class ListView: ItemsView {
    /// The most that an item is wide, in points.
    package static let mostWidth = Double(OneStop.listWidth)

    package convenience init(factory: RowFactory) {
        self.init(made: Widget.make(OneStop.list))
        gtk_list_view_set_factory(opaque, factory.object.opaque)
        factory.serve(self)
        // As wide as its natural width: margins would count twice, because GTK's list measures itself.
        align(horizontally: .center)
    }

    package override func setModel(_ model: SelectionListModel?) { gtk_list_view_set_model(opaque, model?.pointer) }
}

/// A grid with as many items per row as their natural width allows.
///
/// GTK keeps widgets for about 33 rows, with the maximum number of columns in each: so keep `mostColumns` low.
package final class GridView: ItemsView {
    package convenience init(factory: RowFactory) {
        self.init(made: Widget.make(OneStop.grid))
        gtk_grid_view_set_factory(opaque, factory.object.opaque)
        factory.serve(self)
        gtk_grid_view_set_min_columns(opaque, 1)
        // The items' natural width counts: they may be narrower if not even one fits.
        gtk_scrollable_set_hscroll_policy(opaque, GTK_SCROLL_NATURAL)
        // No wider than its columns.
        align(horizontally: .center)
    }

    package override func setModel(_ model: SelectionListModel?) { gtk_grid_view_set_model(opaque, model?.pointer) }

    package var mostColumns: Int {
        get { Int(gtk_grid_view_get_max_columns(opaque)) }
        set { if newValue != mostColumns { gtk_grid_view_set_max_columns(opaque, guint(max(1, newValue))) } }
    }
}
