import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp
@testable import GtkBridge

@Suite struct CommandTests {
    @Test(arguments: Command.Page.allCases)
    func `No key does two things where the window shows one page`(_ page: Command.Page) {
        var taken: [String: Command] = [:]
        for command in Command.allCases where !(page == .photo && command.need.isOfList) {
            for keys in command.entry.keys where keys.place.isIn(page) && keys.place != .slideshow {
                for key in keys.shown + keys.other {
                    #expect(taken[key] == nil, "\(key) is \(command)'s, and another's")
                    taken[key] = command
                }
            }
        }
        #expect(taken.count > 30)
    }

    @Test func `A slideshow has each of its keys once`() {
        let keys = Command.allCases.flatMap { $0.keys(in: .slideshow) }
        #expect(!keys.isEmpty && Set(keys).count == keys.count)
    }

    @MainActor
    @Test func `GTK can read every key`() {
        for command in Command.allCases {
            for key in command.entry.keys.flatMap({ $0.shown + $0.other }) {
                #expect(KeyTrigger(key) != nil, "\(key) of \(command)")
            }
        }
    }

    @Test func `A command with its own keys is listed on each page where it has some`() {
        let told = { (sections: [ShortcutSection]) in
            Set(
                sections.flatMap(\.groups).flatMap(\.shortcuts).flatMap { shortcut in
                    shortcut.keys.map { "\(shortcut.title) \($0)" }
                })
        }(KeyHelp.sections(slideshowIsPaused: nil) + KeyHelp.sections(slideshowIsPaused: true))
        // The keys of a row's menu are the keyboard's own; Escape ends everything that can end.
        let unsaid: Set<Command> = [.rowMenu, .stopFinding, .slideshowPause, .slideshow]
        for command in Command.allCases where !unsaid.contains(command) && command.entry.like == nil {
            for page in Command.Page.allCases where !command.need.isOfList || page == .list {
                for key in command.shownKeys(on: page) { #expect(told.contains("\(command.title) \(key)")) }
            }
        }
    }

    @Test func `Everything a person is offered has a name, with one mnemonic at most`() {
        for command in Command.allCases {
            #expect(!command.title.isEmpty)
            #expect(command.label.filter { $0 == "_" }.count <= 1)
        }
        #expect(Command.openFolder.title == "Open Folder")
        #expect(Command.saveCatalogue.title == "Save As")
    }

    @Test(arguments: [
        ("Open Fold_er…", "Open Folder"), ("_Ordner öffnen …", "Ordner öffnen"), ("フォルダーを開く(_E)…", "フォルダーを開く"),
        ("_Quit", "Quit"), ("…", ""),
    ])
    func `A title has neither the mnemonic nor the dots of a label`(_ label: String, _ title: String) {
        #expect(Command.title(of: label) == title)
    }

    @MainActor
    @Test(arguments: [("en_US", ["_3", "3_0", "_60"]), ("ar_EG", ["_٣", "٣_٠", "_٦٠"])])
    func `Numbers in menus have the reader's digits, with the mnemonic before one of them`(
        _ locale: String, _ labels: [String]
    ) {
        let numbers = NumberFormats(locale: Locale(identifier: locale))
        #expect(
            [(3, 0), (30, 1), (60, 0)].map { CommandMenus.number($0, mnemonicAt: $1, in: numbers) } == labels)
    }

    @Test func `A choice of an action is named as GTK names it`() {
        #expect(Command.viewGrid.action == "win.view::grid")
        #expect(Command.quit.action == "app.quit")
        #expect(Command.slideshowRandom.action == "win.slideshow-random")
    }

    @Test(arguments: [
        ("<Control><Shift>o", "Ctrl+Shift+O"), ("<Control>plus", "Ctrl++"), ("Page_Down", "Page Down"),
        ("<Alt>Return", "Alt+Enter"), ("F5", "F5"), ("space", "Space"), ("<Control>question", "Ctrl+?"),
    ])
    func `A key is called what a person calls it`(_ key: String, _ name: String) {
        #expect(KeyHelp.name(key) == name)
    }

    @Test func `The table of keys in USAGE.md is that of the commands`() throws {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let usage = try String(contentsOf: root.appendingPathComponent("USAGE.md"), encoding: .utf8)
        #expect(usage.contains("\n\n\(KeyHelp.table)\n\n"), "It is to be:\n\(KeyHelp.table)")
    }
}
