import GtkBridge
import PhotoCore
import PhotoServices

/// Removes what is kept on the computer, after a question, and says what was removed.
@MainActor
final class PrivacyControl {
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var forgetting: ForgettingDialog?

    /// Adds its commands.
    init(
        of kept: KeptData, _ recent: RecentControl, in window: ApplicationWindow, _ commands: WindowCommands,
        _ toasts: ToastOverlay
    ) {
        self.window = window
        self.toasts = toasts
        commands.add(.clearCache) { [weak self] in
            self?.ask(PrivacyText.clearing) { [weak self] in
                recent.removePictures()
                kept.clearCache { self?.toasts.say(PrivacyText.cleared($0)) }
            }
        }
        commands.add(.clearRecent) { [weak self] in
            recent.canClear { canClear in
                guard canClear else {
                    self?.toasts.say(PrivacyText.noRecent)
                    return
                }
                self?.ask(PrivacyText.clearingRecent) { recent.clear() }
            }
        }
        commands.add(.forgetPasswords) { [weak self] in
            kept.protectedServers { servers in self?.askToForget(servers, kept, recent) }
        }
    }

    private func askToForget(_ servers: Set<WebServer>, _ kept: KeptData, _ recent: RecentControl) {
        guard !servers.isEmpty else { return toasts.say(PrivacyText.noPasswords) }
        let dialog = ForgettingDialog(servers, parent: window)
        forgetting = dialog
        dialog.present { [weak self] chosen in
            self?.forgetting = nil
            guard !chosen.isEmpty else { return }
            // They do not say from which servers their photos are.
            recent.removePictures()
            kept.forgetPasswords(for: SignOutScope(chosen)) {
                self?.toasts.say(PrivacyText.forgotten(areLeft: $0, freed: $1))
            }
        }
    }

    private func ask(_ text: (heading: String, body: String, accept: String), _ act: @escaping @MainActor () -> Void) {
        let dialog = MessageDialog(parent: window, heading: text.heading, body: text.body)
        dialog.addDestructiveResponses(text.accept, cancel: DialogLabel.cancel)
        dialog.present { if $0 == "act" { act() } }
    }
}
