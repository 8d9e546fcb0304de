/// The headers of a baseline JPEG with one scan, the kind that cameras write. Nil for all others: progressive,
/// arithmetic, 12 bits, CMYK, one scan per colour, or invalid.
struct JPEGFrame {
    struct Component {
        let id: Int
        /// Blocks per unit of the scan, across and down.
        var across: Int
        var down: Int
        let quantization: Int
        var dc = 0
        var ac = 0
    }

    /// As stored: the number of codes of each length, 1 to 16, and their symbols.
    typealias HuffmanCodes = (counts: [Int], values: [UInt8])

    private(set) var size = PixelSize(width: 0, height: 0)
    /// One for grey, or three for YCbCr.
    private(set) var components: [Component] = []
    /// By number: the quantization steps, in zigzag order.
    private(set) var quantization: [[Int]?] = [nil, nil, nil, nil]
    /// By number.
    private(set) var dcCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
    /// By number.
    private(set) var acCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
    /// Units of the scan between restart markers; 0 for none.
    private(set) var restartInterval = 0
    /// The offset of the entropy-coded bytes.
    private(set) var scanStart = 0

    private var hasJFIF = false
    private var adobeTransform: Int?

    /// Reads from SOI to the first SOS.
    init?(_ bytes: ByteReader) {
        for segment in JPEGSegments(bytes) {
            let content = segment.content
            switch segment.code {
            case 0xC0, 0xC1: guard readFrame(bytes, content) else { return nil }
            case 0xC4: guard readHuffmanCodes(bytes, content) else { return nil }
            case 0xDB: guard readQuantization(bytes, content) else { return nil }
            case 0xDD: restartInterval = bytes.big16(content.lowerBound) ?? 0
            case 0xDA:
                guard readScan(bytes, content), isGreyOrYCbCr else { return nil }
                scanStart = content.upperBound
            case 0xE0: hasJFIF = hasJFIF || bytes.has("JFIF", at: content.lowerBound)
            case 0xEE:
                if segment.isAdobe(bytes) { adobeTransform = bytes[content.lowerBound + 11] }
            case 0xE1...0xED, 0xEF, 0xFE: break
            default: return nil
            }
        }
        guard scanStart > 0 else { return nil }
    }

    /// Blocks per unit of the finest component.
    var finest: (across: Int, down: Int) {
        (across: components.map(\.across).max() ?? 1, down: components.map(\.down).max() ?? 1)
    }

    /// Units of the scan, across and down.
    var units: PixelSize {
        let width = 8 * finest.across
        let height = 8 * finest.down
        return PixelSize(width: (size.width + width - 1) / width, height: (size.height + height - 1) / height)
    }

    /// As guessed by libjpeg.
    private var isGreyOrYCbCr: Bool {
        if components.count == 1 || hasJFIF { return true }
        if let adobeTransform { return adobeTransform == 1 }
        return components.map(\.id) == [1, 2, 3]
    }

    private mutating func readFrame(_ bytes: ByteReader, _ content: Range<Int>) -> Bool {
        let start = content.lowerBound
        guard components.isEmpty, bytes[start] == 8, let height = bytes.big16(start + 1),
            let width = bytes.big16(start + 3), let count = bytes[start + 5], width > 0, height > 0,
            count == 1 || count == 3, content.count == 6 + 3 * count
        else { return false }
        size = PixelSize(width: width, height: height)
        for index in 0..<count {
            guard let id = bytes[start + 6 + 3 * index], let factors = bytes[start + 7 + 3 * index],
                let quantization = bytes[start + 8 + 3 * index], quantization < 4
            else { return false }
            // The blocks of a single component are in picture order, regardless of its sampling factors.
            components.append(
                Component(
                    id: id, across: count == 1 ? 1 : factors >> 4, down: count == 1 ? 1 : factors & 15,
                    quantization: quantization))
        }
        let across = components.map(\.across).max() ?? 0
        let down = components.map(\.down).max() ?? 0
        // Each component has the finest resolution or half of it.
        return components.allSatisfy {
            (1...2).contains($0.across) && (1...2).contains($0.down) && across % $0.across == 0 && down % $0.down == 0
        }
    }

    private mutating func readScan(_ bytes: ByteReader, _ content: Range<Int>) -> Bool {
        guard !components.isEmpty, bytes[content.lowerBound] == components.count,
            content.count == 4 + 2 * components.count
        else { return false }
        for index in components.indices {
            let start = content.lowerBound + 1 + 2 * index
            guard bytes[start] == components[index].id, let tables = bytes[start + 1], tables >> 4 < 4, tables & 15 < 4,
                dcCodes[tables >> 4] != nil, acCodes[tables & 15] != nil,
                quantization[components[index].quantization] != nil
            else { return false }
            components[index].dc = tables >> 4
            components[index].ac = tables & 15
        }
        // All coefficients, at full precision.
        return bytes.has([0, 63, 0], at: content.upperBound - 3)
    }

    private mutating func readHuffmanCodes(_ bytes: ByteReader, _ content: Range<Int>) -> Bool {
        var index = content.lowerBound
        while index < content.upperBound {
            guard let kind = bytes[index], kind & 0xEC == 0, index + 17 <= content.upperBound else { return false }
            let counts = (1...16).map { bytes[index + $0] ?? 0 }
            let first = index + 17
            index = first + counts.reduce(0, +)
            guard index <= content.upperBound else { return false }
            let values = (first..<index).map { UInt8(truncatingIfNeeded: bytes[$0] ?? 0) }
            let codes = (counts: counts, values: values)
            if kind >> 4 == 1 { acCodes[kind & 3] = codes } else { dcCodes[kind & 3] = codes }
        }
        return true
    }

    private mutating func readQuantization(_ bytes: ByteReader, _ content: Range<Int>) -> Bool {
        var index = content.lowerBound
        while index < content.upperBound {
            guard let kind = bytes[index], kind & 0xEC == 0 else { return false }
            let width = 1 + kind >> 4
            guard index + 1 + 64 * width <= content.upperBound else { return false }
            let first = index + 1
            quantization[kind & 3] = (0..<64).map {
                (width == 1 ? bytes[first + $0] : bytes.big16(first + 2 * $0)) ?? 0
            }
            index = first + 64 * width
        }
        return true
    }
}
