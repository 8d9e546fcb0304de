/// A thumbnail of plain pixels: Exif 2.32, section 4.5.5 (uncompressed RGB or YCbCr in one strip), and JFIF 1.02, "JFIF
/// Extension: Thumbnail coded using 1 byte/pixel" and "3 bytes/pixel".
extension InnerPicture.Found {
    /// No segment holds a picture with a longer side: each pixel takes at least a byte.
    private static let longestSide = 65535

    /// The thumbnail in the image file directory at `directory`.
    static func plain(_ tiff: TIFFReader, in directory: Int, _ bytes: ByteReader) -> InnerPicture.Found? {
        guard let width = tiff.value(0x0100, in: directory), let height = tiff.value(0x0101, in: directory),
            let offset = tiff.value(0x0111, in: directory), let count = tiff.value(0x0117, in: directory),
            (1...longestSide).contains(width), (1...longestSide).contains(height), offset >= 8,
            offset <= tiff.end - tiff.start, count <= tiff.end - tiff.start - offset
        else { return nil }
        let range = (tiff.start + offset)..<(tiff.start + offset + count)
        let size = PixelSize(width: width, height: height)
        switch tiff.value(0x0106, in: directory) {
        case 2: return rgb(size, bytes, range)
        case 6: return luma(size, bytes, range)
        default: return nil
        }
    }

    /// The thumbnail in the JFIF extension segment with this content.
    static func plain(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard let width = bytes[segment.lowerBound + 6], let height = bytes[segment.lowerBound + 7], width > 0,
            height > 0
        else { return nil }
        let size = PixelSize(width: width, height: height)
        let start = segment.lowerBound + 8
        switch bytes[segment.lowerBound + 5] {
        case 0x13 where start + 3 * width * height <= segment.upperBound:
            return rgb(size, bytes, start..<(start + 3 * width * height))
        case 0x11 where start + 768 + width * height <= segment.upperBound:
            let range = (start + 768)..<(start + 768 + width * height)
            return found(size, range) { x, y in
                bytes[range.lowerBound + y * width + x].flatMap { color(bytes, start + 3 * $0) }
            }
        default: return nil
        }
    }

    private static func rgb(_ size: PixelSize, _ bytes: ByteReader, _ range: Range<Int>) -> InnerPicture.Found? {
        guard range.count == 3 * size.width * size.height else { return nil }
        return found(size, range) { x, y in color(bytes, range.lowerBound + 3 * (y * size.width + x)) }
    }

    private typealias Color = (red: Int, green: Int, blue: Int)

    private static func color(_ bytes: ByteReader, _ at: Int) -> Color? {
        guard let red = bytes[at], let green = bytes[at + 1], let blue = bytes[at + 2] else { return nil }
        return (red, green, blue)
    }

    /// Units of 1 × 1, 2 × 1 or 2 × 2 pixels: their luma, then their shared chroma (TIFF 6.0, section 21). The byte
    /// count decides.
    private static func luma(_ size: PixelSize, _ bytes: ByteReader, _ range: Range<Int>) -> InnerPicture.Found? {
        for (across, down) in [(1, 1), (2, 1), (2, 2)] {
            let unit = across * down + 2
            let columns = (size.width + across - 1) / across
            let rows = (size.height + down - 1) / down
            guard range.count == unit * columns * rows else { continue }
            return found(size, range) { x, y in
                let at = range.lowerBound + unit * (y / down * columns + x / across)
                guard let luma = bytes[at + y % down * across + x % across], let blue = bytes[at + unit - 2],
                    let red = bytes[at + unit - 1]
                else { return nil }
                return converted(luma, blue - 128, red - 128)
            }
        }
        return nil
    }

    /// Full-range ITU-R BT.601, as in JFIF 1.02; in 65,536ths.
    private static func converted(_ luma: Int, _ blue: Int, _ red: Int) -> Color {
        func byte(_ value: Int) -> Int { min(max(luma + (value + 32768) >> 16, 0), 255) }
        return (byte(91881 * red), byte(-22554 * blue - 46802 * red), byte(116_130 * blue))
    }

    private static func found(
        _ size: PixelSize, _ range: Range<Int>, _ color: (Int, Int) -> Color?
    ) -> InnerPicture.Found {
        let pixels = PixelBuffer(size: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (red, green, blue) = color(x, y) ?? (0, 0, 0)
                    let at = 4 * (y * size.width + x)
                    target[at] = UInt8(truncatingIfNeeded: red)
                    target[at + 1] = UInt8(truncatingIfNeeded: green)
                    target[at + 2] = UInt8(truncatingIfNeeded: blue)
                    target[at + 3] = 255
                }
            }
        }
        return InnerPicture.Found(pixels: pixels, of: range)
    }
}

/// The thumbnail of a JFIF extension segment: JFIF 1.02, "JFIF Extension: Thumbnail coded using JPEG", or plain pixels.
extension InnerPicture.Found {
    /// The thumbnail in the segment with this content.
    static func jfxx(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard bytes.has("JFXX", at: segment.lowerBound), bytes[segment.lowerBound + 4] == 0, segment.count > 6 else {
            return nil
        }
        guard bytes[segment.lowerBound + 5] == 0x10 else { return plain(in: bytes, segment: segment) }
        return InnerPicture.Found(bytes, (segment.lowerBound + 6)..<segment.upperBound)
    }
}

/// The thumbnail among the image resources of an APP13 segment: Adobe Photoshop File Formats Specification, "Image
/// Resource Blocks" and "Thumbnail resource format".
extension InnerPicture.Found {
    private static let thumbnail = 0x040C
    /// The length of the header before the JPEG.
    private static let headerLength = 28

    /// The thumbnail in the segment with this content.
    static func photoshop(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard bytes.has("Photoshop 3.0", at: segment.lowerBound), bytes[segment.lowerBound + 13] == 0 else {
            return nil
        }
        var at = segment.lowerBound + 14
        while at + 12 <= segment.upperBound, bytes.has("8BIM", at: at), let kind = bytes.big16(at + 4),
            let nameLength = bytes[at + 6]
        {
            // A name with its length, and the resource itself, are padded to an even length.
            let sizeAt = at + 6 + (nameLength + 2) / 2 * 2
            guard let count = bytes.big32(sizeAt) else { return nil }
            let start = sizeAt + 4
            guard count <= segment.upperBound - start else { return nil }
            if kind == thumbnail, count > headerLength {
                return InnerPicture.Found(bytes, (start + headerLength)..<(start + count))
            }
            at = start + (count + 1) / 2 * 2
        }
        return nil
    }
}
