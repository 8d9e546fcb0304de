import CGtk
import GLibBridge

/// A question, or something that went wrong, in front of a window.
@MainActor
public final class MessageDialog {
    private let dialog: Widget

    /// A dialog headed `heading`, not shown yet.
    public init(parent: ApplicationWindow?, heading: String, body: String) {
        dialog = Widget(made: adw_message_dialog_new(parent?.object.typed(), heading, body))
        dialog.addKeys("<Control>w", action: "window.close")
    }

    /// Adds a button; `id` is its answer.
    public func addResponse(_ id: String, label: String, isSuggested: Bool = false) {
        adw_message_dialog_add_response(dialog.object.typed(), id, label)
        if isSuggested {
            adw_message_dialog_set_response_appearance(dialog.object.typed(), id, ADW_RESPONSE_SUGGESTED)
        }
    }

    /// What Enter answers, and what Escape does.
    public func setResponses(default defaultID: String, close closeID: String) {
        adw_message_dialog_set_default_response(dialog.object.typed(), defaultID)
        adw_message_dialog_set_close_response(dialog.object.typed(), closeID)
    }

    /// Whether an answer can be given.
    public func setEnabled(_ id: String, _ isEnabled: Bool) {
        adw_message_dialog_set_response_enabled(dialog.object.typed(), id, isEnabled ? 1 : 0)
    }

    /// What lies below the text.
    public func setExtraChild(_ child: Widget) {
        adw_message_dialog_set_extra_child(dialog.object.typed(), child.widget)
    }

    /// Answers in the person's place, as something in the extra child was pressed; then it goes.
    public func answer(_ id: String) {
        adw_message_dialog_response(dialog.object.typed(), id)
        // Closed, it would give the answer for that too.
        gtk_window_destroy(dialog.object.typed())
    }

    /// Shows it; `body` gets the answer. The dialog closes by itself.
    public func present(_ body: @escaping @MainActor (String) -> Void) {
        Signal.connect(dialog.object.pointer, "response") { (response: String?) in body(response ?? "") }
        gtk_window_present(dialog.object.typed())
    }
}
