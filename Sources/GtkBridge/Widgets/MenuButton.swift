import CGtk
import GLibBridge

/// A button that opens a menu.
package final class MenuButton: Widget {
    /// A button with an icon of the theme for a menu, which is created when first opened: its widgets are as many as
    /// the rest of a window. F10 opens the menu that `isPrimary`.
    package convenience init(
        icon: String, label: String, isPrimary: Bool = false, menu: @escaping @MainActor () -> Menu
    ) {
        self.init(made: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_create_popup_func(
            opaque,
            { button, data in
                guard let button, let data, gtk_menu_button_get_popover(button) == nil else { return }
                let make = Boxed<@MainActor () -> Menu>.value(in: data)
                MainActor.assumeIsolated(with: button) { button in
                    AccessibleRoles.updateForMenus()
                    let menu = make()
                    // Sliding submenus in one popover leave the X server's grab behind if the popover has to move for
                    // them (GTK 4.8): then no key or click arrives any more.
                    let popover = withExtendedLifetime(menu) {
                        gtk_popover_menu_new_from_model_full(menu.object.typed(), GTK_POPOVER_MENU_NESTED)
                    }
                    gtk_menu_button_set_popover(button, popover)
                    popover.map { MenuButton.hideTooltip(of: button, under: $0) }
                    let widget = UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
                    if let popover { _ = MenuFocus(of: UnsafeMutableRawPointer(popover), widget) }
                    popover.map { AccessibleNames.tidyWhenShown(UnsafeMutableRawPointer($0)) }
                    // The button outlives its popover, and makes another when it is opened again.
                    if let popover {
                        RefusedPopup.watch(UnsafeMutableRawPointer(popover)) {
                            gtk_menu_button_set_popover(button, nil)
                        }
                    }
                }
            }, Boxed(menu).data, releaseObject)
        gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
        setTooltip(label)
        // The button inside has the focus.
        gtk_widget_get_first_child(widget).map { Widget(made: $0) }?.setAccessibleLabel(label)
        setAccessibleDescription("")
    }

    /// Whether its menu can be opened; greyed out otherwise.
    package func setEnabled(_ isEnabled: Bool) {
        setUsable(isEnabled)
        // Screen readers do not notice that the button inside inherits the state.
        gtk_widget_get_first_child(widget).map { Widget(made: $0) }?.setUsable(isEnabled)
    }

    /// While the menu is open: a pointer resting on the button would show its tooltip over the first entry.
    private static func hideTooltip(of button: OpaquePointer, under popover: UnsafeMutablePointer<GtkWidget>) {
        let menu = UnsafeMutableRawPointer(popover)
        // The button outlives its popover.
        let widget = UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
        Signal.connect(menu, "map") { gtk_widget_set_has_tooltip(widget, 0) }
        Signal.connect(menu, "unmap") { gtk_widget_set_has_tooltip(widget, 1) }
    }
}
