import GtkBridge
import PhotoCore

/// Asks for what logs in to a share.
///
/// The caller retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class ShareDialog {
    private let dialog: MessageDialog
    private let parts: ShareQuestion.Parts
    private let name = Entry(placeholder: "")
    private let domain = Entry(placeholder: "")
    private let password = PasswordEntry()
    private let anonymous = Switch()
    private let remembering = Switch()

    init(_ question: ShareQuestion, parent: ApplicationWindow) {
        parts = question.parts
        let text = ShareText(question)
        dialog = MessageDialog(
            parent: parent, heading: text.heading, body: text.body, accept: localized("_Log In"),
            cancel: DialogLabel.cancel)
        let content = Box(.vertical, spacing: 6)
        if !text.reason.isEmpty {
            let reason = Label(text.reason)
            reason.addClass("error")
            reason.wrap(lines: 4)
            content.append(reason)
        }
        if parts.contains(.anonymous) { content.append(Self.row(localized("Without a name"), anonymous)) }
        for (part, label, field) in [
            (.name, localized("Name", context: "login"), name), (.domain, localized("Domain"), domain),
            (.password, localized("Password"), password),
        ] as [(ShareQuestion.Parts, String, TextField)] where parts.contains(part) {
            content.append(Label(label))
            content.append(field)
            field.setAccessibleLabel(label)
            field.onChanged { [weak self] in self?.check() }
        }
        if parts.contains(.saving) { content.append(Self.row(localized("Remember"), remembering)) }
        dialog.setExtraChild(content)
        name.text = question.name
        domain.text = question.domain
        anonymous.onSwitched { [weak self] in self?.check() }
        check()
    }

    /// Shows it; calls `answered` with the answer, or nil without one.
    func present(_ answered: @escaping @MainActor (ShareAnswer?) -> Void) {
        dialog.present { [weak self] response in
            guard let self, response == "accept" else { return answered(nil) }
            answered(answer)
        }
        (parts.contains(.name) && name.text.isEmpty ? name : password).grabFocus()
    }

    /// Closes it without an answer.
    func close() { dialog.answer("cancel") }

    private var isAnonymous: Bool { parts.contains(.anonymous) && anonymous.isOn }

    private var answer: ShareAnswer {
        if isAnonymous { return ShareAnswer(.anonymous) }
        return ShareAnswer(
            .named(Credential(name: name.text, password: password.text), domain: domain.text),
            isToBeRemembered: parts.contains(.saving) && remembering.isOn)
    }

    private static func row(_ text: String, _ input: Switch) -> Widget {
        let label = Label(text)
        label.expand(horizontally: true)
        let row = Box(.horizontal, spacing: 12, label, input)
        row.setMargins(vertical: 6, horizontal: 0)
        input.setAccessibleLabel(text)
        return row
    }

    private func check() {
        let isGiven = parts.contains(.name) ? !name.text.isEmpty : !password.text.isEmpty
        dialog.setEnabled("accept", isAnonymous || isGiven)
    }
}
