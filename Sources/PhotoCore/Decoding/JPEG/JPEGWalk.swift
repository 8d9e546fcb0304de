/// A walk over the segments of a JPEG (ISO/IEC 10918-1, annex B), as libjpeg would take it, without decoding any.
///
/// What lies inside segments, such as a thumbnail with an end of its own, is stepped over; after SOS, the walk goes
/// through the entropy-coded bytes to the next marker.
struct JPEGWalk {
    /// Whether the bytes stop before EOI. False at EOI, whatever follows, and where a segment makes no sense.
    let isEndMissing: Bool
    /// Whether every frame is sequential and in Huffman code: SOF0 or SOF1.
    let isSequentialHuffman: Bool
    /// Its scans.
    let scans: JPEGScans

    /// Walks from the byte after SOI to EOI, or as far as the bytes go.
    init(_ bytes: ByteReader) {
        var isSequentialHuffman = true
        var scans = JPEGScans()
        var end: Bool?
        var index = 2
        while end == nil {
            // The next marker: FF and a byte that is neither 0 (an escaped FF), FF (fill) nor one of those without a
            // segment. libjpeg too passes over whatever else stands between segments.
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

/// The scans of a JPEG, and what decoding them costs at most. A scan may hold nothing and still have the decoder walk
/// over every block: ten bytes for 0.5 ms at 4 megapixels, in progressive files and in sequential ones.
struct JPEGScans {
    /// libjpeg-turbo's own limit, for those who ask for one (TJFLAG_LIMITSCANS). Encoders write 1 to 20.
    static let most = 500
    /// Blocks of all scans together: 3 s of walking over them. The largest photo there is, of 151 megapixels and three
    /// components in 20 scans, has 140 million.
    static let mostBlocks = 400_000_000

    /// The frame, where it makes sense.
    var frame: JPEGFrameHeader?
    /// Where each begins, with its marker; no more than ``most`` of them.
    private(set) var starts: [Int] = []
    private var count = 0
    private var blocks = 0

    /// Counts a scan whose marker is at `index`, with this number of components.
    mutating func add(at index: Int, ofComponents components: Int) {
        count += 1
        if starts.count < Self.most { starts.append(index) }
        guard let size = frame?.size, blocks <= Self.mostBlocks else { return }
        blocks += ((size.width + 7) / 8) * ((size.height + 7) / 8) * min(components, 4)
    }

    /// Whether they ask for more work than any photo does.
    var areExcessive: Bool { count > Self.most || blocks > Self.mostBlocks }

    /// Whether there are more than a sequential JPEG has, which tells each component once.
    var haveRepeats: Bool { frame.map { count > $0.components.count } ?? false }
}
