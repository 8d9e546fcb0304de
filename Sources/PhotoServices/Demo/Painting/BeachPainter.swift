import Foundation

/// Sand, wet where the last wave has been, and lines of surf that run up to it.
struct BeachPainter {
    private let scene: Scene
    private let sand: Light
    private let shore: Float
    private let slant: Float
    private let line: LineNoise
    private let seed: Float

    init(_ scene: Scene, sand: UInt32, shore: Float, _ random: inout SplitMix64) {
        self.scene = scene
        self.sand = Light(sand)
        self.shore = shore
        slant = random.within(-0.22...0.22)
        line = LineNoise(seed: random.next())
        seed = random.unit() * 8
    }

    func paint(on canvas: Canvas) {
        let edges = (0..<canvas.width).map { column in
            let x = (Float(column) + 0.5) * canvas.pixel
            return shore + slant * (x - Scene.aspect / 2) + 0.03 * line.sum(x * 2.2, octaves: 4, gain: 0.4)
        }
        let dry = sand * (scene.ambient * 0.6 + scene.sunlight * 0.75 + Light(0.08, 0.08, 0.08))
        let foam = Light(0xFFFFFF) * (scene.ambient * 0.5 + scene.sunlight * 0.6 + Light(0.12, 0.12, 0.12))
        for row in canvas.rows(scene.horizon + 0.01, 1) {
            let y = (Float(row) + 0.5) * canvas.pixel
            for column in 0..<canvas.width {
                let x = (Float(column) + 0.5) * canvas.pixel
                let index = row * canvas.width + column
                let up = y - edges[column]
                let noise = NoiseTile.clouds.value(x * 1.1 + seed, y * 2.4 + seed)
                let fine = NoiseTile.clouds.value(x * 4 + seed, y * 7)
                if up > -0.16, up < 0 { shallows(canvas, index, up, noise, dry) }
                if up >= 0 {
                    let wet = 1 - smoothstep(0.03, 0.1, up + noise * 0.008)
                    let texture = max(0.5, 1 + 0.05 * noise + 0.05 * fine * smoothstep(0.05, 0.2, up))
                    let damp = (dry * 0.55).mixed(with: scene.skyline, 0.25)
                    canvas.set(index, (dry * texture).mixed(with: damp, wet * 0.85))
                }
                // Three lines of surf, the last of them on the sand.
                for (place, width) in [(0.006, 0.012), (-0.05, 0.008), (-0.098, 0.004)] as [(Float, Float)] {
                    let off = (up - place - noise * 0.006) / width
                    guard abs(off) < 3 else { continue }
                    let lace = smoothstep(-0.7, 0.9, fine + noise * 0.6 + 0.5 - abs(off) * 0.7)
                    let body = off < 0 ? 1 / (1 + off * off * 0.7) : max(0, 1 - off * 1.3)
                    canvas.blend(index, foam, min(lace * body, 0.95))
                }
            }
        }
    }

    /// Towards the sand the water thins, and the sand shows through.
    private func shallows(_ canvas: Canvas, _ index: Int, _ up: Float, _ noise: Float, _ dry: Light) {
        let thin = smoothstep(-0.16, 0.0, up + noise * 0.008)
        let through = dry.mixed(with: canvas.light(index), 0.45)
        canvas.blend(index, through, thin * 0.6)
    }
}
