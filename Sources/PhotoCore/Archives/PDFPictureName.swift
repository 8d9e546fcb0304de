/// What a picture of a PDF document is called as a member of it: by its page, its place among the pictures of that
/// page, and its kind (`page-3-2.jpg`). A person is shown a text in its place.
package struct PDFPictureName: Equatable, Sendable {
    /// What its bytes are, by the ending.
    package enum Kind: String, Sendable, CaseIterable {
        case jpeg = "jpg"
        case png
        case tiff = "tif"
        /// Of a kind that cannot be read: it has no bytes.
        case unread
    }

    /// Counted from 1.
    package let page: Int
    /// Counted from 1.
    package let picture: Int
    package let kind: Kind

    private static let prefix = "page-"
    /// No name is longer.
    private static let longest = 40

    package init(page: Int, picture: Int, kind: Kind) {
        self.page = page
        self.picture = picture
        self.kind = kind
    }

    /// The picture that `name` names; nil for all other names.
    package init?(_ name: [UInt8]) {
        guard name.count <= Self.longest, let text = String(validating: name, as: UTF8.self),
            text.hasPrefix(Self.prefix), let dot = text.lastIndex(of: "."),
            let kind = Kind(rawValue: String(text[text.index(after: dot)...]))
        else { return nil }
        let numbers = text[..<dot].dropFirst(Self.prefix.count).split(separator: "-").map { Int($0) }
        guard numbers.count == 2, let page = numbers[0], let picture = numbers[1],
            (1...ArchiveLimits.pages).contains(page), (1...ArchiveLimits.members).contains(picture)
        else { return nil }
        self.init(page: page, picture: picture, kind: kind)
        // Numbers have other spellings.
        if bytes != name { return nil }
    }

    /// The member's name.
    package var bytes: [UInt8] { Array("\(Self.prefix)\(page)-\(picture).\(kind.rawValue)".utf8) }
}
