/// A sea of clouds below the summits: billows lit from the sun's side, smaller and paler towards the horizon.
struct FogPainter {
    private let scene: Scene
    private let seed: (u: Float, v: Float)

    init(_ scene: Scene, _ random: inout SplitMix64) {
        self.scene = scene
        seed = (random.unit() * 8, random.unit() * 8)
    }

    func paint(on canvas: Canvas) {
        let lit = Light(scene.mood.cloudLit) * 0.92
        let shade = Light(scene.mood.cloudShade).mixed(with: scene.zenith, 0.3) * 0.8
        let side: Float = scene.isLitFromRight ? 0.03 : -0.03
        for row in canvas.rows(scene.horizon - 0.06, 1) {
            let below = (Float(row) + 0.5) * canvas.pixel - scene.horizon
            let distance = 0.12 / (max(below, 0) + 0.03)
            let haze = 0.6 * (1 - smoothstep(-0.02, 0.14, below))
            for column in 0..<canvas.width {
                let x = (Float(column) + 0.5) * canvas.pixel
                let u = seed.u + (x - Scene.aspect / 2) * (0.25 + distance * 0.42) + 16
                let v = seed.v + distance * 0.85
                let billow = NoiseTile.clouds.value(u, v)
                // The upper edge is itself made of billows, so that summits stand in it and not behind a line.
                let wisp = NoiseTile.clouds.value(x * 1.3 + seed.u, below * 5 + seed.v)
                let alpha = smoothstep(-0.04, 0.015, below + wisp * 0.014)
                guard alpha > 0 else { continue }
                let slope = billow - NoiseTile.clouds.value(u + side, v + 0.03)
                let curl = NoiseTile.clouds.value(u * 2.6 + 0.3, v * 2.6)
                let facing = min(max(0.5 + slope * 0.5 + billow * 0.15 + curl * 0.08, 0), 1)
                let dx = x - scene.sun.x
                let glow = scene.mood.glowStrength * 0.4 / (1 + dx * dx * 7)
                let light = shade.mixed(with: lit, facing) + scene.glow * (glow * facing)
                canvas.blend(row * canvas.width + column, light.mixed(with: scene.skyline, haze), alpha)
            }
        }
    }
}
