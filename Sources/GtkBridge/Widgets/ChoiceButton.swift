import CGtk
import GLibBridge

/// One of several buttons, exactly one of which is pressed.
package final class ChoiceButton: Widget {
    private var handler: SignalID?

    /// A button with `content` and the accessible name `label`. Joins the group of `other`, unpressed.
    package convenience init(content: Widget, label: String, with other: ChoiceButton?) {
        self.init(made: gtk_toggle_button_new())
        gtk_button_set_child(object.typed(), content.widget)
        if let other { gtk_toggle_button_set_group(object.typed(), other.object.typed()) }
        setAccessibleLabel(label)
    }

    var isChosen: Bool { gtk_toggle_button_get_active(object.typed()) != 0 }

    /// Presses it without a notification.
    package func choose() { setChosen(true) }

    /// Releases it without a notification: where none of the group is pressed for now.
    package func unchoose() { if isChosen { setChosen(false) } }

    private func setChosen(_ isChosen: Bool) {
        if let handler { g_signal_handler_block(object.pointer, handler) }
        gtk_toggle_button_set_active(object.typed(), isChosen ? 1 : 0)
        if let handler { g_signal_handler_unblock(object.pointer, handler) }
    }

    /// Calls `body` when a person presses it, unless it was pressed already.
    package func onChosen(_ body: @escaping @MainActor () -> Void) {
        handler = Signal.connect(object.pointer, "toggled") { [weak self] in if self?.isChosen == true { body() } }
    }
}
