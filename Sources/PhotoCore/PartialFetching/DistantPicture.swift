import Foundation

/// A smaller picture of a photo further on in its file, known before it arrives.
public struct DistantPicture: Sendable, Equatable {
    /// Its place in the file, according to the file.
    public let range: Range<Int>
    /// The approximate pixels of its class.
    let size: PixelSize
    /// The photo's facts.
    var photo: InnerPicture.Photo?

    /// The picture, given the bytes of its range; nil if they are no picture of the photo's shape.
    public func picture(in piece: Data) -> InnerPicture? {
        guard let photo, let found = InnerPicture.Found(unpacked: piece, of: range) else { return nil }
        return InnerPicture(found, in: photo)
    }
}

/// The index of the pictures that follow a photo in its file: CIPA DC-007, 5.2.
extension DistantPicture {
    /// The entry types of smaller versions of the photo ("Large Thumbnail", classes 1 and 2), with the size of the
    /// class.
    private static let classes = [
        0x010001: PixelSize(width: 640, height: 480), 0x010002: PixelSize(width: 1920, height: 1080),
    ]
    /// Larger pictures are not small ones.
    private static let mostBytes = 4 << 20
    /// No camera embeds more pictures.
    private static let mostEntries = 64

    /// The smaller pictures of the photo, from the APP2 segment with this content.
    static func all(in bytes: ByteReader, segment: Range<Int>) -> [DistantPicture] {
        guard bytes.has("MPF", at: segment.lowerBound), bytes[segment.lowerBound + 3] == 0,
            let tiff = TIFFReader(bytes, start: segment.lowerBound + 4, end: segment.upperBound),
            let first = tiff.firstDirectory, let entries = tiff.bytes(0xB002, in: first)
        else { return [] }
        return (0..<min(Self.mostEntries, entries.count / 16)).compactMap { number in
            let at = entries.lowerBound + 16 * number
            guard let attribute = tiff.long(at: at), let count = tiff.long(at: at + 4),
                let offset = tiff.long(at: at + 8), let size = classes[attribute & 0xFFFFFF],
                // JPEG is format 0.
                attribute >> 24 & 7 == 0, offset > 0, count > 4, count <= mostBytes
            else { return nil }
            let start = tiff.start + offset
            guard start >= segment.upperBound else { return nil }
            return DistantPicture(range: start..<(start + count), size: size)
        }
    }
}
