/// Addresses in attributes of pages.
enum PageLink {
    /// The address, trimmed and without its fragment, which is never sent.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var text = text.prefix { $0 != UInt8(ascii: "#") }.drop(while: EntryScratch.isSpace)
        while let last = text.last, EntryScratch.isSpace(last) { text.removeLast() }
        return Array(text)
    }

    /// Whether it can be fetched: it is relative, or has a supported scheme, and is no template of a script's.
    static func isFetchable(_ text: [UInt8]) -> Bool {
        guard let first = text.first, !isTemplate(text) else { return false }
        guard URLText.isLetter(first), let end = text.firstIndex(where: isEndOfScheme), text[end] == UInt8(ascii: ":")
        else {
            return true
        }
        let scheme = text[..<end]
        // A file name may start like a scheme.
        if scheme.contains(where: { !URLText.isLetter($0) && !URLText.isDigit($0) && !"+-.".utf8.contains($0) }) {
            return true
        }
        return ["http", "https", "file"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
    }

    /// `/p/{{id}}.jpg`, `{% static "1.jpg" %}`
    private static func isTemplate(_ text: [UInt8]) -> Bool {
        guard text.contains(UInt8(ascii: "{")) else { return false }
        return zip(text, text.dropFirst()).contains { one, next in
            one == UInt8(ascii: "{") && (next == UInt8(ascii: "{") || next == UInt8(ascii: "%"))
        }
    }

    private static func isEndOfScheme(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    static func isPicture(_ text: [UInt8]) -> Bool { LocationDetection.namesPicture(text) && isFetchable(text) }

    /// Whether it names a picture, but is a page about it, as in wikis (`/wiki/File:Sea.jpg`).
    static func isWikiPage(_ text: [UInt8]) -> Bool {
        let name = text.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/")).last ?? []
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > name.startIndex else { return false }
        return name[..<colon].allSatisfy { URLText.isLetter($0) || $0 >= 0x80 || $0 == UInt8(ascii: "_") }
    }

    /// Whether it is a wiki's page, and not a file with a colon in its name ("Rome: day 1.jpg").
    static func isPageAboutFile(_ text: [UInt8]) -> Bool {
        guard isWikiPage(text), text.contains(UInt8(ascii: "/")), let colon = text.lastIndex(of: UInt8(ascii: ":"))
        else { return false }
        let next = text[(colon + 1)...]
        return !next.starts(with: "%20".utf8) && next.first.map { !EntryScratch.isSpace($0) } ?? false
    }

    /// Whether it leads to a film: itself, or to a player of one.
    static func isFilm(_ text: [UInt8]) -> Bool {
        let path = text.prefix { $0 != UInt8(ascii: "?") }
        if namesFilm(path) { return !isWikiPage(Array(path)) }
        return text.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")).prefix(16).contains { item in
            namesFilm(unescaped(item))
        }
    }

    private static func namesFilm(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        let end = text.suffix(6)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return films.contains(String(decoding: end[end.index(after: dot)...], as: UTF8.self).lowercased())
    }

    private static let films: Set<String> = [
        "mp4", "m4v", "webm", "ogv", "mov", "avi", "mkv", "mpg", "mpeg", "m3u8", "mp3", "ogg", "oga", "opus", "flac",
        "wav", "m4a",
    ]

    /// Whether it leads to a folder in the folder of the page, or to its first page: `barns/`, `barns/index.html`.
    static func isFolderBelow(_ text: [UInt8]) -> Bool {
        guard let first = text.first,
            URLText.isLetter(first) || URLText.isDigit(first) || first >= 0x80
                || first == UInt8(ascii: "%") || text.starts(with: "./".utf8), !LocationDetection.isAbsolute(text)
        else { return false }
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard path.count == text.count else { return false }
        if path.last == UInt8(ascii: "/") { return !path.elementsEqual("./".utf8) }
        let name = path.split(separator: UInt8(ascii: "/")).dropFirst().last.map { String(decoding: $0, as: UTF8.self) }
        return ["index.html", "index.htm"].contains(name?.lowercased())
    }

    /// Whether it leads to the first page of its server.
    static func isRoot(_ text: [UInt8]) -> Bool {
        if ["/", "./", ".", "index.html"].contains(where: { text.elementsEqual($0.utf8) }) { return true }
        guard LocationDetection.isAbsolute(text) else { return false }
        let rest = text.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        return rest.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 == rest.endIndex } ?? true
    }

    /// The decoded name of the file that it names.
    static func fileName(_ text: [UInt8]) -> [UInt8] {
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
        return unescaped(path[start...])
    }

    /// The text with its percent escapes decoded.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var out: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(URLText.hexDigit),
                let low = rest.dropFirst().first.flatMap(URLText.hexDigit)
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return out
    }
}
