import CGtk
import GLibBridge

/// A popover or a context menu that points to a position, and closes on any other interaction.
@MainActor
package final class Popover {
    private let popover: Widget
    private var goes: MainTimer?
    package var onClosed: (@MainActor () -> Void)?

    /// A popover with `content`, at `x`, `y` of `parent`, in points; retain it while it is open.
    package init(content: Widget, in parent: Widget, x: Double, y: Double) {
        AccessibleRoles.updateForMenus()
        popover = Widget(made: gtk_popover_new())
        popover.setAccessibleLabel("")
        gtk_popover_set_child(popover.object.typed(), content.widget)
        place(in: parent, x: x, y: y)
        Signal.connect(popover.object.pointer, "closed") { [weak self] in
            self?.close()
            self?.onClosed?()
        }
    }

    /// Shows `menu` at `x`, `y` of `parent`, in points; retain it while it is open.
    package init(_ menu: Menu, in parent: Widget, x: Double, y: Double) {
        AccessibleRoles.updateForMenus()
        // See MenuButton: sliding submenus would leave the X server's grab behind.
        popover = Widget(made: gtk_popover_menu_new_from_model_full(menu.object.typed(), GTK_POPOVER_MENU_NESTED))
        AccessibleNames.tidyWhenShown(popover.object.pointer)
        gtk_popover_set_has_arrow(popover.object.typed(), 0)
        popover.align(horizontally: .start)
        place(in: parent, x: x, y: y)
        Signal.connect(popover.object.pointer, "closed") { [weak self] in
            self?.onClosed?()
            // The chosen action is activated later, through the parent.
            self?.goes = MainTimer(after: 0) { self?.close() }
        }
        show()
    }

    private func place(in parent: Widget, x: Double, y: Double) {
        gtk_widget_set_parent(popover.widget, parent.widget)
        var place = GdkRectangle(x: CInt(points: x), y: CInt(points: y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.object.typed(), &place)
    }

    package func show() {
        RefusedPopup.watch(popover.object.pointer) { [weak self] in
            self?.close()
            self?.onClosed?()
        }
        gtk_popover_popup(popover.object.typed())
    }

    /// Closes it, if still open.
    package func close() {
        guard gtk_widget_get_parent(popover.widget) != nil else { return }
        gtk_widget_unparent(popover.widget)
    }
}
