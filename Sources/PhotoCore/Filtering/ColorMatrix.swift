/// A linear map of colours: each channel of the result is a weighted sum of the three channels of the original.
///
/// It works on sRGB values as they are stored (0...255), as CSS filters do, not on linear light; alpha is left alone.
public struct ColorMatrix: Sendable, Equatable {
    /// The weights of red, green and blue in the new red.
    public let red: SIMD3<Double>
    /// The weights of red, green and blue in the new green.
    public let green: SIMD3<Double>
    /// The weights of red, green and blue in the new blue.
    public let blue: SIMD3<Double>

    /// The matrix with these rows.
    public init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The `sepia()` of W3C Filter Effects Module Level 1, section 10.2: `amount` 0 changes nothing, 1 is the full tone.
    ///
    /// An amount outside of 0...1 counts as the nearer end (the module asks it for those above 1), one that is no
    /// number as 0. Source: https://www.w3.org/TR/filter-effects-1/#sepiaEquivalent
    public static func sepia(amount: Double) -> ColorMatrix {
        let rest = 1 - (amount > 0 ? min(amount, 1) : 0)
        return ColorMatrix(
            red: [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
            green: [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
            blue: [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest])
    }
}
