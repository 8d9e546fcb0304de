/// The header of a JPEG's frame: ISO/IEC 10918-1, B.2.2.
struct JPEGFrameHeader: Equatable {
    enum Process { case sequential, progressive, other }

    let size: PixelSize
    let process: Process
    /// The identifiers of its components.
    let components: [Int]

    /// Whether `code` begins a frame: SOF0 to SOF15, except for three numbers.
    static func isFrame(_ code: Int) -> Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }

    /// The frame with its marker's second byte `code` and its segment at `segment` (including its length); nil if
    /// invalid, or if the height follows later.
    init?(_ bytes: ByteReader, code: Int, segment: Range<Int>) {
        let start = segment.lowerBound
        guard let height = bytes.big16(start + 3), let width = bytes.big16(start + 5), let count = bytes[start + 7],
            width > 0, height > 0, (1...4).contains(count), segment.count >= 8 + 3 * count
        else { return nil }
        size = PixelSize(width: width, height: height)
        process =
            switch code {
            case 0xC0, 0xC1: .sequential
            case 0xC2: .progressive
            default: .other
            }
        components = (0..<count).compactMap { bytes[start + 8 + 3 * $0] }
    }

    static func first(in bytes: ByteReader, range: Range<Int>) -> JPEGFrameHeader? {
        var index = range.lowerBound + 2
        while let mark = bytes.firstIndex(of: 0xFF, from: index), mark + 4 <= range.upperBound,
            let code = bytes[mark + 1]
        {
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD8: index = mark + 2
            case 0xD9, 0xDA: return nil
            default:
                guard let length = bytes.big16(mark + 2), length >= 2, mark + 2 + length <= range.upperBound else {
                    return nil
                }
                if isFrame(code) {
                    return JPEGFrameHeader(bytes, code: code, segment: (mark + 2)..<(mark + 2 + length))
                }
                index = mark + 2 + length
            }
        }
        return nil
    }
}
