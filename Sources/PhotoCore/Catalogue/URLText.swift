/// Turns URLs as people write them into valid ones (RFC 3986).
///
/// Foundation's `URL(string:)` encodes such text too, but encodes existing escapes twice ("a%20b c" becomes
/// "a%2520b%20c"). The result here leaves it only an international host to encode.
package enum URLText {
    /// The lower-case scheme of the text; nil if it is relative.
    ///
    /// File paths often contain colons ("12:30.jpg", "Rome: day 1.jpg"). From a file, only a known scheme, or one
    /// followed by a slash, counts.
    package static func scheme(of text: String, fromNetwork: Bool) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first, isLetter(first),
            text.utf8[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let known = ["http", "https", "file", "ftp", "data", "blob", "about", "javascript", "mailto"]
        guard fromNetwork || known.contains(scheme) || text[colon...].hasPrefix(":/") else { return nil }
        return scheme
    }

    /// The text of a link, percent-encoded as in browsers (WHATWG URL Standard, without its rules for ports and IPv4
    /// numbers). A percent sign without a valid escape is encoded.
    static func encodedAsLink(_ text: String) -> String {
        let bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        let hostEnd = endOfHost(in: bytes)
        // Otherwise a colon in the first part of a relative path would end a scheme.
        if hostEnd == 0, bytes.prefix(while: { !"/\\?#".utf8.contains($0) }).contains(UInt8(ascii: ":")) {
            out.append(contentsOf: "./".utf8)
        }
        var part = Part.path
        for (index, byte) in bytes.enumerated() {
            if index < hostEnd {
                out.append(byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : byte)
            } else if byte == UInt8(ascii: "\\"), part == .path {
                out.append(UInt8(ascii: "/"))
            } else if byte == UInt8(ascii: "?"), part != .fragment {
                part = .query
                out.append(byte)
            } else if byte == UInt8(ascii: "#"), part != .fragment {
                part = .fragment
                out.append(byte)
            } else if byte == UInt8(ascii: "?") {
                out.append(byte)
            } else {
                append(byte, at: index, of: bytes, to: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The text of a file's path, absolute or relative, as a relative URL without query or fragment.
    static func encodedAsPath(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let isEncoded = bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || beginsEscape($0, of: bytes) }
        var out: [UInt8] = []
        if bytes.first == UInt8(ascii: "/") {
            // Two slashes at the start would make the first folder a host.
            out.append(UInt8(ascii: "/"))
        } else {
            // Otherwise a colon in the first component would end a scheme.
            out.append(contentsOf: "./".utf8)
        }
        let start = bytes.firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.endIndex
        for index in start..<bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), !isEncoded {
                out.append(contentsOf: "%25".utf8)
            } else {
                append(bytes[index], at: index, of: bytes, to: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private enum Part { case path, query, fragment }

    /// The start of the path in a URL with a scheme or two leading slashes; 0 without a host.
    private static func endOfHost(in bytes: [UInt8]) -> Int {
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
        var index = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, isLetter(first),
            bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
        {
            index = colon + 1
        }
        guard index + 1 < bytes.count, isSlash(bytes[index]), isSlash(bytes[index + 1]) else { return index }
        index += 2
        while index < bytes.count, !isSlash(bytes[index]), bytes[index] != UInt8(ascii: "?"),
            bytes[index] != UInt8(ascii: "#")
        {
            index += 1
        }
        return index
    }

    /// Appends the byte if a path, query or fragment may hold it (RFC 3986's pchar and slash), otherwise its escape.
    private static func append(_ byte: UInt8, at index: Int, of bytes: [UInt8], to out: inout [UInt8]) {
        let isAllowed =
            isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
            || byte == UInt8(ascii: "%") && beginsEscape(index, of: bytes)
        if isAllowed {
            out.append(byte)
        } else {
            let digits = Array("0123456789ABCDEF".utf8)
            out.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }
    }

    /// Whether the percent sign at `index` begins an escape.
    static func beginsEscape(_ index: Int, of bytes: [UInt8]) -> Bool {
        index + 2 < bytes.count && hexDigit(bytes[index + 1]) != nil && hexDigit(bytes[index + 2]) != nil
    }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    /// The value of a hexadecimal digit; nil for other bytes.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 0x30 }
        return (0x61...0x66).contains(byte | 0x20) ? (byte | 0x20) - 0x61 + 10 : nil
    }
}
