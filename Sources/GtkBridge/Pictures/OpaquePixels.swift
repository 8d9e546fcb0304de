/// Pixels through which nothing is seen, without the channel that says so.
public enum OpaquePixels {
    /// RGBA bytes as RGB bytes without padding; nil where a pixel's alpha is not 255.
    ///
    /// - Precondition: `rgba.count >= bytesPerRow * height` and `bytesPerRow >= 4 * width`; neither side is negative.
    public static func rgb(of rgba: [UInt8], width: Int, height: Int, bytesPerRow: Int) -> [UInt8]? {
        precondition(width >= 0 && height >= 0 && bytesPerRow >= 4 * width && rgba.count >= bytesPerRow * height)
        var all: UInt8 = 255
        let made = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, count in
            count = 3 * width * height
            rgba.withUnsafeBufferPointer { source in
                guard var from = source.baseAddress, var to = target.baseAddress else { return }
                for _ in 0..<height {
                    for x in 0..<width {
                        to[3 &* x] = from[4 &* x]
                        to[3 &* x &+ 1] = from[4 &* x &+ 1]
                        to[3 &* x &+ 2] = from[4 &* x &+ 2]
                        all &= from[4 &* x &+ 3]
                    }
                    from += bytesPerRow
                    to += 3 * width
                }
            }
        }
        return all == 255 ? made : nil
    }
}
