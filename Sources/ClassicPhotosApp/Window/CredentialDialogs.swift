import GLibBridge
import GtkBridge
import PhotoCore

/// Asks for names and passwords in front of a window, one question after the other.
@MainActor
final class CredentialDialogs: CredentialAsking {
    private struct Asked {
        let question: CredentialQuestion
        let answered: @Sendable (CredentialAnswer?) -> Void
    }
    private var waiting: [Asked] = []
    private var dialog: CredentialDialog?

    /// The window in front of which to ask; where there is none, the answer is no.
    var parent: @MainActor () -> PhotoWindow? = { nil }

    nonisolated init() {}

    nonisolated func ask(_ question: CredentialQuestion, answered: @escaping @Sendable (CredentialAnswer?) -> Void) {
        MainContext.shared.perform { [self] in
            waiting.append(Asked(question: question, answered: answered))
            if dialog == nil { askNext() }
        }
    }

    /// A window has closed, and with it the dialog in front of it: it is asked again in front of another.
    func closed(_ window: PhotoWindow) {
        guard dialog?.parent === window else { return }
        dialog = nil
        askNext()
    }

    private func askNext() {
        guard let next = waiting.first else { return }
        guard let parent = parent() else {
            let unanswered = waiting
            waiting = []
            return unanswered.forEach { $0.answered(nil) }
        }
        let dialog = CredentialDialog(next.question, parent: parent)
        self.dialog = dialog
        dialog.present { [weak self, weak dialog] answer in
            // Not the answer of a dialog that went with its window.
            guard let self, let dialog, dialog === self.dialog else { return }
            self.dialog = nil
            waiting.removeFirst()
            next.answered(answer)
            askNext()
            // The key that answered is still on its way through the password's entry, which must outlive that: GTK
            // 4.8's would otherwise be told of the focus's leaving after its end.
            MainContext.shared.perform { withExtendedLifetime(dialog) {} }
        }
    }
}
