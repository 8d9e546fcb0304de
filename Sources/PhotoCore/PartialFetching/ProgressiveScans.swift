/// The progress of a progressive JPEG's coefficients: ISO/IEC 10918-1, annex G.
struct ProgressiveScans {
    /// A scan's header.
    struct Scan: Equatable {
        let components: [Int]
        /// Its coefficients, in zigzag order.
        let band: ClosedRange<Int>
        /// How many of their lowest bits are still missing after it.
        let missingBits: Int

        /// The scan with its segment (including its length) at `segment`; nil if invalid.
        init?(_ bytes: ByteReader, segment: Range<Int>) {
            let start = segment.lowerBound
            guard let count = bytes[start + 2], (1...4).contains(count), segment.count == 6 + 2 * count,
                let first = bytes[start + 3 + 2 * count], let last = bytes[start + 4 + 2 * count],
                let approximation = bytes[start + 5 + 2 * count], first <= last, last < 64
            else { return nil }
            components = (0..<count).compactMap { bytes[start + 3 + 2 * $0] }
            band = first...last
            missingBits = approximation & 0xF
        }
    }

    /// What a picture decoded at a fraction of its size needs: coefficients 0 to `last`, without this many lowest bits.
    ///
    /// At 1/8 libjpeg makes a pixel from each block's first coefficient. At 1/4 the coefficients up to the second
    /// diagonal, and at 1/2 those of the upper left quarter, remain visible after shrinking to the row's size. Two
    /// missing bits are, at common quantization, below what the eye or the mean difference notices: the benchmark
    /// measures it.
    struct Need: Equatable {
        let last: Int
        let missingBits: Int

        /// The need of decoding at 1/`divisor`.
        init(divisor: Int) {
            switch divisor {
            case 8: (last, missingBits) = (0, 1)
            case 4: (last, missingBits) = (5, 2)
            case 2: (last, missingBits) = (24, 2)
            default: (last, missingBits) = (63, 1)
            }
        }
    }

    private static let unknown = 16
    private var missing: [Int: [Int]]

    /// No data for these components yet.
    init(components: [Int]) {
        missing = Dictionary(
            components.map { ($0, [Int](repeating: Self.unknown, count: 64)) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func add(_ scan: Scan) {
        for component in scan.components where missing[component] != nil {
            for index in scan.band { missing[component]?[index] = scan.missingBits }
        }
    }

    func satisfy(_ need: Need) -> Bool {
        missing.values.allSatisfy { bits in bits[0...need.last].allSatisfy { $0 <= need.missingBits } }
    }

    /// The largest divisor at which a JPEG of this size still covers `wanted` in any orientation: 8, 4, 2 or 1.
    static func divisor(of size: PixelSize, filling wanted: PixelSize) -> Int {
        let scaled = CoverFit(of: size, filling: wanted).scaled
        let turned = CoverFit(of: size, filling: PixelSize(width: wanted.height, height: wanted.width)).scaled
        return [8, 4, 2].first { divisor in
            (size.width + divisor - 1) / divisor >= max(scaled.width, turned.width)
                && (size.height + divisor - 1) / divisor >= max(scaled.height, turned.height)
        } ?? 1
    }
}
