/// An affine colour map: each channel of the result is a weighted sum of the three original channels plus an offset.
///
/// It works on stored sRGB values (0...255), like CSS filters, not on linear light; alpha is unchanged.
public struct ColorMatrix: Sendable, Equatable {
    /// The weights of red, green and blue in the new red.
    public let red: SIMD3<Double>
    /// The weights of red, green and blue in the new green.
    public let green: SIMD3<Double>
    /// The weights of red, green and blue in the new blue.
    public let blue: SIMD3<Double>
    /// The offsets of red, green and blue, in 8-bit steps.
    public let offset: SIMD3<Double>

    /// The matrix with these rows.
    init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>, offset: SIMD3<Double> = .zero) {
        self.red = red
        self.green = green
        self.blue = blue
        self.offset = offset
    }

    /// The matrix that scales each channel by its own factor.
    init(gains: SIMD3<Double>) {
        self.init(red: [gains.x, 0, 0], green: [0, gains.y, 0], blue: [0, 0, gains.z])
    }

    /// This map followed by `next`, as one map. Does not round or clamp in between.
    func followed(by next: ColorMatrix) -> ColorMatrix {
        func row(_ weights: SIMD3<Double>) -> SIMD3<Double> {
            weights.x * red + weights.y * green + weights.z * blue
        }
        return ColorMatrix(
            red: row(next.red), green: row(next.green), blue: row(next.blue),
            offset: next.offset
                + [(next.red * offset).sum(), (next.green * offset).sum(), (next.blue * offset).sum()])
    }

    /// A blend: `amount` (0...1) of this map, the rest identity.
    func mixed(amount: Double) -> ColorMatrix {
        let rest = 1 - amount
        return ColorMatrix(
            red: amount * red + [rest, 0, 0], green: amount * green + [0, rest, 0], blue: amount * blue + [0, 0, rest],
            offset: amount * offset)
    }

    /// The lowest and highest results for any colour, before clamping to 0...255.
    var bounds: (lower: SIMD3<Double>, upper: SIMD3<Double>) {
        func sum(_ weights: SIMD3<Double>) -> (Double, Double) {
            (
                255 * weights.replacing(with: 0, where: weights .> 0).sum(),
                255 * weights.replacing(with: 0, where: weights .< 0).sum()
            )
        }
        let (r, g, b) = (sum(red), sum(green), sum(blue))
        return (offset + [r.0, g.0, b.0], offset + [r.1, g.1, b.1])
    }

    /// `amount` clamped to 0...1; NaN counts as 0.
    static func clamped(_ amount: Double) -> Double { amount > 0 ? min(amount, 1) : 0 }
}
