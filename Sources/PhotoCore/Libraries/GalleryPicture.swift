import Foundation

/// A smaller picture of a photo that Piwigo makes: `…/_data/i/upload/2024/10/06/20241006200000-0a1b2c3d-2s.jpg`; or
/// `…/i.php?/upload/…`, a script that makes it first.
///
/// A row's address of it ends in a value that the server ignores: `photo=1201`, the server's number of the photo. In
/// `photo=1201.xx` follows the size of the picture for a page, whose address differs only by that; in `photo=1201.xx.i`
/// the script makes it.
package struct GalleryPicture: Sendable, Equatable {
    /// The server's number of the photo.
    package let photo: Int
    /// The address of a picture of about a screen's size; nil if the photo itself is shown there.
    package let preview: URL?

    private static let mark = "photo="
    private static let (made, script) = ("/_data/i/", "/i.php?/")

    /// A row's address of the picture at `thumbnail`, of a photo that has the picture at `preview` for a page.
    package static func marked(_ thumbnail: String, photo: Int, preview: String?) -> String {
        let other = preview.flatMap { Self.end(of: $0, from: thumbnail) } ?? ""
        return thumbnail + (thumbnail.contains("?") ? "&" : "?") + mark + String(photo) + other
    }

    /// What leads from a thumbnail's address to that of `preview`; nil if nothing does.
    private static func end(of preview: String, from thumbnail: String) -> String? {
        guard let place = Self.size(in: preview), let other = address(thumbnail, in: preview[place]) else { return nil }
        let end = "." + String(preview[place])
        // The script knows what is made already.
        if other == preview || other == scripted(preview) { return end }
        return scripted(other) == preview ? end + ".i" : nil
    }

    /// Where the name of a picture says its size.
    private static func size(in address: String) -> Range<String.Index>? {
        guard let dot = address.lastIndex(of: "."), let dash = address[..<dot].lastIndex(of: "-") else { return nil }
        let size = address.index(after: dash)..<dot
        let isSize = address[size].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return size.isEmpty || !isSize ? nil : size
    }

    /// The address of the same picture in another size.
    private static func address(_ address: String, in size: Substring) -> String? {
        Self.size(in: address).map { address.replacingCharacters(in: $0, with: size) }
    }

    /// The address at which the script makes a picture; nil for others.
    private static func scripted(_ address: String) -> String? {
        address.range(of: made).map { address.replacingCharacters(in: $0, with: script) }
    }

    /// The picture at a row's address; nil for other addresses.
    package init?(_ thumbnail: URL) {
        let text = thumbnail.absoluteString
        guard let found = text.range(of: Self.mark, options: .backwards), found.lowerBound > text.startIndex else {
            return nil
        }
        let end = text.index(before: found.lowerBound)
        let parts = text[found.upperBound...].split(separator: ".", omittingEmptySubsequences: false)
        guard text[end] == "?" || text[end] == "&", parts.count <= 3, let photo = Int(parts[0]), photo > 0,
            parts.count < 3 || parts[2] == "i"
        else { return nil }
        self.photo = photo
        let other = parts.count > 1 ? Self.address(String(text[..<end]), in: parts[1]) : nil
        preview = other.flatMap { URL(string: parts.count == 3 ? Self.scripted($0) ?? $0 : $0) }
    }
}
