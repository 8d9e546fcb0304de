import Foundation

/// What a server lists of a folder, to recognise a link to one of the folders around it, which would list them without
/// end. Servers show a link as a folder with an address of its own.
struct FolderListing {
    /// The hash of its names in order, with what the page says of them. Each process has its own seed.
    private let content: Int
    private let hasPhotos: Bool
    /// Its address up to the last slash.
    private let address: String

    /// As many rows, and how many there are, tell listings apart.
    private static let comparedRows = 1000
    /// A link leads on as often as one likes. Folders by digits of the photos' names end earlier, four or six deep.
    private static let mostRepeats = 8
    /// Bytes of an address that any server's disk can follow: Windows takes paths of 260 characters.
    private static let safeAddress = 240

    /// What the page of the folder at `url` lists.
    init(_ page: Catalogue, at url: URL) {
        var hasher = Hasher()
        hasher.combine(page.count)
        for row in 0..<min(page.count, Self.comparedRows) {
            hasher.combine(page.isFolder(at: row))
            hasher.combine(page.name(at: row))
            for field in CatalogueField.allCases where !field.isURL { hasher.combine(page.text(of: field, at: row)) }
        }
        content = hasher.finalize()
        hasPhotos = page.photoCount > 0
        let text = url.absoluteString.prefix { !"?#".contains($0) }
        address = String(text.prefix(upTo: text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.endIndex))
    }

    /// Whether it lists the same as the other.
    func isSame(as other: FolderListing) -> Bool { content == other.content && hasPhotos == other.hasPhotos }

    /// What tells whether this listing, which is the same as that of `outer` around it, is a link to it.
    func evidence(within outer: FolderListing) -> Evidence {
        if hasPhotos { return .link }
        let way = address.dropFirst(outer.address.count)
        guard address.hasPrefix(outer.address), !way.isEmpty else { return .nothing }
        let room = (Self.safeAddress - address.utf8.count) / way.utf8.count
        let repeats = max(2, min(Self.mostRepeats, room))
        guard address.utf8.count + repeats * way.utf8.count <= FolderWalk.longestAddress else { return .nothing }
        return URL(string: address + String(repeating: String(way), count: repeats)).map(Evidence.place) ?? .nothing
    }

    enum Evidence {
        /// The same photos are listed.
        case link
        /// Only folders are listed: those that lie by digits of their names in folders of the same names do so at more
        /// than one depth. It is a link if this place, far below, to which the link would lead again, lists the same.
        case place(URL)
        case nothing
    }
}
