/// What the scans of a progressive JPEG have told so far of its coefficients: ISO/IEC 10918-1, annex G.
struct ProgressiveScans {
    /// A scan's header.
    struct Scan: Equatable {
        let components: [Int]
        /// The coefficients it holds, in zigzag order.
        let band: ClosedRange<Int>
        /// How many of their lowest bits are still missing after it.
        let missingBits: Int

        /// The scan whose segment (its length included) is at `segment`; nil where that makes no sense.
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

    /// What a picture decoded at a fraction of its size needs: coefficients 0 to `last`, but for so many of the lowest
    /// bits.
    ///
    /// At 1/8 libjpeg makes a pixel of each block's first coefficient. At 1/4 those up to the second diagonal and at
    /// 1/2 those of the upper left quarter shape what is left once the picture is shrunk to the row's size. Two bits
    /// that are still missing are, at the quantisation in use, under what the eye or the mean difference notices: the
    /// benchmark measures it.
    struct Need: Equatable {
        let last: Int
        let missingBits: Int

        /// The need of a decoding at 1/`divisor`.
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

    /// Nothing is known of any of these components.
    init(components: [Int]) {
        missing = Dictionary(
            components.map { ($0, [Int](repeating: Self.unknown, count: 64)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes in a scan that has come whole.
    mutating func add(_ scan: Scan) {
        for component in scan.components where missing[component] != nil {
            for index in scan.band { missing[component]?[index] = scan.missingBits }
        }
    }

    /// Whether that is enough.
    func satisfy(_ need: Need) -> Bool {
        missing.values.allSatisfy { bits in bits[0...need.last].allSatisfy { $0 <= need.missingBits } }
    }

    /// By how much a JPEG of this size can be decoded smaller and still covers `wanted`, whichever way it is turned:
    /// 8, 4, 2 or 1.
    static func divisor(of size: PixelSize, filling wanted: PixelSize) -> Int {
        let scaled = CoverFit(of: size, filling: wanted).scaled
        let turned = CoverFit(of: size, filling: PixelSize(width: wanted.height, height: wanted.width)).scaled
        return [8, 4, 2].first { divisor in
            (size.width + divisor - 1) / divisor >= max(scaled.width, turned.width)
                && (size.height + divisor - 1) / divisor >= max(scaled.height, turned.height)
        } ?? 1
    }
}
