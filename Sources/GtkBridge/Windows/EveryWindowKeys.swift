import CGtk
import GLibBridge

/// Keys for every window of the program. GTK handles an application's keys only in its own windows: dialogs, even
/// GTK's, are none.
@MainActor
package enum EveryWindowKeys {
    /// Makes `keys`, in GTK's notation, activate the action "app.`action`" in all present and future windows.
    package static func add(_ keys: [String], action: String, of application: Application) {
        let windows = UnsafeMutableRawPointer(gtk_window_get_toplevels())
        guard let windows else { return }
        let shortcuts = Shortcuts(keys: keys, action: action, application: application)
        all.append(shortcuts)
        Signal.connect(windows, "notify::n-items") { shortcuts.addToNew() }
        shortcuts.addToNew()
    }

    private static var all: [Shortcuts] = []

    /// Adds all keys to a dialog within a window, which the window's own do not reach.
    static func add(to dialog: UnsafeMutablePointer<GtkWidget>) { for each in all { each.add(to: dialog) } }

    @MainActor
    private final class Shortcuts {
        private static let mark = "classic-photos-every-window-keys"
        private let keys: [String]
        private let action: String
        private weak var application: Application?

        init(keys: [String], action: String, application: Application) {
            self.keys = keys
            self.action = action
            self.application = application
        }

        func addToNew() {
            let windows = gtk_window_get_toplevels()
            for index in 0..<g_list_model_get_n_items(windows) {
                guard let item = g_list_model_get_item(windows, index) else { continue }
                defer { g_object_unref(item) }
                let object = item.assumingMemoryBound(to: GObject.self)
                guard g_object_get_data(object, Self.mark) == nil else { continue }
                g_object_set_data(object, Self.mark, item)
                add(to: item.assumingMemoryBound(to: GtkWidget.self))
            }
        }

        func add(to window: UnsafeMutablePointer<GtkWidget>) {
            guard let application, let controller = gtk_shortcut_controller_new() else { return }
            gtk_widget_insert_action_group(window, "app", application.object.opaque)
            for key in keys {
                guard let trigger = gtk_shortcut_trigger_parse_string(key),
                    let named = gtk_named_action_new("app.\(action)")
                else { continue }
                // Ownership of both is transferred, and so is that of the shortcut and the controller.
                gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, named))
            }
            gtk_widget_add_controller(window, controller)
        }
    }
}
