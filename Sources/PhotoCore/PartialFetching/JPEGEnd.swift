/// Finds where a JPEG among other bytes ends: ISO/IEC 10918-1, annex B.
enum JPEGEnd {
    /// The index after the EOI of the JPEG that begins at `range`'s lower bound; nil where there is none in `range`.
    static func find(in bytes: ByteReader, range: Range<Int>) -> Int? {
        var index = range.lowerBound + 2
        while let mark = bytes.firstIndex(of: 0xFF, from: index), mark + 2 <= range.upperBound,
            let code = bytes[mark + 1]
        {
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD7: index = mark + 2
            // Another one begins: this one was none.
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
