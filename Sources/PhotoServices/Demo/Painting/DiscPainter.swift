import Foundation

/// What hangs in the sky: sun or moon, stars, the Milky Way, northern lights. Clouds let little of it through.
struct DiscPainter {
    private let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    func paint(on canvas: Canvas, _ random: inout SplitMix64) {
        if scene.mood.aurora > 0 { paintAurora(on: canvas, &random) }
        if scene.mood.stars > 0 { paintStars(on: canvas, &random) }
        switch scene.mood.disc {
        case .none: break
        case .sun:
            let radius = 0.014 + 0.016 * random.unit()
            paintDisc(on: canvas, radius: radius, light: scene.glow * 2.6 + Light(1, 0.9, 0.7))
        case .moon: paintDisc(on: canvas, radius: 0.034, light: Light(0xF4F1E4) * 1.25)
        }
    }

    private func paintDisc(on canvas: Canvas, radius: Float, light: Light) {
        let soft = radius + 3 * canvas.pixel
        let isMoon = scene.mood.disc == .moon
        for row in canvas.rows(scene.sun.y - soft, min(scene.sun.y + soft + canvas.pixel, scene.horizon)) {
            for column in canvas.columns(scene.sun.x - soft, scene.sun.x + soft) {
                let dx = (Float(column) + 0.5) * canvas.pixel - scene.sun.x
                let dy = (Float(row) + 0.5) * canvas.pixel - scene.sun.y
                let inside = (radius - (dx * dx + dy * dy).squareRoot()) / canvas.pixel
                guard inside > -2 else { continue }
                var face = light
                if isMoon {
                    let seas = NoiseTile.clouds.value(3.1 + dx * 1.6, 5.2 + dy * 1.6)
                    face = face * (1 - 0.34 * smoothstep(-0.2, 0.9, seas))
                }
                canvas.blend(row * canvas.width + column, face, min(max(inside * 0.25 + 0.5, 0), 1))
            }
        }
    }

    private func paintStars(on canvas: Canvas, _ random: inout SplitMix64) {
        let milkyWay = scene.mood.stars == 1
        let slope = random.within(0.5...1.1) * (random.chance(0.5) ? 1 : -1)
        let middle = random.within(0.45...0.9)
        if milkyWay { paintMilkyWay(on: canvas, slope, middle) }
        for _ in 0..<Int(1500 * scene.mood.stars) {
            let x = random.unit() * canvas.aspect
            let y = random.unit() * scene.horizon
            // Few bright ones, many faint ones; fainter in the haze.
            let magnitude = powf(random.unit(), 7) * smoothstep(0, 0.3, scene.horizon - y) * 1.1 + 0.03
            let tint = random.unit()
            let light = Light(0.85 + 0.25 * tint, 0.92, 1.1 - 0.25 * tint) * magnitude
            splat(light, x, y, on: canvas, size: 0.0007 + 0.0009 * magnitude)
        }
    }

    private func splat(_ light: Light, _ x: Float, _ y: Float, on canvas: Canvas, size: Float) {
        let reach = Int(size / canvas.pixel * 2) + 1
        let (column, row) = (Int(x / canvas.pixel), Int(y / canvas.pixel))
        for dy in -reach...reach {
            for dx in -reach...reach {
                let (px, py) = (column + dx, row + dy)
                guard px >= 0, px < canvas.width, py >= 0, py < canvas.height else { continue }
                let distance = Float(dx * dx + dy * dy) * canvas.pixel * canvas.pixel / (size * size)
                canvas.add(py * canvas.width + px, light * expf(-distance))
            }
        }
    }

    private func paintMilkyWay(on canvas: Canvas, _ slope: Float, _ middle: Float) {
        let length = (1 + slope * slope).squareRoot()
        for row in 0..<canvas.row(scene.horizon) {
            let y = (Float(row) + 0.5) * canvas.pixel
            for column in 0..<canvas.width {
                let x = (Float(column) + 0.5) * canvas.pixel
                let across = (x - middle - (y - 0.4) * slope) / length
                let band = 1 / (1 + across * across * 70)
                guard band > 0.12 else { continue }
                let noise = NoiseTile.clouds.value(2 + x * 0.55, 3 + y * 0.55)
                let lanes = NoiseTile.clouds.value(5 + x * 0.8, 1 + y * 0.8)
                let dust = smoothstep(0.2, 1.3, lanes + 0.6 - abs(across) * 8)
                let glow: Float = max(0, (band - 0.12) * (0.75 + 0.4 * noise) - dust * 0.3 * band)
                let clear: Float = smoothstep(0, 0.25, scene.horizon - y)
                let light: Float = glow * clear
                canvas.add(row * canvas.width + column, Light(0.20, 0.17, 0.22) * light)
            }
        }
    }

    private func paintAurora(on canvas: Canvas, _ random: inout SplitMix64) {
        let green = Light(0x2CF08C)
        let violet = Light(0xB050E8)
        for curtain in 0..<3 {
            let line = LineNoise(seed: random.next())
            let base = scene.horizon - random.within(0.1...0.3) - Float(curtain) * 0.05
            let strength = random.within(0.4...0.8) * scene.mood.aurora
            for column in 0..<canvas.width {
                let x = (Float(column) + 0.5) * canvas.pixel
                let foot = base + line.sum(x * 1.4, octaves: 3) * 0.13
                let streaks = 0.7 + 0.5 * line.value(x * 34) + 0.3 * line.value(x * 90 + 5)
                let bright = strength * max(0, streaks) * smoothstep(-0.5, 0.5, line.value(x * 1.1 + 40))
                guard bright > 0.01 else { continue }
                let height = 0.11 + 0.07 * line.value(x * 3 + 9)
                for row in 0..<canvas.row(foot + 0.03) {
                    let above = (foot - (Float(row) + 0.5) * canvas.pixel) / height
                    let profile = above > 0 ? 1 / (1 + above * above * 2.2) : smoothstep(-0.25, 0, above)
                    let light = green.mixed(with: violet, smoothstep(0.5, 2.4, above))
                    canvas.add(row * canvas.width + column, light * (bright * profile))
                }
            }
        }
    }
}
