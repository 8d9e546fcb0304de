/// Converts between the pixels of planes, RGB or premultiplied RGBA, and those of filters, RGBA. Each converts `count`
/// consecutive pixels.
public enum AlphaPixels {
    /// Premultiplies the colours of RGBA pixels in place.
    public static func multiply(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        PixelKernels.widest.table.multiply_alpha(pixels, count)
    }

    /// Divides the colours of RGBA pixels by their alpha, in place, rounded to nearest.
    static func divide(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            let alpha = UInt32(pixels[4 * x + 3])
            guard alpha != 255 else { continue }
            for channel in 0..<3 {
                let at = 4 * x + channel
                pixels[at] = alpha == 0 ? 0 : UInt8(min(255, (UInt32(pixels[at]) * 255 + alpha / 2) / alpha))
            }
        }
    }

    /// Makes RGBA of RGB pixels with this distance in bytes.
    static func widen(_ from: UnsafePointer<UInt8>, step: Int = 3, to: UnsafeMutablePointer<UInt8>, _ count: Int) {
        var from = from
        for x in 0..<count {
            (to[4 * x], to[4 * x + 1], to[4 * x + 2], to[4 * x + 3]) = (from[0], from[1], from[2], 255)
            from += step
        }
    }

    /// Makes RGB of RGBA pixels.
    static func narrow(_ from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            (to[3 * x], to[3 * x + 1], to[3 * x + 2]) = (from[4 * x], from[4 * x + 1], from[4 * x + 2])
        }
    }
}
