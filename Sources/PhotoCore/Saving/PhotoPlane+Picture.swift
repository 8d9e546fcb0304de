extension PhotoPlane {
    /// Its pixels turned by `orientation` and not premultiplied any more, shrunk to `size` (as it is once turned); nil
    /// when `isCancelled`, which is asked now and then, said so.
    func picture(
        _ orientation: ExifOrientation, size wanted: PixelSize, isCancelled: () -> Bool
    ) -> PixelBuffer? {
        guard wanted != orientation.turned(size) else { return turned(orientation, isCancelled: isCancelled) }
        let stored = orientation.turned(wanted)
        return AreaScaler.shrink(AreaScaler.Source(self), to: CoverFit(wholeAt: stored), isCancelled: isCancelled)
            .map(orientation.applied)
    }

    private func turned(_ orientation: ExifOrientation, isCancelled: () -> Bool) -> PixelBuffer? {
        let channels = channels
        return PixelBuffer.unlessCancelled(size: orientation.turned(size)) { target in
            guard let base = target.baseAddress else { return false }
            return forEachRun(turned: orientation, isCancelled: isCancelled) { run in
                var (from, to) = (run.from, base + 4 * run.target)
                for _ in 0..<run.count {
                    if channels == 3 {
                        (to[0], to[1], to[2], to[3]) = (from[0], from[1], from[2], 255)
                    } else {
                        Self.unpremultiply(from, into: to)
                    }
                    from += run.step
                    to += 4
                }
            }
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
