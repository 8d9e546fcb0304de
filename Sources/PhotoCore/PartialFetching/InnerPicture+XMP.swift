import Foundation

/// The thumbnail of an XMP packet: XMP Specification Part 2, 1.2.2.4 "Thumbnail" (xmpGImg:image, a JPEG in base64). A
/// packet of more than 64 KiB goes on in further segments (Part 3, 1.1.3.1); mostly one of them holds it.
extension InnerPicture.Found {
    private static let packets: [StaticString] = ["http://ns.adobe.com/xap/1.0/", "http://ns.adobe.com/xmp/extension/"]
    private static let names: [StaticString] = ["xmpGImg:image", "xapGImg:image"]

    /// The thumbnail in the segment with this content.
    static func xmp(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard packets.contains(where: { bytes.has($0, at: segment.lowerBound) }) else { return nil }
        var at = segment.lowerBound
        // An element or an attribute: <xmpGImg:image>...< or xmpGImg:image="...".
        while let mark = bytes.firstIndex(of: 0x3A, from: at), mark < segment.upperBound {
            at = mark + 1
            guard mark >= 7, names.contains(where: { bytes.has($0, at: mark - 7) }) else { continue }
            var start = mark + 6
            if bytes[start] == 0x3D { start += 1 }
            guard let opening = bytes[start], [0x3E, 0x22, 0x27].contains(opening) else { continue }
            start += 1
            let end = bytes.firstIndex(of: opening == 0x3E ? 0x3C : UInt8(opening), from: start) ?? segment.upperBound
            guard end <= segment.upperBound, let jpeg = decoded(bytes, start..<end) else { continue }
            return InnerPicture.Found(unpacked: jpeg, of: start..<end)
        }
        return nil
    }

    /// Decodes base64, ignoring line breaks and entities between its letters.
    private static func decoded(_ bytes: ByteReader, _ range: Range<Int>) -> Data? {
        var letters = Data(capacity: range.count)
        var isEntity = false
        for index in range {
            guard let byte = bytes[index].map({ UInt8($0) }) else { return nil }
            switch byte {
            case 0x26: isEntity = true
            case 0x3B where isEntity: isEntity = false
            case _ where isEntity: break
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: letters.append(byte)
            default: break
            }
        }
        return Data(base64Encoded: letters)
    }
}
