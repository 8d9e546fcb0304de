import Foundation

/// A video in a list of a server's photos: its row has the address of its picture, and as the fragment, which is never
/// sent, its own: `…/preview?fileId=7#/remote.php/dav/files/anna/lake.mp4`.
package enum VideoAddress {
    /// The endings by which desktops recognize videos.
    package static let endings: Set<String> = [
        "3g2", "3gp", "avi", "flv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "ts", "webm",
        "wmv",
    ]

    /// Whether an address or a file's name ends like a video's name.
    package static func isNamed(by text: String) -> Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }

    /// A row's address of the video at `video`, whose picture is at `picture`.
    package static func marked(_ video: String, picture: String) -> String { "\(picture)#\(video)" }

    /// The address of the video whose picture is at `picture`; nil for a photo. What is relative is so to `base`, or to
    /// the picture. Only http and https lead to videos, whatever a server names.
    package static func video(ofPicture picture: URL, in base: URL? = nil) -> URL? {
        guard let text = picture.fragment(percentEncoded: true), !text.isEmpty else { return nil }
        return URL(string: text, relativeTo: base ?? picture)?.absoluteURL.webAddress
    }
}
