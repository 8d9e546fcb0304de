import GtkBridge

/// What a first start shows: what the program is for, and the ways to begin.
@MainActor
enum WelcomePage {
    static func make() -> Widget {
        let page = StatusPage(
            icon: ClassicPhotos.id, title: "Classic Photos",
            description: "Open a catalogue of photos: a property list of names and addresses, on the web or in a file.")
        let buttons = Box(.vertical, spacing: 12)
        buttons.align(horizontally: .center)
        for (label, action, style) in [
            ("Open _Location…", "win.open-location", "suggested-action"), ("Open _File…", "win.open-file", ""),
            ("Show the _Demo", "win.show-demo", ""),
        ] {
            let button = Button(label)
            button.setAction(action)
            button.addClass("pill")
            if !style.isEmpty { button.addClass(style) }
            buttons.append(button)
        }
        page.setChild(buttons)
        return page
    }
}
