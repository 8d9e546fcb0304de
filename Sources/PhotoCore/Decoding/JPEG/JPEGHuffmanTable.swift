/// A Huffman table of a JPEG (ISO/IEC 10918-1, annexes C and F) that skips coefficients quickly.
struct JPEGHuffmanTable {
    /// The number of bits per look-up. With 10, 11, 12, 13 and 14 bits the benchmark's photos took 20.6, 19.0, 18.1,
    /// 17.2 and 17.7 ms: larger tables exceed the first-level cache.
    static let width = 13
    /// In ``steps``: these bits contain no complete coefficient. Larger than any advance.
    static let unresolved = 1000

    /// By the next `width` bits: a code's length times 256 plus its symbol; 0 for longer codes.
    private(set) var symbols = [UInt16](repeating: 0, count: 1 << width)
    /// By the next `width` bits, for AC codes: the bits of all complete coefficients in them, plus 32 times the number
    /// of coefficients they advance, plus 128 if they end with an end of block.
    private(set) var steps: [UInt16] = []

    /// By length: the upper bound of that length's codes, extended to 16 bits; and the offset from a code to its
    /// symbol's index.
    private var ends = [Int](repeating: 0, count: 17)
    private var offsets = [Int](repeating: 0, count: 17)
    private let values: [UInt8]

    /// Nil if such codes cannot exist.
    init?(_ codes: JPEGFrame.HuffmanCodes, isForSteps: Bool) {
        let counts = codes.counts
        values = codes.values
        guard counts.count == 16, counts.reduce(0, +) == values.count, !values.isEmpty else { return nil }
        var code = 0
        var place = 0
        for length in 1...16 {
            let count = counts[length - 1]
            offsets[length] = place - code
            for _ in 0..<count {
                // The code of only ones is invalid.
                guard code < (1 << length) - 1 else { return nil }
                if length <= Self.width {
                    let first = code << (Self.width - length)
                    for index in first..<(first + 1 << (Self.width - length)) {
                        symbols[index] = UInt16(length) << 8 | UInt16(values[place])
                    }
                }
                code += 1
                place += 1
            }
            ends[length] = code << (16 - length)
            code <<= 1
        }
        if isForSteps { steps = (0..<(1 << Self.width)).map(step) }
    }

    /// A code longer than `width`, whose next 16 bits are `bits`: its length times 256 plus its symbol; nil if invalid.
    func long(_ bits: Int) -> UInt16? {
        var length = Self.width + 1
        while length <= 16 {
            if bits < ends[length] {
                let place = (bits >> (16 - length)) + offsets[length]
                return values.indices.contains(place) ? UInt16(length) << 8 | UInt16(values[place]) : nil
            }
            length += 1
        }
        return nil
    }

    private func step(_ index: Int) -> UInt16 {
        var used = 0
        var advance = 0
        while true {
            let entry = Int(symbols[(index << used) & ((1 << Self.width) - 1)])
            let run = entry >> 4 & 15
            let size = entry & 15
            let end = used + entry >> 8 + size
            guard entry != 0, end <= Self.width else { break }
            if size == 0, run == 0 {
                used = end
                advance += 128
                break
            }
            // A run without a coefficient has length 16, or is an error handled elsewhere.
            guard size > 0 || run == 15, advance + run + 1 < 64 else { break }
            used = end
            advance += run + 1
        }
        return UInt16(used | (used == 0 ? Self.unresolved : advance) << 5)
    }
}
