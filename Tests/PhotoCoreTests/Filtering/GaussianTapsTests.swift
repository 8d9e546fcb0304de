import Testing

@testable import PhotoCore

@Suite struct GaussianTapsTests {
    @Test func `Weights make a whole for every sigma`() {
        var sigmas: [Double] = [1e-300, 0.01, 1e6, 1e300, .infinity, -1, .nan, -.infinity]
        sigmas += Array(stride(from: 0.0, through: 300, by: 0.37))
        for sigma in sigmas {
            let taps = GaussianTaps(sigma: sigma)
            #expect(taps.weights.count == taps.radius + 1)
            let sides: Int = taps.weights.dropFirst().reduce(0) { $0 + Int($1) }
            let sum = Int(taps.weights[0]) + 2 * sides
            #expect(sum == (sides == 0 ? 65535 : 65536), "sigma \(sigma)")
        }
    }

    @Test(arguments: [0.4, 0.8, 2, 3.99])
    func `Each is the Gaussian's to a step of rounding`(sigma: Double) {
        let taps = GaussianTaps(sigma: sigma)
        let heights = (-taps.radius...taps.radius).map { gaussian(Double($0), sigma) }
        let total = heights.reduce(0, +)
        for away in 0...taps.radius {
            #expect(abs(Double(taps.weights[away]) - 65536 * gaussian(Double(away), sigma) / total) <= 1.01)
        }
    }

    private func gaussian(_ away: Double, _ sigma: Double) -> Double {
        var power = 1.0
        var term = 1.0
        let exponent = -away * away / (2 * sigma * sigma)
        for index in 1..<200 {
            term *= exponent / Double(index)
            power += term
        }
        return power
    }

    @Test func `The shrinking before it ends for every sigma`() {
        for sigma in [0, 3.9, 4, 1e9, 1e300, Double.infinity, -.infinity, .nan] {
            let factor = GaussianSmoothing.factor(for: sigma)
            #expect(factor >= 1 && factor & (factor - 1) == 0)
        }
    }
}
