/// Decodes the entropy-coded bytes of a baseline JPEG into planes with one sample per 8 × 8 pixels.
struct JPEGEighthScan {
    /// The data for the blocks of one component.
    private struct Blocks {
        /// The component's index in the frame.
        let number: Int
        /// The offset of its plane.
        let plane: Int
        /// Blocks per unit.
        let across: Int
        let down: Int
        /// Samples per block, across and down: 1, or 2 if the component has half the finest resolution.
        let wide: Int
        let high: Int
        /// See `JPEGHuffmanTable`.
        let dc: UnsafePointer<UInt16>
        let ac: UnsafePointer<UInt16>
        let steps: UnsafePointer<UInt16>
        /// The quantization steps of the mean and of the slopes.
        let mean: Int
        let slopes: Slopes
    }

    /// The stored coefficients with the largest differences between halves or quarters of a block; zigzag numbers 1 and
    /// 6, 2 and 9, and 4.
    private struct Slopes {
        var across = (first: 0, third: 0)
        var down = (first: 0, third: 0)
        var both = 0
    }

    enum Failure: Error {
        case unsuited, cancelled
    }

    /// One after another, `planeSize` bytes each, with rows of `stride`.
    private(set) var planes: [UInt8] = []
    let stride: Int
    let planeSize: Int

    private let frame: JPEGFrame
    /// By component.
    private let tables: [(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable)]

    /// Reads everything. Calls `isCancelled` before every row of units.
    init(_ frame: JPEGFrame, _ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(Failure) {
        self.frame = frame
        var tables: [(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable)] = []
        for component in frame.components {
            guard let dc = frame.dcCodes[component.dc].flatMap({ JPEGHuffmanTable($0, isForSteps: false) }),
                let ac = frame.acCodes[component.ac].flatMap({ JPEGHuffmanTable($0, isForSteps: true) })
            else { throw .unsuited }
            tables.append((dc, ac))
        }
        self.tables = tables
        stride = frame.units.width * frame.finest.across
        planeSize = stride * frame.units.height * frame.finest.down
        var planes = [UInt8](repeating: 0, count: planeSize * frame.components.count)
        let failure = planes.withUnsafeMutableBufferPointer { planes in
            // Nil means missing tables outside, and success inside.
            withComponents { read(bytes, of: $0, into: planes, isCancelled) } ?? .some(.unsuited)
        }
        if let failure { throw failure }
        self.planes = planes
    }

    /// Calls `body` with the components while their tables are valid.
    private func withComponents<Result>(_ body: ([Blocks]) -> Result) -> Result? {
        let lookups = tables.flatMap { $0.dc.symbols + $0.ac.symbols + $0.ac.steps }
        return lookups.withUnsafeBufferPointer { lookups in
            guard var table = lookups.baseAddress else { return nil }
            var components: [Blocks] = []
            for (number, component) in frame.components.enumerated() {
                guard let steps = frame.quantization[component.quantization], steps.count == 64 else { return nil }
                let size = 1 << JPEGHuffmanTable.width
                components.append(
                    Blocks(
                        number: number, plane: number * planeSize, across: component.across, down: component.down,
                        wide: frame.finest.across / component.across, high: frame.finest.down / component.down,
                        dc: table, ac: table + size, steps: table + 2 * size,
                        mean: steps[0],
                        slopes: Slopes(
                            across: (steps[1], steps[6]), down: (steps[2], steps[9]), both: steps[4])))
                table += 3 * size
            }
            return body(components)
        }
    }

    /// The failure, if any.
    private func read(
        _ bytes: UnsafeRawBufferPointer, of components: [Blocks], into planes: UnsafeMutableBufferPointer<UInt8>,
        _ isCancelled: () -> Bool
    ) -> Failure? {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: components.count) { means in
            var bits = JPEGBits(bytes, from: frame.scanStart)
            var untilRestart = frame.restartInterval
            var restarts = 0
            means.initialize(repeating: 0)
            for row in 0..<frame.units.height {
                if isCancelled() { return .cancelled }
                for column in 0..<frame.units.width {
                    if frame.restartInterval > 0 {
                        if untilRestart == 0 {
                            guard bits.restart(restarts) else { return .unsuited }
                            restarts += 1
                            means.update(repeating: 0)
                            untilRestart = frame.restartInterval
                        }
                        untilRestart -= 1
                    }
                    for blocks in components {
                        guard readUnit(blocks, row, column, &means[blocks.number], &bits, planes) else {
                            return .unsuited
                        }
                    }
                }
                if bits.isOverrun { return .unsuited }
            }
            return nil
        }
    }

    /// Reads one component's blocks of a unit; false for an invalid code.
    @inline(__always) private func readUnit(
        _ blocks: Blocks, _ row: Int, _ column: Int, _ sum: inout Int, _ bits: inout JPEGBits,
        _ planes: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let isCoarse = blocks.wide &+ blocks.high > 2
        for y in 0..<blocks.down {
            for x in 0..<blocks.across {
                guard let difference = difference(blocks, &bits) else { return false }
                // No sensible picture comes near an overflow; others may wrap.
                sum = Int(Int32(truncatingIfNeeded: sum &+ difference))
                let mean = (sum &* blocks.mean) &<< 10
                let at =
                    blocks.plane &+ (row &* blocks.down &+ y) &* blocks.high &* stride
                    &+ (column &* blocks.across &+ x) &* blocks.wide
                if isCoarse {
                    var slopes = Slopes()
                    guard let next = readSlopes(&slopes, blocks, &bits), skip(from: next, blocks, &bits) else {
                        return false
                    }
                    store(mean, slopes, blocks, to: planes, at)
                } else {
                    guard skip(from: 1, blocks, &bits) else { return false }
                    planes[at] = Self.sample(mean)
                }
            }
        }
        return true
    }

