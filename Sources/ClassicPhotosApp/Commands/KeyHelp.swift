import GtkBridge
import PhotoCore

/// Help about keys: the shortcuts window, and the table of keys.
enum KeyHelp {
    /// A group of commands. `submenu` is its name as a submenu of a photo's menu, which must fit on small screens.
    struct Part {
        let title: String
        var submenu: String?
        let commands: [Command]
    }

    static let listParts = [
        Part(
            title: localized("Photos"),
            commands: [
                .openPhoto, .find, .goTo, .selectAll, .selectNone, .invertSelection, .copyNames, .copyAddresses,
                .saveOriginals, .exportPhotos,
            ]),
        Part(
            title: localized("View"),
            commands: [.viewList, .viewGrid, .viewTimeline, .gridLarger, .gridSmaller, .gridReset, .sidebar]),
        Part(
            title: localized("Catalogue"),
            commands: [
                .openLocation, .openLibrary, .openFile, .openFolder, .folderBack, .reload, .retryAll, .saveCatalogue,
            ]),
    ]

    static let photoParts = [
        Part(title: localized("Photos"), commands: [.next, .previous, .back]),
        Part(title: localized("View"), commands: [.details, .detailsHere, .photoMenu, .strip, .fullscreen]),
        Part(
            title: localized("Zoom"), submenu: localized("_Zoom"),
            commands: [.zoomIn, .zoomOut, .zoomFit, .zoomFill, .zoomOriginal, .zoomToggle]),
        Part(
            title: localized("Rotate and Flip"), submenu: localized("Rotate and Fl_ip"),
            commands: [.turnRight, .turnLeft, .mirror, .upsideDown]),
        Part(
            title: localized("Filter"), submenu: localized("Fil_ter"),
            commands: [.filters, .showOriginal, .compare, .filterAll]),
        Part(title: localized("Save"), commands: [.saveOriginal, .export]),
    ]

    private static let beyond: [Command] = [
        .copyPicture, .copyAddress, .playVideo, .openWith, .openAddress, .showInFiles, .print, .setWallpaper, .trash,
        .undo,
    ]

    private static let general: [Command] = [.preferences, .help, .shortcuts, .inspector, .newWindow, .close, .quit]

    // MARK: - The shortcuts window

    /// The initial section of the shortcuts window on `page`.
    static func section(of page: Command.Page) -> String { page == .list ? localized("List") : localized("Photo") }

    /// The sections of the shortcuts window; `isPaused` is nil without a slideshow.
    static func sections(slideshowIsPaused isPaused: Bool?) -> [ShortcutSection] {
        let general: ShortcutGroup = (
            localized("General"),
            [(localized("Menu", context: "key"), ["F10"])] + Self.general.map { ($0.title, $0.shownKeys(on: .list)) }
        )
        func section(_ page: Command.Page, _ parts: [Part]) -> ShortcutSection {
            (Self.section(of: page), parts.map { group($0.title, $0.commands, on: page) } + [general])
        }
        let actions = [
            group(localized("Photo"), beyond, on: .photo), group(localized("Photos in the List"), beyond, on: .list),
            slideshow(isPaused: isPaused),
        ]
        return [section(.list, listParts), section(.photo, photoParts), (localized("Actions"), actions)]
    }

    private static func group(_ title: String, _ commands: [Command], on page: Command.Page) -> ShortcutGroup {
        (title, commands.map { ($0.title, $0.shownKeys(on: page)) }.filter { !$0.1.isEmpty })
    }

    /// The current meaning of the keys; `isPaused` is nil without a slideshow.
    private static func slideshow(isPaused: Bool?) -> ShortcutGroup {
        guard let isPaused else {
            return group(localized("Slideshow"), [.slideshowBegin, .slideshowHold, .slideshowEnd], on: .photo)
        }
        let pause = isPaused ? Command.slideshowGoOn : .slideshowHold
        let end = Command.slideshowEnd
        return (
            localized("Slideshow"),
            [
                (pause.title, pause.shownKeys(on: .photo)),
                (end.title, end.shownKeys(on: .photo) + Command.slideshow.shownKeys(on: .photo)),
            ]
        )
    }

    // MARK: - The table of keys

    /// USAGE.md's table of keys, in Markdown: commands, their keys in the list and on the page of a photo.
    static var table: String {
        let commands =
            listParts.flatMap(\.commands) + [.rowMenu] + photoParts.flatMap(\.commands) + beyond
            + [.slideshow, .slideshowHold, .slideshowEnd] + general
        let rows = commands.map { command in
            let keys = Command.Page.allCases.map { page in
                page == .photo && command.need.isOfList
                    ? "" : command.shownKeys(on: page).map(name).joined(separator: ", ")
            }
            let text = command.title + (command.help.map { ": \($0)" } ?? "")
            return "| \(text) | \(keys[0]) | \(keys[1]) |"
        }
        return (["| | in the list | on the page of a photo |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// A person's name for a key in GTK's notation: "Ctrl+Page Up".
    static func name(_ key: String) -> String {
        let parts = key.replacing("<", with: "").split(separator: ">").map { names[String($0)] ?? String($0) }
        let last = parts.last.map { $0.count == 1 ? $0.uppercased() : $0.replacing("_", with: " ") }
        return (parts.dropLast() + [last ?? ""]).joined(separator: "+")
    }

    private static let names = [
        "Control": "Ctrl", "Return": "Enter", "BackSpace": "Backspace", "space": "Space", "plus": "+", "minus": "-",
        "equal": "=", "question": "?", "comma": ",",
    ]
}
