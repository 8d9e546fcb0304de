/// A Gaussian blur, relative to the picture's shorter side: a photo looks the same in a row and in full.
///
/// Edges are extended. Transparent pixels count in proportion to their alpha.
public struct GaussianBlur: PhotoFilter, Equatable {
    /// Sigma at the full amount: a twentieth of the shorter side leaves shapes but no faces.
    static let fullSigma = 0.05

    /// The filter's English name.
    public var name: String { "Blur" }
    /// The standard deviation as a share of the picture's shorter side, 0...1.
    public let relativeSigma: Double

    /// A blur by `amount`, from 0, which changes nothing, to 1, where sigma is a twentieth of the shorter side. Amounts
    /// are clamped, and NaN counts as 0.
    public init(amount: Double) { self.init(relativeSigma: Self.fullSigma * ColorMatrix.clamped(amount)) }

    /// A blur with this standard deviation relative to the shorter side, clamped to 0...1.
    public init(relativeSigma: Double) { self.relativeSigma = ColorMatrix.clamped(relativeSigma) }

    /// The blurred picture: each channel is within 2 of exact arithmetic, times alpha if there is any. Pixels with zero
    /// alpha have no colour.
    public func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        apply(to: picture, with: .widest, isCancelled: isCancelled)
    }

    package func apply(to picture: PixelBuffer, with kernels: PixelKernels, isCancelled: () -> Bool) -> PixelBuffer? {
        guard relativeSigma > 0 else { return isCancelled() ? nil : picture.withoutPadding }
        let sigma = relativeSigma * Double(min(picture.width, picture.height))
        return GaussianSmoothing(sigma: sigma, kernels: kernels).apply(to: picture, isCancelled: isCancelled) {
            _, blurred, target, count, isPremultiplied in
            let convert = isPremultiplied ? kernels.table.unpremultiply : kernels.table.flatten
            convert(blurred, target, count)
        }
    }
}
