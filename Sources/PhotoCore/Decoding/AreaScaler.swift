/// Shrinks pictures by averaging: each pixel of the result is the mean of the area it covers, including fractions of
/// pixels, with colours weighted by alpha. Copies at equal size.
///
/// The source stays in the decoder's memory; only the visible part is read.
package struct AreaScaler {
    /// Pixels in a decoder's memory.
    package struct Source {
        let bytes: UnsafeRawBufferPointer
        /// Width and height.
        package let size: PixelSize
        let bytesPerRow: Int
        let channels: Int
        let isPremultiplied: Bool

        /// Pixels of verified size. With four channels, the colours may be premultiplied.
        init(
            unchecked bytes: UnsafeRawBufferPointer, size: PixelSize, bytesPerRow: Int, channels: Int,
            isPremultiplied: Bool
        ) {
            self.bytes = bytes
            self.size = size
            self.bytesPerRow = bytesPerRow
            self.channels = channels
            self.isPremultiplied = isPremultiplied
        }

        /// RGB (3 channels) or RGBA (4). Nil if `bytes` is too short; the last row may lack its padding.
        package init?(
            bytes: UnsafeRawBufferPointer, size: PixelSize, bytesPerRow: Int, channels: Int,
            isPremultiplied: Bool = false
        ) {
            guard size.width > 0, size.height > 0, channels == 3 || channels == 4, bytesPerRow >= channels * size.width,
                bytes.count >= bytesPerRow * (size.height - 1) + channels * size.width
            else { return nil }
            self.init(
                unchecked: bytes, size: size, bytesPerRow: bytesPerRow, channels: channels,
                isPremultiplied: isPremultiplied)
        }
    }

    /// The part of `source` that `fit` selects, or nil if cancelled. Calls `isCancelled` before every row of the
    /// result.
    package static func shrink(_ source: Source, to fit: CoverFit, isCancelled: () -> Bool) -> PixelBuffer? {
        let part = fit.source(in: source.size)
        let columns = AreaSpans(count: fit.size.width, from: part.x, length: part.width, limit: source.size.width)
        let rows = AreaSpans(count: fit.size.height, from: part.y, length: part.height, limit: source.size.height)
        let firstColumn = columns.first.first ?? 0
        let span = (columns.end.last ?? 0) - firstColumn
        return PixelBuffer.unlessCancelled(size: fit.size) { target in
            // The weighted sum of the source's rows: four floats per column (premultiplied colour and alpha, 0...255).
            withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * span) { sums in
                for y in 0..<fit.size.height {
                    if isCancelled() { return false }
                    sums.update(repeating: 0)
                    for row in rows.first[y]..<rows.end[y] {
                        let start = row * source.bytesPerRow + source.channels * firstColumn
                        let line = UnsafeRawBufferPointer(
                            rebasing: source.bytes[start..<(start + source.channels * span)])
                        add(line, of: source, times: rows.weight(of: row, in: y), to: sums)
                    }
                    let line = UnsafeMutableBufferPointer(
                        rebasing: target[(4 * y * fit.size.width)..<(4 * (y + 1) * fit.size.width)])
                    average(sums, columns, into: line)
                }
                return true
            }
        }
    }

    private static func add(
        _ line: UnsafeRawBufferPointer, of source: Source, times weight: Float,
        to sums: UnsafeMutableBufferPointer<Float>
    ) {
        let (channels, isPremultiplied) = (source.channels, source.isPremultiplied)
        var to = 0
        var from = 0
        while from < line.count {
            let alpha = channels == 4 ? Float(line[from + 3]) : 255
            let share = isPremultiplied ? weight : weight * alpha * (1 / 255)
            sums[to] += share * Float(line[from])
            sums[to + 1] += share * Float(line[from + 1])
            sums[to + 2] += share * Float(line[from + 2])
            sums[to + 3] += weight * alpha
            to += 4
            from += channels
        }
    }

    private static func average(
        _ sums: UnsafeMutableBufferPointer<Float>, _ columns: AreaSpans, into line: UnsafeMutableBufferPointer<UInt8>
    ) {
        let origin = columns.first.first ?? 0
        for x in columns.first.indices {
            var red: Float = 0
            var green: Float = 0
            var blue: Float = 0
            var alpha: Float = 0
            for column in columns.first[x]..<columns.end[x] {
                let weight = columns.weight(of: column, in: x)
                let at = 4 * (column - origin)
                red += weight * sums[at]
                green += weight * sums[at + 1]
                blue += weight * sums[at + 2]
                alpha += weight * sums[at + 3]
            }
            // Weights sum to 1, and `alpha` is their mean in 0...255; fully transparent pixels have no colour.
            let scale = alpha > 0 ? 255 / alpha : 0
            line[4 * x] = byte(red * scale)
            line[4 * x + 1] = byte(green * scale)
            line[4 * x + 2] = byte(blue * scale)
            line[4 * x + 3] = byte(alpha)
        }
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
}
