import CGtk
import GLibBridge

/// Returns the keyboard to where it was before a menu opened.
///
/// With GTK 4.8 it may stay at the menu's button, far from what the person was at. Where a command of the menu has
/// hidden the widget that had it, it goes to what is left around that one.
@MainActor
final class MenuFocus {
    private let button: UnsafeMutablePointer<GtkWidget>
    /// The widget that had the keyboard, and those around it, from the inside; while the menu is open.
    private var places: [ObjectReference] = []
    private var closing: MainTimer?

    /// For the menu in `popover`, of `button`, which outlives it.
    init(of popover: UnsafeMutableRawPointer, _ button: UnsafeMutablePointer<GtkWidget>) {
        self.button = button
        // The popover keeps it.
        Signal.connect(popover, "map") { self.opened() }
        Signal.connect(popover, "unmap") { [weak self] in self?.closed() }
    }

    private var focus: UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(button).flatMap { gtk_root_get_focus($0) }
    }

    private func isOfButton(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        widget == button || gtk_widget_is_ancestor(widget, button) != 0
    }

    private func opened() {
        closing = nil
        places = []
        guard let focus, !isOfButton(focus) else { return }
        let root = gtk_widget_get_root(button).map { UnsafeMutableRawPointer($0) }
        for place in sequence(first: focus, next: { gtk_widget_get_parent($0) }) {
            let place = UnsafeMutableRawPointer(place)
            if place != root { places.append(ObjectReference(borrowing: place)) }
        }
    }

    /// After the menu's command, and after GTK has given the keyboard back.
    private func closed() {
        closing = MainTimer(after: 0) { [weak self] in
            guard let self else { return }
            let places = self.places
            (closing, self.places) = (nil, [])
            guard focus.map({ isOfButton($0) }) ?? true else { return }
            for place in places {
                let widget: UnsafeMutablePointer<GtkWidget> = place.typed()
                guard gtk_widget_get_mapped(widget) != 0 else { continue }
                if gtk_widget_grab_focus(widget) != 0 || gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 {
                    return
                }
            }
        }
    }
}
