/// The attributes of an element of a page, or of marked-up text in a feed.
package protocol MarkupAttributes {
    /// The value of the attribute with that lower-case name, as UTF-8 with references resolved; nil if absent.
    func value(of name: StaticString) -> [UInt8]?

    /// The page's own attributes (`data-…`) that are not empty, without that beginning, and others that hold data.
    var dataValues: [DataValue] { get }

    /// The element's name, for the style sheets of a page.
    var tag: ElementTag { get }
}

extension MarkupAttributes {
    package var tag: ElementTag { ElementTag([UInt8]()) }
}

/// An element's name as a number: eight bytes of it, in lower case. Names that matter to style sheets differ in them.
package struct ElementTag: Hashable, Sendable {
    private let packed: UInt64

    package init(_ name: some Sequence<UInt8>) {
        packed = name.prefix(8).reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }

    /// A number like the hash of a class.
    var key: Int { Int(truncatingIfNeeded: packed) }
}

/// An attribute `data-…`, or one that holds data.
package struct DataValue: Sendable {
    /// Its name, after `data-`, in lower case.
    let name: [UInt8]
    let value: [UInt8]

    package init(name: [UInt8], value: [UInt8]) { (self.name, self.value) = (name, value) }

    func has(_ name: String, _ value: String) -> Bool {
        self.name.elementsEqual(name.utf8) && self.value.elementsEqual(value.utf8)
    }

    /// Whether its value may be JSON that names photos.
    var isData: Bool {
        (value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")) && value.count >= Self.shortestData
    }

    /// The shortest one that may name a photo.
    private static let shortestData = 12

    /// What its name says that it holds.
    enum Role: Equatable {
        /// The picture, or a larger one; the higher, the larger.
        case full(Int)
        /// The picture that is shown once it is needed.
        case source
        case small
        case caption
        case other
    }

    var role: Role {
        let words = Set(PageWords.words(of: name))
        if !words.isDisjoint(with: Self.captions) { return .caption }
        if !words.isDisjoint(with: Self.others) { return .other }
        if !words.isDisjoint(with: Self.smalls) { return .small }
        if !words.isDisjoint(with: Self.originals) { return .full(2) }
        if !words.isDisjoint(with: Self.larges) { return .full(1) }
        return words.isDisjoint(with: Self.addresses) ? .other : .source
    }

    /// Its address, if it is that of a picture by its ending.
    var picture: [UInt8]? {
        let address = PageLink.trimmed(value)
        return PageLink.isPicture(address) && !PageLink.isWikiPage(address) ? address : nil
    }

    private static let captions: Set<String> = ["caption", "title", "html", "description", "alt"]
    private static let others: Set<String> = [
        "meta", "name", "slug", "id", "permalink", "poster", "share", "pin", "tiny", "lqip", "placeholder", "blur",
        "lowres", "srcset", "icon", "avatar", "logo", "author", "width", "height", "size", "dimensions",
    ]
    private static let smalls: Set<String> = ["thumb", "thumbnail", "small", "medium", "preview"]
    private static let originals: Set<String> = ["orig", "original", "download", "raw", "master", "full", "fullsize"]
    private static let larges: Set<String> = ["large", "big", "hires", "hi", "zoom", "retina", "highres", "max", "hd"]
    private static let addresses: Set<String> = [
        "src", "lazy", "lazyload", "url", "image", "img", "href", "bg", "background", "echo", "file", "photo",
        "picture",
    ]
}

extension MarkupAttributes {
    /// The largest picture that its own attributes name.
    func fullPicture(in values: [DataValue]) -> [UInt8]? {
        var best: (rank: Int, address: [UInt8])?
        for value in values {
            guard case .full(let rank) = value.role, rank > best?.rank ?? 0, let picture = value.picture else {
                continue
            }
            best = (rank, picture)
        }
        return best?.address
    }

    /// The picture of that role that its own attributes name.
    func picture(_ role: DataValue.Role, in values: [DataValue]) -> [UInt8]? {
        for value in values where value.role == role {
            if let picture = value.picture { return picture }
        }
        return nil
    }

    /// Whether a caption is that of an element elsewhere: "#caption", ".caption".
    private static func isSelector(_ caption: [UInt8]) -> Bool {
        if caption.first == UInt8(ascii: "#") { return true }
        guard caption.first == UInt8(ascii: "."), caption.count > 1 else { return false }
        return !caption.contains(where: EntryScratch.isSpace) && URLText.isLetter(caption[1])
    }

    /// What its own attributes say under the picture, without markup.
    func caption(in values: [DataValue]) -> [UInt8] {
        for value in values where value.role == .caption && !Self.isSelector(value.value) {
            let text = PageText.withoutTags(value.value)
            if !text.isEmpty { return text }
        }
        return []
    }
}
