import CPixelKernels

/// A Gaussian along both axes: each row becomes the weighted sum of its neighbours above and below, then each pixel
/// that of its neighbours left and right. Edges are extended.
///
/// It processes the picture in strips that fit the second-level cache, with all rows that a row needs, each converted
/// once.
struct GaussianSweep {
    /// With twice the largest radius in use, 12, on either side: 25 rows of 4 KB, and the same for the sides.
    private static let stripWidth = 512

    let taps: GaussianTaps
    let kernels: PixelKernels
    let size: PixelSize
    let isPremultiplied: Bool

    /// Compensates for the truncation of products, on average half a deep step each. Not if colours are divided by
    /// alpha later: zero must stay zero, and equal values equal.
    private var makeup: UInt16 { isPremultiplied ? 0 : UInt16((taps.radius + 1) / 2) }

    /// `load` gets a position (column, row, number of pixels) and sets that many deep pixels; `store` gets the blurred
    /// ones. False if cancelled.
    func run(
        pace: inout CancellationPace, load: (Int, Int, Int, UnsafeMutablePointer<UInt16>) -> Void,
        store: (Int, Int, Int, UnsafePointer<UInt16>) -> Void
    ) -> Bool {
        let radius = taps.radius
        let slots = 2 * radius + 1
        let widest = min(Self.stripWidth, size.width) + 2 * radius
        let lineCapacity = 4 * widest + Int(pixel_kernels_spare)
        // A ring of converted rows, their sum, and the result.
        let scratch = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: (slots + 2) * lineCapacity)
        scratch.initialize(repeating: 0)
        defer { scratch.deallocate() }
        guard let ring = scratch.baseAddress else { return true }
        let sum = ring + slots * lineCapacity
        let result = sum + lineCapacity

        for left in stride(from: 0, to: size.width, by: Self.stripWidth) {
            let count = min(Self.stripWidth, size.width - left)
            var converted = 0
            for y in 0..<size.height {
                guard pace.goesOn(for: count) else { return false }
                while converted <= min(y + radius, size.height - 1) {
                    let line = ring + converted % slots * lineCapacity
                    fill(line, row: converted, left: left, count: count, load: load)
                    converted += 1
                }
                weigh(into: sum, count: 4 * (count + 2 * radius)) { offset in
                    UnsafePointer(ring + min(max(y + offset, 0), size.height - 1) % slots * lineCapacity)
                }
                weigh(into: result, count: 4 * count) { offset in UnsafePointer(sum + 4 * (radius + offset)) }
                store(left, y, count, result)
            }
        }
        return true
    }

    /// Extends a strip's line by the pixels that its sums need on either side.
    private func fill(
        _ line: UnsafeMutablePointer<UInt16>, row: Int, left: Int, count: Int,
        load: (Int, Int, Int, UnsafeMutablePointer<UInt16>) -> Void
    ) {
        let first = max(left - taps.radius, 0)
        let end = min(left + count + taps.radius, size.width)
        let start = line + 4 * (first - left + taps.radius)
        load(first, row, end - first, start)
        start.repeatPixel(at: 0, over: (left - taps.radius - first)..<0)
        start.repeatPixel(at: end - first - 1, over: (end - first)..<(left + count + taps.radius - first))
    }

    /// The weighted sum of the rows at -radius...radius.
    private func weigh(into target: UnsafeMutablePointer<UInt16>, count: Int, row: (Int) -> UnsafePointer<UInt16>) {
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt16>.self, capacity: 2 * taps.radius + 1) { rows in
            for index in 0...(2 * taps.radius) { rows.initializeElement(at: index, to: row(index - taps.radius)) }
            guard let rows = rows.baseAddress else { return }
            taps.weights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress else { return }
                kernels.table.weigh(rows, weights, taps.radius, makeup, target, count)
            }
        }
    }
}

extension UnsafeMutablePointer {
    /// Sets the four-channel pixels of `range` to the one at `index`.
    func repeatPixel(at index: Int, over range: Range<Int>) {
        for pixel in range {
            (self + 4 * pixel).update(from: self + 4 * index, count: 4)
        }
    }
}
