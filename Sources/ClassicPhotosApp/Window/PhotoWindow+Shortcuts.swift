import GtkBridge

// The window that says which keys there are.

extension PhotoWindow {
    func addHelpActions() {
        commands.add(.shortcuts) { [weak self] in
            guard let self else { return }
            ShortcutsWindow.present(
                parent: window, sections: KeyHelp.sections(slideshowIsPaused: photos?.slideshow?.isPaused),
                first: KeyHelp.section(of: photos?.isOpen == true ? .photo : .list))
        }
        commands.add(.about) { [weak self] in
            guard let self else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version)
        }
    }
}
