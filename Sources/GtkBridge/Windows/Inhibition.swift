import CGtk
import GLibBridge

/// Prevents the desktop from dimming and locking the screen.
@MainActor
public final class Inhibition {
    private let application: ObjectReference
    private var cookie: guint

    /// Active until `end`, while `window` exists; the desktop may show `reason`. Nil without a desktop to ask.
    public init?(for window: ApplicationWindow, reason: String) {
        let gtkWindow: UnsafeMutablePointer<GtkWindow> = window.object.typed()
        guard let found = gtk_window_get_application(gtkWindow) else { return nil }
        application = ObjectReference(borrowing: UnsafeMutableRawPointer(found))
        cookie = gtk_application_inhibit(found, gtkWindow, GTK_APPLICATION_INHIBIT_IDLE, reason)
        if cookie == 0 { return nil }
    }

    /// Ends the inhibition.
    public func end() {
        guard cookie != 0 else { return }
        gtk_application_uninhibit(application.typed(), cookie)
        cookie = 0
    }
}
