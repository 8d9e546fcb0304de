import CPixelKernels

/// RGBA on its way through a blur: 16 bits a channel, 1/128 of an 8-bit channel's step each, no padding.
///
/// Its maker writes it, on one thread.
final class DeepPicture {
    let size: PixelSize
    private let channels: UnsafeMutableBufferPointer<UInt16>

    /// A picture whose pixels are not set yet.
    init(size: PixelSize) {
        self.size = size
        channels = .allocate(capacity: 4 * size.width * size.height + Int(pixel_kernels_spare))
        channels.withMemoryRebound(to: UInt8.self) { HugePages.advise(for: $0) }
    }

    deinit { channels.deallocate() }

    /// The pixels from column `x` of row `y` on; after the last one the kernels have what they need to spare.
    func pixels(x: Int = 0, y: Int) -> UnsafeMutablePointer<UInt16> {
        channels.baseAddress.unsafelyUnwrapped + 4 * (y * size.width + x)
    }
}
