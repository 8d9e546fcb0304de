/// Everything about one photo that is decided before a brush is lifted. Places are in picture heights (see `Canvas`),
/// for a picture of 4:3.
struct Scene {
    let theme: Theme
    let mood: Mood
    /// Drawn from by the painters, in their fixed order.
    var random: SplitMix64
    /// 4:3, whatever the canvas: nothing moves when a picture is painted a pixel wider.
    static let aspect: Float = 4.0 / 3.0
    let horizon: Float
    /// The sun or moon, or where the light comes from when neither shows.
    let sun: (x: Float, y: Float)
    var isLitFromRight: Bool { sun.x > Scene.aspect / 2 }
    let cover: Float
    /// Multiplies all light: no two photos are exposed alike.
    let exposure: Light

    let zenith: Light
    let middle: Light
    let skyline: Light
    let glow: Light
    /// What shines on the land from all sides.
    let ambient: Light
    /// What shines on it from the sun.
    let sunlight: Light

    init(number: Int) {
        let subject = Subject(number: number)
        theme = subject.theme
        mood = subject.mood
        var random = SplitMix64(seed: subject.hash)
        horizon = random.within(theme.horizon)
        // Within the middle square, which is what a row of the list shows; off its middle, as one would frame it.
        let side: Float = random.chance(0.5) ? 1 : -1
        let aside = random.within(0.06...0.36)
        sun = (Scene.aspect / 2 + side * aside, horizon - random.within(mood.altitude))
        cover = random.within(mood.cover)
        let warmth = random.within(-0.05...0.05)
        let stops = random.within(0.92...1.1)
        exposure = Light(stops * (1 + warmth), stops, stops * (1 - warmth))

        let shift = random.within(-0.12...0.12)
        zenith = Light(mood.zenith) * (1 + shift)
        middle = Light(mood.middle).mixed(with: Light(mood.horizon), max(0, shift))
        skyline = Light(mood.horizon)
        glow = Light(mood.glow)
        ambient = (Light(mood.zenith) + Light(mood.horizon) + Light(mood.middle)) * (1.0 / 3)
        sunlight = Light(mood.glow) * mood.frontLight
        self.random = random
    }

    /// The sky's own colour at `y`, before sun and clouds.
    func sky(_ y: Float) -> Light {
        let t = min(max(y / horizon, 0), 1)
        return t < 0.55
            ? zenith.mixed(with: middle, smoothstep(0, 0.62, t))
            : zenith.mixed(with: middle, smoothstep(0, 0.62, t)).mixed(with: skyline, smoothstep(0.55, 1.02, t))
    }
}
