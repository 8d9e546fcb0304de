import Foundation

/// A folder as a WebDAV server lists it: https://www.rfc-editor.org/rfc/rfc4918#section-14.16
///
/// Also the answer to a search (RFC 5323), which lists files of several folders. Nextcloud tells when photos were taken
/// and their sizes (https://docs.nextcloud.com/server/latest/developer_manual/digging_deeper/files-metadata.html),
/// whether it has smaller pictures of them, also of videos, and a version of each folder that changes with anything in
/// it.
package struct DAVListing: XMLListing {
    private let own: [UInt8]
    private var address: [UInt8] = []
    private var type: [UInt8] = []
    private var date: [UInt8] = []
    private var name: [UInt8] = []
    private var isFolder = false
    private var cloud = CloudProperties()
    /// What the properties being read say; they count only if the server has them.
    private var properties: [(name: String, text: [UInt8])] = []
    private var isThere = true
    /// Whether the server refuses the file itself.
    private var isRefused = false

    /// Bytes at the beginning and at the end of a reply that tell whether it is a list.
    package static let endByteCount = CatalogueHead.byteCount

    /// Whether a reply from `url` with this `beginning` and this `end`, which overlap in one of fewer than
    /// ``endByteCount`` bytes, has the form of a folder's list. A page that wants a login does not have it, nor does a
    /// list that is cut short.
    package static func isWhole(beginning: Data, end: Data, byteCount: Int, from url: URL) -> Bool {
        let beginning = Array(beginning.prefix(endByteCount))
        let head = CatalogueHead(beginning, isWhole: beginning.count == byteCount, hint: CatalogueHint(url: url))
        guard case .folder? = XMLListingKind(head) else { return false }
        // Also in UTF-16, and with white space in the tag and after it.
        let end = end.suffix(endByteCount).filter { $0 != 0 && !EntryScratch.isSpace($0) }
        return end.suffix(lastTag.utf8.count).elementsEqual(lastTag.utf8)
    }

    private static let lastTag = "multistatus>"

    package init(document: URL) { own = Self.path(Array(document.absoluteString.utf8)) }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        switch path.name {
        case "response" where path.parent == "multistatus":
            (address, type, date, name, isFolder, isRefused) = ([], [], [], [], false, false)
            cloud = CloudProperties()
        case "propstat": (properties, isThere) = ([], true)
        case "collection" where path.parent == "resourcetype": properties.append(("collection", []))
        default: break
        }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("response", "href"): if address.isEmpty { address = text }
        case ("prop", "getcontenttype"), ("prop", "getlastmodified"), ("prop", "displayname"):
            properties.append((path.name, text))
        case ("prop", "getetag"), ("prop", "fileid"), ("prop", "has-preview"),
            ("prop", "metadata-photos-original_date_time"), ("checksums", "checksum"),
            ("metadata-photos-size", "width"), ("metadata-photos-size", "height"):
            properties.append((path.name, text))
        case ("propstat", "status"):
            isThere = Self.isSuccess(text)
        case ("response", "status"): isRefused = !Self.isSuccess(text)
        case ("response", "propstat") where isThere:
            for (name, text) in properties { take(name, text) }
        case ("multistatus", "response"): end(into: &listed)
        default: break
        }
    }

    private mutating func take(_ property: String, _ text: [UInt8]) {
        switch property {
        case "getcontenttype": type = text
        case "getlastmodified": date = text
        case "displayname": name = text
        case "collection": isFolder = true
        default: cloud.take(property, text)
        }
    }

    private func end(into listed: inout Listed) {
        let path = Self.path(address)
        if path.isEmpty || isRefused { return }
        let file = ListedName(PageLink.unescaped(path[...]))
        if isFolder {
            // The folder that is listed comes first.
            if Self.isSame(path, own) {
                listed.version = cloud.version.map { String(decoding: $0, as: UTF8.self) }
                return
            }
            if isHidden(file) { return }
            let location = address.last == Self.slash ? address : address + [Self.slash]
            var row = ListingRow(location, name: file.last, kind: .opens)
            row.checksum = cloud.version ?? []
            listed.rows.append(row)
        } else if file.isPicture(type: type), !isHidden(file) {
            listed.rows.append(row(of: file, at: address))
        } else if file.isVideo(type: type), !isHidden(file), let picture = cloud.picture(ofVideo: address) {
            // Only a server that has a picture of it can show it in a row.
            var video = row(of: file, at: picture)
            video.description = Array(localized("Video").utf8)
            listed.rows.append(video)
        }
    }

    private func row(of file: ListedName, at location: [UInt8]) -> ListingRow {
        var row = ListingRow(location, name: name.isEmpty ? Array(cloud.name(file.last, at: address)) : name)
        row.date = cloud.taken ?? date
        (row.width, row.height) = cloud.size
        row.checksum = cloud.checksum
        row.thumbnail = cloud.thumbnail(of: address)
        return row
    }

    /// Hidden ones are no more listed than those of this computer. macOS writes a `._IMG_1.jpg` for each photo.
    private func isHidden(_ file: ListedName) -> Bool { file.last.first == UInt8(ascii: ".") }

    /// Whether a status line says so: "HTTP/1.1 200 OK".
    private static func isSuccess(_ status: [UInt8]) -> Bool {
        let words = String(decoding: status, as: UTF8.self).split(separator: " ")
        return words.count < 2 || words[1].hasPrefix("2")
    }

    private static let slash = UInt8(ascii: "/")

    /// The path of an address, which may have a scheme and a host.
    private static func path(_ address: [UInt8]) -> [UInt8] {
        let end = address.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? address.endIndex
        let whole = address[..<end]
        guard let scheme = String(decoding: whole, as: UTF8.self).firstRange(of: "://") else { return Array(whole) }
        let start = String(decoding: whole, as: UTF8.self)[..<scheme.upperBound].utf8.count
        let rest = whole.dropFirst(start)
        return Array(rest.drop { $0 != slash })
    }

    /// Whether both name the same folder, however they are escaped.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let plain = { (path: [UInt8]) in
            let text = PageLink.unescaped(path[...])
            return text.last == slash ? Array(text.dropLast()) : text
        }
        return plain(one) == plain(other)
    }
}
