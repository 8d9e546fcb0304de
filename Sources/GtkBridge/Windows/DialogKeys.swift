import CGtk
import GLibBridge

#if ADWAITA_1_5
    /// The keys of a window while a dialog is open within it.
    ///
    /// A dialog's widgets are inside the window: keys would reach the window's own commands as well, and act on what is
    /// behind the dialog. So these rest meanwhile. Control+W closes the dialog, like a window.
    @MainActor
    final class DialogKeys {
        private unowned let window: ApplicationWindow
        private var resting: [(controller: ObjectReference, phase: GtkPropagationPhase)] = []
        private static let mark = "classic-photos-dialog-keys"
        /// GTK's name for the controller of an application's keys; the only one here with a wider scope.
        private static let applicationKeys = "gtk-application-shortcuts"

        init(of window: ApplicationWindow) {
            self.window = window
            window.onNotify("visible-dialog") { [weak self] in self?.refresh() }
        }

        private var dialog: UnsafeMutablePointer<AdwDialog>? {
            adw_application_window_get_visible_dialog(window.object.typed())
        }

        private func refresh() {
            if let dialog { close(dialog, by: "<Control>w") }
            if dialog == nil {
                for (controller, phase) in resting {
                    if Self.name(of: controller) == Self.applicationKeys {
                        gtk_shortcut_controller_set_scope(controller.opaque, GTK_SHORTCUT_SCOPE_GLOBAL)
                    }
                    gtk_event_controller_set_propagation_phase(controller.opaque, phase)
                }
                resting = []
            } else if resting.isEmpty {
                let controllers = gtk_widget_observe_controllers(window.widget)
                defer { g_object_unref(controllers.map { UnsafeMutableRawPointer($0) }) }
                for index in 0..<g_list_model_get_n_items(controllers) {
                    guard let item = g_list_model_get_item(controllers, index) else { continue }
                    rest(ObjectReference(taking: item))
                }
            }
        }

        /// Adds the keys that close `dialog`, unless it has them.
        private func close(_ dialog: UnsafeMutablePointer<AdwDialog>, by keys: String) {
            let pointer = UnsafeMutableRawPointer(dialog)
            let object = pointer.assumingMemoryBound(to: GObject.self)
            guard g_object_get_data(object, Self.mark) == nil, let closing = KeyTrigger(keys) else { return }
            g_object_set_data(object, Self.mark, pointer)
            let widget = pointer.assumingMemoryBound(to: GtkWidget.self)
            EveryWindowKeys.add(to: widget)
            // The controller is the dialog's own: it does not outlive it.
            let controller = Widget(made: widget).add(controller: gtk_event_controller_key_new())
            Signal.connect(controller, "key-pressed") {
                guard let key = KeyPress(currentOf: controller), key.match(closing) != .none else { return false }
                return adw_dialog_close(dialog) != 0
            }
        }

        private func rest(_ controller: ObjectReference) {
            let name = Self.name(of: controller)
            guard name == Self.applicationKeys || name == Widget.keysName else { return }
            resting.append((controller, gtk_event_controller_get_propagation_phase(controller.opaque)))
            gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_NONE)
            if name == Self.applicationKeys {
                gtk_shortcut_controller_set_scope(controller.opaque, GTK_SHORTCUT_SCOPE_LOCAL)
            }
        }

        private static func name(of controller: ObjectReference) -> String? {
            gtk_event_controller_get_name(controller.opaque).map { String(cString: $0) }
        }
    }
#endif
