import CGtk
import GLibBridge

/// A popover that the compositor refuses to show. On Wayland it must answer a key or a button; where the program
/// handles the key late, a modifier may be up already. GTK 4.8 then believes that the popover is open: the window gets
/// no key any more.
@MainActor
final class RefusedPopup {
    private var later: MainTimer?

    /// Calls `giveUp` each time the popover is refused, after the attempt to show it. It must take the popover from its
    /// parent.
    static func watch(_ popover: UnsafeMutableRawPointer, giveUp: @escaping @MainActor () -> Void) {
        let widget = popover.assumingMemoryBound(to: GtkWidget.self)
        let refused = RefusedPopup()
        // GTK's own handler runs first: it maps a popover that the compositor takes.
        Signal.connect(popover, "show") {
            guard gtk_widget_get_mapped(widget) == 0 else { return }
            refused.later = MainTimer(after: 0, giveUp)
        }
    }
}
