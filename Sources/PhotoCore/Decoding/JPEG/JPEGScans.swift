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
