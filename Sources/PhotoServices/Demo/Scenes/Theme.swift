/// A kind of place: what a scene is drawn from, and its names.
struct Theme: Sendable {
    let places: [String]
    /// The lights it is photographed in; the first is the likeliest.
    let moods: [Mood]
    let land: Land
    let ground: Ground
    /// Where the land meets the sky, or the water the shore: 0 is the picture's top.
    let horizon: ClosedRange<Float>

    /// What stands between the sky and the ground.
    struct Land: Sendable {
        let shape: Shape
        /// How many ridges, one behind another.
        let count: ClosedRange<Int>
        /// How high the farthest rises, in picture heights.
        let rise: ClosedRange<Float>
        /// Bare rock or earth, and what grows on it, as sRGB.
        let rock: UInt32
        let growth: UInt32
        /// How much of the height is under snow, 0 to 1.
        var snow: Float = 0
        /// How much fog lies in the valleys.
        var mist: Float = 0.3
        var hasWoodedShore = false
    }

    enum Shape: Sendable { case none, alpine, valley, hills, forest, mesa, dunes, cone, headland }

    /// What lies before it.
    enum Ground: Sendable {
        /// The ridges continue to the picture's edge.
        case ridges
        /// Still water: mirrors, tinted with this.
        case lake(UInt32)
        /// Waves: reflects the sky's light only in patches.
        case sea(UInt32)
        /// Grass of two colours, with flowers of a third, and their density.
        case meadow(UInt32, UInt32, flowers: UInt32, Float)
        /// Rows that run to a point on the horizon: the crop, and the earth between.
        case rows(UInt32, UInt32)
        /// Sand or snow, lit and in shade.
        case drifts(UInt32, UInt32)
        /// A sea of clouds, seen from above.
        case fog
        /// Wet sand with surf, and the sea beyond it.
        case beach(UInt32, sea: UInt32)
    }
}

extension Theme {
    /// A different one for each row, reshuffled in each round; so a screenful shows nearly as many kinds as it has
    /// rows.
    static func index(of number: Int) -> Int {
        let count = all.count
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: count)
        let (round, place) = remainder < 0 ? (quotient - 1, remainder + count) : (quotient, remainder)
        let hash = SplitMix64.hash(0xC1A5_51C0 &+ UInt64(bitPattern: Int64(round)))
        // The count is a prime, so every step visits every theme once.
        let step = 1 + Int(hash % UInt64(count - 1))
        let start = Int((hash >> 32) % UInt64(count))
        return (start + place * step) % count
    }

    /// A prime number of them.
    static let all: [Theme] = waters + mountains + fields
}

/// The meaning of a number: a theme and its light. Cheap, and all that a name needs.
struct Subject {
    let theme: Theme
    let mood: Mood
    /// Decides everything else.
    let hash: UInt64

    /// Any number has one.
    init(number: Int) {
        theme = Theme.all[Theme.index(of: number)]
        hash = SplitMix64.hash(UInt64(bitPattern: Int64(number)) ^ 0x5CE_1E5)
        mood = theme.moods[Int(hash & 0xFF) % theme.moods.count]
    }
}
