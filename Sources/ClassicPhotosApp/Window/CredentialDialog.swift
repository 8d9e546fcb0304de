import GtkBridge
import PhotoCore

/// Asks for a name and a password.
///
/// The caller retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class CredentialDialog {
    private let dialog: MessageDialog
    private let name = Entry(placeholder: "")
    private let password = PasswordEntry()
    private let remembering: Switch?
    /// Whether it asks for a name, too.
    private let hasName: Bool
    let parent: PhotoWindow

    init(_ question: CredentialQuestion, parent: PhotoWindow) {
        self.parent = parent
        let text = CredentialText(question)
        dialog = MessageDialog(
            parent: parent.window, heading: localized("Authentication Required"), body: text.body,
            accept: localized("_Log In"),
            cancel: DialogLabel.cancel)
        remembering = question.canRemember ? Switch() : nil

        let content = Box(.vertical, spacing: 6)
        if !text.reason.isEmpty {
            let reason = Label(text.reason)
            reason.addClass("error")
            content.append(reason)
        }
        hasName = text.name != nil
        if let label = text.name {
            for child in [Label(label), name] { content.append(child) }
            name.setAccessibleLabel(label)
        }
        for child in [Label(text.password), password] { content.append(child) }
        password.setAccessibleLabel(text.password)
        if let remembering { content.append(Self.row(localized("Remember"), remembering)) }
        dialog.setExtraChild(content)

        name.text = question.name ?? ""
        name.onChanged { [weak self] in self?.check() }
        password.onChanged { [weak self] in self?.check() }
        check()
    }

    /// Shows it; calls `answered` with the answer, or nil without one.
    func present(_ answered: @escaping @MainActor (CredentialAnswer?) -> Void) {
        dialog.present { [weak self] response in
            guard let self, response == "accept" else { return answered(nil) }
            let credential = Credential(name: name.text, password: password.text)
            answered(CredentialAnswer(credential, isToBeRemembered: remembering?.isOn == true))
        }
        (hasName && name.text.isEmpty ? name : password).grabFocus()
    }

    private static func row(_ text: String, _ input: Switch) -> Widget {
        let label = Label(text)
        label.expand(horizontally: true)
        let row = Box(.horizontal, spacing: 12, label, input)
        row.setMargins(vertical: 6, horizontal: 0)
        input.setAccessibleLabel(text)
        return row
    }

    // Some servers need only a name, others a key instead of the password.
    private func check() { dialog.setEnabled("accept", !(name.text.isEmpty && password.text.isEmpty)) }
}
