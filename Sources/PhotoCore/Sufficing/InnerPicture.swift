import Foundation

/// A thumbnail that a camera has put into a photo's Exif segment (Exif 2.32, section 4.5.4: the first image file directory
/// describes the photo, the second the thumbnail).
public struct ExifThumbnail: Sendable, Equatable {
    /// Where it stands in the file: a JPEG from its SOI to its EOI, padding included.
    public let range: Range<Int>
    /// Its size as it is stored.
    public let size: PixelSize
    /// The part in its middle that the photo fills; what is beyond should be black.
    public let content: PixelSize
    /// How it is to be turned: as the photo is.
    public let orientation: ExifOrientation
    /// Where the segment ends that holds it.
    let segmentEnd: Int

    /// Whether it covers `wanted` once upright.
    public func covers(_ wanted: PixelSize) -> Bool {
        let upright = orientation.turned(content)
        return upright.width >= wanted.width && upright.height >= wanted.height
    }

    /// The thumbnail in `data`, the photo's beginning, as a file of its own that says how it is to be turned.
    public func encoded(in data: Data) -> Data {
        let start = data.startIndex
        let jpeg = data[(start + range.lowerBound)..<(start + range.upperBound)]
        return jpeg.prefix(2) + Self.segment(saying: orientation) + jpeg.dropFirst(2)
    }

    /// What a fetch tells of it.
    public var extent: FetchedData.Extent {
        .thumbnail(size: orientation.turned(size), content: orientation.turned(content))
    }

    /// An Exif segment that holds the orientation and nothing else.
    private static func segment(saying orientation: ExifOrientation) -> Data {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0,
            0,
            0, 0, 0,
        ]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        return Data([0xFF, 0xE1, 0, UInt8(content.count + 2)] + content)
    }
}

extension ExifThumbnail {
    /// What an Exif segment says, before the photo's own size is known.
    struct Found {
        var range: Range<Int>
        var size: PixelSize
        var orientation: ExifOrientation
        var segmentEnd: Int
    }

    /// The thumbnail in the Exif segment whose content is `segment`, if there is one that can be read.
    static func find(in bytes: ByteReader, segment: Range<Int>) -> Found? {
        guard bytes.has("Exif", at: segment.lowerBound), bytes[segment.lowerBound + 4] == 0 else { return nil }
        let tiff = TIFFReader(bytes, start: segment.lowerBound + 6, end: segment.upperBound)
        guard let tiff, let first = tiff.firstDirectory, let second = tiff.directory(after: first),
            tiff.value(0x0103, in: second) ?? 6 == 6, let offset = tiff.value(0x0201, in: second),
            let length = tiff.value(0x0202, in: second), length >= 4, offset >= 8,
            tiff.start + offset + length <= segment.upperBound
        else { return nil }
        let range = (tiff.start + offset)..<(tiff.start + offset + length)
        guard bytes.has([0xFF, 0xD8, 0xFF], at: range.lowerBound),
            let frame = JPEGFrameHeader.first(in: bytes, range: range)
        else { return nil }
        let orientation = tiff.value(0x0112, in: first).flatMap(ExifOrientation.init) ?? .topLeft
        return Found(
            range: range, size: frame.size, orientation: orientation, segmentEnd: segment.upperBound)
    }
}

extension ExifThumbnail {
    /// How far a side may be off before the shapes differ: cameras round to whole pixels and to even ones.
    private static let tolerance = 1.5

    /// The thumbnail `found` in a photo of this size; nil where its shape is not the photo's, even if some of it were
    /// bars.
    init?(_ found: Found, photo: PixelSize) {
        let width = Double(found.size.width)
        let height = Double(found.size.height)
        guard photo.width > 0, photo.height > 0, width >= 8, height >= 8 else { return nil }
        let fittingHeight = width * Double(photo.height) / Double(photo.width)
        let fittingWidth = height * Double(photo.width) / Double(photo.height)
        if abs(fittingHeight - height) <= Self.tolerance || abs(fittingWidth - width) <= Self.tolerance {
            content = found.size
        } else if fittingHeight < height {
            // A pixel at each bar is half bar, half photo.
            content = PixelSize(width: found.size.width, height: Int(fittingHeight) - 2)
        } else {
            content = PixelSize(width: Int(fittingWidth) - 2, height: found.size.height)
        }
        guard content.width > 0, content.height > 0 else { return nil }
        range = found.range
        size = found.size
        orientation = found.orientation
        segmentEnd = found.segmentEnd
    }
}
