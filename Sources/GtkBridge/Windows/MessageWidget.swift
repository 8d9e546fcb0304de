import CGtk
import GLibBridge

#if ADWAITA_1_5
    /// The widget of a ``MessageDialog``, within its parent (AdwAlertDialog).
    final class MessageWidget: Widget {
        private let parentWindow: ApplicationWindow?
        private var dialog: UnsafeMutablePointer<AdwAlertDialog> { object.typed() }

        init(parent: ApplicationWindow?, heading: String, body: String) {
            parentWindow = parent
            super.init(
                made: UnsafeMutableRawPointer(adw_alert_dialog_new(heading, body))?
                    .assumingMemoryBound(to: GtkWidget.self))
        }

        func addResponse(_ id: String, label: String) { adw_alert_dialog_add_response(dialog, id, label) }

        func setAppearance(_ id: String, _ appearance: AdwResponseAppearance) {
            adw_alert_dialog_set_response_appearance(dialog, id, appearance)
        }

        func setResponses(default defaultID: String, close closeID: String) {
            adw_alert_dialog_set_default_response(dialog, defaultID)
            adw_alert_dialog_set_close_response(dialog, closeID)
        }

        func setEnabled(_ id: String, _ isEnabled: Bool) {
            adw_alert_dialog_set_response_enabled(dialog, id, isEnabled ? 1 : 0)
        }

        func setExtraChild(_ child: Widget) { adw_alert_dialog_set_extra_child(dialog, child.widget) }

        func answer(_ id: String) {
            // It has no function for that, but closing it gives the close response.
            adw_alert_dialog_set_close_response(dialog, id)
            adw_dialog_close(object.typed())
        }

        func present() { adw_dialog_present(object.typed(), parentWindow?.widget) }
    }
#else
    /// The widget of a ``MessageDialog``, a window (AdwMessageDialog).
    final class MessageWidget: Widget {
        private var dialog: UnsafeMutablePointer<AdwMessageDialog> { object.typed() }

        init(parent: ApplicationWindow?, heading: String, body: String) {
            super.init(made: adw_message_dialog_new(parent?.object.typed(), heading, body))
            addKeys("<Control>w", action: "window.close")
        }

        func addResponse(_ id: String, label: String) { adw_message_dialog_add_response(dialog, id, label) }

        func setAppearance(_ id: String, _ appearance: AdwResponseAppearance) {
            adw_message_dialog_set_response_appearance(dialog, id, appearance)
        }

        func setResponses(default defaultID: String, close closeID: String) {
            adw_message_dialog_set_default_response(dialog, defaultID)
            adw_message_dialog_set_close_response(dialog, closeID)
        }

        func setEnabled(_ id: String, _ isEnabled: Bool) {
            adw_message_dialog_set_response_enabled(dialog, id, isEnabled ? 1 : 0)
        }

        func setExtraChild(_ child: Widget) { adw_message_dialog_set_extra_child(dialog, child.widget) }

        func answer(_ id: String) {
            adw_message_dialog_response(dialog, id)
            // Closing it normally would add its own response.
            gtk_window_destroy(object.typed())
        }

        func present() { gtk_window_present(object.typed()) }
    }
#endif
