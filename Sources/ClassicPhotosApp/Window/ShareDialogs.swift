import GLibBridge
import GtkBridge
import PhotoCore

/// Passes the questions of a share's backend to the person, in dialogs of one window. There is one at a time.
@MainActor
final class ShareDialogs: ShareAsking {
    private let parent: ApplicationWindow
    /// Whether a person is there to answer: not for a screenshot.
    private let isAnswered: Bool
    private var login: ShareDialog?
    private var choice: MessageDialog?

    init(parent: ApplicationWindow, isAnswered: Bool) { (self.parent, self.isAnswered) = (parent, isAnswered) }

    func ask(_ question: ShareQuestion, answered: @escaping @MainActor (ShareAnswer?) -> Void) {
        guard isAnswered else { return MainContext.shared.perform { answered(nil) } }
        let dialog = ShareDialog(question, parent: parent)
        login = dialog
        dialog.present { [weak self, weak dialog] answer in
            guard let self, let dialog, dialog === login else { return }
            login = nil
            answered(answer)
            // As in CredentialDialogs: the password's entry must outlive the key that answers.
            MainContext.shared.perform { withExtendedLifetime(dialog) {} }
        }
    }

    func ask(_ message: String, choices: [String], chosen: @escaping @MainActor (Int?) -> Void) {
        guard isAnswered, !choices.isEmpty else { return MainContext.shared.perform { chosen(nil) } }
        let text = ShareText(choice: message)
        let dialog = MessageDialog(parent: parent, heading: text.heading, body: text.body)
        for (index, label) in choices.enumerated() { dialog.addResponse("\(index)", label: ShownText.line(label)) }
        dialog.addResponse("cancel", label: DialogLabel.cancel)
        // Trust is given by pressing its button, not by Enter.
        dialog.setResponses(default: "cancel", close: "cancel")
        choice = dialog
        dialog.present { [weak self, weak dialog] response in
            guard let self, let dialog, dialog === choice else { return }
            choice = nil
            chosen(Int(response))
        }
    }

    func withdraw() {
        let (login, choice) = (login, choice)
        (self.login, self.choice) = (nil, nil)
        login?.close()
        choice?.answer("cancel")
        MainContext.shared.perform { withExtendedLifetime(login) {} }
    }
}
