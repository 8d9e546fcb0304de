import Foundation

/// An address that holds a picture's bytes: `data:image/png;base64,…` (RFC 2397).
///
/// It is as long as any address may be (`Catalogue.maximumLocationByteCount`). Its bytes are read like a file's, and
/// never stored. In place of a longer one stands `data:image/png;held=NAME,`: a ``PictureSpool`` has its bytes
/// (``PictureLifter``). The name is a checksum of them, so that no document can name what another one holds without
/// having it itself.
package struct DataAddress: Sendable, Equatable {
    /// In lower case, without parameters: "image/png".
    package let mediaType: String
    /// What follows the comma.
    private let content: [UInt8]
    private let isBase64: Bool
    /// The name under which a spool has its bytes; nil if it has them itself.
    package let heldName: String?

    private static let prefix = "data:image/"
    private static let held = "held="
    /// What a spool that dropped the picture names it.
    private static let lost = "none"
    /// The shortest address that is taken for a photo in what someone else wrote: shorter ones hold a sign, a counting
    /// pixel, or a blur that stands for a photo until it is there. 20 pixels a side fit.
    static let leastPhoto = 2 << 10

    /// The picture that `url` holds; nil for other addresses.
    package init?(_ url: URL) {
        guard Self.isNamed(by: url) else { return nil }
        self.init(Array(url.absoluteString.utf8))
    }

    init?(_ text: [UInt8]) {
        guard Self.begins(text), let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = String(decoding: text[..<comma].dropFirst("data:".utf8.count), as: UTF8.self).lowercased()
        let parts = head.replacing("%20", with: "").split(separator: ";")
        mediaType = parts.first.map(String.init) ?? ""
        isBase64 = parts.dropFirst().last == "base64"
        let last = parts.dropFirst().last
        heldName = last.flatMap { $0.hasPrefix(Self.held) ? String($0.dropFirst(Self.held.count)) : nil }
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
        begins(text) && !text.dropFirst(prefix.utf8.count).starts(with: "svg".utf8)
            && (text.count >= leastPhoto || isHeld(text))
    }

    /// Whether a text is such an address, whose bytes a spool has.
    static func isHeld(_ text: some Collection<UInt8>) -> Bool {
        guard begins(text) else { return false }
        let parts = text.prefix(longestHead).prefix { $0 != UInt8(ascii: ",") }.split(separator: UInt8(ascii: ";"))
        return parts.count == 2 && parts[1].starts(with: held.utf8)
    }

    /// Longer than a checksum with a media type.
    private static let longestHead = 256

    /// The address of a picture of that type that a spool has under that name; nil if it has dropped it.
    static func text(mediaType: [UInt8], heldAs name: String?) -> [UInt8] {
        Array("data:".utf8) + mediaType + Array(";\(held)\(name ?? lost),".utf8)
    }

    /// The whole address of a picture of which `spool` has the bytes: what another program reads; nil if they are not
    /// there.
    func text(with spool: any PictureSpool) -> String? {
        heldName.flatMap { spool.picture(named: $0) }.map {
            "data:\(mediaType);base64,\(Data($0).base64EncodedString())"
        }
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

    /// The bytes of the picture, as far as they are well formed; none if a spool has them.
    package var bytes: [UInt8] {
        let plain = PageLink.unescaped(content[...])
        return isBase64 ? Self.decoded(plain) : plain
    }

    /// The bytes that base64 stands for, up to the first other character. Takes both alphabets (RFC 4648), and passes
    /// over spaces.
    private static func decoded(_ text: [UInt8]) -> [UInt8] {
        var decoder = Base64Decoder()
        for byte in text where !EntryScratch.isSpace(byte) {
            if !decoder.take(byte) { break }
        }
        return decoder.bytes
    }

    /// A file's name for it: "image.png".
    package var fileName: String {
        let kind = mediaType.dropFirst("image/".count).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return kind.isEmpty ? "image" : "image." + (kind == "jpeg" ? "jpg" : kind)
    }

    /// What it is, for a person: "data:image/png,…".
    package var excerpt: String { "data:\(mediaType),…" }
}
