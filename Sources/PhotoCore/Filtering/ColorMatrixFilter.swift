/// A filter that maps every pixel through one colour matrix.
public struct ColorMatrixFilter: PhotoFilter {
    /// How many pixels go by between two looks at `isCancelled`: about a tenth of a millisecond's worth.
    static let pixelsBetweenChecks = 1 << 16

    /// What the filter is called in English.
    public let name: String
    /// The map each pixel goes through.
    public let matrix: ColorMatrix

    /// A filter of that name through `matrix`, whose weights are finite.
    public init(name: String, matrix: ColorMatrix) {
        self.name = name
        self.matrix = matrix
    }

    /// The sepia tone of W3C Filter Effects; see ``ColorMatrix/sepia(amount:)``.
    public static func sepia(amount: Double = 0.8) -> ColorMatrixFilter {
        ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: amount))
    }

    /// Each channel is the weighted sum, rounded to nearest (halves up) and held within 0...255; alpha stays.
    public func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        let kernel = ColorMatrixKernel(matrix)
        return PixelBuffer.unlessCancelled(size: picture.size) { target in
            picture.bytes.withUnsafeBytes { source in
                // Without padding the picture is one long row.
                let isDense = picture.bytesPerRow == 4 * picture.width
                let rows = isDense ? 1 : picture.height
                let pixels = isDense ? picture.width * picture.height : picture.width
                let raw = UnsafeMutableRawBufferPointer(target)
                var unchecked = 0
                for row in 0..<rows {
                    var first = 0
                    while first < pixels {
                        if unchecked >= Self.pixelsBetweenChecks {
                            if isCancelled() { return false }
                            unchecked = 0
                        }
                        let count = min(pixels - first, Self.pixelsBetweenChecks)
                        let from = row * picture.bytesPerRow + 4 * first
                        let to = 4 * (row * pixels + first)
                        kernel.map(
                            UnsafeRawBufferPointer(rebasing: source[from..<(from + 4 * count)]),
                            to: UnsafeMutableRawBufferPointer(rebasing: raw[to..<(to + 4 * count)]))
                        first += count
                        unchecked += count
                    }
                }
                return !isCancelled()
            }
        }
    }
}
