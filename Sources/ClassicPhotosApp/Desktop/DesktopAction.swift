import GtkBridge

/// What is done with photos beyond the window: in the list with what is selected, on a photo's page with that photo. Each
/// with a key, a menu entry and a line in the shortcuts window.
enum DesktopAction: String, CaseIterable {
    case copyPicture = "copy-picture"
    case copyAddress = "copy-address"
    case openWith = "open-with"
    case openAddress = "open-address"
    case showInFiles = "show-in-files"
    case print
    case setWallpaper = "set-wallpaper"
    case trash
    case undo

    /// The action's name in the window.
    var name: String { "desktop-\(rawValue)" }

    /// Its keys on a photo's page, as GTK writes them: where others have the same action, those of GNOME's viewer and files.
    var keys: [String] {
        switch self {
        case .copyPicture: ["<Control>c"]
        case .copyAddress: ["<Control><Shift>c"]
        case .openWith: ["<Control>Return", "<Control>KP_Enter"]
        case .openAddress: ["<Control>b"]
        case .showInFiles: ["<Control><Alt>o"]
        case .print: ["<Control>p"]
        case .setWallpaper: ["<Control>F8"]
        case .trash: ["Delete", "KP_Delete"]
        case .undo: ["<Control>z"]
        }
    }

    /// Its keys in the list, where names and addresses of all that is selected are copied by the plainer ones.
    var listKeys: [String] {
        switch self {
        case .copyPicture: ["<Control><Alt>c"]
        case .copyAddress: []
        default: keys
        }
    }

    private var label: String {
        switch self {
        case .copyPicture: "Copy _Picture"
        case .copyAddress: "Copy A_ddress"
        case .openWith: "Open _With…"
        case .openAddress: "Open in _Browser"
        case .showInFiles: "Show in _Files"
        case .print: "P_rint…"
        case .setWallpaper: "Set as Wa_llpaper"
        case .trash: "Move to _Trash"
        case .undo: "_Undo"
        }
    }

    /// What the shortcuts window says of it.
    static func shortcuts(inList isList: Bool) -> [(title: String, keys: [String])] {
        allCases.compactMap { action in
            let keys = (isList ? action.listKeys : action.keys).filter { !$0.contains("KP_") }
            return keys.isEmpty ? nil : (action.label.replacing("_", with: ""), keys)
        }
    }

    /// All of them, but for what the list has of its own.
    @MainActor
    static func menu(inList isList: Bool) -> Menu {
        let menu = Menu()
        for section in [
            [.copyPicture, .copyAddress], [.openWith, .openAddress, .showInFiles], [.print, .setWallpaper],
            [.trash, .undo],
        ] as [[Self]] {
            let entries = Menu()
            for action in section {
                guard let key = (isList ? action.listKeys : action.keys).first else { continue }
                entries.append(action.label, action: "win.\(action.name)", keys: key)
            }
            menu.append(section: entries)
        }
        return menu
    }
}
