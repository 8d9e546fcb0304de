import PhotoCore

/// The values of settings that are words. An unknown word means the first.
protocol PreferenceChoice: RawRepresentable<String>, CaseIterable, Sendable {
    /// The setting.
    static var key: String { get }
    /// Its name in the preferences.
    var displayName: String { get }
}

extension PreferenceChoice {
    /// The stored value.
    init(stored: String) { self = Self(rawValue: stored) ?? Self.allCases[Self.allCases.startIndex] }
}

/// When the network counts as metered.
enum MeteredNetwork: String, PreferenceChoice {
    case automatic, always, never

    static let key = "metered-network"

    var displayName: String {
        switch self {
        case .automatic: localized("Automatic")
        case .always: localized("Always")
        case .never: localized("Never")
        }
    }

    /// Whether data is saved, if the desktop says this about the network.
    func saves(isMetered: Bool) -> Bool {
        switch self {
        case .automatic: isMetered
        case .always: true
        case .never: false
        }
    }
}

/// The style of the windows.
enum WindowStyle: String, PreferenceChoice {
    case desktop = "default"
    case light, dark

    static let key = "color-scheme"

    var displayName: String {
        switch self {
        case .desktop: localized("Follow the System", context: "style")
        case .light: localized("Light", context: "style")
        case .dark: localized("Dark", context: "style")
        }
    }
}

/// What is around a photo on its page.
enum PhotoBackground: String, PreferenceChoice {
    /// Nearly black.
    case dark
    case black, gray, white

    static let key = "photo-background"

    var displayName: String {
        switch self {
        case .dark: localized("Dark", context: "background")
        case .black: localized("Black", context: "background")
        case .gray: localized("Grey", context: "background")
        case .white: localized("White", context: "background")
        }
    }

    /// Red, green and blue are equal, so that no photo takes on a tint: 0 to 255; but the first is GNOME's dark view.
    var levels: (red: Int, green: Int, blue: Int) {
        switch self {
        case .dark: (34, 34, 38)
        case .black: (0, 0, 0)
        // The middle grey of sRGB: as bright to the eye as half of white.
        case .gray: (119, 119, 119)
        case .white: (255, 255, 255)
        }
    }
}

/// What a click on a photo in the list does.
enum PhotoClick: String, PreferenceChoice {
    case open, select

    static let key = "click"

    var displayName: String {
        switch self {
        case .open: localized("Open the Photo")
        case .select: localized("Select the Photo")
        }
    }
}
