import CGtk
import GLibBridge

/// A menu at a place of a widget: of what was clicked there.
@MainActor
public final class ContextMenu {
    private let popover: Widget
    private var goes: MainTimer?
    /// Told when it has gone.
    public var onClosed: (@MainActor () -> Void)?

    /// Shows `menu` at `x`, `y` of `parent`, in points; keep it for as long as it is shown.
    public init(_ menu: Menu, in parent: Widget, x: Double, y: Double) {
        // See MenuButton: submenus that slide would leave the X server's grab behind.
        popover = Widget(
            made: gtk_popover_menu_new_from_model_full(menu.object.typed(), GTK_POPOVER_MENU_NESTED))
        gtk_popover_set_has_arrow(popover.object.typed(), 0)
        gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
        gtk_widget_set_parent(popover.widget, parent.widget)
        var place = GdkRectangle(x: CInt(x), y: CInt(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.object.typed(), &place)
        Signal.connect(popover.object.pointer, "closed") { [weak self] in
            self?.onClosed?()
            // What was chosen is activated after this, by way of the widget it lies in.
            self?.goes = MainTimer(after: 0) { self?.close() }
        }
        gtk_popover_popup(popover.object.typed())
    }

    /// Takes it away, if it is still there.
    public func close() {
        guard gtk_widget_get_parent(popover.widget) != nil else { return }
        gtk_widget_unparent(popover.widget)
    }
}
