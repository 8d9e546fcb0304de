/// Addresses in attributes of pages.
enum PageLink {
    /// The address, trimmed and without its fragment, which is never sent.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var text = text.prefix { $0 != UInt8(ascii: "#") }.drop(while: EntryScratch.isSpace)
        while let last = text.last, EntryScratch.isSpace(last) { text.removeLast() }
        return Array(text)
    }

    /// Whether it can be fetched: it is relative, or has a supported scheme.
    static func isFetchable(_ text: [UInt8]) -> Bool {
        guard let first = text.first else { return false }
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

    /// The decoded name of the file that it names.
    static func fileName(_ text: [UInt8]) -> [UInt8] {
        let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
        let name = path[start...]
        guard name.contains(UInt8(ascii: "%")) else { return Array(name) }
        var out: [UInt8] = []
        var rest = name
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
