/// An Exif segment's facts and embedded pictures: Exif 2.32, section 4.5.4 (the first image file directory describes
/// the photo, the second the thumbnail), and cameras' maker notes.
struct ExifPictures {
    let orientation: ExifOrientation
    /// The thumbnail, and all other JPEGs.
    let found: [InnerPicture.Found]

    /// How many candidates are checked: no camera writes more, and each check takes time proportional to the segment.
    private static let mostLooks = 16

    /// The Exif segment with this content; nil if unreadable.
    init?(_ bytes: ByteReader, segment: Range<Int>) {
        guard bytes.has("Exif", at: segment.lowerBound), bytes[segment.lowerBound + 4] == 0,
            let tiff = TIFFReader(bytes, start: segment.lowerBound + 6, end: segment.upperBound)
        else { return nil }
        let first = tiff.firstDirectory
        orientation = first.flatMap { tiff.value(0x0112, in: $0) }.flatMap(ExifOrientation.init) ?? .topLeft
        let thumbnail = first.flatMap(tiff.directory(after:)).flatMap { Self.thumbnail(tiff, $0, bytes) }
        found = [thumbnail].compactMap(\.self) + Self.others(bytes, in: segment, beside: thumbnail?.range)
    }

    private static func thumbnail(_ tiff: TIFFReader, _ directory: Int, _ bytes: ByteReader) -> InnerPicture.Found? {
        if tiff.value(0x0103, in: directory) == 1 { return InnerPicture.Found.plain(tiff, in: directory, bytes) }
        guard tiff.value(0x0103, in: directory) ?? 6 == 6, let offset = tiff.value(0x0201, in: directory),
            let length = tiff.value(0x0202, in: directory), offset >= 8, length >= 4,
            tiff.start + offset + length <= tiff.end
        else { return nil }
        return InnerPicture.Found(bytes, (tiff.start + offset)..<(tiff.start + offset + length))
    }

    /// Maker notes are proprietary, but complete JPEGs in them can be found without their format.
    private static func others(
        _ bytes: ByteReader, in segment: Range<Int>, beside thumbnail: Range<Int>?
    ) -> [InnerPicture.Found] {
        var found: [InnerPicture.Found] = []
        var at = segment.lowerBound
        var looks = 0
        while looks < mostLooks, let mark = bytes.firstIndex(of: 0xFF, from: at), mark + 4 <= segment.upperBound {
            at = mark + 1
            if let thumbnail, thumbnail.contains(mark) {
                at = thumbnail.upperBound
                continue
            }
            guard bytes.has([0xFF, 0xD8, 0xFF], at: mark) else { continue }
            looks += 1
            guard let end = endOfJPEG(in: bytes, range: mark..<segment.upperBound),
                let picture = InnerPicture.Found(bytes, mark..<end)
            else { continue }
            found.append(picture)
            at = end
        }
        return found
    }

    /// The index after the EOI of the JPEG at the start of `range`; nil if `range` contains none (ISO/IEC 10918-1,
    /// annex B).
    private static func endOfJPEG(in bytes: ByteReader, range: Range<Int>) -> Int? {
        var index = range.lowerBound + 2
        while let mark = bytes.firstIndex(of: 0xFF, from: index), mark + 2 <= range.upperBound,
            let code = bytes[mark + 1]
        {
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD7: index = mark + 2
            // Another one begins: this one was invalid.
            case 0xD8: return nil
            case 0xD9: return mark + 2
            default:
                guard let length = bytes.big16(mark + 2), length >= 2 else { return nil }
                index = mark + 2 + length
            }
        }
        return nil
    }
}
