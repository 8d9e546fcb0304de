import CGtk
import GLibBridge

/// Keeps the desktop from dimming and locking the screen for want of a hand on the keyboard.
@MainActor
public final class Inhibition {
    private let application: ObjectReference
    private var cookie: guint

    /// Keeps it so until `end`, while `window` is there; the desktop may show `reason`. Nil where there is no desktop
    /// that could be asked.
    public init?(for window: ApplicationWindow, reason: String) {
        let gtkWindow: UnsafeMutablePointer<GtkWindow> = window.object.typed()
        guard let found = gtk_window_get_application(gtkWindow) else { return nil }
        application = ObjectReference(borrowing: UnsafeMutableRawPointer(found))
        cookie = gtk_application_inhibit(found, gtkWindow, GTK_APPLICATION_INHIBIT_IDLE, reason)
        if cookie == 0 { return nil }
    }

    /// Lets it do so again.
    public func end() {
        guard cookie != 0 else { return }
        gtk_application_uninhibit(application.typed(), cookie)
        cookie = 0
    }
}
