import GtkBridge
import PhotoCore

/// The menus and their commands.
@MainActor
enum CommandMenus {
    /// Of the list; with the entries of `libraries`, which were opened before.
    static func main(_ libraries: Menu) -> Menu {
        let opening = Menu(.newWindow, .openLocation, .openLibrary, .openFile, .openFolder, .showDemo, .reload)
        opening.append(.retryAll, label: localized("Re_try All Failed"))
        let view = Menu()
        view.append(
            Command.view.label,
            submenu: Menu(
                sections: Menu(.viewList, .viewGrid, .viewTimeline), Menu(.timelineOldest, .timelineSquares),
                Menu(.gridLarger, .gridSmaller, .gridReset)))
        view.append(
            localized("Librar_y"),
            submenu: Menu(
                sections: Menu(.sidebar),
                Menu(
                    .libraryAll, .libraryFavourites, .libraryAlbums, .libraryPeople, .libraryPlaces, .libraryFolders,
                    .librarySearch),
                libraries))
        let finding = Menu(.openPhoto, .find, .goTo)
        finding.append(localized("Slidesho_w"), submenu: slideshow())
        finding.append(Command.sort.label, submenu: sort())
        finding.append(localized("Select_ion"), submenu: selection())
        finding.append(localized("P_hoto"), submenu: beyond(.list))
        finding.append(.saveCatalogue)
        let program = Menu()
        program.append(localized("_Privacy"), submenu: Menu(.clearRecent, .clearCache, .forgetPasswords))
        for command in [Command.preferences, .inspector, .shortcuts] { program.append(command) }
        // Its letters are taken here.
        program.append(.help, label: Command.help.title)
        for command in [Command.about, .quit] { program.append(command) }
        return Menu(sections: opening, view, finding, program)
    }

    /// Of a row, in the list.
    static func row() -> Menu {
        let first = Menu()
        first.append(.openPhoto, label: localized("Open P_hoto"))
        first.append(.selectSeveral, label: localized("Sele_ct Several"))
        first.append(.copyNames, label: localized("Copy _Names"))
        first.append(.copyAddresses)
        first.append(.saveSelection)
        return Menu(sections: first, keeping(), beyond(.list))
    }

    /// Of the page of one photo.
    static func photo() -> Menu {
        let submenus = Menu()
        let menu = Menu()
        for part in KeyHelp.photoParts {
            // A menu does not offer a menu.
            let commands = part.commands.filter { $0 != .photoMenu }
            let entries = Menu()
            for command in commands { entries.append(command, on: .photo) }
            if let label = part.submenu {
                submenus.append(label, submenu: entries)
            } else {
                menu.append(section: entries)
            }
        }
        submenus.append(localized("S_lideshow"), submenu: slideshow())
        submenus.append(localized("P_hoto"), submenu: beyond(.photo))
        menu.append(section: submenus)
        menu.append(section: Menu(.retryAll, .shortcuts, .help, .about))
        return menu
    }

    /// The menu of the open photo: the relevant part of a row's menu, and the details.
    static func photoContext() -> Menu {
        Menu(sections: Menu(.detailsThere, on: .photo), Menu(.saveOriginal, .export, on: .photo), beyond(.photo))
    }

    static func filter() -> Menu { choices(of: .filter, FilterChoice.all.map { ($0.id, $0.displayName) }) }

    private static func sort() -> Menu {
        choices(of: .sort, ListOrder.ofLists.map { ($0.rawValue, $0.displayName) })
    }

    private static func selection() -> Menu {
        Menu(
            sections: Menu(.selectSeveral, .selectAll, .selectNone, .invertSelection),
            Menu(.copyNames, .copyAddresses, .saveSelection), keeping())
    }

    private static func keeping() -> Menu { Menu(.saveOriginals, .exportPhotos) }

    private static func beyond(_ page: Command.Page) -> Menu {
        // Few photos have a video: it is not even grey for the others.
        let video = Menu()
        video.append(
            Command.playVideo.label, whilePossible: Command.playVideo.action,
            keys: Command.playVideo.shownKeys(on: page).first)
        return Menu(
            sections: page == .list ? Menu(.copyPicture) : Menu(.copyPicture, .copyAddress, on: page), video,
            Menu(.openWith, .openAddress, .showInFiles, on: page), Menu(.print, .setWallpaper, on: page),
            Menu(.trash, .undo, on: page))
    }

    private static func slideshow() -> Menu {
        let start = Menu(.slideshowBegin)
        for command in [Command.slideshowHold, .slideshowGoOn, .slideshowEnd] {
            start.append(command.label, whilePossible: command.action, keys: command.shownKeys(on: .photo).first)
        }
        let menu = Menu(sections: start)
        let intervals = [(3, 0), (5, 0), (10, 0), (30, 1), (60, 0)].map { seconds, place in
            let number = number(seconds, mnemonicAt: place)
            return (id: "\(seconds)", label: localizedCount(seconds, "\(number) Second", "\(number) Seconds"))
        }
        menu.append(
            section: choices(of: .slideshowInterval, intervals), heading: Command.slideshowInterval.label)
        menu.append(section: Menu(.slideshowRandom, .slideshowLoop, .slideshowFade))
        return menu
    }

    /// A number in the reader's digits, the one at `place` being the mnemonic.
    static func number(_ count: Int, mnemonicAt place: Int, in numbers: NumberFormats = .current) -> String {
        var text = numbers.whole(count)
        text.insert("_", at: text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex) ?? text.endIndex)
        return text
    }

    private static func choices(of command: Command, _ choices: [(id: String, label: String)]) -> Menu {
        let menu = Menu()
        for choice in choices { menu.append(choice.label, action: "\(command.action)::\(choice.id)") }
        return menu
    }
}

extension Menu {
    /// A menu of these commands, with their keys on `page`.
    fileprivate convenience init(_ commands: Command..., on page: Command.Page = .list) {
        self.init()
        for command in commands { append(command, on: page) }
    }

    fileprivate convenience init(sections: Menu...) {
        self.init()
        for section in sections { append(section: section) }
    }

    /// Adds the entry of `command`. GTK finds an application's keys itself.
    /// `label` has another mnemonic than its own, which is taken in this menu.
    fileprivate func append(_ command: Command, label: String? = nil, on page: Command.Page = .list) {
        let label = label ?? command.label
        if command.keys(in: .everywhere).isEmpty, let key = command.shownKeys(on: page).first {
            append(label, action: command.action, keys: key)
        } else {
            append(label, action: command.action)
        }
    }
}
