/// Sharpens: adds to each colour its difference from the blurred surroundings (unsharp masking; R. C. Gonzalez and R.
/// E. Woods, Digital Image Processing, 4th edition, section 3.6).
///
/// Unlike a blur, it is relative to the screen, not the picture: it raises the finest visible detail.
struct UnsharpMask: PhotoFilter, Equatable {
    /// The blur's standard deviation, in points: raises detail of two or three points most.
    static let sigma = 0.8
    /// The factor of the difference at the full amount.
    static let fullGain = 2.0

    /// The filter's English name.
    var name: String { "Sharpen" }
    /// 0, which changes nothing, to 1.
    let amount: Double
    /// The blur's standard deviation in the picture's pixels.
    let sigma: Double

    /// `scale` is the number of picture pixels per point of the screen along each axis. Amounts are clamped to 0...1,
    /// and NaN counts as 0; scales are clamped to 0...64.
    init(amount: Double, scale: Double = 1) {
        self.amount = ColorMatrix.clamped(amount)
        sigma = Self.sigma * (scale > 0 ? min(scale, 64) : 0)
    }

    /// Each colour channel is `c + 2 amount (c - blurred)`, rounded to nearest and clamped to 0...255; alpha is
    /// unchanged. Transparent pixels do not affect the colour of their surroundings. Each channel is within 2 of exact
    /// arithmetic, times alpha if there is any.
    func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        apply(to: picture, with: .widest, isCancelled: isCancelled)
    }

    package func apply(to picture: PixelBuffer, with kernels: PixelKernels, isCancelled: () -> Bool) -> PixelBuffer? {
        guard amount > 0, sigma > 0 else { return isCancelled() ? nil : picture.withoutPadding }
        let gain = Float(Self.fullGain * amount)
        return GaussianSmoothing(sigma: sigma, kernels: kernels).apply(to: picture, isCancelled: isCancelled) {
            original, blurred, target, count, isPremultiplied in
            kernels.table.unsharp(original, blurred, target, count, gain, isPremultiplied)
        }
    }
}
