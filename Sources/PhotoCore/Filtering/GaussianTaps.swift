import Foundation

/// The weights of a Gaussian sampled to three sigma, in 1/65536.
struct GaussianTaps {
    /// The distance of the outermost weights.
    let radius: Int
    /// The weights at distances 0...radius. Counting all but the first twice, they sum to 65536.
    let weights: [UInt16]

    /// The maximum sigma of one blur: ``GaussianSmoothing`` shrinks a picture first.
    static let largestSigma = 256.0

    /// The weights for `sigma`, in pixels, clamped to 0...``largestSigma``. The 0.3% beyond three sigma are distributed
    /// over the rest.
    init(sigma: Double) {
        let sigma = sigma > 0 ? min(sigma, Self.largestSigma) : 0
        radius = Int((3 * sigma).rounded(.up))
        let heights = (0...radius).map { away in away == 0 ? 1 : exp(-Double(away * away) / (2 * sigma * sigma)) }
        let total = 2 * heights.reduce(0, +) - 1
        // From the outside in, sums are rounded, not weights: so none is negative, and the sides never exceed the
        // total.
        var weights = [UInt16](repeating: 0, count: radius + 1)
        var reached = 0.0
        var before = 0
        for away in stride(from: radius, to: 0, by: -1) {
            reached += 65536 * heights[away] / total
            let end = Int(reached.rounded())
            weights[away] = UInt16(end - before)
            before = end
        }
        // If the middle has all weight, one 65536th is lost, far below a channel's step.
        weights[0] = UInt16(min(65536 - 2 * before, 65535))
        self.weights = weights
    }
}
