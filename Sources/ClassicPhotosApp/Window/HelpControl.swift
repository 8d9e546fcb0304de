import GtkBridge
import PhotoCore

/// What helps with the program itself, in one window: keyboard shortcuts, the manual, and who made it.
@MainActor
enum HelpControl {
    /// Adds the commands of `window`.
    static func add(to owner: PhotoWindow) {
        let commands = owner.commands
        commands.add(.shortcuts) { [weak owner] in
            guard let owner else { return }
            ShortcutsWindow.present(
                parent: owner.window, title: Mnemonic.removed(from: Command.shortcuts.label),
                sections: KeyHelp.sections(slideshowIsPaused: owner.photos?.slideshow?.isPaused),
                first: KeyHelp.section(of: owner.photos?.isOpen == true ? .photo : .list))
        }
        commands.add(.help) { [frame = owner.frame, toasts = owner.toasts] in Manual.open(in: frame, toasts) }
        commands.add(.about) { [weak window = owner.window] in
            guard let window else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version,
                developers: localized("The Classic Photos contributors"))
        }
    }
}
