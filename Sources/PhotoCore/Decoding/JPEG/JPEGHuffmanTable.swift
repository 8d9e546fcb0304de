/// A Huffman table of a JPEG (ISO/IEC 10918-1, annexes C and F), made for stepping over coefficients quickly.
struct JPEGHuffmanTable {
    /// How many bits one look-up takes in. With 10, 11, 12, 13 and 14 bits the benchmark's photos took 20.6, 19.0,
    /// 18.1, 17.2 and 17.7 ms: with more the tables leave the first-level cache.
    static let width = 13
    /// In ``steps``: these bits hold not even one whole coefficient. Larger than any advance.
    static let unresolved = 1000

    /// By the next `width` bits: a code's length times 256 and its symbol; 0 where the code is longer.
    private(set) var symbols = [UInt16](repeating: 0, count: 1 << width)
    /// By the next `width` bits, for AC codes: the bits of all the whole coefficients in them, and 32 times the
    /// coefficients that these advance by, plus 128 where an end of block comes last.
    private(set) var steps: [UInt16] = []

    /// By length: the codes of that length end before this one, when filled up to 16 bits; and the place of a symbol is
    /// its code plus this offset.
    private var ends = [Int](repeating: 0, count: 17)
    private var offsets = [Int](repeating: 0, count: 17)
    private let values: [UInt8]

    /// Nil where there are no such codes.
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
                // The code of ones only is none.
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

    /// A code longer than `width`, of which `bits` are the next 16: its length times 256 and its symbol; nil if none.
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
            // A run without a coefficient is one of 16, or an error, which is not for here.
            guard size > 0 || run == 15, advance + run + 1 < 64 else { break }
            used = end
            advance += run + 1
        }
        return UInt16(used | (used == 0 ? Self.unresolved : advance) << 5)
    }
}
