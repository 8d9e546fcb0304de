import GtkBridge

// The window that says which keys there are.

extension PhotoWindow {
    func addHelpActions() {
        window.addAction("show-help-overlay") { [weak self] in
            guard let self else { return }
            ShortcutsWindow.present(parent: window, groups: Self.shortcuts)
        }
        window.addAction("about") { [weak self] in
            guard let self else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version)
        }
    }

    /// All keys, of the list and of the page of one photo.
    static var shortcuts: [ShortcutGroup] {
        [
            ShortcutGroup(
                "Catalogues",
                [
                    ("Open location", ["<Control>l"]), ("Open file", ["<Control>o"]), ("Reload", ["<Control>r", "F5"]),
                    ("Retry all failed", ["<Control><Shift>r"]), ("Save catalogue as", ["<Control><Shift>s"]),
                ]),
            ShortcutGroup(
                "List",
                [
                    ("Open the photo", ["Return"]), ("Find", ["<Control>f"]), ("Go to", ["<Control>g"]),
                    ("Select another photo", ["<Control>space"]), ("Select all", ["<Control>a"]),
                    ("Select none", ["<Control><Shift>a"]), ("Invert selection", ["<Control>i"]),
                    ("Copy names", ["<Control>c"]), ("Copy addresses", ["<Control><Shift>c"]),
                ]),
            ShortcutGroup("Photo", PhotoActions.moving.map(\.shortcut)),
            ShortcutGroup("Zoom", PhotoActions.zooming.map(\.shortcut)),
            ShortcutGroup(
                "View", (PhotoActions.turning + PhotoActions.showing).map(\.shortcut)),
            ShortcutGroup(
                "General",
                [
                    ("Menu", ["F10"]), ("Keyboard shortcuts", ["<Control>question", "F1"]),
                    ("Inspector", ["<Control><Shift>i"]), ("Close window", ["<Control>w"]), ("Quit", ["<Control>q"]),
                ]),
        ]
    }
}
