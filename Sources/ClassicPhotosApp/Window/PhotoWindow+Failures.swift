import GtkBridge
import PhotoCore

// What went wrong, where a person has to know of it.

extension PhotoWindow {
    /// Adds what tries all photos again that failed, which can be done where some have.
    func addRetrying() {
        commands.add(.retryAll) { [weak self] in
            self?.list.retryAll()
            self?.photos?.retryFailed()
        }
        let enable: @MainActor () -> Void = { [weak self] in
            guard let self else { return }
            commands.set(.failures, isMet: !list.records.failedEntries.isEmpty || photos?.hasFailed == true)
        }
        list.records.failuresChanged = enable
        photos?.onStatus = enable
        enable()
    }

    /// Says in a dialog why `source` cannot be opened.
    func say(_ text: OpeningFailureText, of source: CatalogueSource) {
        switch text.offer {
        case .nothing: sayFailure(text.body)
        case .tryAgain: sayFailure(text.body) { [weak self] in self?.open(source) }
        case .chooseFolder: sayFailure(text, "Choose a _Folder…") { [weak self] in self?.askForFolder() }
        case .chooseFile: sayFailure(text, "Choose a _File…") { [weak self] in self?.askForFile() }
        }
    }

    private func sayFailure(_ text: OpeningFailureText, _ label: String, choose: @escaping @MainActor () -> Void) {
        let dialog = MessageDialog(parent: window, heading: text.heading, body: text.body)
        dialog.addResponse("close", label: "_Close")
        dialog.addResponse("choose", label: label, isSuggested: true)
        dialog.setResponses(default: "choose", close: "close")
        dialog.present { if $0 == "choose" { choose() } }
    }

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
