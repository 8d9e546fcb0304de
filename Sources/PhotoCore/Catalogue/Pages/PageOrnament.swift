/// How much speaks for a picture of a page being no photo: a logo, a sign, a button, a face, an advertisement. Evidence
/// of place, size and names adds up.
///
/// The points are ranks, as in ``EvidenceTable``: what decides alone has as many as are needed, two weaker hints
/// together reach that.
enum PageOrnament {
    /// As many points make it an ornament.
    static let enough = 4
    /// More than any hint for a photo outweighs.
    static let certain = 8

    // MARK: Places

    /// The points of a place that is such an element.
    static func points(of element: PageElement, isInText: Bool) -> Int {
        switch element {
        case .advertisement: certain
        case .navigation: 4
        case .footer: isInText ? 1 : 4
        case .header: isInText ? 0 : 3
        case .aside, .button: 2
        default: 0
        }
    }

    /// The points of a place, or of a picture itself, with such a class or id.
    static func points(ofName name: [UInt8], isOwn: Bool) -> Int {
        var points = 0
        for part in name.split(whereSeparator: EntryScratch.isSpace).prefix(mostNames) {
            let words = PageWords.words(of: part)
            // "has-sidebar" says nothing of the place itself.
            guard let first = words.first, !modifiers.contains(first) else { continue }
            if words == ["side"] { points = max(points, 4) }
            for word in words {
                points = max(points, places[word] ?? 0, SignWord.ends(word) ? 4 : 0, isOwn ? own[word] ?? 0 : 0)
            }
        }
        return points
    }

    /// Whether a class or an id says that a picture stands for a folder.
    static func namesFolder(_ name: [UInt8]) -> Bool {
        name.split(whereSeparator: EntryScratch.isSpace).prefix(mostNames).contains { part in
            let words = PageWords.words(of: part)
            return words.contains { folders.contains($0) }
                || words.first == "album" && words.count == 2
                    && ["thumb", "cover"].contains(words[1])
        }
    }

    private static let mostNames = 16

    private static let modifiers: Set<String> = ["has", "no", "not", "with", "without", "is", "hide", "show"]

    private static func table(_ lines: [(Int, String)]) -> [String: Int] {
        var table: [String: Int] = [:]
        for (points, words) in lines {
            for word in words.split(separator: " ") { table[String(word)] = points }
        }
        return table
    }

    private static let places = table([
        (
            4,
            "logo logos icon icons favicon avatar avatars userpic emoji smiley smilies social share sharing "
                + "ad ads advert adverts advertisement sponsor sponsors sidebar navbox breadcrumb breadcrumbs"
        ),
        (3, "menu nav navigation toolbar banner notice cookie footer header masthead topbar"),
    ])

    private static let own = table([
        (
            4,
            "badge button btn sprite spinner spacer arrow flag overlay banner tracking pixel video movie captcha rating"
        )
    ])

    private static let folders: Set<String> = [
        "folder", "folders", "folderthumb", "subgal", "subalbum", "subfolder", "category", "subgallery",
    ]

    // MARK: Addresses and names

    /// The points of a picture with such an address.
    static func points(ofAddress address: [UInt8]) -> Int {
        // What it holds is no name.
        if DataAddress.begins(address) { return 0 }
        let path = address.prefix { $0 != UInt8(ascii: "?") }
        var parts = path.split(separator: UInt8(ascii: "/"))
        if LocationDetection.isAbsolute(path) || path.starts(with: "//".utf8) {
            // Neither the scheme nor the host: a host is no evidence.
            parts = Array(parts.dropFirst(path.starts(with: "//".utf8) ? 1 : 2))
        }
        var points = 0
        for folder in parts.dropLast().suffix(mostNames) {
            let words = PageWords.words(of: folder)
            if words.contains(where: { signs.contains($0) || SignWord.ends($0) }) { points = 4 }
        }
        guard let name = parts.last else { return points }
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let words = PageWords.words(of: name[..<(dot ?? name.endIndex)])
        if words.contains(where: { names.contains($0) }) { points += 2 }
        switch dot.map({ String(decoding: name[($0 + 1)...], as: UTF8.self).lowercased() }) {
        case "svg", "ico": points += 2
        case "gif": points += 1
        case "jpg", "jpeg", "heic", "avif": points -= 1
        default: break
        }
        return max(0, points)
    }

    /// Folders of signs and faces.
    private static let signs: Set<String> = [
        "icon", "icons", "avatar", "avatars", "emoji", "emojis", "smilies", "smileys", "smiley", "badges",
        "sprites",
    ]
    private static let names: Set<String> = [
        "logo", "logos", "icon", "favicon", "avatar", "sprite", "badge", "button", "btn", "spinner", "blank", "spacer",
        "pixel", "banner", "arrow", "emoji", "placeholder", "loading", "loader", "missing", "play", "transparent",
        "poweredby", "menu",
    ]

    /// The points of a picture with such an alternative text.
    static func points(ofText text: [UInt8]) -> Int {
        let words = PageWords.words(of: text)
        return words.count <= 4 && words.contains { texts.contains($0) } ? 2 : 0
    }

    private static let texts: Set<String> = [
        "logo", "icon", "avatar", "badge", "advertisement", "banner", "button", "menu", "home", "share", "rss",
        "donate",
    ]

    // MARK: Sizes

    /// The points of a picture shown at that size.
    static func points(of size: PageSize) -> Int {
        guard let (width, height) = size.both else { return 0 }
        if max(width, height) <= 64 { return 4 }
        if height <= 120, width / 4 >= height { return 3 }
        if max(width, height) <= 120 { return 1 }
        return min(width, height) >= 400 ? -2 : 0
    }
}
