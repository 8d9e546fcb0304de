/// Blades and flowers over a meadow, one by one, from far to near.
struct GrassPainter {
    private let scene: Scene
    private let bright: Light
    private let dark: Light
    private let flowers: Light
    private let amount: Float
    /// Ears and spikes stand upright and are slender; blossoms are broad.
    private let hasSpikes: Bool
    private let light: Light
    /// Whether something grows at x and this far below the horizon.
    private let grows: (Float, Float) -> Bool

    init(
        _ scene: Scene, bright: Light, dark: Light, flowers: Light, amount: Float, hasSpikes: Bool = false,
        grows: @escaping (Float, Float) -> Bool = { _, _ in true }
    ) {
        self.grows = grows
        self.hasSpikes = hasSpikes
        self.scene = scene
        self.bright = bright
        self.dark = dark
        self.flowers = flowers
        self.amount = amount
        light = scene.ambient * 0.7 + scene.sunlight * 0.9
    }

    func paint(on canvas: Canvas, _ random: inout SplitMix64) {
        // Few enough to cost ten milliseconds, many enough to cover the ground where it is near.
        let tufts = 9000
        let room = 1.02 - scene.horizon
        let bed = (u: random.unit() * 8, v: random.unit() * 8)
        for index in 0..<tufts {
            let near = Float(index) / Float(tufts)
            let below = 0.012 + room * near * (0.35 + 0.65 * near)
            let x = random.unit() * canvas.aspect
            guard grows(x, below) else { continue }
            let size = 0.003 + 0.075 * below
            let patch = NoiseTile.clouds.value(bed.u + x * 0.5 / (below + 0.15), bed.v + 0.25 / (below + 0.05))
            blade(x, scene.horizon + below, size, patch, on: canvas, &random)
            if random.unit() < amount * smoothstep(-0.6, 1.2, patch) {
                let width = size * (hasSpikes ? random.within(0.04...0.07) : random.within(0.12...0.24))
                for _ in 0..<(hasSpikes ? 3 : 1) {
                    let aside = hasSpikes ? size * random.within(-0.7...0.7) : 0
                    flower(x + aside, scene.horizon + below - size, width, on: canvas, &random)
                }
            }
        }
    }

    private func blade(
        _ x: Float, _ y: Float, _ size: Float, _ patch: Float, on canvas: Canvas, _ random: inout SplitMix64
    ) {
        let rows = max(Int(size / canvas.pixel), 1)
        let lean = random.within(-0.5...0.5)
        let width = max(size * 0.05 / canvas.pixel, 0.7)
        let tone = dark.mixed(with: bright, min(max(0.5 + 0.25 * patch + random.within(-0.5...0.5), 0), 1)) * light
        for step in 0..<rows {
            let up = Float(step) / Float(rows)
            let row = Int(y / canvas.pixel) - step
            guard row >= 0, row < canvas.height else { continue }
            let middle = (x + lean * up * up * size) / canvas.pixel
            let half = width * (1 - up * 0.8)
            // Darker at the root, where no light comes.
            let shade = tone * (0.55 + 0.7 * up)
            for column in Int(middle - half)...Int(middle + half) where column >= 0 && column < canvas.width {
                canvas.blend(row * canvas.width + column, shade, min(half + 0.3, 0.9))
            }
        }
    }

    private func flower(_ x: Float, _ y: Float, _ size: Float, on canvas: Canvas, _ random: inout SplitMix64) {
        let radius = max(size / canvas.pixel, 0.6)
        let colour = flowers * (0.75 + 0.5 * random.unit()) * light
        let centre = (x: x / canvas.pixel, y: y / canvas.pixel)
        let reach = Int(radius + 1)
        // A blossom is seen from the side, half as high as it is wide; a spike is five times as high.
        let height = hasSpikes ? radius * 5 : radius / 1.5
        let rise = Int(max(height, radius) + 1)
        for dy in -rise...rise {
            for dx in -reach...reach {
                let (column, row) = (Int(centre.x) + dx, Int(centre.y) + dy)
                guard column >= 0, column < canvas.width, row >= 0, row < canvas.height else { continue }
                let across = (Float(column) + 0.5 - centre.x) / radius
                let down = (Float(row) + 0.5 - centre.y) / height
                let distance = across * across + down * down
                guard distance < 1.4 else { continue }
                let shaded = colour * (1.15 - 0.25 * down)
                canvas.blend(row * canvas.width + column, shaded, min((1.4 - distance) * 2, 0.95))
            }
        }
    }
}
