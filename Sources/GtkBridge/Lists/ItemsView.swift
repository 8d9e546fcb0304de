import CGtk
import GLibBridge

/// A list or a grid: its items' widgets are made as they are needed, and used again and again. It is one stop of Tab.
public class ItemsView: Widget {
    /// Shows the items of `model`, some of which a person selects; or none, and lets go of them.
    public func setModel(_ model: SelectionListModel?) {}

    /// Calls `body` with the number of the item that is clicked twice, or on which Enter is pressed. GTK's own way of
    /// activating items by a single click has the pointer select all that it passes.
    public func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        Signal.connect(object.pointer, "activate", body)
    }

    /// Scrolls as little as shows the item.
    public func scroll(to item: Int) {
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(item)))
    }
}

/// Items below each other.
public final class ListView: ItemsView {
    /// A list of what it is given by `setModel`, as rows that `factory` makes.
    public convenience init(factory: RowFactory) {
        self.init(OneStop.makeList())
        gtk_list_view_set_factory(opaque, factory.object.opaque)
    }

    public override func setModel(_ model: SelectionListModel?) { gtk_list_view_set_model(opaque, model?.pointer) }
}

/// Items below and beside each other, as many in a row as their natural width leaves room for.
///
/// GTK keeps widgets of some 33 rows, whatever it shows, and each of them for as many columns as there may be: so
/// `mostColumns` is to be no more than have room.
public final class GridView: ItemsView {
    /// A grid of what it is given by `setModel`, as cells that `factory` makes.
    public convenience init(factory: RowFactory) {
        self.init(OneStop.makeGrid())
        gtk_grid_view_set_factory(opaque, factory.object.opaque)
        gtk_grid_view_set_min_columns(opaque, 1)
        // By the items' natural width: they can be narrower where not even one has room.
        gtk_scrollable_set_hscroll_policy(opaque, GTK_SCROLL_NATURAL)
        // No wider than its columns.
        align(horizontally: .center)
    }

    public override func setModel(_ model: SelectionListModel?) { gtk_grid_view_set_model(opaque, model?.pointer) }

    /// How many items may lie side by side.
    public var mostColumns: Int {
        get { Int(gtk_grid_view_get_max_columns(opaque)) }
        set { if newValue != mostColumns { gtk_grid_view_set_max_columns(opaque, guint(max(1, newValue))) } }
    }
}
