import CPixelKernels

/// Planes as filters take them, and what filters make as planes.
extension PhotoPlane {
    /// A part of it, alpha not premultiplied.
    func picture(of part: PixelPart) -> PixelBuffer {
        PixelBuffer(size: part.size) { target in
            guard let to = target.baseAddress else { return }
            for y in 0..<part.size.height {
                let from = row(part.y + y) + channels * part.x
                let line = to + 4 * y * part.size.width
                if channels == 3 {
                    Self.widen(from, to: line, part.size.width)
                } else {
                    line.update(from: from, count: 4 * part.size.width)
                    Self.divideAlpha(line, part.size.width)
                }
            }
        }
    }

    /// `part` of a picture without padding, as a plane of this many channels.
    static func make(_ picture: PixelBuffer, part: PixelPart, channels: Int) -> PhotoPlane? {
        make(size: part.size, channels: channels) { target in
            guard let to = target.baseAddress else { return false }
            picture.bytes.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress else { return }
                for y in 0..<part.size.height {
                    let from = base + (part.y + y) * picture.bytesPerRow + 4 * part.x
                    let line = to + channels * y * part.size.width
                    if channels == 3 {
                        Self.narrow(from, to: line, part.size.width)
                    } else {
                        line.update(from: from, count: 4 * part.size.width)
                        Self.multiplyAlpha(line, part.size.width)
                    }
                }
            }
            return true
        }
    }

    private static func widen(_ from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            to[4 * x] = from[3 * x]
            to[4 * x + 1] = from[3 * x + 1]
            to[4 * x + 2] = from[3 * x + 2]
            to[4 * x + 3] = 255
        }
    }

    private static func narrow(_ from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            to[3 * x] = from[4 * x]
            to[3 * x + 1] = from[4 * x + 1]
            to[3 * x + 2] = from[4 * x + 2]
        }
    }

    /// Divides the colours of `count` pixels, whose fourth channel is alpha, by it, in place, rounded to nearest.
    static func divideAlpha(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            let alpha = UInt32(pixels[4 * x + 3])
            guard alpha != 255 else { continue }
            for channel in 0..<3 {
                let at = 4 * x + channel
                pixels[at] = alpha == 0 ? 0 : UInt8(min(255, (UInt32(pixels[at]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}
