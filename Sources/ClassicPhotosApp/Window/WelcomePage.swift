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
        for command in [Command.openLocation, .openFile, .showDemo] {
            let button = Button(command.label)
            button.setAction(command.action)
            button.addClass("pill")
            if command == .openLocation { button.addClass("suggested-action") }
            buttons.append(button)
        }
        page.setChild(buttons)
        return page
    }
}
