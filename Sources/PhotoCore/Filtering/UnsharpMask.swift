/// Sharpens: adds to each colour what it differs by from its blurred surroundings (unsharp masking; R. C. Gonzalez and
/// R. E. Woods, Digital Image Processing, 4th edition, section 3.6).
///
/// Unlike a blur this goes by the screen, not by the picture: it is for the finest detail that the eye can make out.
struct UnsharpMask: PhotoFilter, Equatable {
    /// The blur's standard deviation, in points: detail of two or three of them is raised most.
    static let sigma = 0.8
    /// What the full amount adds, times the difference.
    static let fullGain = 2.0

    /// What the filter is called in English.
    var name: String { "Sharpen" }
    /// 0, which changes nothing, to 1.
    let amount: Double
    /// The blur's standard deviation in the picture's pixels.
    let sigma: Double

    /// `scale` is how many of the picture's pixels one point of the screen shows along each axis. An amount outside of
    /// 0...1 counts as the nearer end, one that is no number as 0; scales are held within 0...64.
    init(amount: Double, scale: Double = 1) {
        self.amount = ColorMatrix.clamped(amount)
        sigma = Self.sigma * (scale > 0 ? min(scale, 64) : 0)
    }

    /// Each colour channel is `c + 2 amount (c - blurred)`, rounded to nearest and held within 0...255; alpha stays.
    /// What is transparent has no part in its surroundings' colour. Each is within 2 of what exact arithmetic gives,
    /// times alpha where there is any.
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
