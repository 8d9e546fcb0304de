import CPixelKernels

/// A picture's rows, as a blur takes them: deep, and premultiplied with alpha where any pixel is not opaque. Otherwise
/// the colours of what is transparent, which nobody sees, would bleed into what is not.
struct PictureReader {
    let kernels: PixelKernels
    let size: PixelSize
    let isPremultiplied: Bool
    private let bytes: UnsafePointer<UInt8>
    private let bytesPerRow: Int

    /// `bytes` are those of `picture`; it reads them all. Nil when `pace` said so.
    init?(
        _ picture: PixelBuffer, bytes: UnsafePointer<UInt8>, kernels: PixelKernels, pace: inout CancellationPace
    ) {
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

    /// The pixels from column `x` of row `y` on, as they are.
    func pixels(x: Int = 0, y: Int) -> UnsafePointer<UInt8> { bytes + y * bytesPerRow + 4 * x }

    /// Sets `count` deep pixels.
    func load(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt16>) {
        let convert = isPremultiplied ? kernels.table.premultiply : kernels.table.deepen
        convert(pixels(x: x, y: y), target, count)
    }
}
