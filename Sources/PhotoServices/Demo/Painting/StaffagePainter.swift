import Foundation

/// Staffage: the small things that give a landscape its size. Sails on the sea, balloons over the desert, a lone tree
/// in a field; in some photos, not in all.
struct StaffagePainter {
    private let scene: Scene
    private let light: Light

    init(_ scene: Scene) {
        self.scene = scene
        light = scene.ambient * 0.7 + scene.sunlight * 0.7
    }

    func paint(on canvas: Canvas, _ random: inout SplitMix64) {
        switch scene.theme.ground {
        case .sea, .beach:
            for _ in 0..<Int(random.within(0...2.99)) {
                let height = random.within(0.025...0.085)
                paintSail(on: canvas, x: place(&random), height: height, &random)
            }
        case .meadow, .rows:
            guard random.chance(0.75) else { return }
            let height = random.within(0.14...0.34)
            let leaves = Light(0x4E7030).mixed(with: Light(0x7A6A28), random.unit())
            TreePainter(scene, leaves: leaves)
                .paint(on: canvas, x: place(&random), foot: scene.horizon + height * 0.1, height: height, &random)
        case .drifts, .ridges:
            let shape = scene.theme.land.shape
            guard shape == .mesa || shape == .valley, random.chance(0.75) else { return }
            for _ in 0..<Int(random.within(2...6.99)) {
                let size = random.within(0.012...0.05)
                let y = scene.horizon * random.within(0.15...0.85)
                paintBalloon(on: canvas, x: place(&random), y: y, radius: size, &random)
            }
        default: break
        }
    }

    /// Within the middle square, where a thumbnail shows it.
    private func place(_ random: inout SplitMix64) -> Float { Scene.aspect / 2 + random.within(-0.42...0.42) }

    private func paintSail(on canvas: Canvas, x: Float, height: Float, _ random: inout SplitMix64) {
        let waterline = scene.horizon + height * 0.16
        let lean = random.within(-0.05...0.05)
        let side: Float = random.chance(0.5) ? 1 : -1
        let sail = Light(0xF6F2EA) * light + scene.skyline * 0.12
        let hull = Light(0x8A4034) * light
        let pixel = canvas.pixel
        // The boat, and below it the boat upside down, paler and torn.
        for row in canvas.rows(waterline - height, waterline + height * 0.7) {
            let y = (Float(row) + 0.5) * pixel
            let isMirrored = y > waterline
            let up = abs(waterline - y) / height
            let tear = isMirrored ? height * 0.09 * NoiseTile.clouds.value(x * 3, y * 14) : 0
            let alpha: Float = isMirrored ? 0.4 * (1 - up) : 0.96
            for column in canvas.columns(x - height, x + height) {
                let across = (((Float(column) + 0.5) * pixel - x - tear) / height - lean * up) * side
                let index = row * canvas.width + column
                if up < 0.1 {
                    if abs(across) < 0.26 + 0.6 * up { canvas.blend(index, hull, alpha) }
                } else if across > 0.015, across < 0.36 * (1 - up) {
                    canvas.blend(index, sail * (1.02 - 0.5 * across), alpha)
                } else if across < -0.015, across > -0.26 * (0.86 - up) {
                    canvas.blend(index, sail * 0.84, alpha)
                }
            }
        }
    }

    private func paintBalloon(on canvas: Canvas, x: Float, y: Float, radius: Float, _ random: inout SplitMix64) {
        let colours = [0xC8322C, 0xE8A020, 0x2C64A8, 0xF0E8D8, 0x3A8A5A, 0x8A3C8C].map { Light($0) }
        let first = colours[Int(random.unit() * 5.99)]
        let second = colours[Int(random.unit() * 5.99)]
        let side: Float = scene.isLitFromRight ? 1 : -1
        let pixel = canvas.pixel
        for row in canvas.rows(y - radius, y + radius * 2) {
            let down = ((Float(row) + 0.5) * pixel - y) / radius
            // A sphere that narrows to its mouth, and a basket.
            let half = down < 0 ? max(1 - down * down, 0).squareRoot() : down < 1.3 ? 1 - 0.5 * down * down : 0
            let basket: Float = down > 1.55 && down < 1.85 ? 0.17 : 0
            let width = max(half, basket) * radius
            guard width > 0 else { continue }
            for column in canvas.columns(x - width, x + width) {
                let across = ((Float(column) + 0.5) * pixel - x) / width
                guard abs(across) <= 1 else { continue }
                // Gores, as they curve away around the balloon.
                let gore = Int((asinf(across) / .pi + 0.5) * 8)
                let cloth = basket > 0 ? Light(0x6A4A2C) : gore % 2 == 0 ? first : second
                let facing = 0.62 + 0.34 * across * side - 0.16 * down
                let haze = 0.5 - min(radius * 8, 0.38)
                let lit = (cloth * (light + scene.glow * 0.12) * (facing * 1.25)).mixed(with: scene.sky(y), haze)
                let edge = min((1 - abs(across)) * width / pixel + 0.5, 1)
                canvas.blend(row * canvas.width + column, lit, edge)
            }
        }
    }
}
