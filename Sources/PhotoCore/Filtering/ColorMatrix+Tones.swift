/// This program's own tones, made of the standard's matrices and the CIE's whites.
extension ColorMatrix {
    /// Black and white with half as much contrast again. `amount` 0 changes nothing; 0...1, as for `sepia`.
    static func noir(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return grayscale(amount: amount).followed(by: contrast(by: 1 + 0.5 * amount))
    }

    /// A print that has hung in the light: two fifths of the colour gone, blacks and whites drawn in to 38 and 217.
    /// `amount` 0 changes nothing; 0...1, as for `sepia`.
    static func fade(amount: Double) -> ColorMatrix {
        let amount = clamped(amount)
        return saturate(by: 1 - 0.4 * amount).followed(by: contrast(by: 1 - 0.3 * amount))
    }

    /// As under a lower sun: sRGB's white, D65, becomes that of daylight of 5,000 K. `amount` 0 changes nothing; 0...1,
    /// as for `sepia`.
    static func warm(amount: Double) -> ColorMatrix {
        // D50 (CIE 15, x = 0.3457, y = 0.3585) in sRGB by IEC 61966-2-1's matrix and curve, the latter past 1 as well.
        ColorMatrix(gains: [1.074, 0.989, 0.866]).mixed(amount: clamped(amount))
    }

    /// As in the shade: the white becomes that of 9,300 K, as far from D65 in mired (46) as `warm`'s on the other side.
    /// `amount` 0 changes nothing; 0...1, as for `sepia`.
    static func cool(amount: Double) -> ColorMatrix {
        // The screen makers' 9,300 K white (x = 0.2831, y = 0.2971), in the same way.
        ColorMatrix(gains: [0.929, 1.005, 1.138]).mixed(amount: clamped(amount))
    }
}
