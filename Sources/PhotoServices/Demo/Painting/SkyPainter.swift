import Foundation

/// The air: gradient, glow and clouds. Soft all through, so it is painted at half the size and enlarged.
struct SkyPainter {
    private let scene: Scene
    private let seed: (u: Float, v: Float)
    /// Banks are seen from the side, stretched along the horizon; otherwise clouds lie on a ceiling seen from below.
    private let banks: Bool
    /// Clouds begin where the noise exceeds this.
    private let threshold: Float
    private let cloudLit: Light
    private let cloudShade: Light
    /// Towards the light, in the noise's coordinates.
    private let toLight: (u: Float, v: Float)

    init(_ scene: Scene, _ random: inout SplitMix64) {
        self.scene = scene
        seed = (random.unit() * 8, random.unit() * 8)
        let low = scene.horizon - scene.sun.y < 0.12
        banks = low && scene.cover < 0.7
        // The noise is about normal: the threshold is its quantile, taken from the logistic curve's.
        let cover = min(max(scene.cover, 0.02), 0.98)
        threshold = -logf(cover / (1 - cover)) / 1.7
        cloudLit = Light(scene.mood.cloudLit)
        cloudShade = Light(scene.mood.cloudShade)
        let side: Float = scene.isLitFromRight ? 0.012 : -0.012
        toLight = banks ? (side * 0.7, low ? 0.016 : -0.02) : (side, -0.014)
    }

    /// Paints the rows down to just below the horizon.
    func paint(on canvas: Canvas) {
        let small = Canvas(width: (canvas.width + 1) / 2, height: (canvas.height + 1) / 2)
        let end = min(small.row(scene.horizon) + 3, small.height)
        for y in 0..<end { paintRow(y, on: small) }
        canvas.enlarge(small, until: min(end * 2 - 2, canvas.height))
    }

    private func paintRow(_ row: Int, on canvas: Canvas) {
        let y = (Float(row) + 0.5) * canvas.pixel
        let air = scene.sky(y)
        let strength = scene.mood.glowStrength
        let height = max(scene.horizon - y, 0)
        // The ceiling's distance at this row; never quite at the horizon, where the clouds would be infinitely small.
        let distance = 0.16 / (height + 0.1)
        // Clouds dissolve into the haze of the horizon.
        let clearing = smoothstep(0, 0.12, height)
        for column in 0..<canvas.width {
            let x = (Float(column) + 0.5) * canvas.pixel
            let dx = x - scene.sun.x
            let dy = y - scene.sun.y
            let round = dx * dx + dy * dy
            let flat = dx * dx * 0.22 + dy * dy * 3
            let halo = strength * (0.5 / (1 + round * 60) + 0.45 / (1 + flat * 26))
            var light = air.mixed(with: scene.glow, min(halo, 0.94)) + scene.glow * (halo * 0.25)

            let centred = x - Scene.aspect / 2
            let u = banks ? seed.u + x * 0.32 : seed.u + centred * distance * 0.62
            let v = banks ? seed.v + y * 1.15 : seed.v + distance * 0.8
            let noise = density(u, v)
            let edge = noise - threshold
            if edge > 0 {
                let thickness = smoothstep(0, 1.1, edge)
                let alpha = smoothstep(0, 0.7, edge) * (0.25 + 0.75 * clearing)
                let shaded = density(u + toLight.u, v + toLight.v)
                let lit = min(max(0.62 + (noise - shaded) * 0.9 - thickness * 0.34, 0), 1)
                var cloud = cloudShade.mixed(with: cloudLit, lit)
                // Near the sun the thin edges shine through.
                cloud = cloud + scene.glow * (halo * (1 - thickness) * 0.8)
                cloud = cloud.mixed(with: air, (1 - clearing) * 0.5)
                light = light.mixed(with: cloud, alpha * 0.94)
            }
            canvas.set(row * canvas.width + column, light)
        }
    }

    @inline(__always)
    private func density(_ u: Float, _ v: Float) -> Float {
        let tile = NoiseTile.clouds
        return tile.value(u, v) * 0.84 + tile.value(u * 3.7 + 0.37, v * 3.7 + 0.11) * 0.32
    }
}
