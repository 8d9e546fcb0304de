extension PagePicture {
    /// The photo of an element's background, in its style or as pages that load pictures lazily write it; nil if it has
    /// none.
    init?(background element: some MarkupAttributes, line: Int) {
        let style = element.value(of: "style")
        let data = style.flatMap(Self.background) == nil ? element.dataValues.filter { Self.isBackground($0.name) } : []
        guard let location = style.flatMap(Self.background) ?? data.lazy.compactMap({ Self.fetchable($0.value) }).first,
            Self.isBackground(location, in: data.isEmpty ? style : nil, PageSize(of: element))
        else { return nil }
        let size = PageSize(of: element)
        if size.isTiny { return nil }
        self.init(location: location, line: line)
        name = PageText.collapsed(element.value(of: "aria-label") ?? element.value(of: "title") ?? [])
        source = .background
        // Signs and patterns are more often backgrounds than photos are.
        ornament.add(1, .background)
        if data.isEmpty, let style, Self.isPattern(style) { ornament.add(PageOrnament.enough, .pattern) }
        ornament.add(PageOrnament.hint(ofName: element.value(of: "class") ?? [], isOwn: true))
        ornament.add(PageOrnament.evidence(ofAddress: location))
        ornament.add(PageOrnament.hint(of: size))
    }

    /// The photo of an element's background in the style sheets of its page; nil if they give it none.
    init?(of element: some MarkupAttributes, styledAs found: PageStyles.Found, line: Int) {
        let styled = StyledElement(element, style: found.style)
        self.init(background: styled, line: line)
        guard let form = found.form else { return }
        source = .styleSheet
        self.form = form
        // Signs have any size, and are rarely JPEGs; a photo fills its element.
        let end = String(decoding: location.prefix { $0 != UInt8(ascii: "?") }.suffix(5), as: UTF8.self).lowercased()
        let isPhotoFile = Self.photoEndings.contains { end.hasSuffix($0) }
        let isLarge = PageSize(of: styled).longer.map { $0 >= Self.largeSide } ?? false
        if !isPhotoFile, !isLarge, !Self.fills(found.style) { ornament.add(PageOrnament.enough - 1, .doesNotFill) }
    }

    private static let photoEndings = [".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".avif", ".heic", ".heif", ".hif"]

    /// Whether a style fits its background to the element.
    private static func fills(_ style: [UInt8]) -> Bool {
        besidesAddress(style).contains { after("cover", in: $0) != nil || after("contain", in: $0) != nil }
    }

    private static func isBackground(_ name: [UInt8]) -> Bool {
        let words = PageWords.words(of: name)
        return words.contains("bg") || words.contains("background")
    }

    /// Whether a background's address is a picture's: it says so itself, or the style in which it stands gives it a
    /// place to fill.
    private static func isBackground(_ location: [UInt8], in style: [UInt8]?, _ size: PageSize) -> Bool {
        switch location.withUnsafeBytes({ AddressLook($0) }) {
        case .absoluteHint, .rootedPicture: true
        case .absolute: style.map { size.longer != nil || covers($0) } ?? false
        default: LocationDetection.namesPicture(location)
        }
    }

    /// Whether a style has its background cover the element.
    private static func covers(_ style: [UInt8]) -> Bool {
        besidesAddress(style).contains { after("cover", in: $0) != nil }
    }

    /// Whether a style repeats its background, or shows a part of it: a pattern, or a sheet of signs.
    static func isPattern(_ style: [UInt8]) -> Bool {
        if covers(style) { return false }
        for part in besidesAddress(style) {
            let words = part.split { EntryScratch.isSpace($0) || ";:,".utf8.contains($0) }
            for word in words.lazy.map({ String(decoding: $0.prefix(16), as: UTF8.self).lowercased() }) {
                switch word {
                case "no-repeat": return false
                case "repeat", "repeat-x", "repeat-y": return true
                default: break
                }
            }
        }
        return besidesAddress(style).contains { part in
            part.split { EntryScratch.isSpace($0) || ";:,".utf8.contains($0) }.contains { word in
                word.count > 3 && word.first == UInt8(ascii: "-") && word.dropFirst().first.map(URLText.isDigit) == true
                    && word.suffix(2).elementsEqual("px".utf8)
            }
        }
    }

    /// Whether a style takes a background away.
    static func hasNoBackground(_ style: [UInt8]) -> Bool {
        let properties: [StaticString] = ["background", "background-image"]
        return properties.contains { property in
            let value = PageSize.property(property, in: style)?.drop(while: EntryScratch.isSpace) ?? []
            return value.prefix(4).elementsEqual("none".utf8) { $0 | 0x20 == $1 }
        }
    }

    /// Whether a style's background counts before those of rules that count more.
    static func isImportant(_ style: [UInt8]) -> Bool {
        let properties: [StaticString] = ["background", "background-image"]
        return properties.contains { property in
            let value = (PageSize.property(property, in: style) ?? []).filter { !EntryScratch.isSpace($0) }
            return value.suffix(10).elementsEqual("!important".utf8) { $0 | 0x20 == $1 }
        }
    }

    /// A style's text before its first address and after it.
    private static func besidesAddress(_ style: [UInt8]) -> [ArraySlice<UInt8>] {
        let style = style.prefix(longestStyle)
        guard let address = after("url(", in: style) else { return [] }
        return [style[..<address.startIndex], address.drop { $0 != UInt8(ascii: ")") }]
    }

    /// The first picture in a style's background, else in a property of the element's own that is called one, by which
    /// a style sheet gives it the background (`--bg: url(…)`); nil without one.
    static func background(_ style: [UInt8]) -> [UInt8]? {
        let style = style.prefix(longestStyle)
        guard style.contains(UInt8(ascii: "(")) else { return nil }
        let background = after("background", in: style).flatMap { after("url(", in: $0) }
        return address(background) ?? address(ownProperty(in: style))
    }

    /// What follows `url(` in a custom property that is called a picture
    /// (https://www.w3.org/TR/css-variables-1/#defining-variables); nil without one.
    private static func ownProperty(in style: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for declaration in style.split(separator: UInt8(ascii: ";")) {
            let text = declaration.drop(while: EntryScratch.isSpace)
            guard text.starts(with: "--".utf8), let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let words = PageWords.words(of: text[..<colon])
            guard words.contains(where: { ownProperties.contains($0) }), !words.contains("mask") else { continue }
            // An address with data has a semicolon of its own.
            let value = style[(colon + 1)...].drop(while: EntryScratch.isSpace)
            let head = value.prefix(4)
            if head.elementsEqual("url(".utf8, by: { $0 == $1 || $0 | 0x20 == $1 }) { return value.dropFirst(4) }
        }
        return nil
    }

    private static let ownProperties: Set<String> = ["bg", "background", "image", "img", "photo", "picture"]

    /// The address that follows `url(`. One without quotation marks has no space, no such mark and no parenthesis: text
    /// with these is of a sheet with a mistake (https://www.w3.org/TR/css-syntax-3/#consume-url-token).
    private static func address(_ text: ArraySlice<UInt8>?) -> [UInt8]? {
        guard let rest = text?.drop(while: EntryScratch.isSpace) else { return nil }
        guard let quote = rest.first else { return nil }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return fetchable(Array(rest.dropFirst().prefix { $0 != quote }))
        }
        var address = rest.prefix { $0 != UInt8(ascii: ")") }
        while let last = address.last, EntryScratch.isSpace(last) { address.removeLast() }
        return address.contains { EntryScratch.isSpace($0) || "\"'(".utf8.contains($0) }
            ? nil : fetchable(Array(address))
    }

    /// What follows a lower-case word, in any case; nil without it.
    private static func after(_ word: StaticString, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard text.count >= word.count, let first = word.first else { return nil }
        for start in text.startIndex...(text.endIndex - word.count) where text[start] | 0x20 == first | 0x20 {
            if zip(text[start...], word).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return text[(start + word.count)...] }
        }
        return nil
    }

    /// 64 KiB: longer styles hold data.
    private static let longestStyle = 64 << 10
}
