import Foundation

/// The middle of a photo, small and square, under a filter. A pure function; safe on any thread.
package struct FilterPreview: Sendable, Equatable {
    /// Its source: the smallest layer suffices.
    private let layer: PhotoLayer
    private let photo: CGSize
    private let turn: ExifOrientation
    private let side: Int
    private let density: Int

    /// A preview of `layer`, of a photo with the upright size `photo` and the person's rotation `turn`: `side` points
    /// with `density` pixels each.
    package init(of layer: PhotoLayer, photo: CGSize, turn: ExifOrientation, side: Int, density: Int) {
        self.layer = layer
        self.photo = photo
        self.turn = turn
        self.side = side
        // As in the viewport: a display's, and no larger number from the environment.
        self.density = min(max(1, density), 64)
    }

    /// Whether both look the same.
    package static func == (one: FilterPreview, other: FilterPreview) -> Bool {
        one.layer.plane === other.layer.plane && one.turn == other.turn && one.side == other.side
            && one.density == other.density && one.photo == other.photo
    }

    /// The preview without a filter.
    func picture() -> PixelBuffer? {
        let pixels = side * density
        let shown = turn.swapsSides ? photo.swapped : photo
        let viewport = PhotoViewport(photo: shown, view: CGSize(width: pixels, height: pixels), density: 1)
        var sampler = FrameSampler(viewport, turn: turn, board: nil)
        let scale = Double(pixels) / min(shown.width, shown.height)
        sampler.photoFrame = CGRect(
            x: (Double(pixels) - shown.width * scale) / 2, y: (Double(pixels) - shown.height * scale) / 2,
            width: shown.width * scale, height: shown.height * scale)
        guard let frame = sampler.frame(of: layer) else { return nil }
        var bytes = frame.bytes
        bytes.withUnsafeMutableBufferPointer { target in
            guard let pixels = target.baseAddress else { return }
            let count = target.count / 4
            AlphaPixels.divide(pixels, count)
            for pixel in 0..<count { swap(&target[4 * pixel], &target[4 * pixel + 2]) }
        }
        return PixelBuffer(size: frame.size, bytesPerRow: 4 * frame.size.width, bytes: bytes)
    }

    /// `picture` filtered by `choice`; nil if cancelled.
    func apply(_ choice: FilterChoice, to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        guard let filter = choice.filter(at: Double(density)) else { return picture }
        return filter.apply(to: picture, isCancelled: isCancelled)
    }
}
