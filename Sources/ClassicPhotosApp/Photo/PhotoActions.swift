import GtkBridge

/// What can be done with a photo that is looked at: each with keys and, but for the ways of moving, a menu entry.
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
        case .zoomOriginal: "_Original Size"
        case .zoomToggle: "_Zoom"
        case .turnRight: "Rotate _Right"
        case .turnLeft: "Rotate L_eft"
        case .mirror: "Flip _Horizontally"
        case .upsideDown: "Flip _Vertically"
        case .fullscreen: "_Fullscreen"
        case .details: "_Details"
        }
    }

    @MainActor
    static func menu() -> Menu {
        let menu = Menu()
        for section: [PhotoActions] in [
            [.next, .previous, .back], [.zoomIn, .zoomOut, .zoomFit, .zoomFill, .zoomOriginal],
            [.turnRight, .turnLeft, .mirror, .upsideDown], [.details, .fullscreen],
        ] {
            let entries = Menu()
            for each in section { entries.append(each.label, action: "win.\(each.name)", keys: each.keys[0]) }
            menu.append(section: entries)
        }
        return menu
    }

    /// The action of each key.
    @MainActor
    static func byKey() -> [KeyPress: PhotoActions] {
        var actions: [KeyPress: PhotoActions] = [:]
        for action in allCases {
            for key in action.keys.compactMap({ KeyPress($0) }) { actions[key] = action }
        }
        return actions
    }
}
