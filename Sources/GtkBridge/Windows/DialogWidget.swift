import CGtk
import GLibBridge

#if ADWAITA_1_5
    /// The widget of a ``DialogWindow``, within its parent (AdwDialog).
    final class DialogWidget: Widget {
        private let parentWindow: ApplicationWindow
        private var dialog: UnsafeMutablePointer<AdwDialog> { object.typed() }

        init(parent: ApplicationWindow, title: String, width: Int) {
            parentWindow = parent
            super.init(made: UnsafeMutableRawPointer(adw_dialog_new())?.assumingMemoryBound(to: GtkWidget.self))
            adw_dialog_set_title(dialog, title)
            adw_dialog_set_content_width(dialog, CInt(width))
        }

        func setContent(_ content: Widget, default defaultWidget: Widget) {
            adw_dialog_set_child(dialog, content.widget)
            adw_dialog_set_default_widget(dialog, defaultWidget.widget)
        }

        /// Calls `body` once it is closed, in any way.
        func onClosed(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "closed", body) }

        func present(focus: Widget) {
            adw_dialog_set_focus(dialog, focus.widget)
            adw_dialog_present(dialog, parentWindow.widget)
        }

        func close() { adw_dialog_close(dialog) }
    }
#else
    /// The widget of a ``DialogWindow``, a window (AdwWindow).
    final class DialogWidget: Widget {
        private var window: UnsafeMutablePointer<GtkWindow> { object.typed() }

        init(parent: ApplicationWindow, title: String, width: Int) {
            super.init(made: adw_window_new())
            gtk_window_set_title(window, title)
            gtk_window_set_transient_for(window, parent.object.typed())
            gtk_window_set_modal(window, 1)
            gtk_window_set_default_size(window, CInt(width), -1)
            for keys in ["Escape", "<Control>w"] { addKeys(keys, action: "window.close") }
        }

        func setContent(_ content: Widget, default defaultWidget: Widget) {
            adw_window_set_content(object.typed(), content.widget)
            gtk_window_set_default_widget(window, defaultWidget.widget)
        }

        /// Calls `body` before it closes, in any way.
        func onClosed(_ body: @escaping @MainActor () -> Void) {
            Signal.connect(object.pointer, "close-request") {
                body()
                return false
            }
        }

        func present(focus: Widget) {
            focus.grabFocus()
            gtk_window_present(window)
        }

        func close() { gtk_window_close(window) }
    }
#endif
