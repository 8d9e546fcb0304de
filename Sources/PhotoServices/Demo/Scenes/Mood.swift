import PhotoCore

/// An hour and a weather: the colours of the air, and what the names say of it.
struct Mood: Sendable {
    /// sRGB, from the top of the sky down to the horizon.
    let zenith: UInt32
    let middle: UInt32
    let horizon: UInt32
    /// The sun's or moon's light, and how strong its glow is.
    let glow: UInt32
    let glowStrength: Float
    /// Clouds where the light falls on them, and where it does not.
    let cloudLit: UInt32
    let cloudShade: UInt32
    /// How much of the sky clouds take, 0 to 1.
    let cover: ClosedRange<Float>
    /// How much of the light falls on the land from the viewer's side: 1 is broad daylight, 0 is against the light.
    let frontLight: Float
    /// How thick the air is: 1 hides the farthest ridge.
    let haze: Float
    /// What hangs in the sky, and how high above the horizon, in picture heights.
    let disc: Disc
    let altitude: ClosedRange<Float>
    var stars: Float = 0
    var aurora: Float = 0
    /// Said after the place's name.
    let phrases: [String]

    enum Disc: Sendable { case none, sun, moon }
}

extension Mood {
    static let day = Mood(
        zenith: 0x1F5FA8, middle: 0x5E9BD2, horizon: 0xC3DDEE, glow: 0xFFF6E0, glowStrength: 0.25, cloudLit: 0xFFFFFF,
        cloudShade: 0x93A5BA, cover: 0.25...0.5, frontLight: 1, haze: 0.62, disc: .none, altitude: 0.5...0.7,
        phrases: DemoWords.list(
            localized("at Noon | after Lunch | on a Clear Day | under Blue Skies", context: "demo times")))
    static let tropical = Mood(
        zenith: 0x0F6CB8, middle: 0x3FA8DC, horizon: 0xC9EFF0, glow: 0xFFF8E8, glowStrength: 0.3, cloudLit: 0xFFFFFF,
        cloudShade: 0xA9BFD0, cover: 0.2...0.4, frontLight: 1, haze: 0.5, disc: .none, altitude: 0.4...0.6,
        phrases: DemoWords.list(
            localized("in the Sun | before Lunch | in August | with a Breeze", context: "demo times")))
    static let morning = Mood(
        zenith: 0x4C84BE, middle: 0xA0C4DC, horizon: 0xF8E4C4, glow: 0xFFE3AE, glowStrength: 0.7, cloudLit: 0xFFF3DF,
        cloudShade: 0xA3AEC0, cover: 0.2...0.45, frontLight: 0.75, haze: 0.8, disc: .sun, altitude: 0.16...0.28,
        phrases: DemoWords.list(
            localized("in the Morning | at Eight | before Breakfast | after the Rain", context: "demo times")))
    static let dawn = Mood(
        zenith: 0x50659F, middle: 0xC59AB4, horizon: 0xFFC9A0, glow: 0xFFB070, glowStrength: 0.8, cloudLit: 0xFFC3A6,
        cloudShade: 0x8A789C, cover: 0.25...0.5, frontLight: 0.35, haze: 0.9, disc: .sun, altitude: 0.02...0.09,
        phrases: DemoWords.list(localized("at Dawn | at Sunrise | at First Light | at Daybreak", context: "demo times"))
    )
    static let golden = Mood(
        zenith: 0x4F7DAA, middle: 0xC8B68C, horizon: 0xFFDC8C, glow: 0xFFC050, glowStrength: 1, cloudLit: 0xFFE0A0,
        cloudShade: 0x9C8878, cover: 0.15...0.4, frontLight: 0.55, haze: 0.85, disc: .sun, altitude: 0.07...0.2,
        phrases: DemoWords.list(
            localized("in Late Light | in the Afternoon | at Golden Hour | in September", context: "demo times")))
    static let dusk = Mood(
        zenith: 0x2A3468, middle: 0x94507C, horizon: 0xFFA25C, glow: 0xFF8434, glowStrength: 1.1, cloudLit: 0xFF8A62,
        cloudShade: 0x453458, cover: 0.35...0.6, frontLight: 0.12, haze: 0.75, disc: .sun, altitude: 0.02...0.1,
        phrases: DemoWords.list(localized("at Dusk | at Sunset | in the Evening | at Day’s End", context: "demo times"))
    )
    static let violet = Mood(
        zenith: 0x2C3876, middle: 0x8070AC, horizon: 0xF8BCAE, glow: 0xFFA098, glowStrength: 0.5, cloudLit: 0xF2A2B4,
        cloudShade: 0x5A4880, cover: 0.2...0.5, frontLight: 0.25, haze: 0.85, disc: .none, altitude: 0...0.05,
        stars: 0.1,
        phrases: DemoWords.list(
            localized("at Twilight | after Sunset | in Violet | before Nightfall", context: "demo times")))
    static let blueHour = Mood(
        zenith: 0x0B1840, middle: 0x2A4A88, horizon: 0xE0966C, glow: 0xFF9A58, glowStrength: 0.45, cloudLit: 0x7A6C90,
        cloudShade: 0x1E2C54, cover: 0.1...0.35, frontLight: 0.12, haze: 0.7, disc: .none, altitude: -0.03...0,
        stars: 0.4,
        phrases: DemoWords.list(
            localized("in the Blue Hour | at Nightfall | at Ten | in Late Autumn", context: "demo times")))
    static let night = Mood(
        zenith: 0x060B1C, middle: 0x0E1C3C, horizon: 0x22406C, glow: 0xBFD0F0, glowStrength: 0.32, cloudLit: 0x5C7096,
        cloudShade: 0x0C1428, cover: 0.15...0.4, frontLight: 0.1, haze: 0.6, disc: .moon, altitude: 0.16...0.36,
        stars: 0.6,
        phrases: DemoWords.list(
            localized("by Moonlight | at Midnight | at Night | under the Moon", context: "demo times")))
    static let starry = Mood(
        zenith: 0x070A1C, middle: 0x131C3E, horizon: 0x3A4468, glow: 0xC0C8F0, glowStrength: 0, cloudLit: 0x38425E,
        cloudShade: 0x0A0F20, cover: 0...0.1, frontLight: 0.06, haze: 0.5, disc: .none, altitude: 0.2...0.3,
        stars: 1,
        phrases: DemoWords.list(
            localized("under the Stars | at Two | in a Clear Night | and the Milky Way", context: "demo times")))
    static let aurora = Mood(
        zenith: 0x050A1A, middle: 0x0A1C30, horizon: 0x1C4450, glow: 0x80F0B0, glowStrength: 0, cloudLit: 0x2A4A50,
        cloudShade: 0x081018, cover: 0...0.1, frontLight: 0.1, haze: 0.45, disc: .none, altitude: 0.2...0.3,
        stars: 0.7, aurora: 1,
        phrases: DemoWords.list(
            localized("and Northern Lights | under the Aurora | in February | at Eleven", context: "demo times")))
    static let overcast = Mood(
        zenith: 0x7C8892, middle: 0xA6B0B6, horizon: 0xD2D6D4, glow: 0xFFFFFF, glowStrength: 0.15, cloudLit: 0xDDE1E2,
        cloudShade: 0x76828C, cover: 0.9...1, frontLight: 0.6, haze: 0.95, disc: .none, altitude: 0.3...0.5,
        phrases: DemoWords.list(
            localized("in the Rain | under Clouds | in November | on a Grey Day", context: "demo times")))
    static let storm = Mood(
        zenith: 0x1E262F, middle: 0x46525C, horizon: 0xD8BE88, glow: 0xFFE0A0, glowStrength: 0.5, cloudLit: 0x8F949A,
        cloudShade: 0x232B35, cover: 0.75...0.9, frontLight: 0.5, haze: 0.7, disc: .none, altitude: 0.05...0.15,
        phrases: DemoWords.list(
            localized("before the Storm | after the Storm | in the Wind | with a Storm Coming", context: "demo times")))
    static let desert = Mood(
        zenith: 0x2F74B4, middle: 0x8CB8D0, horizon: 0xF6E0BA, glow: 0xFFE9C0, glowStrength: 0.5, cloudLit: 0xFFF4E2,
        cloudShade: 0xB8AFA8, cover: 0.05...0.2, frontLight: 0.95, haze: 0.6, disc: .none, altitude: 0.3...0.5,
        phrases: DemoWords.list(
            localized("in the Heat | at Three | at Forty Degrees | with No Shade", context: "demo times")))
}
