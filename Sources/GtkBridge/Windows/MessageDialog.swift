import CGtk
import GLibBridge

/// A question or an error message for a window.
@MainActor
package final class MessageDialog {
    private let dialog: MessageWidget

    /// A hidden dialog with this heading.
    package init(parent: ApplicationWindow?, heading: String, body: String) {
        dialog = MessageWidget(parent: parent, heading: heading, body: body)
    }

    /// A hidden dialog with Cancel, labelled `cancel`, and the suggested response "accept", labelled `label`.
    package convenience init(
        parent: ApplicationWindow, heading: String, body: String, accept label: String, cancel: String
    ) {
        self.init(parent: parent, heading: heading, body: body)
        addResponse("cancel", label: cancel)
        addResponse("accept", label: label, isSuggested: true)
        setResponses(default: "accept", close: "cancel")
    }

    /// Adds a button; `id` is its response. It is coloured if it is the suggested one, or if it destroys something.
    package func addResponse(_ id: String, label: String, isSuggested: Bool = false, isDestructive: Bool = false) {
        dialog.addResponse(id, label: label)
        guard isSuggested || isDestructive else { return }
        dialog.setAppearance(id, isDestructive ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
    }

    /// Adds Cancel, labelled `cancel`, the response of Enter and Escape, and the destructive response "act", labelled
    /// `label`.
    package func addDestructiveResponses(_ label: String, cancel: String) {
        addResponse("cancel", label: cancel)
        addResponse("act", label: label, isDestructive: true)
        setResponses(default: "cancel", close: "cancel")
    }

    /// Sets the responses of Enter and Escape.
    package func setResponses(default defaultID: String, close closeID: String) {
        dialog.setResponses(default: defaultID, close: closeID)
    }

    package func setEnabled(_ id: String, _ isEnabled: Bool) {
        dialog.setEnabled(id, isEnabled)
    }

    /// Sets the content below the text.
    package func setExtraChild(_ child: Widget) {
        dialog.setExtraChild(child)
    }

    /// Gives a response on behalf of the extra child, and closes.
    package func answer(_ id: String) {
        dialog.answer(id)
    }

    /// Shows it; calls `body` with the response. The dialog closes by itself.
    package func present(_ body: @escaping @MainActor (String) -> Void) {
        Signal.connect(dialog.object.pointer, "response") { (response: String?) in body(response ?? "") }
        dialog.present()
    }
}
