import CPixelKernels

/// A picture's rows in the form that a blur needs: deep, and premultiplied if any pixel is not opaque. Otherwise the
/// invisible colours of transparent pixels would bleed into others.
struct PictureReader {
    let kernels: PixelKernels
    let size: PixelSize
    let isPremultiplied: Bool
    private let bytes: UnsafePointer<UInt8>
    private let bytesPerRow: Int

    /// `bytes` are those of `picture`; reads them all. Nil if cancelled.
    init?(_ picture: PixelBuffer, bytes: UnsafePointer<UInt8>, kernels: PixelKernels, pace: inout CancellationPace) {
        self.kernels = kernels
        size = picture.size
        self.bytes = bytes
        bytesPerRow = picture.bytesPerRow
        var isOpaque = true
        for y in 0..<picture.height where isOpaque {
            guard pace.goesOn(for: picture.width / 8) else { return nil }
            isOpaque = kernels.table.is_opaque(bytes + y * picture.bytesPerRow, picture.width)
        }
        isPremultiplied = !isOpaque
    }

    /// The unchanged pixels from column `x` of row `y`.
    func pixels(x: Int = 0, y: Int) -> UnsafePointer<UInt8> { bytes + y * bytesPerRow + 4 * x }

    /// Sets `count` deep pixels.
    func load(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt16>) {
        let convert = isPremultiplied ? kernels.table.premultiply : kernels.table.deepen
        convert(pixels(x: x, y: y), target, count)
    }
}
