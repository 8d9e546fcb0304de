extension PhotoPlane {
    /// Its pixels turned by `orientation` and not premultiplied any more, shrunk to `size` (as it is once turned); nil when
    /// `isCancelled`, which is asked before every row, said so.
    func picture(
        _ orientation: ExifOrientation, size wanted: PixelSize, isCancelled: () -> Bool
    ) -> PixelBuffer? {
        guard wanted != orientation.turned(size) else { return turned(orientation, isCancelled: isCancelled) }
        let stored = orientation.turned(wanted)
        return AreaScaler.shrink(AreaScaler.Source(self), to: CoverFit(wholeAt: stored), isCancelled: isCancelled)
            .map(orientation.applied)
    }

    private func turned(_ orientation: ExifOrientation, isCancelled: () -> Bool) -> PixelBuffer? {
        let result = orientation.turned(size)
        // Where the pixel right of one, and that below it, was stored: so many bytes further.
        let (alongX, alongY) = orientation.swapsSides ? (bytesPerRow, channels) : (channels, bytesPerRow)
        let (stepX, stepY) = (orientation.flipsX ? -alongX : alongX, orientation.flipsY ? -alongY : alongY)
        let first =
            base + (orientation.flipsX ? alongX * (result.width - 1) : 0)
            + (orientation.flipsY ? alongY * (result.height - 1) : 0)
        return PixelBuffer.unlessCancelled(size: result) { target in
            guard var to = target.baseAddress else { return false }
            for y in 0..<result.height {
                if isCancelled() { return false }
                var from = first + y * stepY
                if channels == 3 {
                    for _ in 0..<result.width {
                        (to[0], to[1], to[2], to[3]) = (from[0], from[1], from[2], 255)
                        from += stepX
                        to += 4
                    }
                } else {
                    for _ in 0..<result.width {
                        Self.unpremultiply(from, into: to)
                        from += stepX
                        to += 4
                    }
                }
            }
            return true
        }
    }

    private static func unpremultiply(_ from: UnsafePointer<UInt8>, into to: UnsafeMutablePointer<UInt8>) {
        let alpha = Int(from[3])
        to[3] = from[3]
        for channel in 0..<3 {
            let color = Int(from[channel])
            to[channel] =
                alpha == 255 ? from[channel] : alpha == 0 ? 0 : UInt8(min(255, (255 * color + alpha / 2) / alpha))
        }
    }
}

extension AreaScaler.Source {
    /// The pixels of `plane`, for as long as that lives.
    init(_ plane: PhotoPlane) {
        self.init(
            unchecked: UnsafeRawBufferPointer(
                start: plane.base,
                count: plane.bytesPerRow * (plane.size.height - 1) + plane.channels * plane.size.width),
            size: plane.size, bytesPerRow: plane.bytesPerRow, channels: plane.channels, isPremultiplied: true)
    }
}
