import GtkBridge
import PhotoCore
import PhotoServices

/// Removes what is kept on the computer, after a question, and says what was removed.
@MainActor
final class PrivacyControl {
    private let window: ApplicationWindow
    private let toasts: ToastOverlay

    /// Adds its commands.
    init(of kept: KeptData, in window: ApplicationWindow, _ commands: WindowCommands, _ toasts: ToastOverlay) {
        self.window = window
        self.toasts = toasts
        commands.add(.clearCache) { [weak self] in
            self?.ask(PrivacyText.clearing) { [weak self] in
                kept.clearCache { self?.toasts.say(PrivacyText.cleared($0)) }
            }
        }
        commands.add(.forgetPasswords) { [weak self] in
            self?.ask(PrivacyText.forgetting) { [weak self] in
                kept.forgetPasswords { self?.toasts.say(PrivacyText.forgotten($0, freed: $1)) }
            }
        }
    }

    private func ask(_ text: (heading: String, body: String, accept: String), _ act: @escaping @MainActor () -> Void) {
        let dialog = MessageDialog(parent: window, heading: text.heading, body: text.body)
        dialog.addResponse("cancel", label: "_Cancel")
        dialog.addResponse("act", label: text.accept, isDestructive: true)
        dialog.setResponses(default: "cancel", close: "cancel")
        dialog.present { if $0 == "act" { act() } }
    }
}
