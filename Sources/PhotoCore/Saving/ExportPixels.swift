/// The pixels to encode: rows without padding, RGB, or RGBA that is not premultiplied; sRGB.
public struct ExportPixels: Sendable {
    /// Width and height.
    public let size: PixelSize
    /// 3 or 4.
    public let channels: Int
    /// `channels * size.width * size.height` bytes.
    public let bytes: [UInt8]

    /// The pixels of `picture`, in its memory. Drops alpha if every pixel is opaque. If alpha is not kept, transparent
    /// pixels get a white background, like paper.
    init(consuming picture: consuming PixelBuffer, keepsAlpha: Bool) {
        size = picture.size
        let count = picture.width * picture.height
        var bytes = picture.withoutPadding.bytes
        picture = PixelBuffer(size: PixelSize(width: 0, height: 0), bytesPerRow: 0, bytes: [])
        let isOpaque = bytes.withUnsafeBufferPointer { pixels in
            pixels.baseAddress.map { PixelKernels.widest.table.is_opaque($0, count) } ?? true
        }
        channels = keepsAlpha && !isOpaque ? 4 : 3
        if channels == 3 {
            bytes.withUnsafeMutableBufferPointer { Self.flatten($0, count, isOpaque: isOpaque) }
            bytes.removeLast(count)
        }
        self.bytes = bytes
    }

    /// RGBA to RGB in place: each pixel is written before the next one is read.
    private static func flatten(_ pixels: UnsafeMutableBufferPointer<UInt8>, _ count: Int, isOpaque: Bool) {
        guard let base = pixels.baseAddress else { return }
        for index in 0..<count {
            let from = base + 4 * index
            let to = base + 3 * index
            let alpha = isOpaque ? 255 : Int(from[3])
            if alpha == 255 {
                (to[0], to[1], to[2]) = (from[0], from[1], from[2])
            } else {
                let light = 255 * (255 - alpha) + 127
                let (red, green, blue) = (Int(from[0]), Int(from[1]), Int(from[2]))
                to[0] = UInt8((red * alpha + light) / 255)
                to[1] = UInt8((green * alpha + light) / 255)
                to[2] = UInt8((blue * alpha + light) / 255)
            }
        }
    }
}
