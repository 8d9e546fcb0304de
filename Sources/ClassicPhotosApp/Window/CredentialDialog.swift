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
    private let mayBeNameAlone: Bool
    private let reason: Label
    private let browser: BrowserSignIn?
    private let browserButton = Button(localized("Sign In with the _Browser"))
    /// What the browser has brought.
    private var found: Credential?
    let parent: PhotoWindow

    /// Asks `question` above `parent`; signs in with the browser by `fetcher`, where the server allows it.
    init(_ question: CredentialQuestion, parent: PhotoWindow, fetcher: (any DataFetching)?) {
        self.parent = parent
        let text = CredentialText(question)
        dialog = MessageDialog(
            parent: parent.window, heading: localized("Authentication Required"), body: text.body,
            accept: localized("_Log In"),
            cancel: DialogLabel.cancel)
        remembering = question.canRemember ? Switch() : nil

        browser = question.browserLogin.flatMap { server in fetcher.map { BrowserSignIn(at: server, by: $0) } }

        let content = Box(.vertical, spacing: 6)
        reason = Label(text.reason)
        reason.addClass("error")
        reason.wrap(lines: 4)
        reason.isVisible = !text.reason.isEmpty
        content.append(reason)
        (hasName, mayBeNameAlone) = (text.name != nil, text.mayBeNameAlone)
        if let label = text.name {
            for child in [Self.heading(label), name] { content.append(child) }
            name.setAccessibleLabel(label)
        }
        for child in [Self.heading(text.password), password] { content.append(child) }
        password.setAccessibleLabel(text.password)
        if let remembering { content.append(Self.row(localized("Remember"), remembering)) }
        if browser != nil {
            browserButton.wrapText()
            browserButton.onClicked { [weak self] in self?.signInWithBrowser() }
            content.append(browserButton)
        }
        dialog.setExtraChild(content)

        name.text = question.name ?? ""
        name.onChanged { [weak self] in self?.check() }
        password.onChanged { [weak self] in self?.check() }
        check()
    }

    /// Shows it; calls `answered` with the answer, or nil without one.
    func present(_ answered: @escaping @MainActor (CredentialAnswer?) -> Void) {
        dialog.present { [weak self] response in
            self?.browser?.cancel()
            guard let self, response == "accept" else { return answered(nil) }
            let credential = found ?? Credential(name: name.text, password: password.text)
            answered(CredentialAnswer(credential, isToBeRemembered: remembering?.isOn == true))
        }
        (hasName && name.text.isEmpty ? name : password).grabFocus()
    }

    private func signInWithBrowser() {
        let wasRemembering = remembering?.isOn ?? false
        // The server would make another password at each start.
        remembering?.isOn = true
        reason.isVisible = false
        browserButton.setUsable(false)
        browser?.begin(from: parent.window) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .waits: browserButton.text = localized("Waiting for the Browser…")
            case .signedIn(let credential):
                found = credential
                dialog.setEnabled("accept", true)
                dialog.answer("accept")
            case .failed(let sentence):
                browserButton.text = localized("Sign In with the _Browser")
                browserButton.setUsable(true)
                // The person's own password is kept only if the person says so.
                remembering?.isOn = wasRemembering
                reason.text = sentence
                reason.isVisible = true
            }
        }
    }

    private static func heading(_ text: String) -> Label {
        let label = Label(text)
        label.wrap(lines: 2)
        return label
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
    private func check() {
        dialog.setEnabled("accept", !(password.text.isEmpty && (name.text.isEmpty || !mayBeNameAlone)))
    }
}
