import GtkBridge

// What went wrong, where a person has to know of it.

extension PhotoWindow {
    /// Says in a dialog what went wrong; with `retry`, offers to try again.
    func sayFailure(_ text: String, retry: (@MainActor () -> Void)? = nil) {
        let dialog = MessageDialog(parent: window, heading: "Oops!", body: text)
        dialog.addResponse("close", label: "_Close")
        if retry != nil { dialog.addResponse("retry", label: "_Try Again", isSuggested: true) }
        dialog.setResponses(default: retry == nil ? "close" : "retry", close: "close")
        dialog.present { answer in
            if answer == "retry" { retry?() }
        }
    }
}
