import Foundation

/// Text in charsets of which Foundation 6.0 knows none, by the C library's iconv.
extension String {
    private static let names: [String.Encoding: String] = [
        .isoLatin1: "ISO-8859-1", .windowsCP1252: "CP1252", .windowsCP1251: "CP1251", .shiftJIS: "CP932",
    ]

    /// The bytes of this text; nil if the charset lacks a character.
    public func bytes(in encoding: String.Encoding) -> [UInt8]? {
        guard let name = Self.names[encoding] else { return data(using: encoding).map { [UInt8]($0) } }
        return Self.converted(Array(utf8), from: "UTF-8", to: name)
    }

    /// The text of these bytes; nil if they are none in this charset.
    public init?(_ bytes: some Sequence<UInt8>, in encoding: String.Encoding) {
        let bytes = Array(bytes)
        guard let name = Self.names[encoding] else {
            self.init(bytes: bytes, encoding: encoding)
            return
        }
        guard let text = Self.converted(bytes, from: name, to: "UTF-8") else { return nil }
        self.init(decoding: text, as: UTF8.self)
    }

    private static func converted(_ bytes: [UInt8], from source: String, to target: String) -> [UInt8]? {
        guard let converter = iconv_open(target, source), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { _ = iconv_close(converter) }
        var bytes = bytes.map { CChar(bitPattern: $0) }
        // A byte of these charsets has at most three in UTF-8.
        var text = [CChar](repeating: 0, count: 3 * bytes.count + 4)
        let room = text.count
        var rest = (bytes: bytes.count, room: room)
        let result = bytes.withUnsafeMutableBufferPointer { bytes in
            text.withUnsafeMutableBufferPointer { text in
                var (from, to) = (bytes.baseAddress, text.baseAddress)
                return iconv(converter, &from, &rest.bytes, &to, &rest.room)
            }
        }
        guard result != -1, rest.bytes == 0 else { return nil }
        return text.prefix(room - rest.room).map { UInt8(bitPattern: $0) }
    }
}
