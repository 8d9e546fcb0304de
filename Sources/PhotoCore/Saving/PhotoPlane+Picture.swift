extension PhotoPlane {
    /// Its pixels rotated by `orientation`, not premultiplied, and shrunk to `size` (after rotation); nil if cancelled.
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
        let turned = TurnedPlane(self, orientation)
        return PixelBuffer.unlessCancelled(size: turned.size) { target in
            guard let base = target.baseAddress else { return false }
            return turned.forEachRun(isCancelled: isCancelled) { run in
                let to = base + 4 * run.target
                if channels == 3 {
                    AlphaPixels.widen(run.from, step: run.step, to: to, run.count)
                } else {
                    for x in 0..<run.count { (to + 4 * x).update(from: run.from + x * run.step, count: 4) }
                    AlphaPixels.divide(to, run.count)
                }
            }
        }
    }
}

extension AreaScaler.Source {
    /// The pixels of `plane`, valid as long as it lives.
    init(_ plane: PhotoPlane) {
        self.init(
            unchecked: UnsafeRawBufferPointer(
                start: plane.base,
                count: plane.bytesPerRow * (plane.size.height - 1) + plane.channels * plane.size.width),
            size: plane.size, bytesPerRow: plane.bytesPerRow, channels: plane.channels, isPremultiplied: true)
    }
}
