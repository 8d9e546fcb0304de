import Foundation

/// An address that holds a picture's bytes: `data:image/png;base64,…` (RFC 2397).
///
/// It is as long as any address may be (`Catalogue.maximumLocationByteCount`). Its bytes are read like a file's, and
/// never stored.
package struct DataAddress: Sendable, Equatable {
    /// In lower case, without parameters: "image/png".
    package let mediaType: String
    /// What follows the comma.
    private let content: [UInt8]
    private let isBase64: Bool

    private static let prefix = "data:image/"
    /// The shortest address that is taken for a photo in what someone else wrote: shorter ones hold a sign, a counting
    /// pixel, or a blur that stands for a photo until it is there. 20 pixels a side fit.
    static let leastPhoto = 2 << 10

    /// The picture that `url` holds; nil for other addresses.
    package init?(_ url: URL) {
        guard Self.isNamed(by: url) else { return nil }
        self.init(Array(url.absoluteString.utf8))
    }

    private init?(_ text: [UInt8]) {
        guard Self.begins(text), let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = String(decoding: text[..<comma].dropFirst("data:".utf8.count), as: UTF8.self).lowercased()
        let parts = head.replacing("%20", with: "").split(separator: ";")
        mediaType = parts.first.map(String.init) ?? ""
        isBase64 = parts.dropFirst().last == "base64"
        content = Array(text[(comma + 1)...])
    }

    /// Whether `url` holds a picture. Cheap.
    package static func isNamed(by url: URL) -> Bool { url.scheme?.lowercased() == "data" }

    /// Whether a text begins like such an address.
    static func begins(_ text: some Collection<UInt8>) -> Bool {
        text.prefix(prefix.utf8.count).elementsEqual(prefix.utf8) { $0 == $1 || $0 | 0x20 == $1 }
    }

    /// Whether it is long enough for a photo, and no drawing: pages and programs keep their signs in those.
    static func mayBePhoto(_ text: some Collection<UInt8>) -> Bool {
        text.count >= leastPhoto && begins(text) && !text.dropFirst(prefix.utf8.count).starts(with: "svg".utf8)
    }

    /// The meaning of such an address; nil for other text.
    static func resolve(_ text: String) -> Result<URL, LocationFailure>? {
        let bytes = Array(text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D })
        guard begins(bytes) else { return nil }
        guard bytes.contains(UInt8(ascii: ",")), let url = URL(string: String(decoding: encoded(bytes), as: UTF8.self))
        else { return .failure(.notAURL(text: text)) }
        return .success(url)
    }

    /// Everything is content: a question mark and a number sign in a drawing are no others.
    private static func encoded(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for (index, byte) in text.enumerated() {
            if URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
                || byte == UInt8(ascii: "%") && URLText.beginsEscape(index, of: text)
            {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return out
    }

    /// The bytes of the picture, as far as they are well formed.
    package var bytes: [UInt8] {
        let plain = PageLink.unescaped(content[...])
        return isBase64 ? Self.decoded(plain) : plain
    }

    /// The bytes that base64 stands for, up to the first other character. Takes both alphabets (RFC 4648), and passes
    /// over spaces.
    private static func decoded(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in text where !EntryScratch.isSpace(byte) {
            guard let value = value(of: byte) else { break }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return out
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// A file's name for it: "image.png".
    package var fileName: String {
        let kind = mediaType.dropFirst("image/".count).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return kind.isEmpty ? "image" : "image." + (kind == "jpeg" ? "jpg" : kind)
    }

    /// What it is, for a person: "data:image/png,…".
    package var excerpt: String { "data:\(mediaType),…" }
}
