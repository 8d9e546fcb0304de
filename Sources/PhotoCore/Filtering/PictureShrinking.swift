import CPixelKernels

/// A picture shrunk by an even factor, for a blur so wide that the difference is invisible, and the way back to full
/// size.
///
/// Each pixel lies between the middles of two cells of `factor` pixels, and is divided between them by distance: a cell
/// is a sum weighted by a triangle. On the way back each pixel blends the same two cells in the same proportions. Both
/// steps are blurs, whose variances `added` returns. There are two extra cells at each side: the outer one's triangle
/// lies entirely beyond the edge, where all pixels equal the edge.
struct PictureShrinking {
    private static let margin = 2
    /// How many rows are summed at once: one per way of the first-level cache.
    private static let rowsAtOnce = 8

    let factor: Int
    let kernels: PixelKernels
    /// The picture's size, and the shrunk size.
    let size: PixelSize
    let cells: PixelSize
    /// The second cell's share, for each of the `factor` pixels between two middles.
    private let shares: [Float]

    init(_ size: PixelSize, factor: Int, kernels: PixelKernels) {
        precondition(factor >= 2 && factor % 2 == 0)
        self.size = size
        self.factor = factor
        self.kernels = kernels
        cells = PixelSize(
            width: (size.width + factor - 1) / factor + 2 * Self.margin,
            height: (size.height + factor - 1) / factor + 2 * Self.margin)
        shares = (0..<factor).map { (Float($0) + 0.5) / Float(factor) }
    }

    /// The variance, in square pixels, that shrinking by `factor` and enlarging add to a blur's.
    static func added(by factor: Int) -> Double {
        let width = Double(factor)
        // The second moment of the triangle's weights, (factor - d) / factor^2 at d = 1/2, 3/2, ... on both sides; and
        // that of blending, averaged over the pixel's position between two cells.
        let triangle = (0..<factor).reduce(0) { sum, index in
            let distance = Double(index) + 0.5
            return sum + 2 * (width - distance) * distance * distance / (width * width)
        }
        return triangle + width * width / 6 + 1.0 / 12
    }

    /// The shrunk picture; nil if cancelled.
    func shrink(_ picture: PictureReader, pace: inout CancellationPace) -> DeepPicture? {
        let small = DeepPicture(size: cells)
        // Rows of sums, from a gap and a half before the picture.
        let lead = factor + factor / 2
        let gaps = cells.width - 1
        let sums = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4 * gaps * factor)
        sums.initialize(repeating: 0)
        let deep = DeepPicture(size: PixelSize(width: size.width, height: Self.rowsAtOnce))
        defer { sums.deallocate() }
        guard var before = sums.baseAddress else { return small }
        var after = before + 4 * gaps * factor

        // For both rows and columns, the first and the last cell get halves: see `share_pixels`.
        let depth: Float = picture.isPremultiplied ? 1 : 128
        let scale = depth / Float(factor * factor)
        for row in 0..<cells.height {
            if row < cells.height - 1 {
                let top = row * factor - lead
                for first in stride(from: 0, to: factor, by: Self.rowsAtOnce) {
                    let count = min(Self.rowsAtOnce, factor - first)
                    guard pace.goesOn(for: count * size.width) else { return nil }
                    share(
                        (0..<count).map { min(max(top + first + $0, 0), size.height - 1) }, of: picture, from: first,
                        before: before + 4 * lead, after: after + 4 * lead, deep: deep)
                }
            }
            before.repeatPixel(at: lead, over: 0..<lead)
            before.repeatPixel(at: lead + size.width - 1, over: (lead + size.width)..<(gaps * factor))
            let isHalf = row == 0 || row == cells.height - 1
            kernels.table.share_pixels(before, shares, factor, gaps, isHalf ? 2 * scale : scale, small.pixels(y: row))
            swap(&before, &after)
            after.update(repeating: 0, count: 4 * gaps * factor)
        }
        return small
    }

    /// Adds rows of the picture to the sums of the cells above and below.
    private func share(
        _ rows: [Int], of picture: PictureReader, from first: Int, before: UnsafeMutablePointer<Float>,
        after: UnsafeMutablePointer<Float>, deep: DeepPicture
    ) {
        shares.withUnsafeBufferPointer { shares in
            guard let shares = shares.baseAddress.map({ $0 + first }) else { return }
            if picture.isPremultiplied {
                let lines = rows.indices.map { index in
                    picture.load(x: 0, y: rows[index], count: size.width, into: deep.pixels(y: index))
                    return UnsafePointer(deep.pixels(y: index))
                }
                kernels.table.share_deep_rows(lines, shares, rows.count, before, after, 4 * size.width)
            } else {
                let lines = rows.map { picture.pixels(y: $0) }
                kernels.table.share_rows(lines, shares, rows.count, before, after, 4 * size.width)
            }
        }
    }

    /// Enlarges `small` to the picture's size, row by row; `store` gets each row's number and deep pixels. False if
    /// cancelled.
    func grow(_ small: DeepPicture, pace: inout CancellationPace, store: (Int, UnsafePointer<UInt16>) -> Void) -> Bool {
        let gaps = cells.width - 2 * Self.margin + 1
        let row = DeepPicture(size: PixelSize(width: gaps * factor, height: 1))
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * (gaps + 1)) { blended in
            guard let blended = blended.baseAddress else { return true }
            for y in 0..<size.height {
                guard pace.goesOn(for: size.width) else { return false }
                // From the middle of the cell before the picture's first one.
                let (gap, pixel) = (y + factor / 2).quotientAndRemainder(dividingBy: factor)
                let cell = Self.margin - 1
                kernels.table.blend_rows(
                    small.pixels(x: cell, y: cell + gap), small.pixels(x: cell, y: cell + gap + 1), shares[pixel],
                    blended, 4 * (gaps + 1))
                kernels.table.blend_pixels(blended, shares, factor, gaps, row.pixels(y: 0))
                store(y, row.pixels(x: factor / 2, y: 0))
            }
            return true
        }
    }
}

/// RGBA during a blur: 16 bits per channel in 1/128 steps of an 8-bit channel, without padding.
///
/// Its creator writes it, on one thread.
final class DeepPicture {
    let size: PixelSize
    private let channels: UnsafeMutableBufferPointer<UInt16>

    /// A picture with uninitialized pixels.
    init(size: PixelSize) {
        self.size = size
        channels = .allocate(capacity: 4 * size.width * size.height + Int(pixel_kernels_spare))
        channels.withMemoryRebound(to: UInt8.self) { HugePages.advise(for: $0) }
    }

    deinit { channels.deallocate() }

    /// The pixels from column `x` of row `y`; the kernels' spare bytes follow the last one.
    func pixels(x: Int = 0, y: Int) -> UnsafeMutablePointer<UInt16> {
        channels.baseAddress.unsafelyUnwrapped + 4 * (y * size.width + x)
    }
}
