import Foundation

/// Water from the shoreline down: what is above it mirrored, broken by ripples that grow towards the viewer, over the
/// water's own colour; towards the sun it glitters.
struct WaterPainter {
    private let scene: Scene
    private let body: Light
    /// 0 is a mirror, 1 an open sea.
    private let waves: Float
    private let seed: (u: Float, v: Float)

    init(_ scene: Scene, body: UInt32, waves: Float, _ random: inout SplitMix64) {
        self.scene = scene
        // By night and dusk the water is as dark as the air.
        self.body = Light(body) * (0.25 + 0.75 * scene.mood.frontLight)
        self.waves = waves
        seed = (random.unit() * 8, random.unit() * 8)
    }

    func paint(on canvas: Canvas, bottom: Float = 1) {
        for row in canvas.rows(scene.horizon, bottom) { paintRow(row, on: canvas) }
    }

    private func paintRow(_ row: Int, on canvas: Canvas) {
        let below = (Float(row) + 0.5) * canvas.pixel - scene.horizon
        // The surface seen in perspective: 1/below is the distance of what lies at this row.
        let distance = 0.09 / (below + 0.012)
        let v = seed.v + distance * (waves > 0.5 ? 2.4 : 2.0)
        let swing = (0.004 + 0.05 * below) * (0.35 + waves * 1.6)
        // Fresnel: flat glances mirror, steep looks go into the water.
        let mirror = (0.94 - 0.75 * smoothstep(0, 0.75, below)) * (1 - 0.35 * waves)
        let calm = waves < 0.5 ? 1 : 0.35 as Float
        let path = 0.02 + below * (0.16 + 0.3 * waves)
        // Waves tilt the mirror every way: what it shows is mostly the mean of a stretch of sky.
        let open = scene.sky(scene.horizon - min(below * 1.2 + 0.04, scene.horizon))
        let blur = 0.92 * waves * smoothstep(0, 0.2, below)
        // Wavelets are seen only where they are near.
        let near = 0.45 * smoothstep(0.02, 0.25, below)
        let glitters = scene.mood.disc == .none ? 0 : scene.mood.glowStrength * (0.25 + waves)
        for column in 0..<canvas.width {
            let x = (Float(column) + 0.5) * canvas.pixel
            let u = seed.u + (x - Scene.aspect / 2) * (0.35 + distance * 0.5) + 8
            var ripple = NoiseTile.clouds.value(u, v) * 0.6 + NoiseTile.clouds.value(u * 2.9, v * 3.1) * 0.5
            if waves > 0.5 { ripple += NoiseTile.clouds.value(u * 8.3, v * 9.7) * near }
            let source = scene.horizon - below * (calm < 1 ? 1.5 : 0.92) - abs(ripple) * swing * 1.6 + ripple * swing
            let sourceRow = min(max(Int(source * Float(canvas.height)), 0), max(canvas.row(scene.horizon) - 1, 0))
            let shift = Int(ripple * swing * 0.5 * Float(canvas.height))
            let sourceColumn = min(max(column + shift, 0), canvas.width - 1)
            let seen = canvas.light(sourceRow * canvas.width + sourceColumn)
            let reflected = seen.mixed(with: open, blur)
            var facing = mirror + ripple * waves * 0.2
            facing = min(max(facing, 0.04), 0.97)
            var light = body.mixed(with: reflected, facing)
            if glitters > 0 {
                let across = (x - scene.sun.x) / path
                let lane = 1 / (1 + across * across * across * across)
                if lane > 0.02 {
                    let sparkle = smoothstep(0.35, 1.5, ripple + lane * 0.7)
                    light = light + scene.glow * (sparkle * lane * glitters * 1.3)
                }
            }
            if waves > 0.5 {
                // Crests catch the sky; the far ones only as a texture.
                let crest = smoothstep(1.1, 2.2, ripple) * 0.35 * scene.mood.frontLight
                light = light + scene.ambient * crest
            }
            canvas.set(row * canvas.width + column, light)
        }
    }
}
