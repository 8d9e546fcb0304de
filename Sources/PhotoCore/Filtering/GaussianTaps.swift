import Foundation

/// The weights of a sampled Gaussian, cut off at three sigma, in 1/65536.
struct GaussianTaps {
    /// How far from the middle weights go.
    let radius: Int
    /// That of the middle, and those 1...radius away from it. All of them, the latter twice, make 65536.
    let weights: [UInt16]

    /// The weights for `sigma`, in pixels; what lies beyond three of it is 0.3% and shared out among the rest.
    init(sigma: Double) {
        radius = sigma > 0 ? Int((3 * sigma).rounded(.up)) : 0
        let heights = (0...radius).map { away in away == 0 ? 1 : exp(-Double(away * away) / (2 * sigma * sigma)) }
        let total = 2 * heights.reduce(0, +) - 1
        var weights = heights.map { UInt16(min((65536 * $0 / total).rounded(), 65535)) }
        let sides = weights.dropFirst().reduce(0) { $0 + 2 * Int($1) }
        // What rounding the others left over; where it is all, the 65536th part is lost, far below a channel's step.
        weights[0] = UInt16(min(65536 - sides, 65535))
        self.weights = weights
    }
}
