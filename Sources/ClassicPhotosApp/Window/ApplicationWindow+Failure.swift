import GtkBridge

extension ApplicationWindow {
    /// Says in a dialog what went wrong. With `act`, offers that as well, by the name `offer`.
    func sayFailure(
        _ text: String, heading: String = "Oops!", offer: String = "_Try Again", act: (@MainActor () -> Void)? = nil
    ) {
        let dialog = MessageDialog(parent: self, heading: heading, body: text)
        dialog.addResponse("close", label: "_Close")
        if act != nil { dialog.addResponse("act", label: offer, isSuggested: true) }
        dialog.setResponses(default: act == nil ? "close" : "act", close: "close")
        dialog.present { if $0 == "act" { act?() } }
    }
}
