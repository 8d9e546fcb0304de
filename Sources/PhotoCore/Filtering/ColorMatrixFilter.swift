import CPixelKernels

/// A filter that maps every pixel through one colour matrix.
public struct ColorMatrixFilter: PhotoFilter {
    /// The filter's English name.
    public let name: String
    /// The colour map.
    public let matrix: ColorMatrix

    /// A named filter with `matrix`, whose weights and offsets are finite.
    public init(name: String, matrix: ColorMatrix) {
        self.name = name
        self.matrix = matrix
    }

    /// Each channel is the weighted sum plus the offset, rounded to nearest (halves up) and clamped to 0...255; alpha
    /// is unchanged. A sum up to 0.00025 below a half may be rounded up.
    public func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        apply(to: picture, with: .widest, isCancelled: isCancelled)
    }

    package func apply(to picture: PixelBuffer, with kernels: PixelKernels, isCancelled: () -> Bool) -> PixelBuffer? {
        var weights = pixel_matrix(matrix)
        return CancellationPace.fill(picture.size, unless: isCancelled) { target, pace in
            picture.bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return true }
                // Without padding the picture is one long row.
                let isDense = picture.bytesPerRow == 4 * picture.width
                let rows = isDense ? 1 : picture.height
                let pixels = isDense ? picture.width * picture.height : picture.width
                for row in 0..<rows {
                    for first in stride(from: 0, to: pixels, by: CancellationPace.pixels) {
                        let count = min(pixels - first, CancellationPace.pixels)
                        guard pace.goesOn(for: count) else { return false }
                        kernels.table.color_matrix(
                            from + row * picture.bytesPerRow + 4 * first, to + 4 * (row * pixels + first), count,
                            &weights)
                    }
                }
                return true
            }
        }
    }
}

extension pixel_matrix {
    init(_ matrix: ColorMatrix) {
        func row(_ weights: SIMD3<Double>) -> (Float, Float, Float) {
            (Float(weights.x), Float(weights.y), Float(weights.z))
        }
        self.init(
            weight: (row(matrix.red), row(matrix.green), row(matrix.blue)), offset: row(matrix.offset),
            reaches_below_zero: matrix.bounds.lower.min() < 0)
    }
}
