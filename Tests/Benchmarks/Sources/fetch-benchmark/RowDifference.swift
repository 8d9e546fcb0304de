import PhotoCore

/// The difference between a row's picture and the full decode of its photo, 0 to 255, both drawn in the same size.
struct RowDifference {
    /// The mean difference of the colours.
    let mean: Double
    /// The largest mean difference of a block of `side` × `side` pixels: it reveals missing or displaced objects.
    let largestBlock: Double

    /// A tenth of a row's picture at scale 1.
    private static let side = 8

    /// Compares `shown` with `right`.
    init(_ shown: PixelBuffer, from right: PixelBuffer) {
        var blocks: [Int: (sum: Double, count: Int)] = [:]
        var sum = 0.0
        for y in 0..<right.height {
            for x in 0..<right.width {
                var difference = 0.0
                for channel in 0..<3 {
                    let ours = Self.value(of: shown, channel, x, y, asLargeAs: right)
                    difference += abs(ours - Double(right.bytes[y * right.bytesPerRow + 4 * x + channel]))
                }
                sum += difference
                let block = y / Self.side * right.width + x / Self.side
                let before = blocks[block] ?? (0, 0)
                blocks[block] = (before.sum + difference, before.count + 3)
            }
        }
        mean = sum / Double(max(1, 3 * right.width * right.height))
        largestBlock = blocks.values.map { $0.sum / Double($0.count) }.max() ?? 255
    }

    /// Between four pixels, as a toolkit enlarges a picture.
    private static func value(
        of picture: PixelBuffer, _ channel: Int, _ x: Int, _ y: Int, asLargeAs other: PixelBuffer
    ) -> Double {
        func place(_ at: Int, _ ours: Int, _ theirs: Int) -> (low: Int, high: Int, part: Double) {
            let exact = min(max((Double(at) + 0.5) * Double(ours) / Double(theirs) - 0.5, 0), Double(ours - 1))
            return (Int(exact), min(Int(exact) + 1, ours - 1), exact - exact.rounded(.down))
        }
        let across = place(x, picture.width, other.width)
        let down = place(y, picture.height, other.height)
        func at(_ x: Int, _ y: Int) -> Double { Double(picture.bytes[y * picture.bytesPerRow + 4 * x + channel]) }
        let top = at(across.low, down.low) * (1 - across.part) + at(across.high, down.low) * across.part
        let bottom = at(across.low, down.high) * (1 - across.part) + at(across.high, down.high) * across.part
        return top * (1 - down.part) + bottom * down.part
    }
}
