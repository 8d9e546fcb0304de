/// Which addresses are the same photo: in another size, over another scheme, or through a server's scaler.
enum PictureSameness {
    /// What addresses of the same photo have in common; the address itself if nothing tells more.
    static func key(of address: [UInt8]) -> [UInt8] { key(of: address, within: mostScalers) }

    /// Scalers of scalers cost as much again each.
    private static let mostScalers = 2

    private static func key(of address: [UInt8], within scalers: Int) -> [UInt8] {
        if DataAddress.begins(address) { return address }
        var text = address[...]
        for scheme in ["https:", "http:"] where text.starts(with: scheme.utf8) { text = text.dropFirst(scheme.count) }
        if scalers > 0, let scaled = scaled(text) { return key(of: scaled, within: scalers - 1) }
        guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return Array(text) }
        let path = text[..<mark]
        let isPicture = LocationDetection.namesPicture(path)
        var items: [ArraySlice<UInt8>] = []
        for item in text[(mark + 1)...].split(separator: UInt8(ascii: "&")).prefix(mostItems) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let value = PageLink.unescaped(item.dropFirst(name.count + 1))
            // A scaler, which names the file.
            if scalers > 0, isAddress(value), LocationDetection.namesPicture(value), !isPicture {
                return key(of: value, within: scalers - 1)
            }
            let word = String(decoding: name, as: UTF8.self).lowercased()
            let isSize = sizes.contains(word) || isPicture && letters.contains(word)
            if !isSize { items.append(item) }
        }
        return Array(path) + items.joined(separator: [UInt8(ascii: "&")]).map { $0 }.prefixed(by: UInt8(ascii: "?"))
    }

    /// The address of the picture that a scaler's address ends with: `/w_424,f_webp/https%3A%2F%2Fh%2Fsea.jpg`; nil for
    /// other addresses.
    private static func scaled(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let slash = text.lastIndex(of: UInt8(ascii: "/")), slash > text.startIndex else { return nil }
        let name = text[(slash + 1)...]
        guard name.starts(with: "http".utf8), name.contains(UInt8(ascii: "%")) else { return nil }
        let inner = PageLink.unescaped(name)
        return LocationDetection.isAbsolute(inner) && LocationDetection.namesPicture(inner) ? inner : nil
    }

    private static let mostItems = 32
    private static let sizes: Set<String> = [
        "width", "height", "size", "resize", "fit", "crop", "quality", "dpr", "auto", "maxwidth", "maxheight", "scale",
        "imwidth", "downsize", "format", "fm",
    ]
    private static let letters: Set<String> = [
        "w", "h", "q", "s", "sw", "sh", "ssl", "strip", "zoom", "mode", "f", "view", "dl",
    ]

    private static func isAddress(_ text: [UInt8]) -> Bool {
        text.first == UInt8(ascii: "/") || LocationDetection.isAbsolute(text)
    }

    /// Whether two addresses differ in what tells a size alone: `/s4000/sea.jpg` and `/s320/sea.jpg`, `x=s2000` and
    /// `x=s320`, `sea_b.jpg` and `sea_m.jpg`.
    static func differInSizeOnly(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        sizelessKey(of: one).map { $0 == sizelessKey(of: other) } ?? false
    }

    /// Whether an address is that of a size of the picture at another one, which may be the picture as it was made.
    static func isSize(_ size: [UInt8], of picture: [UInt8]) -> Bool {
        differInSizeOnly(size, picture) && (tellsSize(size) || !tellsSize(picture))
    }

    /// Whether two addresses are of one picture, at two sizes or at one. Those that differ in a letter which tells no
    /// size are of a series: `mug-102438_a.jpg` and `mug-102438_b.jpg`.
    static func isPicture(_ one: [UInt8], of other: [UInt8]) -> Bool {
        PictureIdentity(one).isPicture(of: PictureIdentity(other))
    }

    /// The one or two letters at the end of the file's name, after a separator; empty without them.
    fileprivate static func lastLetters(of address: [UInt8]) -> String {
        let name = PageLink.fileName(address)
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        guard let cut = stem.lastIndex(where: { "_-".utf8.contains($0) }) else { return "" }
        let letters = stem[(cut + 1)...]
        guard (1...2).contains(letters.count), letters.allSatisfy(URLText.isLetter) else { return "" }
        return String(decoding: letters, as: UTF8.self).lowercased()
    }

    private static func tellsSize(_ address: [UInt8]) -> Bool {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = path.split(separator: UInt8(ascii: "/")).count - (LocationDetection.isAbsolute(path) ? 1 : 0)
        let (known, name) = (sizeless(address), PageLink.fileName(address))
        guard let last = known.last else { return false }
        let stem = LocationDetection.namesPicture(name) ? name.lastIndex(of: UInt8(ascii: ".")) : nil
        return known.count < parts || last.count < stem ?? name.count
    }

    /// Equal for addresses that differ in what tells a size alone; nil if the rest says too little.
    static func sizelessKey(of address: [UInt8]) -> [[UInt8]]? {
        let parts = sizeless(address)
        return parts.count >= 2 ? parts : nil
    }

    /// Whether two addresses differ at most in one or two letters at the end of the file's name: `1_ab_b.jpg` and
    /// `1_ab_m.jpg`. Services tell sizes by them, but photos of a series differ in them, too.
    static func differInLettersOnly(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let parts = withoutLetters(one)
        return parts.last.map { $0.count >= 3 } ?? false && parts == withoutLetters(other)
    }

    private static func withoutLetters(_ address: [UInt8]) -> [[UInt8]] {
        var parts = sizeless(address)
        guard var name = parts.popLast() else { return [] }
        if let cut = name.lastIndex(where: { "_-".utf8.contains($0) }), (1...2).contains(name.count - cut - 1),
            name[(cut + 1)...].allSatisfy(URLText.isLetter)
        {
            name.removeSubrange(cut...)
        }
        return parts + [name]
    }

    /// Whether two addresses lie in one folder and begin alike: a placeholder and the photo for which it stands do not.
    static func areKin(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let (one, other) = (key(of: one), key(of: other))
        let common = zip(one, other).prefix { $0 == $1 }.count
        let name = one.prefix(common).lastIndex(of: UInt8(ascii: "/")).map { common - $0 - 1 } ?? common
        let folders = one.dropFirst(common).contains(UInt8(ascii: "/"))
        return common == one.count || name >= 3 && !folders
    }

    /// The name of the file without its size and ending; empty if that says too little.
    static func stem(of address: [UInt8]) -> [UInt8] {
        let stem = sizeless(address).last ?? []
        return stem.count >= 8 ? stem : []
    }

    private static func sizeless(_ address: [UInt8]) -> [[UInt8]] {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var parts = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        if LocationDetection.isAbsolute(path) { parts.removeFirst() }
        guard var name = parts.popLast() else { return [] }
        if LocationDetection.namesPicture(name), let dot = name.lastIndex(of: UInt8(ascii: ".")) {
            name.removeSubrange(dot...)
        }
        for separator in "=_-".utf8 {
            guard let cut = name.lastIndex(of: separator), isSize(name[(cut + 1)...], after: name[..<cut]) else {
                continue
            }
            name.removeSubrange(cut...)
        }
        return parts.filter { !isSizeFolder($0[...]) } + [name]
    }

    /// "s320", "1024x683", "b" after a long name with digits.
    private static func isSize(_ text: ArraySlice<UInt8>, after name: ArraySlice<UInt8>) -> Bool {
        if isSizeFolder(text) { return true }
        let isLong = name.count >= 12 && name.contains(where: URLText.isDigit)
        return isLong && (1...2).contains(text.count) && text.allSatisfy(URLText.isLetter)
    }

    /// A letter or two and a number, or two numbers with an x, and perhaps signs of how it is cut: "s72-c",
    /// "w600-h315".
    private static func isSizeFolder(_ text: ArraySlice<UInt8>) -> Bool {
        let first = text.split(whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }).first ?? []
        guard first.count <= 12 else { return false }
        let letters = first.prefix { URLText.isLetter($0) }
        let rest = first.dropFirst(letters.count)
        let numbers = rest.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let areNumbers =
            (1...2).contains(numbers.count)
            && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(URLText.isDigit) }
        let hasLetter = letters.count == 1 && "swh".utf8.contains(letters[letters.startIndex] | 0x20)
        return areNumbers && (hasLetter || letters.isEmpty && numbers.count == 2)
    }
}

