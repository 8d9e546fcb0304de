import GtkBridge

/// What can be done with a photo that is looked at: each with keys, a menu entry and a line in the shortcuts window.
enum PhotoActions: String, CaseIterable {
    case back, next, previous
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case zoomFit = "zoom-fit"
    case zoomFill = "zoom-fill"
    case zoomOriginal = "zoom-original"
    case zoomToggle = "zoom-toggle"
    case turnRight = "turn-right"
    case turnLeft = "turn-left"
    case mirror
    case upsideDown = "upside-down"
    case fullscreen, details
    case detailsHere = "details-here"
    case menu
    case filters
    case showOriginal = "show-original"
    case compare
    case filterAll = "filter-all"
    case saveOriginal = "save-original"
    case export

    /// The action's name in the window.
    var name: String { "photo-\(rawValue)" }

    /// Its keys, as GTK writes them. They are heeded on the page only: in the list and in entries they mean other things.
    var keys: [String] {
        switch self {
        case .back: ["Escape", "<Alt>Left", "Back", "BackSpace"]
        case .next: ["Page_Down", "KP_Page_Down", "n", "space"]
        case .previous: ["Page_Up", "KP_Page_Up", "p"]
        case .zoomIn: ["plus", "equal", "KP_Add", "<Control>plus", "<Control>equal"]
        case .zoomOut: ["minus", "KP_Subtract", "<Control>minus"]
        case .zoomFit: ["0", "KP_0", "<Control>0"]
        case .zoomFill: ["2", "KP_2", "<Control>2"]
        case .zoomOriginal: ["1", "KP_1", "<Control>1"]
        case .zoomToggle: ["z"]
        case .turnRight: ["r"]
        case .turnLeft: ["<Shift>r"]
        case .mirror: ["h"]
        case .upsideDown: ["v"]
        case .fullscreen: ["F11", "f"]
        case .details: ["F9", "i"]
        case .detailsHere: ["<Alt>Return", "<Alt>KP_Enter"]
        case .menu: ["Menu", "<Shift>F10"]
        case .filters: ["e", "<Control>e"]
        case .showOriginal: ["o"]
        case .compare: ["c"]
        case .filterAll: ["<Shift>e"]
        case .saveOriginal: ["<Control>s"]
        case .export: ["<Control><Shift>e"]
        }
    }

    private var label: String {
        switch self {
        case .back: "_Back to the List"
        case .next: "_Next Photo"
        case .previous: "_Previous Photo"
        case .zoomIn: "Zoom _In"
        case .zoomOut: "Zoom _Out"
        case .zoomFit: "Fit to _Window"
        case .zoomFill: "Fi_ll the Window"
        case .zoomOriginal: "Origi_nal Size"
        case .zoomToggle: "Original Size or _Fit"
        case .turnRight: "Rotate _Right"
        case .turnLeft: "Rotate L_eft"
        case .mirror: "Flip _Horizontally"
        case .upsideDown: "Flip _Vertically"
        case .fullscreen: "_Fullscreen"
        case .details: "_Details at the Side"
        case .detailsHere: "Details _Over the Photo"
        case .menu: "_Menu of the Photo"
        case .filters: "Fil_ters"
        case .showOriginal: "Show the Ori_ginal"
        case .compare: "_Compare Side by Side"
        case .filterAll: "_Apply Filter to All"
        case .saveOriginal: "_Save Original…"
        case .export: "E_xport…"
        }
    }

    /// What the shortcuts window says of it; keys that every keyboard has.
    var shortcut: (title: String, keys: [String]) {
        (
            label.replacing("_", with: ""),
            // Zooming has keys without Control as well.
            keys.filter { !$0.contains("KP_") && (!$0.hasPrefix("<Control>") || keys.count == 1) && $0 != "Back" }
        )
    }

    /// Every action, as the shortcuts window and the menu divide them; the menu has those with a name of their own there one
    /// level down, for it is to fit on small screens.
    static let sections: [(title: String, submenu: String?, actions: [PhotoActions])] = [
        ("Photos", nil, [.next, .previous, .back]),
        ("View", nil, [.details, .detailsHere, .menu, .fullscreen]),
        ("Zoom", "_Zoom", [.zoomIn, .zoomOut, .zoomFit, .zoomFill, .zoomOriginal, .zoomToggle]),
        ("Rotate and Flip", "Rotate and Fl_ip", [.turnRight, .turnLeft, .mirror, .upsideDown]),
        ("Filter", "Fil_ter", [.filters, .showOriginal, .compare, .filterAll]),
        ("Keep", nil, [.saveOriginal, .export]),
    ]

    /// Adds its entry.
    @MainActor
    func append(to menu: Menu) { menu.append(label, action: "win.\(name)", keys: keys[0]) }

    @MainActor
    static func menu() -> Menu {
        let menu = Menu()
        let submenus = Menu()
        for section in sections {
            let entries = Menu()
            // A menu does not offer a menu.
            for each in section.actions where each != .menu { each.append(to: entries) }
            if let name = section.submenu {
                submenus.append(name, submenu: entries)
            } else {
                menu.append(section: entries)
            }
        }
        submenus.append("S_lideshow", submenu: PhotoWindow.slideshowMenu())
        submenus.append("P_hoto", submenu: DesktopAction.menu(inList: false))
        menu.append(section: submenus)
        let program = Menu()
        program.append("_Retry All Failed", action: "win.retry-all")
        program.append("_Keyboard Shortcuts", action: "win.show-help-overlay")
        program.append("_About Classic Photos", action: "win.about")
        menu.append(section: program)
        return menu
    }

    /// The action of each key.
    @MainActor
    static func byKey() -> KeyMap<PhotoActions> {
        var actions = KeyMap<PhotoActions>()
        for action in allCases { actions.add(action.keys, action) }
        return actions
    }
}
