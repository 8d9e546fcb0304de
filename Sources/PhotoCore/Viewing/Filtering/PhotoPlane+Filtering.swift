/// Conversions between planes and filters' pictures.
extension PhotoPlane {
    /// A part of it, not premultiplied.
    func picture(of part: PixelPart) -> PixelBuffer {
        PixelBuffer(size: part.size) { target in
            guard let to = target.baseAddress else { return }
            for y in 0..<part.size.height {
                let from = row(part.y + y) + channels * part.x
                let line = to + 4 * y * part.size.width
                if channels == 3 {
                    AlphaPixels.widen(from, to: line, part.size.width)
                } else {
                    line.update(from: from, count: 4 * part.size.width)
                    AlphaPixels.divide(line, part.size.width)
                }
            }
        }
    }

    /// `part` of a picture without padding, as a plane with this many channels.
    static func make(_ picture: PixelBuffer, part: PixelPart, channels: Int) -> PhotoPlane? {
        make(size: part.size, channels: channels) { target in
            guard let to = target.baseAddress else { return false }
            picture.bytes.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress else { return }
                for y in 0..<part.size.height {
                    let from = base + (part.y + y) * picture.bytesPerRow + 4 * part.x
                    let line = to + channels * y * part.size.width
                    if channels == 3 {
                        AlphaPixels.narrow(from, to: line, part.size.width)
                    } else {
                        line.update(from: from, count: 4 * part.size.width)
                        AlphaPixels.multiply(line, part.size.width)
                    }
                }
            }
            return true
        }
    }
}
