import PhotoCore

@MainActor
enum DesktopText {
    static func opened(with program: String) -> String { "Opened with \(program)" }
    static let noProgram = "No program on this computer can open this type of file."
    static let openedAddress = "Opened in the browser"
    static let nothingToShow = "Only photos on this computer can be shown in Files"
    static let noFileManager = "No file manager is installed. Install one to show folders."
    static func printed(_ name: String) -> String { "“\(name)” printed" }
    static let wallpaperSet = "Wallpaper set"
    static let nothingDropped = "Nothing that was dropped can be opened"
    static let pictureCopied = "Picture copied"

    /// "Moved to trash: “a.jpg”", "Moved to trash: 3 photos, 2 are not on this computer". The action comes first:
    /// narrow windows cut off the end.
    static func trashed(_ names: [String], remote: Int) -> String {
        let rest =
            switch remote {
            case 0: ""
            case 1: ", 1 is not on this computer"
            default: ", \(NumberFormats.current.whole(remote)) are not on this computer"
            }
        return "Moved to trash: \(photos(names))\(rest)"
    }

    static let nothingToTrash = "Only photos on this computer can be moved to the trash"

    static func restored(_ names: [String]) -> String { "\(photos(names)) restored" }

    /// "a.jpg" and the reason; for several, the first and the number of others.
    static func failed(_ failures: [(name: String, reason: String)]) -> String {
        guard let first = failures.first else { return "" }
        let more =
            switch failures.count - 1 {
            case 0: ""
            case 1: "\n\nAnd 1 more photo."
            case let count: "\n\nAnd \(NumberFormats.current.whole(count)) more photos."
            }
        return "\(first.name)\n\n\(first.reason)\(more)"
    }

    /// One by its name, several by their number.
    private static func photos(_ names: [String]) -> String {
        names.count == 1 ? "“\(names[0])”" : LoadingText.photos(names.count)
    }
}
