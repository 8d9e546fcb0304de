/// The colour matrices of W3C Filter Effects Module Level 1,
/// https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents (sections 10.1 to 10.7).
///
/// Where an amount is within 0...1, one outside of it counts as the nearer end (the module asks it for those above 1),
/// one that is no number as 0.
extension ColorMatrix {
    /// `sepia()`, section 10.2: `amount` 0 changes nothing, 1 is the full tone.
    static func sepia(amount: Double) -> ColorMatrix {
        let rest = 1 - clamped(amount)
        return ColorMatrix(
            red: [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
            green: [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
            blue: [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest])
    }

    /// `grayscale()`: `amount` 0 changes nothing, 1 leaves no colour.
    static func grayscale(amount: Double) -> ColorMatrix {
        let rest = 1 - clamped(amount)
        return ColorMatrix(
            red: [0.2126 + 0.7874 * rest, 0.7152 - 0.7152 * rest, 0.0722 - 0.0722 * rest],
            green: [0.2126 - 0.2126 * rest, 0.7152 + 0.2848 * rest, 0.0722 - 0.0722 * rest],
            blue: [0.2126 - 0.2126 * rest, 0.7152 - 0.7152 * rest, 0.0722 + 0.9278 * rest])
    }

    /// `saturate()`: `factor` 1 changes nothing, 0 leaves no colour, more than 1 gives more.
    static func saturate(by factor: Double) -> ColorMatrix {
        ColorMatrix(
            red: [0.213 + 0.787 * factor, 0.715 - 0.715 * factor, 0.072 - 0.072 * factor],
            green: [0.213 - 0.213 * factor, 0.715 + 0.285 * factor, 0.072 - 0.072 * factor],
            blue: [0.213 - 0.213 * factor, 0.715 - 0.715 * factor, 0.072 + 0.928 * factor])
    }

    /// `contrast()`: `factor` 1 changes nothing, 0 leaves a medium grey, more than 1 gives more.
    static func contrast(by factor: Double) -> ColorMatrix {
        ColorMatrix(
            red: [factor, 0, 0], green: [0, factor, 0], blue: [0, 0, factor],
            offset: SIMD3(repeating: 255 * (0.5 - 0.5 * factor)))
    }

    /// `invert()`: `amount` 0 changes nothing, 1 is the negative, 0.5 a medium grey.
    static func invert(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return ColorMatrix(
            red: [1 - 2 * amount, 0, 0], green: [0, 1 - 2 * amount, 0], blue: [0, 0, 1 - 2 * amount],
            offset: SIMD3(repeating: 255 * amount))
    }
}
