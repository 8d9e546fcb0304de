import Foundation

/// A complete PNG file with correct checksums (PNG specification, 3rd edition, 5). Does not read pixels.
///
/// GdkPixbuf also reads the texts, but it accepts a file that is cut off after its texts or has modified texts, and
/// decodes all pixels (0.3 ms for 256 × 192), even of another photo's thumbnail.
public struct PNGFile: Sendable, Equatable {
    /// Width and height in pixels, both at least 1.
    public let size: PixelSize
    /// The texts of the tEXt chunks, by keyword.
    public let texts: [String: String]
}

extension PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads `data`; nil if the file is incomplete, has trailing bytes, or repeats a keyword.
    public init?(_ data: Data) {
        let found = data.withUnsafeBytes { Self.read($0) }
        guard let found else { return nil }
        self = found
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> PNGFile? {
        guard bytes.count > signature.count, bytes.prefix(signature.count).elementsEqual(signature) else { return nil }
        var size: PixelSize?
        var texts: [String: String] = [:]
        var hasPixels = false
        var at = signature.count
        while bytes.count - at >= 12 {
            let length = Int(big(bytes, at))
            guard length <= bytes.count - at - 12 else { return nil }
            // The checksum covers name and content.
            let body = UnsafeRawBufferPointer(rebasing: bytes[(at + 4)..<(at + 8 + length)])
            guard big(bytes, at + 8 + length) == CRC32.checksum(of: body) else { return nil }
            let content = UnsafeRawBufferPointer(rebasing: body[4...])
            let name = String(decoding: body[..<4], as: UTF8.self)
            at += 12 + length
            guard (size == nil) == (name == "IHDR") else { return nil }
            switch name {
            case "IHDR":
                guard length == 13, let read = headerSize(content) else { return nil }
                size = read
            case "tEXt":
                guard let (key, text) = text(content), texts.updateValue(text, forKey: key) == nil else { return nil }
            case "IDAT": hasPixels = true
            case "IEND":
                guard let size, hasPixels, at == bytes.count else { return nil }
                return PNGFile(size: size, texts: texts)
            default: break
            }
        }
        return nil
    }

    private static func headerSize(_ content: UnsafeRawBufferPointer) -> PixelSize? {
        let size = PixelSize(width: Int(big(content, 0)), height: Int(big(content, 4)))
        return size.width > 0 && size.height > 0 ? size : nil
    }

    /// A keyword, a zero, and a text, both in Latin-1.
    private static func text(_ content: UnsafeRawBufferPointer) -> (String, String)? {
        guard let zero = content.firstIndex(of: 0), zero > 0 else { return nil }
        func latin1(_ part: Slice<UnsafeRawBufferPointer>) -> String {
            var text = String.UnicodeScalarView()
            for byte in part { text.append(Unicode.Scalar(byte)) }
            return String(text)
        }
        return (latin1(content[..<zero]), latin1(content[(zero + 1)...]))
    }

    private static func big(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }
}

/// The checksum of PNG's chunks (PNG specification, 3rd edition, annex D).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
        return value
    }

    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 { checksum(of: bytes, after: 0) }

    /// The checksum of all bytes so far, of which those before `bytes` have the checksum `sum`.
    static func checksum(of bytes: UnsafeRawBufferPointer, after sum: UInt32) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var sum = ~sum
            for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
            return ~sum
        }
    }
}
