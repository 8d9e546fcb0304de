import CGtk
import GLibBridge

/// A sentence that the desktop shows outside of the program's windows, also while these are hidden.
///
/// Some desktops read it as markup, so it contains no text of strangers.
package struct DesktopNotification {
    /// An action of the application, "app.NAME", and the text that it takes. It may be activated after the program has
    /// ended: the desktop then starts it again.
    package struct Response {
        let action: String
        let text: String

        package init(_ action: String, _ text: String) { (self.action, self.text) = (action, text) }
    }

    let title: String
    let pressed: Response
    let buttons: [(label: String, response: Response)]

    /// Says `title`; `pressed` is the response to a press on it, other than on one of its `buttons`.
    package init(_ title: String, pressed: Response, buttons: [(label: String, response: Response)]) {
        (self.title, self.pressed, self.buttons) = (title, pressed, buttons)
    }
}

extension Application {
    /// Has the desktop show `notification`, through its portal in a sandbox. Without a session bus nothing is shown.
    package func show(_ notification: DesktopNotification, id: String) {
        guard isOnBus, let made = g_notification_new(notification.title) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(made)) }
        let pressed = notification.pressed
        // Both take the floating texts.
        g_notification_set_default_action_and_target_value(made, pressed.action, g_variant_new_string(pressed.text))
        for (label, response) in notification.buttons {
            g_notification_add_button_with_target_value(
                made, label, response.action, g_variant_new_string(response.text))
        }
        g_application_send_notification(object.typed(), id, made)
    }

    /// Has the desktop show it no longer.
    package func withdrawNotification(id: String) {
        if isOnBus { g_application_withdraw_notification(object.typed(), id) }
    }

    /// GApplication has no way to the desktop without it.
    private var isOnBus: Bool { g_application_get_dbus_connection(object.typed()) != nil }
}
