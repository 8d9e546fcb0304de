import GtkBridge
import PhotoCore

/// Asks for a name and a password.
///
/// Whoever asks keeps it until it is answered: GTK's objects hold no reference back to it.
@MainActor
final class CredentialDialog {
    private let dialog: MessageDialog
    private let name = EntryRow(title: "Name")
    private let password = EntryRow(title: "Password", isPassword: true)
    private let remembering: SwitchRow?
    /// Whom it stands in front of.
    let parent: PhotoWindow

    init(_ question: CredentialQuestion, parent: PhotoWindow) {
        self.parent = parent
        let text = CredentialText(question)
        dialog = MessageDialog(parent: parent.window, heading: "Name and Password", body: text.body)
        dialog.addResponse("cancel", label: "_Cancel")
        dialog.addResponse("log-in", label: "_Log In", isSuggested: true)
        dialog.setResponses(default: "log-in", close: "cancel")
        remembering = question.canRemember ? SwitchRow(title: "Remember") : nil

        let content = Box(.vertical, spacing: 12)
        if !text.reason.isEmpty {
            let reason = Label(text.reason)
            reason.addClass("error")
            content.append(reason)
        }
        let rows = FormRows()
        rows.append(name)
        rows.append(password)
        if let remembering { rows.append(remembering) }
        content.append(rows)
        dialog.setExtraChild(content)

        name.text = question.name ?? ""
        name.onChanged { [weak self] in self?.check() }
        password.onChanged { [weak self] in self?.check() }
        check()
    }

    /// Shows it; `answered` gets the answer, or nil when it is not to be had.
    func present(_ answered: @escaping @MainActor (CredentialAnswer?) -> Void) {
        dialog.present { [weak self] response in
            guard let self, response == "log-in" else { return answered(nil) }
            let credential = Credential(name: name.text, password: password.text)
            answered(CredentialAnswer(credential, isToBeRemembered: remembering?.isOn == true))
        }
        (name.text.isEmpty ? name : password).grabFocus()
    }

    // Some servers want a name alone, some a key in the place of the password.
    private func check() { dialog.setEnabled("log-in", !(name.text.isEmpty && password.text.isEmpty)) }
}
