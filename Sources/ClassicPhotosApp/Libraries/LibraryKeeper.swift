import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Renames, signs out and forgets libraries for a window, after a question.
@MainActor
final class LibraryKeeper {
    private let kept: KeptData
    private let recent: RecentControl
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var renaming: RenamingDialog?

    init(of kept: KeptData, _ recent: RecentControl, in window: ApplicationWindow, _ toasts: ToastOverlay) {
        (self.kept, self.recent, self.window, self.toasts) = (kept, recent, window, toasts)
    }

    /// Asks what `library` is called.
    func rename(_ library: RecentCatalogue) {
        let dialog = RenamingDialog(library, parent: window)
        renaming = dialog
        dialog.present { [weak self] name in
            self?.renaming = nil
            if let name { self?.recent.rename(library.address, to: name) }
        }
    }

    /// Removes the key or the password of `library`, and what is kept from there, if the person confirms it.
    func signOut(_ library: RecentCatalogue) {
        let title = RecentText(library).title
        ask(
            localized("Sign Out of “\(title)”?"),
            SigningOutText.signingOut(of: library.address),
            accept: localized("_Sign Out")
        ) { [weak self] in
            self?.signOut(library, saying: localized("Signed out of “\(title)”"))
        }
    }

    /// Removes `library` from the list, and what is kept from there, if the person confirms it.
    func forget(_ library: RecentCatalogue) {
        let title = RecentText(library).title
        ask(
            localized("Forget “\(title)”?"),
            SigningOutText.forgetting(library.address),
            accept: localized("_Forget")
        ) { [weak self] in
            self?.recent.remove(library.address)
            self?.signOut(library, saying: localized("“\(title)” forgotten"))
        }
    }

    private func signOut(_ library: RecentCatalogue, saying done: String) {
        let others = recent.libraries.map(\.address).filter { $0 != library.address }
        LibraryServer.find(
            for: library.address, leaving: others, in: kept, mainContext: MainContext.shared
        ) { [weak self] found in
            guard let self else { return }
            let scope: SignOutScope
            switch found {
            case .success(let found): scope = found
            // Nothing is removed, and that is why.
            case .failure(let failure): return toasts.say(failure.description)
            }
            guard !scope.isEmpty else { return toasts.say(done) }
            // They do not say from which servers their photos are.
            recent.removePictures()
            kept.forgetPasswords(for: scope) { [weak self] areLeft, freed in
                self?.toasts.say(areLeft ? PrivacyText.forgotten(areLeft: true, freed: freed) : done)
            }
        }
    }

    private func ask(_ heading: String, _ body: String, accept: String, _ act: @escaping @MainActor () -> Void) {
        let dialog = MessageDialog(parent: window, heading: heading, body: body)
        dialog.addDestructiveResponses(accept, cancel: DialogLabel.cancel)
        dialog.present { if $0 == "act" { act() } }
    }
}

/// Asks for a library's name.
///
/// The caller retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class RenamingDialog {
    private let dialog: MessageDialog
    private let entry: Entry

    init(_ library: RecentCatalogue, parent: ApplicationWindow) {
        let title = RecentText(library).title
        entry = Entry(placeholder: library.title)
        entry.text = library.shownTitle
        entry.setAccessibleLabel(localized("Name"))
        dialog = MessageDialog(
            parent: parent, heading: localized("Rename “\(title)”"),
            body: localized("The name is shown on this computer only. Without one, the library has its own."),
            accept: localized("_Rename"), cancel: DialogLabel.cancel)
        dialog.setExtraChild(entry)
    }

    /// Shows it; calls `answered` with the typed name, which may be empty, or nil.
    func present(_ answered: @escaping @MainActor (String?) -> Void) {
        dialog.present { [weak self] answer in
            guard let self, answer == "accept" else { return answered(nil) }
            answered(entry.text)
        }
        entry.grabFocus()
    }
}
