import Foundation

/// The XMP segments before a photo, and the thumbnails in them: XMP Specification Part 2, 1.2.2.4 "Thumbnail"
/// (xmpGImg:image, a JPEG in base64).
///
/// A packet too long for one segment has an extension in further ones (Part 3, 1.1.3.1). Each names the extension by a
/// digest, and states the full length and its own offset. They are untrusted: the parts are joined as far as they are
/// there, so the full length is not needed.
struct XMPSegments: Sendable {
    private struct Part {
        let digest: Data
        let offset: Int
        let range: Range<Int>
    }
    /// Contiguous text, and the range of the segments that contain it.
    private struct Run {
        var text: Data
        var place: Range<Int>
    }

    private static let packetName: StaticString = "http://ns.adobe.com/xap/1.0/"
    private static let extensionName: StaticString = "http://ns.adobe.com/xmp/extension/"
    /// MD5, in hexadecimal.
    private static let digestLength = 32
    private static let images: [StaticString] = ["xmpGImg:image", "xapGImg:image"]
    /// No editor embeds more thumbnails.
    private static let mostPictures = 16

    private var packets: [Range<Int>] = []
    private var parts: [Part] = []

    /// Adds the segment with this content, if it is XMP.
    mutating func add(_ segment: Range<Int>, of bytes: ByteReader) {
        if bytes.has(Self.packetName, at: segment.lowerBound) { packets.append(segment) }
        guard bytes.has(Self.extensionName, at: segment.lowerBound) else { return }
        let digestStart = segment.lowerBound + Self.extensionName.utf8CodeUnitCount + 1
        let digestEnd = digestStart + Self.digestLength
        let start = digestEnd + 8
        guard start <= segment.upperBound, let offset = bytes.big32(digestEnd + 4) else { return }
        let digest = bytes.data(digestStart..<digestEnd)
        parts.append(Part(digest: digest, offset: offset, range: start..<segment.upperBound))
    }

    /// The thumbnails, once all segments of `bytes` have been added.
    func pictures(in bytes: ByteReader) -> [InnerPicture.Found] {
        let packets = packets.map { Run(text: bytes.data($0), place: $0) }
        let named = packets.flatMap { Self.values(of: ["xmpNote:HasExtendedXMP"], in: $0.text) }
            .filter { $0.count == Self.digestLength }
        // An extension that the packet does not name belongs to an earlier version.
        let extensions = Dictionary(grouping: parts) { $0.digest }.filter { named.isEmpty || named.contains($0.key) }
        let runs = packets + extensions.values.flatMap { Self.joined($0, bytes) }
        let pictures = runs.sorted { $0.place.lowerBound < $1.place.lowerBound }.flatMap { run in
            Self.values(of: Self.images, in: run.text).compactMap { Self.decoded($0) }
                .compactMap { InnerPicture.Found(unpacked: $0, of: run.place) }
        }
        return Array(pictures.prefix(Self.mostPictures))
    }

    /// Joins the parts of an extension. Of parts that overlap, the one with the lower offset counts.
    private static func joined(_ parts: [Part], _ bytes: ByteReader) -> [Run] {
        var runs: [Run] = []
        var end = 0
        for part in parts.sorted(by: { $0.offset < $1.offset }) {
            let text = bytes.data(part.range)
            if part.offset <= end, var run = runs.popLast() {
                run.text += text.dropFirst(end - part.offset)
                run.place =
                    min(run.place.lowerBound, part.range.lowerBound)..<max(run.place.upperBound, part.range.upperBound)
                runs.append(run)
            } else {
                runs.append(Run(text: text, place: part.range))
            }
            end = max(end, part.offset + part.range.count)
        }
        return runs
    }

    /// The complete values of these elements or attributes: `<name>…<` or `name="…"`. Prefixes have seven letters.
    private static func values(of names: [StaticString], in text: Data) -> [Data] {
        var values: [Data] = []
        text.withUnsafeBytes { buffer in
            let bytes = ByteReader(buffer)
            var at = 0
            while let colon = bytes.firstIndex(of: 0x3A, from: at) {
                at = colon + 1
                guard let name = names.first(where: { bytes.has($0, at: colon - 7) }) else { continue }
                let nameEnd = colon - 7 + name.utf8CodeUnitCount
                let isAttribute = bytes[nameEnd] == 0x3D
                let start = isAttribute ? nameEnd + 2 : nameEnd + 1
                guard let opening = bytes[start - 1], (isAttribute ? [0x22, 0x27] : [0x3E]).contains(opening) else {
                    continue
                }
                // The rest is in a missing part.
                guard let end = bytes.firstIndex(of: isAttribute ? UInt8(opening) : 0x3C, from: start) else { return }
                values.append(text[start..<end])
                at = end
            }
        }
        return values
    }

    /// Decodes base64, ignoring line breaks and entities between its letters.
    private static func decoded(_ text: Data) -> Data? {
        var letters = Data(capacity: text.count)
        var isEntity = false
        for byte in text {
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
