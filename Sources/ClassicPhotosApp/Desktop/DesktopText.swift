import PhotoCore

@MainActor
enum DesktopText {
    static func opened(with program: String) -> String { localized("Opened with \(program)") }
    static func playing(_ name: String) -> String { localized("“\(name)” opened in a player") }
    static let noProgram = localized("No program on this computer can open this type of file.")
    static let openedAddress = localized("Opened in the browser")
    static let nothingToShow = localized("Only photos on this computer can be shown in Files")
    static let noFileManager = localized("No file manager is installed. Install one to show folders.")
    static func printed(_ name: String) -> String { localized("“\(name)” printed") }
    static let wallpaperSet = localized("Wallpaper set")
    static let nothingDropped = localized("Nothing that was dropped can be opened")
    static let pictureCopied = localized("Picture copied")

    /// "Moved to trash: “a.jpg”", "Moved to trash: 3 photos, 2 are not on this computer". The action comes first:
    /// narrow windows cut off the end.
    static func trashed(_ names: [String], remote: Int) -> String {
        let count = NumberFormats.current.whole(names.count)
        let moved =
            names.count == 1
            ? localized("Moved to trash: “\(names[0])”")
            : localizedCount(names.count, "Moved to trash: \(count) photo", "Moved to trash: \(count) photos")
        guard remote > 0 else { return moved }
        let number = NumberFormats.current.whole(remote)
        let rest = localizedCount(
            remote, "\(number) is not on this computer", "\(number) are not on this computer")
        // Translators: "Moved to trash: 3 photos", and "2 are not on this computer".
        return localized("\(moved), \(rest)", context: "moved to trash, and the rest")
    }

    static let nothingToTrash = localized("Only photos on this computer can be moved to the trash")

    static func restored(_ names: [String]) -> String {
        if names.count == 1 { return localized("“\(names[0])” restored") }
        let count = NumberFormats.current.whole(names.count)
        return localizedCount(names.count, "\(count) photo restored", "\(count) photos restored")
    }

    /// "a.jpg" and the reason; for several, the first and the number of others.
    static func failed(_ failures: [(name: String, reason: String)]) -> String {
        guard let first = failures.first else { return "" }
        let others = failures.count - 1
        let number = NumberFormats.current.whole(others)
        let more = localizedCount(others, "And \(number) more photo.", "And \(number) more photos.")
        return [first.name, first.reason].joined(separator: "\n\n") + (others > 0 ? "\n\n\(more)" : "")
    }
}
