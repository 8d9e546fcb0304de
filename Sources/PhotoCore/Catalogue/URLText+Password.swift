/// Passwords in addresses: they never reach what is shown, saved, copied, passed on or logged.
extension URLText {
    /// The text of an address without the password or the ``SigningProfile`` in it, whether or not it is valid.
    package static func withoutPassword(_ text: String) -> String {
        guard mayHaveLogin(text) else { return text }
        // Of bytes: in a string, a sign that follows belongs to the character.
        return String(decoding: withoutInnerPasswords(withoutOuterPassword(Array(text.utf8))), as: UTF8.self)
    }

    /// Whether there is an at sign, escaped or not. Few addresses have one, and a million are checked.
    static func mayHaveLogin(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "@")) || text.contains("%40")
    }

    private static func withoutOuterPassword(_ bytes: [UInt8]) -> [UInt8] {
        for start in [startOfLogin(in: bytes), endOfFirstSlashes(in: bytes)].compactMap(\.self) {
            let end = bytes[start...].firstIndex { "/\\?#".utf8.contains($0) } ?? bytes.endIndex
            let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
            if let at, SigningProfile.isUser(percentEncoded: bytes[start..<at].prefix { $0 != UInt8(ascii: ":") }) {
                return Array(bytes[..<start] + bytes[(at + 1)...])
            }
            if let at, let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) {
                return Array(bytes[..<colon] + bytes[at...])
            }
            // Unescaped, a password with such a sign ends what is before the path: its start is no port.
            if let colon = startOfWrongPort(in: bytes[(at.map { $0 + 1 } ?? start)..<end]),
                let last = bytes[end...].lastIndex(of: UInt8(ascii: "@"))
            {
                return Array(bytes[..<colon] + bytes[last...])
            }
        }
        return bytes
    }

    /// The colon after a host, if what follows it is no port. Such an address is not valid.
    private static func startOfWrongPort(in authority: ArraySlice<UInt8>) -> Int? {
        // An address of IPv6 has colons in its brackets.
        let host = authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: UInt8(ascii: "]")) : nil
        let colon = authority[(host ?? authority.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
        guard let colon, colon + 1 < authority.endIndex else { return nil }
        let port = authority[(colon + 1)...]
        return port.allSatisfy(isDigit) && UInt16(String(decoding: port, as: UTF8.self)) != nil ? nil : colon
    }

    /// Where browsers look for a login (WHATWG URL Standard): after the scheme of a server and any number of slashes,
    /// or after two or more at the start. They drop tabs and line ends, and spaces before the address. Nil for other
    /// text: names have colons and at signs too.
    private static func startOfLogin(in bytes: [UInt8]) -> Int? {
        let isDropped = { (byte: UInt8) in byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let first = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes[first...].firstIndex {
            !isDropped($0) && !isLetter($0) && !isDigit($0) && !"+-.".utf8.contains($0)
        }
        var (index, slashes, scheme) = (first, 0, String?.none)
        if let end, bytes[end] == UInt8(ascii: ":") {
            scheme = String(decoding: bytes[first..<end].filter { !isDropped($0) }, as: UTF8.self).lowercased()
            index = end + 1
        }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "\\") {
                slashes += 1
            } else if !isDropped(bytes[index]) {
                break
            }
            index += 1
        }
        guard let scheme else { return slashes > 1 ? index : nil }
        return leadsToServer(scheme) ? index : nil
    }

    /// Whether addresses of this scheme lead to a server, and have no path of their own without it.
    private static func leadsToServer(_ scheme: String) -> Bool {
        ["http", "https", "ftp", S3Location.scheme].contains(scheme) || ShareLocation.isShare(scheme)
            || DAVFolder.isFolder(scheme) || LibraryLocation.isLibrary(scheme) || CloudSearch.isSearch(scheme)
    }

    /// The place after the first two slashes, whatever precedes them: another scheme, or several.
    private static func endOfFirstSlashes(in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == UInt8(ascii: "/") && bytes[$0 + 1] == UInt8(ascii: "/") }
            .map { $0 + 2 }
    }

    /// Without the passwords of addresses within an address, such as `https://proxy/https://anna:secret@host/` and
    /// `?url=https%3A%2F%2Fanna%3Asecret%40host%2F`. The address itself may have one.
    static func withoutInnerPasswords(_ bytes: [UInt8]) -> [UInt8] {
        var (kept, copied) = ([UInt8](), 0)
        var index =
            endOfFirstSlashes(in: bytes).map { start in
                bytes[start...].firstIndex { "/\\?#".utf8.contains($0) } ?? bytes.endIndex
            } ?? 0
        while index < bytes.count {
            guard let start = endOfSigns("://", at: index, in: bytes) else {
                index += 1
                continue
            }
            var (colon, at) = (Int?.none, Int?.none)
            index = start
            while index < bytes.count {
                let (sign, end) = unescaped(at: index, in: bytes)
                if "/\\?#&".utf8.contains(sign) { break }
                if sign == UInt8(ascii: ":"), colon == nil { colon = index }
                if sign == UInt8(ascii: "@") { at = index }
                index = end
            }
            guard let colon, let at, colon < at else { continue }
            kept += bytes[copied..<colon]
            copied = at
        }
        return kept + bytes[copied...]
    }

    /// The end of `signs`, each of which may be escaped; nil if they are not there.
    private static func endOfSigns(_ signs: String, at start: Int, in bytes: [UInt8]) -> Int? {
        var index = start
        for sign in signs.utf8 {
            guard index < bytes.count, case let next = unescaped(at: index, in: bytes), next.sign == sign else {
                return nil
            }
            index = next.end
        }
        return index
    }

    private static func unescaped(at index: Int, in bytes: [UInt8]) -> (sign: UInt8, end: Int) {
        guard bytes[index] == UInt8(ascii: "%"), beginsEscape(index, of: bytes), let high = hexDigit(bytes[index + 1]),
            let low = hexDigit(bytes[index + 2])
        else { return (bytes[index], index + 1) }
        return (high << 4 | low, index + 3)
    }
}
