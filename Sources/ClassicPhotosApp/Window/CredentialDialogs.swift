import GLibBridge
import GtkBridge
import PhotoCore

/// Asks for names and passwords in dialogs, one question at a time.
@MainActor
final class CredentialDialogs: CredentialAsking {
    private var waiting: [(question: CredentialQuestion, answered: @Sendable (CredentialAnswer?) -> Void)] = []
    private var dialog: CredentialDialog?

    /// The window for dialogs; without one, every question is declined.
    var parent: @MainActor () -> PhotoWindow? = { nil }

    /// What signs in with the browser; without one, this is not offered.
    var fetcher: (any DataFetching)?

    nonisolated init() {}

    nonisolated func ask(_ question: CredentialQuestion, answered: @escaping @Sendable (CredentialAnswer?) -> Void) {
        MainContext.shared.perform { [self] in
            waiting.append((question, answered))
            if dialog == nil { askNext() }
        }
    }

    /// A window has closed with its dialog: asks again in another window.
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
        let dialog = CredentialDialog(next.question, parent: parent, fetcher: fetcher)
        self.dialog = dialog
        dialog.present { [weak self, weak dialog] answer in
            // Not the answer of a dialog that closed with its window.
            guard let self, let dialog, dialog === self.dialog else { return }
            self.dialog = nil
            waiting.removeFirst()
            next.answered(answer)
            askNext()
            // The answering key is still being processed by the password's entry, which must outlive it: otherwise GTK
            // 4.8 notifies the freed entry about the focus.
            MainContext.shared.perform { withExtendedLifetime(dialog) {} }
        }
    }
}
