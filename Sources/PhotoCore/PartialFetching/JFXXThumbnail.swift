/// The thumbnail of a JFIF extension segment: JFIF 1.02, "JFIF Extension: Thumbnail coded using JPEG", or plain pixels.
enum JFXXThumbnail {
    /// The thumbnail in the segment whose content is `segment`.
    static func find(in bytes: ByteReader, segment: Range<Int>) -> InnerPicture.Found? {
        guard bytes.has("JFXX", at: segment.lowerBound), bytes[segment.lowerBound + 4] == 0, segment.count > 6 else {
            return nil
        }
        guard bytes[segment.lowerBound + 5] == 0x10 else { return PlainThumbnail.find(in: bytes, segment: segment) }
        return InnerPicture.Found(bytes, (segment.lowerBound + 6)..<segment.upperBound)
    }
}
