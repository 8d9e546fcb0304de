import GtkBridge

// The window that says which keys there are.

extension PhotoWindow {
    func addHelpActions() {
        window.addAction("show-help-overlay") { [weak self] in
            guard let self else { return }
            let section = photos?.isOpen == true ? Self.photoSection : Self.listSection
            let sections = Self.shortcuts(slideshowIsPaused: photos?.slideshow?.isPaused)
            ShortcutsWindow.present(parent: window, sections: sections, first: section)
        }
        window.addAction("about") { [weak self] in
            guard let self else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version)
        }
    }

    private static let listSection = "List"
    private static let photoSection = "Photo"

    private static func shortcuts(slideshowIsPaused isPaused: Bool?) -> [ShortcutSection] {
        [
            ShortcutSection(
                listSection,
                [
                    ShortcutGroup(
                        "Photos",
                        [
                            ("Open the Photo", ["Return"]), ("Find", ["<Control>f"]), ("Go To", ["<Control>g"]),
                            ("Select All", ["<Control>a"]), ("Select None", ["<Control><Shift>a"]),
                            ("Invert Selection", ["<Control>i"]), ("Copy Names", ["<Control>c"]),
                            ("Copy Addresses", ["<Control><Shift>c"]), ("Save Originals", ["<Control>s"]),
                            ("Export Photos", ["<Control><Shift>e"]),
                        ]),
                    ShortcutGroup(
                        "View",
                        [
                            ("List", ["<Control>1"]), ("Grid", ["<Control>2"]),
                            ("Larger Pictures", ["<Control>plus"]), ("Smaller Pictures", ["<Control>minus"]),
                            ("Usual Size", ["<Control>0"]),
                        ]),
                    ShortcutGroup(
                        "Catalogue",
                        [
                            ("Open Location", ["<Control>l"]), ("Open File", ["<Control>o"]),
                            ("Open Folder", ["<Control><Shift>o"]),
                            ("Reload", ["<Control>r", "F5"]), ("Retry All Failed", ["<Control><Shift>r"]),
                            ("Save As", ["<Control><Shift>s"]),
                        ]),
                    general,
                ]),
            ShortcutSection(
                photoSection,
                PhotoActions.sections.map { ShortcutGroup($0.title, $0.actions.map(\.shortcut)) } + [general]),
            ShortcutSection(
                "Beyond the Window",
                [
                    ShortcutGroup("Photo", DesktopAction.shortcuts(inList: false)),
                    ShortcutGroup("Photos of the List", DesktopAction.shortcuts(inList: true)),
                    slideshow(isPaused: isPaused),
                ]),
        ]
    }

    /// What the keys will do now; `isPaused` is nil where none runs.
    private static func slideshow(isPaused: Bool?) -> ShortcutGroup {
        ShortcutGroup(
            "Slideshow",
            isPaused == nil
                ? [("Start", ["<Shift>F5"]), ("Pause", ["space"]), ("End", ["Escape"])]
                : [(isPaused == true ? "Continue" : "Pause", ["space"]), ("End", ["Escape", "<Shift>F5"])])
    }

    private static let general = ShortcutGroup(
        "General",
        [
            ("Menu", ["F10"]), ("Keyboard Shortcuts", ["<Control>question", "F1"]),
            ("Inspector", ["<Control><Shift>i"]), ("New Window", ["<Control>n"]), ("Close Window", ["<Control>w"]),
            ("Quit", ["<Control>q"]),
        ])
}
