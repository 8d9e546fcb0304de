import Foundation

/// The land before the viewer, from the horizon down: meadow, crop rows, sand, snow, a beach; in perspective.
struct GroundPainter {
    private let scene: Scene
    private let seed: (u: Float, v: Float)
    private let vanishing: Float

    init(_ scene: Scene, _ random: inout SplitMix64) {
        self.scene = scene
        seed = (random.unit() * 8, random.unit() * 8)
        vanishing = Scene.aspect / 2 + random.within(-0.3...0.3)
    }

    func paint(on canvas: Canvas, _ random: inout SplitMix64) {
        switch scene.theme.ground {
        case .ridges: break
        case .lake(let body):
            WaterPainter(scene, body: body, waves: random.within(0.05...0.3), &random).paint(on: canvas)
        case .sea(let body):
            WaterPainter(scene, body: body, waves: random.within(0.75...1), &random).paint(on: canvas)
        case .beach(let sand, let sea):
            let shore = scene.horizon + (1 - scene.horizon) * random.within(0.4...0.55)
            WaterPainter(scene, body: sea, waves: 0.7, &random).paint(on: canvas, bottom: shore + 0.15)
            BeachPainter(scene, sand: sand, shore: shore, &random).paint(on: canvas)
        case .meadow(let bright, let dark, let flowers, let amount):
            let colours = (bright: Light(bright), dark: Light(dark))
            paintRows(on: canvas) { meadow($0, $1, $2, colours.bright, colours.dark) }
            GrassPainter(
                scene, bright: colours.bright, dark: colours.dark, flowers: Light(flowers), amount: amount
            ).paint(on: canvas, &random)
        case .rows(let crop, let earth):
            let colours = (crop: Light(crop), earth: Light(earth))
            paintRows(on: canvas) { rows($0, $1, $2, colours.crop, colours.earth) }
            GrassPainter(
                scene, bright: colours.crop * 1.3, dark: colours.crop * 0.6, flowers: colours.crop * 1.6, amount: 1,
                hasSpikes: true, grows: { cosf(($0 - vanishing) / ($1 + 0.02) * 9) > -0.15 }
            ).paint(on: canvas, &random)
        case .drifts(let lit, let shade):
            let colours = (lit: Light(lit), shade: Light(shade))
            paintRows(on: canvas) { drifts($0, $1, $2, colours.lit, colours.shade) }
        case .fog:
            FogPainter(scene, &random).paint(on: canvas)
        }
    }

    /// `material` gets x, the distance below the horizon, and the corresponding distance from the viewer.
    private func paintRows(on canvas: Canvas, _ material: (Float, Float, Float) -> Light) {
        let light = scene.ambient * 0.7 + scene.sunlight * 0.85
        for row in canvas.rows(scene.horizon, 1) {
            let below = (Float(row) + 0.5) * canvas.pixel - scene.horizon
            let distance = 0.1 / (below + 0.012)
            let haze = min(scene.mood.haze * 0.24 * (1 - smoothstep(0, 0.13, below)), 1)
            for column in 0..<canvas.width {
                let x = (Float(column) + 0.5) * canvas.pixel
                let dx = x - scene.sun.x
                let backlit = 1 + scene.mood.glowStrength * 0.6 / (1 + dx * dx * 8)
                let lit = material(x, below, distance) * light * backlit
                canvas.set(row * canvas.width + column, lit.mixed(with: scene.skyline, haze))
            }
        }
    }

    private func meadow(_ x: Float, _ below: Float, _ distance: Float, _ bright: Light, _ dark: Light) -> Light {
        let tile = NoiseTile.clouds
        let u = seed.u + (x - vanishing) * distance + 16
        let v = seed.v + distance
        let swells = tile.value(u * 0.35, v * 0.5)
        let tufts = tile.value(x * 3.5 + seed.u, below * 6 + seed.v)
        let ground = dark.mixed(with: bright, smoothstep(-1.1, 1.1, swells + tufts * 0.5))
        return ground * max(0.3, 0.9 + 0.16 * tufts)
    }

    private func rows(_ x: Float, _ below: Float, _ distance: Float, _ crop: Light, _ earth: Light) -> Light {
        let tile = NoiseTile.clouds
        let u = (x - vanishing) / (below + 0.02)
        let bushes = tile.value(u * 0.5 + seed.u + 32, distance * 5 + seed.v)
        let wave = cosf(u * 9 + 0.12 * bushes)
        // Far away the rows melt into one colour.
        let sharp = smoothstep(0.0, 0.1, below)
        let row = smoothstep(-0.45, 0.1, wave + 0.22 * bushes) * sharp + 0.75 * (1 - sharp)
        let grain = tile.value(x * 5 + seed.u, below * 5 + seed.v)
        // Each row is round: bright on top, and on the side of the light.
        let side = sinf(u * 9) * (scene.isLitFromRight ? -1 : 1)
        let round = 0.62 + 0.42 * max(wave, 0) + 0.22 * side * sharp
        return earth.mixed(with: crop * round, row) * max(0.4, 1 + 0.2 * grain + 0.12 * bushes)
    }

    private func drifts(_ x: Float, _ below: Float, _ distance: Float, _ lit: Light, _ shade: Light) -> Light {
        let tile = NoiseTile.clouds
        let u = seed.u + (x - vanishing) * (0.3 + distance * 0.5) + 16
        let v = seed.v + distance * 1.2
        let height = tile.value(u * 0.5, v * 0.5)
        let side: Float = scene.isLitFromRight ? -0.02 : 0.02
        let slope = tile.value(u * 0.5 + side, v * 0.5 - 0.012) - height
        let fine = NoiseTile.relief.value(u * 1.7, v * 2.3)
        return shade.mixed(with: lit, min(max(0.62 - slope * 1.7 + fine * 0.07, 0), 1))
    }
}
