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

    /// What a class or an id says of a place, or of a picture itself: the word that says most; nil for nothing.
    static func hint(ofName name: [UInt8], isOwn: Bool) -> OrnamentEvidence.Hint? {
        var most: (points: Int, word: String) = (0, "")
        func note(_ points: Int, _ word: String) { if points > most.points { most = (points, word) } }
        for part in name.split(whereSeparator: EntryScratch.isSpace).prefix(mostNames) {
            let words = PageWords.words(of: part)
            // "has-sidebar" says nothing of the place itself.
            guard let first = words.first, !modifiers.contains(first) else { continue }
            if words.count == 1, alone.contains(first) { note(4, first) }
            for word in words {
                note(max(places[word] ?? 0, SignWord.ends(word) ? 4 : 0, isOwn ? own[word] ?? 0 : 0), word)
            }
        }
        if most.points == 0 { return nil }
        return OrnamentEvidence.Hint(
            points: most.points, reason: isOwn ? .ownName(most.word) : .place(most.word))
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

    /// Words that say it only if they stand alone: what is next to the text, and what is below all posts of a person.
    private static let alone: Set<String> = ["side", "signature"]
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
            "logo logos icon icons favicon avatar avatars userpic emoji smiley smilies social share sharing sharedaddy "
                + "ad ads advert adverts advertisement sponsor sponsors sidebar navbox breadcrumb breadcrumbs"
        ),
        (2, "onebox"),
        (3, "menu nav navigation toolbar banner notice cookie footer header masthead topbar"),
    ])

    private static let own = table([
        (
            4,
            "badge button btn sprite spinner spacer arrow flag overlay banner tracking pixel video movie captcha "
                + "rating"
        ), (2, "sticker"),
    ])

    private static let folders: Set<String> = [
        "folder", "folders", "folderthumb", "subgal", "subalbum", "subfolder", "category", "subgallery",
    ]

    // MARK: Addresses and names

    /// What speaks for an ornament in an address.
    static func evidence(ofAddress address: [UInt8]) -> OrnamentEvidence {
        var evidence = OrnamentEvidence()
        // What it holds is no name.
        if DataAddress.begins(address) { return evidence }
        let path = address.prefix { $0 != UInt8(ascii: "?") }
        var parts = path.split(separator: UInt8(ascii: "/"))
        if LocationDetection.isAbsolute(path) || path.starts(with: "//".utf8) {
            // Neither the scheme nor the host: a host is no evidence.
            parts = Array(parts.dropFirst(path.starts(with: "//".utf8) ? 1 : 2))
        }
        for folder in parts.dropLast().suffix(mostNames) where evidence.points == 0 {
            let word = PageWords.words(of: folder).first { signs.contains($0) || SignWord.ends($0) }
            if let word { evidence.add(4, .folder(word)) }
        }
        guard let name = parts.last else { return evidence }
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let words = PageWords.words(of: name[..<(dot ?? name.endIndex)])
        let ending = dot.map { String(decoding: name[($0 + 1)...], as: UTF8.self).lowercased() }
        let whole = words.count == 1 ? words.first.flatMap { wholeNames[$0] } : nil
        if let points = whole, let word = words.first, points > 3 || ending == "gif" {
            evidence.add(points, .file(word))
        } else if let word = words.first(where: { names.contains($0) }) {
            evidence.add(2, .file(word))
        }
        guard let ending else { return evidence }
        switch ending {
        case "svg", "ico": evidence.add(2, .ending(ending))
        case "gif": evidence.add(1, .ending(ending))
        case "jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif", "avif":
            if evidence.points > 0 { evidence.add(-1, .ending(ending)) }
        default: break
        }
        return evidence
    }

    /// Its points.
    static func points(ofAddress address: [UInt8]) -> Int { evidence(ofAddress: address).points }

    /// Folders of signs and faces.
    private static let signs: Set<String> = [
        "icon", "icons", "avatar", "avatars", "emoji", "emojis", "smilies", "smileys", "smiley", "badges",
        "sprites", "ranks",
    ]
    private static let names: Set<String> = [
        "logo", "logos", "icon", "favicon", "avatar", "sprite", "badge", "button", "btn", "spinner", "blank", "spacer",
        "pixel", "banner", "arrow", "emoji", "placeholder", "loading", "loader", "missing", "play", "transparent",
        "poweredby", "menu", "appstore",
    ]
    /// Files that are called so and nothing else.
    private static let wholeNames = table([
        (
            4,
            "logo favicon avatar spacer blank pixel spinner loading loader transparent counter count paypal visa "
                + "mastercard maestro amex klarna"
        ),
        // Of old pages, as GIF.
        (3, "prev previous next up back forward home email mail new top bottom bullet line divider"),
    ])

    /// What an alternative text says of its picture; nil for nothing.
    static func hint(ofText text: [UInt8]) -> OrnamentEvidence.Hint? {
        let words = PageWords.words(of: text)
        let whole = " \(words.joined(separator: " ")) "
        if words.count <= 8, let sign = signTexts.first(where: { whole.contains(" \($0) ") }) {
            return OrnamentEvidence.Hint(points: 2, reason: .text(sign))
        }
        let isAlone = words.count == 1
        guard words.count <= 4,
            let word = words.first(where: { texts.contains($0) || isAlone && wholeNames[$0] != nil })
        else { return nil }
        return OrnamentEvidence.Hint(points: 2, reason: .text(word))
    }

    private static let signTexts = ["app store", "add to cart"]

    private static let texts: Set<String> = [
        "logo", "icon", "avatar", "badge", "advertisement", "banner", "button", "menu", "home", "share", "rss",
        "donate",
    ]

    // MARK: Sizes

    /// What the size says at which a picture is shown; nil for nothing.
    static func hint(of size: PageSize) -> OrnamentEvidence.Hint? {
        guard let (width, height) = size.both, case let points = points(of: size), points != 0 else { return nil }
        return OrnamentEvidence.Hint(points: points, reason: .size(width: width, height: height))
    }

    /// The points of a picture shown at that size.
    static func points(of size: PageSize) -> Int {
        guard let (width, height) = size.both else { return 0 }
        return points(width: width, height: height)
    }

    /// The points of a picture of this size.
    static func points(width: Int, height: Int) -> Int {
        if max(width, height) <= 64 { return 4 }
        if height <= 120, width / 4 >= height { return 3 }
        if max(width, height) <= 120 { return 1 }
        return min(width, height) >= 400 ? -2 : 0
    }
}
