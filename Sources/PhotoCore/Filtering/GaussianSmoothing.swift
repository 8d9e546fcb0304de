/// Computes a picture's Gaussian blur row by row or strip by strip, for a blurred or a sharpened picture.
///
/// Small sigmas: a sampled Gaussian along both axes (``GaussianSweep``). From 4 pixels on, the picture is first shrunk
/// by the largest power of two that leaves a sigma of 2 or more, and enlarged afterwards (``PictureShrinking``; the
/// idea is P. J. Burt's, Fast Filter Transforms for Image Processing, Computer Graphics and Image Processing 16, 1981).
///
/// Three box blurs (W3C Filter Effects, `feGaussianBlur`: within 3%) or recursive filters (Deriche; Young and van
/// Vliet) visit every full-size pixel six or four times at any sigma. This visits each once to shrink and once to
/// enlarge, and is more exact: for a pattern almost as fine as the cells, the worst case, shrinking and enlarging each
/// leak at most x^2 exp(-2 pi^2 s^2 x^2), where x is the difference in cycles per cell and s the sigma in cells; that
/// is 0.5% at s = 2, or 0.65 of a full swing's 127.
struct GaussianSmoothing {
    /// In pixels.
    let sigma: Double
    let kernels: PixelKernels

    /// Makes a run of the result from the picture's pixels, the blurred ones, the target, the count, and whether the
    /// blurred ones are premultiplied.
    typealias Finish = (UnsafePointer<UInt8>, UnsafePointer<UInt16>, UnsafeMutablePointer<UInt8>, Int, Bool) -> Void

    func apply(to picture: PixelBuffer, isCancelled: () -> Bool, finish: Finish) -> PixelBuffer? {
        CancellationPace.fill(picture.size, unless: isCancelled) { target, pace in
            picture.bytes.withUnsafeBufferPointer { source in
                guard picture.width > 0, picture.height > 0, let bytes = source.baseAddress,
                    let to = target.baseAddress
                else { return true }
                guard let reader = PictureReader(picture, bytes: bytes, kernels: kernels, pace: &pace) else {
                    return false
                }
                return run(reader, pace: &pace) { x, y, count, blurred in
                    finish(
                        reader.pixels(x: x, y: y), blurred, to + 4 * (y * picture.width + x), count,
                        reader.isPremultiplied)
                }
            }
        }
    }

    private func run(
        _ picture: PictureReader, pace: inout CancellationPace,
        store: (Int, Int, Int, UnsafePointer<UInt16>) -> Void
    ) -> Bool {
        let factor = Self.factor(for: sigma)
        guard factor > 1 else {
            return sweep(picture.size, sigma: sigma, isPremultiplied: picture.isPremultiplied)
                .run(pace: &pace, load: picture.load, store: store)
        }
        let shrinking = PictureShrinking(picture.size, factor: factor, kernels: kernels)
        guard let small = shrinking.shrink(picture, pace: &pace) else { return false }
        let rest = (sigma * sigma - PictureShrinking.added(by: factor)).squareRoot() / Double(factor)
        let smooth = DeepPicture(size: small.size)
        let isComplete = sweep(small.size, sigma: rest, isPremultiplied: picture.isPremultiplied).run(
            pace: &pace,
            load: { x, y, count, target in target.update(from: small.pixels(x: x, y: y), count: 4 * count) },
            store: { x, y, count, blurred in smooth.pixels(x: x, y: y).update(from: blurred, count: 4 * count) })
        return isComplete
            && shrinking.grow(smooth, pace: &pace) { y, blurred in store(0, y, picture.size.width, blurred) }
    }

    private func sweep(_ size: PixelSize, sigma: Double, isPremultiplied: Bool) -> GaussianSweep {
        GaussianSweep(taps: GaussianTaps(sigma: sigma), kernels: kernels, size: size, isPremultiplied: isPremultiplied)
    }

    /// The largest power of two that leaves a sigma of two cells, or 1.
    static func factor(for sigma: Double) -> Int {
        var factor = 1
        while 4 * Double(factor) <= sigma, factor < 1 << 30 { factor *= 2 }
        return factor
    }
}
