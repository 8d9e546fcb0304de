import Foundation

/// The weights of a sampled Gaussian, cut off at three sigma, in 1/65536.
struct GaussianTaps {
    /// How far from the middle weights go.
    let radius: Int
    /// That of the middle, and those 1...radius away from it. All of them, the latter twice, make 65536.
    let weights: [UInt16]

    /// Nothing blurs by more pixels than this at once: ``GaussianSmoothing`` shrinks a picture first.
    static let largestSigma = 256.0

    /// The weights for `sigma`, in pixels, held within 0...``largestSigma``; what lies beyond three of it is 0.3% and
    /// shared out among the rest.
    init(sigma: Double) {
        let sigma = sigma > 0 ? min(sigma, Self.largestSigma) : 0
        radius = Int((3 * sigma).rounded(.up))
        let heights = (0...radius).map { away in away == 0 ? 1 : exp(-Double(away * away) / (2 * sigma * sigma)) }
        let total = 2 * heights.reduce(0, +) - 1
        // From the outside in, the sums are rounded and not the weights: so none is below zero, and the sides take no
        // more than there is.
        var weights = [UInt16](repeating: 0, count: radius + 1)
        var reached = 0.0
        var before = 0
        for away in stride(from: radius, to: 0, by: -1) {
            reached += 65536 * heights[away] / total
            let end = Int(reached.rounded())
            weights[away] = UInt16(end - before)
            before = end
        }
        // Where the middle is all, the 65536th part is lost, far below a channel's step.
        weights[0] = UInt16(min(65536 - 2 * before, 65535))
        self.weights = weights
    }
}
