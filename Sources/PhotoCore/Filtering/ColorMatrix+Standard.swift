/// The colour matrices of W3C Filter Effects Module Level 1,
/// https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents (sections 10.1 to 10.7).
///
/// Amounts are clamped to 0...1 (the module requires it above 1), and NaN counts as 0.
extension ColorMatrix {
    /// `sepia()`, section 10.2: `amount` 0 changes nothing, 1 is the full tone.
    public static func sepia(amount: Double) -> ColorMatrix {
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

    /// `saturate()`: `factor` 1 changes nothing, 0 leaves no colour, more than 1 increases it.
    static func saturate(by factor: Double) -> ColorMatrix {
        ColorMatrix(
            red: [0.213 + 0.787 * factor, 0.715 - 0.715 * factor, 0.072 - 0.072 * factor],
            green: [0.213 - 0.213 * factor, 0.715 + 0.285 * factor, 0.072 - 0.072 * factor],
            blue: [0.213 - 0.213 * factor, 0.715 - 0.715 * factor, 0.072 + 0.928 * factor])
    }

    /// `contrast()`: `factor` 1 changes nothing, 0 leaves medium grey, more than 1 increases it.
    static func contrast(by factor: Double) -> ColorMatrix {
        ColorMatrix(
            red: [factor, 0, 0], green: [0, factor, 0], blue: [0, 0, factor],
            offset: SIMD3(repeating: 255 * (0.5 - 0.5 * factor)))
    }

    /// `invert()`: `amount` 0 changes nothing, 1 is the negative, 0.5 is medium grey.
    static func invert(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return ColorMatrix(
            red: [1 - 2 * amount, 0, 0], green: [0, 1 - 2 * amount, 0], blue: [0, 0, 1 - 2 * amount],
            offset: SIMD3(repeating: 255 * amount))
    }
}

/// This program's own tones, from the standard's matrices and the CIE's whites.
extension ColorMatrix {
    /// Black and white with 50% more contrast. `amount` 0 changes nothing; 0...1, as for `sepia`.
    static func noir(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return grayscale(amount: amount).followed(by: contrast(by: 1 + 0.5 * amount))
    }

    /// A faded print: two fifths less colour, blacks and whites compressed to 38 and 217. `amount` 0 changes nothing;
    /// 0...1, as for `sepia`.
    static func fade(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return saturate(by: 1 - 0.4 * amount).followed(by: contrast(by: 1 - 0.3 * amount))
    }

    /// A lower sun: sRGB's white, D65, becomes daylight of 5,000 K. `amount` 0 changes nothing; 0...1, as for `sepia`.
    static func warm(amount: Double) -> ColorMatrix {
        // D50 (CIE 15, x = 0.3457, y = 0.3585) in sRGB by IEC 61966-2-1's matrix and curve, extended past 1.
        ColorMatrix(gains: [1.074, 0.989, 0.866]).mixed(amount: clamped(amount))
    }

    /// Shade: the white becomes 9,300 K, as far from D65 in mired (46) as `warm`'s on the other side. `amount` 0
    /// changes nothing; 0...1, as for `sepia`.
    static func cool(amount: Double) -> ColorMatrix {
        // The screen makers' 9,300 K white (x = 0.2831, y = 0.2971), computed the same way.
        ColorMatrix(gains: [0.929, 1.005, 1.138]).mixed(amount: clamped(amount))
    }
}