    /// The difference between this block's mean and the previous one's; nil for an invalid code.
    @inline(__always) private func difference(_ blocks: Blocks, _ bits: inout JPEGBits) -> Int? {
        if bits.count < 32 { bits.refill() }
        var entry = blocks.dc[Self.index(bits)]
        if entry == 0 {
            guard let long = longCode(blocks.number, isAC: false, bits) else { return nil }
            entry = long
        }
        bits.drop(Int(entry &>> 8))
        let size = Int(entry & 0xFF)
        // More than 11 occurs only in 12-bit pictures.
        guard size <= 11 else { return nil }
        return size == 0 ? 0 : bits.takeValue(size)
    }

    /// Reads coefficients one by one to past the last slope. Returns the number of the next one, 64 at the block's end;
    /// nil for an invalid code.
    @inline(__always) private func readSlopes(
        _ slopes: inout Slopes, _ blocks: Blocks, _ bits: inout JPEGBits
    ) -> Int? {
        var next = 1
        while next <= 9 {
            if bits.count < 32 { bits.refill() }
            guard let entry = symbol(blocks, bits) else { return nil }
            bits.drop(entry >> 8)
            let run = entry >> 4 & 15
            let size = entry & 15
            if size == 0 {
                guard run == 0 || run == 15 else { return nil }
                next = run == 0 ? 64 : next + 16
                continue
            }
            let value = bits.takeValue(size)
            switch next + run {
            case 1: slopes.across.first = value
            case 2: slopes.down.first = value
            case 4: slopes.both = value
            case 6: slopes.across.third = value
            case 9: slopes.down.third = value
            default: break
            }
            next += run + 1
        }
        return next
    }

    /// Skips the coefficients from number `first` to the block's end; false for an invalid code.
    @inline(__always) private func skip(from first: Int, _ blocks: Blocks, _ bits: inout JPEGBits) -> Bool {
        var next = first
        while next < 64 {
            if bits.count < 32 { bits.refill() }
            let entry = Int(blocks.steps[Self.index(bits)])
            let stepped = next &+ entry &>> 5
            // Within the block; or plus 128 after an end of block.
            if stepped <= 64 || (128...191).contains(stepped) {
                bits.drop(entry & 31)
                next = stepped
                continue
            }
            guard let entry = symbol(blocks, bits) else { return false }
            let size = entry & 15
            bits.drop(entry >> 8 + size)
            if size == 0 {
                if entry & 0xF0 == 0 { return true }
                guard entry & 0xF0 == 0xF0 else { return false }
            }
            next += (entry >> 4 & 15) + 1
            guard next <= 64 else { return false }
        }
        return true
    }

    /// The AC code at the start of the bits.
    @inline(__always) private func symbol(_ blocks: Blocks, _ bits: JPEGBits) -> Int? {
        let entry = blocks.ac[Self.index(bits)]
        return entry != 0 ? Int(entry) : longCode(blocks.number, isAC: true, bits).map(Int.init)
    }

    @inline(never) private func longCode(_ component: Int, isAC: Bool, _ bits: JPEGBits) -> UInt16? {
        let table = isAC ? tables[component].ac : tables[component].dc
        return table.long(Int(bits.bits >> 48))
    }

    /// Stores a block of two samples across, down, or both: the mean of each half or quarter, as these coefficients
    /// approximate it.
    @inline(__always) private func store(
        _ mean: Int, _ slopes: Slopes, _ blocks: Blocks, to planes: UnsafeMutableBufferPointer<UInt8>, _ at: Int
    ) {
        // A.3.3 of annex A: a quarter of the mean over x from 0 to 3 of cos((2x + 1)uπ/16), which is 0.64073 for u = 1
        // and -0.22500 for u = 3, times √½; and a quarter of 0.64073². All times 8 × 1024.
        let step = blocks.slopes
        let across =
            blocks.wide == 1
            ? 0 : slopes.across.first * step.across.first * 928 - slopes.across.third * step.across.third * 326
        let down =
            blocks.high == 1
            ? 0 : slopes.down.first * step.down.first * 928 - slopes.down.third * step.down.third * 326
        let both = blocks.wide + blocks.high == 4 ? slopes.both * step.both * 841 : 0
        for y in 0..<blocks.high {
            for x in 0..<blocks.wide {
                planes[at + y * stride + x] = Self.sample(
                    mean + (x == 0 ? across : -across) + (y == 0 ? down : -down) + (x == y ? both : -both))
            }
        }
    }

    /// From 8 × 1024 times its distance from the middle.
    @inline(__always) private static func sample(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max((value + 4096) >> 13 + 128, 0), 255))
    }

    @inline(__always) private static func index(_ bits: JPEGBits) -> Int {
        Int(truncatingIfNeeded: bits.bits &>> UInt64(64 &- JPEGHuffmanTable.width))
    }
}
