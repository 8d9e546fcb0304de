/// The thumbnail among the image resources of an APP13 segment: Adobe Photoshop File Formats Specification, "Image
/// Resource Blocks" and "Thumbnail resource format".
enum PhotoshopThumbnail {
    private static let thumbnail = 0x040C
    /// What stands before the JPEG.
    private static let headerLength = 28

    /// The thumbnail in the segment whose content is `segment`.
    static func find(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard bytes.has("Photoshop 3.0", at: segment.lowerBound), bytes[segment.lowerBound + 13] == 0 else {
            return nil
        }
        var at = segment.lowerBound + 14
        while at + 12 <= segment.upperBound, bytes.has("8BIM", at: at), let kind = bytes.big16(at + 4),
            let nameLength = bytes[at + 6]
        {
            // A name and its length fill an even number of bytes, and so does the resource.
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
