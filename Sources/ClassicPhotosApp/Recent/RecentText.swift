import Foundation
import PhotoCore

/// The texts of a recent catalogue. A pure function of its entry.
struct RecentText: Equatable {
    let title: String
    /// Where it is, in a person's words; empty if the title says that.
    let subtitle: String
    let isFolder: Bool

    /// The texts in the home folder `home`.
    init(_ catalogue: RecentCatalogue, home: String = NSHomeDirectory()) {
        let url = URL(string: catalogue.address)
        let folder = url.flatMap { FolderLocation($0) }
        isFolder = folder != nil
        let place: String
        if let folder {
            let path = Self.path(of: folder.folder, home: home)
            place = folder.isRecursive ? localized("\(path), with subfolders") : path
        } else if let url, let folder = WebFolder(url) {
            place = localized("\(Self.address(of: folder.folder)), with subfolders")
        } else if let url, let share = ShareLocation(url), share.isRecursive {
            place = localized("\(Self.address(of: share.address)), with subfolders")
        } else if let url, url.isFileURL {
            place = Self.path(of: url, home: home)
        } else {
            place = url.map(Self.address) ?? ShownText.line(catalogue.address)
        }
        title = catalogue.shownTitle.isEmpty ? place : catalogue.shownTitle
        subtitle = [title, title + "/"].contains(place) ? "" : place
    }

    private static func address(of url: URL) -> String {
        let address = ShownText.line(url.withoutPassword.absoluteString)
        return address.split(separator: "://", maxSplits: 1).last.map(String.init) ?? address
    }

    private static func path(of url: URL, home: String) -> String {
        let path = url.shownPath
        guard !home.isEmpty, home != "/" else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
