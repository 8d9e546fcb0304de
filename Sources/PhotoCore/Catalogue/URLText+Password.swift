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
        var text = text
        return text.withUTF8 { bytes in
            // 1 after `%` and any number of `25`, 2 after the 2 of such; 0 elsewhere.
            var escape = 0
            for (index, byte) in bytes.enumerated() {
                switch (byte, escape) {
                case (UInt8(ascii: "@"), _): return true
                case (UInt8(ascii: "%"), _): escape = 1
                case (UInt8(ascii: "4"), 1) where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "0"):
                    return true
                case (UInt8(ascii: "2"), 1): escape = 2
                case (UInt8(ascii: "5"), 2): escape = 1
                default: escape = 0
                }
            }
            return false
        }
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
        let first: Int = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes[first...].firstIndex {
            !isDropped($0) && !isLetter($0) && !isDigit($0) && !"+-.".utf8.contains($0)
        }
        var index = first
        var slashes = 0
        var scheme: String?
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
        var index = startOfAuthority(of: bytes)
        // How often the signs of a query or a fragment before this place are escaped, at most; -1 without one.
        var query = -1
        while index < bytes.count {
            let here = sign(at: index, in: bytes)
            if "?#".utf8.contains(here.value) { query = max(query, here.depth) }
            guard let inner = innerAuthority(at: index, in: bytes) else {
                index += 1
                continue
            }
            var (colon, at, last) = (Int?.none, Int?.none, Int?.none)
            index = inner.start
            while index < bytes.count {
                let sign = sign(at: index, in: bytes)
                if inner.ends(at: sign, query: query) { break }
                last = sign.value == UInt8(ascii: ":") ? index : nil
                if colon == nil { colon = last }
                if sign.value == UInt8(ascii: "@") { at = index }
                index = sign.end
            }
            // `http://https://…`: the scheme of another address.
            if let last { index = last }
            guard let colon, let at, colon < at else { continue }
            kept += bytes[copied..<colon]
            copied = at
        }
        return kept + bytes[copied...]
    }

    /// Where the address's own login may begin, if it has a host.
    private static func startOfAuthority(of bytes: [UInt8]) -> Int {
        let isSchemes = { (byte: UInt8) in isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) }
        let slashes = endOfFirstSlashes(in: bytes).flatMap { start in
            let before = bytes[..<(start - 2)]
            return before.last == UInt8(ascii: ":") && before.dropLast().allSatisfy(isSchemes) ? start : nil
        }
        return startOfLogin(in: bytes) ?? slashes ?? 0
    }

    /// Where a login may begin in an address within an address.
    private struct InnerAuthority {
        let start: Int
        /// How often the signs before it are escaped.
        let depth: Int

        /// Whether what is before the path ends there. Signs that are escaped more often belong to a password.
        /// `query` is how often the query around it is escaped.
        func ends(at sign: EscapedSign, query: Int) -> Bool {
            if sign.value == UInt8(ascii: "&") { return sign.depth < depth || sign.depth == depth && query >= depth }
            return sign.depth <= depth && "/\\?#".utf8.contains(sign.value)
        }
    }

    /// After a colon and two slashes, or one if the scheme is that of the web, whose readers forgive that; and after an
    /// equals sign and two slashes.
    private static func innerAuthority(at index: Int, in bytes: [UInt8]) -> InnerAuthority? {
        let first = sign(at: index, in: bytes)
        let isColon = first.value == UInt8(ascii: ":")
        let scheme = bytes[..<index].suffix(5).map { $0 | 0x20 }
        guard isColon && !ends(scheme, in: ["file", "local"]) || first.value == UInt8(ascii: "=") else { return nil }
        var (end, depth, count) = (first.end, isColon ? first.depth : 0, 0)
        while end < bytes.count, case let slash = sign(at: end, in: bytes), "/\\".utf8.contains(slash.value) {
            (end, depth, count) = (slash.end, max(depth, slash.depth), count + 1)
        }
        guard count > 1 || count == 1 && isColon && ends(scheme, in: serverSchemes) else { return nil }
        return InnerAuthority(start: end, depth: depth)
    }

    /// The ends of their names: an escape may precede them.
    private static let serverSchemes = ["http", "https", "ftp", "dav", "davs", "smb"]

    private static func ends(_ bytes: [UInt8], in words: [String]) -> Bool {
        words.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// A byte that may be escaped, several times: `%2540`.
    private struct EscapedSign {
        let value: UInt8
        let end: Int
        let depth: Int
    }

    private static func sign(at index: Int, in bytes: [UInt8]) -> EscapedSign {
        var (place, depth) = (index, 0)
        guard bytes[index] == UInt8(ascii: "%") else {
            return EscapedSign(value: bytes[index], end: index + 1, depth: 0)
        }
        while depth < deepestEscape, let high = hexDigit(at: place + 1, in: bytes),
            let low = hexDigit(at: place + 2, in: bytes)
        {
            depth += 1
            let value = high << 4 | low
            let isEscape =
                value == UInt8(ascii: "%") && hexDigit(at: place + 3, in: bytes) != nil
                && hexDigit(at: place + 4, in: bytes) != nil
            if !isEscape { return EscapedSign(value: value, end: place + 3, depth: depth) }
            // The next two digits belong to the escaped escape.
            place += 2
        }
        return EscapedSign(value: bytes[index], end: index + 1, depth: 0)
    }

    /// More than any service escapes.
    private static let deepestEscape = 8

    private static func hexDigit(at index: Int, in bytes: [UInt8]) -> UInt8? {
        index < bytes.count ? hexDigit(bytes[index]) : nil
    }
}
