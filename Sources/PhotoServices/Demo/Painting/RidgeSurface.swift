/// What a ridge looks like at one place: rock, growth or snow, lit, then seen through the air.
struct RidgeSurface {
    private let scene: Scene
    private let nearness: Float
    private let foot: Float
    private let seed: (u: Float, v: Float)
    private let rock: Light
    private let growth: Light
    private let snow = Light(0xF4F7FC)
    private let side: Float
    private let scale: Float
    private let snowline: Float
    private let haze: Float
    private let mist: Float
    private let hazeLight: Light
    private let smooth: Float
    private let summit: Float

    init(_ scene: Scene, nearness: Float, foot: Float, seed: (Float, Float), summit: Float) {
        self.summit = summit
        let land = scene.theme.land
        self.scene = scene
        self.nearness = nearness
        self.foot = foot
        self.seed = seed
        rock = Light(land.rock)
        growth = Light(land.growth)
        side = scene.isLitFromRight ? -1 : 1
        scale = 1.5 - 0.7 * nearness
        snowline = land.snow
        // Famous mountains are photographed in clear air.
        let far = (land.snow > 0.3 ? 0.62 : 1) * (1 - nearness)
        haze = scene.mood.haze * far * (0.55 + 0.45 * far) + 0.03
        mist = land.mist
        // Distance takes the horizon's colour, a little of the sky's blue in it.
        hazeLight = scene.skyline.mixed(with: scene.middle, 0.66)
        smooth =
            switch land.shape {
            case .hills: 0.5
            case .forest: 0.55
            default: 1
            }
    }

    /// The light from (`x`, `y`), `depth` below the ridge's outline.
    @inline(__always)
    func light(_ x: Float, _ y: Float, _ depth: Float) -> Light {
        let patch = NoiseTile.clouds.value(seed.u + x * scale * 0.9, seed.v + depth * scale * 1.3)
        // Gullies run down from the crest: the wall is stretched, and swayed by the patches.
        let u = side * (x * scale + patch * 0.014) + seed.u
        let v = seed.v + depth * scale * 0.85
        let relief = NoiseTile.relief.value(u, v) + 0.55 * NoiseTile.relief.value(u * 3.3, v * 2.9)
        let altitude = (foot - y) / summit

        let shade = min(max(0.5 + relief * 0.25 * smooth + patch * 0.05, 0.04), 1.2)
        let green = smoothstep(-0.5, 0.7, 0.75 - altitude * 1.4 + patch * 0.35)
        var material = rock.mixed(with: growth, green) * (0.86 + 0.16 * patch * smooth)
        if snowline > 0 {
            // It lies on flat ground, not on walls.
            let cover = smoothstep(-0.07, 0.1, altitude - (1 - snowline) + patch * 0.1 + min(relief, 1) * 0.05)
            material = material.mixed(with: snow, cover * (relief < -1.1 ? 0.45 : 1))
        }
        let lit = material * (scene.ambient * 0.75 + scene.sunlight * (shade * 1.25))

        // The air between, thicker at the foot, and full of light towards the sun.
        let dx = x - scene.sun.x
        let towards = scene.mood.glowStrength / (1 + dx * dx * 9)
        let air = hazeLight.mixed(with: scene.glow, min(towards * 0.5, 0.7))
        let fog = mist * smoothstep(0.02, 0.3, depth + patch * 0.02) * (1 - 0.85 * nearness)
        return lit.mixed(with: air, min(haze + (1 - haze) * fog * 0.85, 1))
    }

    /// A dune's: one flank in the light, one in shade, with a sharp crest between, and the wind's ripples.
    @inline(__always)
    func dune(_ x: Float, _ depth: Float, _ slope: Float) -> Light {
        let patch = NoiseTile.clouds.value(seed.u + x * 0.7, seed.v + depth * 1.6)
        let across = seed.v + depth * (16 - 8 * nearness) + patch * 0.2
        let ripples = NoiseTile.clouds.value(seed.u + x * 1.3 + depth * 2, across)
        let lit = smoothstep(-0.07, 0.09, slope * side) * (1 - 0.25 * smoothstep(0, 0.5, depth))
        let sand = growth.mixed(with: rock, lit) * (1 + 0.05 * patch + 0.05 * ripples * nearness)
        let light = sand * (scene.ambient * 0.42 + scene.sunlight * (0.12 + 0.9 * lit))
        return light.mixed(with: hazeLight, haze * 0.8)
    }
}