/// What an address says of the picture at it, to compare it with several others.
struct PictureIdentity {
    private let key: [UInt8]
    private let sizelessKey: [[UInt8]]?
    private let letters: String

    init(_ address: [UInt8]) {
        key = PictureSameness.key(of: address)
        sizelessKey = PictureSameness.sizelessKey(of: address)
        letters = PictureSameness.lastLetters(of: address)
    }

    /// As ``PictureSameness/isPicture(_:of:)`` for the two addresses.
    func isPicture(of other: PictureIdentity) -> Bool {
        if key == other.key { return true }
        guard let sizelessKey, sizelessKey == other.sizelessKey else { return false }
        return letters == other.letters
            || [letters, other.letters].allSatisfy { $0.isEmpty || PictureSize.of(letter: $0) != nil }
    }
}

/// The addresses of photos, to find the same photo again in any size: takes the same time however many there are.
struct KnownPictures {
    private var keys: Set<[UInt8]> = []
    private var sizelessKeys: Set<[[UInt8]]> = []

    mutating func add(_ addresses: [[UInt8]]) {
        for address in addresses {
            keys.insert(PictureSameness.key(of: address))
            if let key = PictureSameness.sizelessKey(of: address) { sizelessKeys.insert(key) }
        }
    }

    func has(_ address: [UInt8]) -> Bool {
        keys.contains(PictureSameness.key(of: address))
            || PictureSameness.sizelessKey(of: address).map(sizelessKeys.contains) == true
    }
}

extension [UInt8] {
    /// Itself after a byte, unless it is empty.
    fileprivate func prefixed(by byte: UInt8) -> [UInt8] { isEmpty ? self : [byte] + self }
}
