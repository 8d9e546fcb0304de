/// Walks over the segments of a JPEG (ISO/IEC 10918-1, annex B) like libjpeg, without decoding them.
///
/// It skips the contents of segments, such as a thumbnail with its own end; after SOS, it searches the entropy-coded
/// bytes for the next marker.
struct JPEGWalk {
    /// Whether the bytes stop before EOI. False at EOI, whatever follows, and at an invalid segment.
    let isEndMissing: Bool
    /// Whether every frame is sequential and Huffman-coded: SOF0 or SOF1.
    let isSequentialHuffman: Bool
    let scans: JPEGScans

    /// Walks from the byte after SOI to EOI, or to the end of the bytes.
    init(_ bytes: ByteReader) {
        var isSequentialHuffman = true
        var scans = JPEGScans()
        var end: Bool?
        var index = 2
        while end == nil {
            // The next marker: FF and a byte other than 0 (an escaped FF), FF (fill) and markers without a segment.
            // Like libjpeg, this ignores anything else between segments.
            guard let mark = bytes.firstIndex(of: 0xFF, from: index), let code = bytes[mark + 1] else {
                end = true
                break
            }
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD8: index = mark + 2
            case 0xD9: end = false
            default:
                // SOF2 to SOF15; C4, C8 and CC among them are tables and an extension.
                if (0xC2...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) { isSequentialHuffman = false }
                guard let length = bytes.big16(mark + 2) else {
                    end = true
                    break
                }
                if length < 2 { end = false }
                let segment = (mark + 2)..<(mark + 2 + max(length, 2))
                if code == 0xDA {
                    scans.add(at: mark, ofComponents: bytes[mark + 4] ?? 0)
                } else if JPEGFrameHeader.isFrame(code) {
                    scans.frame = JPEGFrameHeader(bytes, code: code, segment: segment)
                }
                index = mark + 2 + length
            }
        }
        isEndMissing = end ?? true
        self.isSequentialHuffman = isSequentialHuffman
        self.scans = scans
    }
}

/// The scans of a JPEG, and an upper bound of their decoding cost. A scan can be empty and still make the decoder visit
/// every block: ten bytes cost 0.5 ms at 4 megapixels, in progressive and sequential files.
struct JPEGScans {
    /// libjpeg-turbo's own optional limit (TJFLAG_LIMITSCANS). Encoders write 1 to 20.
    static let most = 500
    /// The maximum number of blocks in all scans: visiting them takes 3 s. The largest existing photo, with 151
    /// megapixels and three components in 20 scans, has 140 million.
    static let mostBlocks = 400_000_000

    var frame: JPEGFrameHeader?
    /// The offset of each scan's marker; at most ``most``.
    private(set) var starts: [Int] = []
    private var count = 0
    private var blocks = 0

    /// Counts a scan with its marker at `index` and this number of components.
    mutating func add(at index: Int, ofComponents components: Int) {
        count += 1
        if starts.count < Self.most { starts.append(index) }
        guard let size = frame?.size, blocks <= Self.mostBlocks else { return }
        blocks += ((size.width + 7) / 8) * ((size.height + 7) / 8) * min(components, 4)
    }

    /// Whether they need more work than any photo.
    var areExcessive: Bool { count > Self.most || blocks > Self.mostBlocks }

    /// Whether there are more than a sequential JPEG has, with one per component.
    var haveRepeats: Bool { frame.map { count > $0.components.count } ?? false }
}
