/// The segments of a JPEG (ISO/IEC 10918-1, B.1.1.4) from SOI through the first SOS. Ends early at an invalid or
/// incomplete segment.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// The content after the length.
    struct Segment {
        /// The second byte of the marker.
        let code: Int
        let content: Range<Int>

        /// Whether it is the colour segment with a version, flags and a kind of conversion (ISO/IEC 10918-6, 6.5.3).
        func isAdobe(_ bytes: ByteReader) -> Bool {
            code == 0xEE && bytes.has("Adobe", at: content.lowerBound) && content.count >= 12
        }
    }

    private let bytes: ByteReader
    private var index = 2
    private var isAtEnd: Bool

    /// The segments of `bytes`; none if they are no JPEG.
    init(_ bytes: ByteReader) {
        self.bytes = bytes
        isAtEnd = !bytes.has([0xFF, 0xD8], at: 0)
    }

    mutating func next() -> Segment? {
        guard !isAtEnd else { return nil }
        // Any number of FF may precede a marker.
        while bytes[index] == 0xFF, bytes[index + 1] == 0xFF { index += 1 }
        guard bytes[index] == 0xFF, let code = bytes[index + 1], let length = bytes.big16(index + 2), length >= 2,
            index + 2 + length <= bytes.count
        else {
            isAtEnd = true
            return nil
        }
        let content = (index + 4)..<(index + 2 + length)
        index = content.upperBound
        isAtEnd = code == 0xDA
        return Segment(code: code, content: content)
    }
}
