/// A JPEG that a document describes, so that most documents reach the readers of its segments: for each segment a byte
/// for its kind, one for its length, and its content.
struct PhotoSegments {
    private(set) var bytes: [UInt8] = [0xFF, 0xD8]

    private static let kinds: [(marker: UInt8, name: String)] = [
        (0xE0, "JFXX\0"), (0xE1, "Exif\0\0"), (0xE1, "http://ns.adobe.com/xap/1.0/\0"),
        (0xE1, "http://ns.adobe.com/xmp/extension/\0" + String(repeating: "A", count: 32)), (0xE2, "MPF\0"),
        (0xED, "Photoshop 3.0\0"),
    ]
    /// Each stands for a byte of a content.
    private static let words: [[UInt8]] = [
        thumbnail, Array("<xmpGImg:image>".utf8), Array("</xmpGImg:image>".utf8), Array("xapGImg:image=\"".utf8),
        Array("xmpNote:HasExtendedXMP='\(String(repeating: "A", count: 32))'".utf8),
        // The thumbnail in base64.
        Array("/9j/wAARCAB4AKADASIAAhEBAxEB/9k=".utf8), Array("8BIM\u{4}\u{C}\0\0\0\0\0".utf8),
        [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8], [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0],
    ]
    /// A frame of 160 x 120 and nothing else.
    private static let thumbnail: [UInt8] = [0xFF, 0xD8] + frame(0x00, 0x78, 0x00, 0xA0) + [0xFF, 0xD9]

    private static func frame(_ size: UInt8...) -> [UInt8] {
        [0xFF, 0xC0, 0, 0x11, 8] + size + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }

    init(_ document: [UInt8]) {
        var rest = document[...]
        while let kind = rest.popFirst(), let count = rest.popFirst() {
            let (marker, name) = Self.kinds[Int(kind) % Self.kinds.count]
            var content = Array(name.utf8)
            for byte in rest.prefix(Int(count)) {
                // 0x80 and so on are rare in what these segments contain.
                let word = Int(byte) - 0x80
                content += Self.words.indices.contains(word) ? Self.words[word] : [byte]
            }
            rest = rest.dropFirst(Int(count))
            append(marker, content)
        }
        end()
    }

    /// A JPEG with one segment, as much of its content as fits.
    init(marker: UInt8, _ content: [UInt8]) {
        append(marker, content)
        end()
    }

    private mutating func append(_ marker: UInt8, _ content: [UInt8]) {
        let content = content.prefix(0xFFFD)
        let length = content.count + 2
        bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    private mutating func end() {
        bytes += Self.frame(0x0B, 0xB8, 0x0F, 0xA0)
        bytes += [0xFF, 0xDA, 0, 0x0C, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0xD9]
    }
}
