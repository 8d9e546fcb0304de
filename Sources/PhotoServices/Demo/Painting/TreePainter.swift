import Foundation

/// A lone broad-leaved tree: a trunk, and a crown of leaves laid on one by one, bright where they face the light.
struct TreePainter {
    private let scene: Scene
    private let leaves: Light
    private let bark: Light

    init(_ scene: Scene, leaves: Light) {
        self.scene = scene
        let light = scene.ambient * 0.6 + scene.sunlight * 0.8
        self.leaves = leaves * light
        bark = Light(0x4A3A2C) * light * 0.8
    }

    /// Paints one that stands at (`x`, `foot`) and is `height` high, in picture heights.
    func paint(on canvas: Canvas, x: Float, foot: Float, height: Float, _ random: inout SplitMix64) {
        castShadow(on: canvas, x, foot, height)
        paintTrunk(on: canvas, x, foot, height)
        let side: Float = scene.isLitFromRight ? 1 : -1
        // The crown is a heap of boughs, each a cloud of leaves.
        let boughs = (0..<14).map { index in
            let up = 0.36 + 0.036 * Float(index)
            // Broadest a third of the way up.
            let spread = 0.27 * (1 - abs(up - 0.5) * 1.5)
            return (
                x: x + random.within(-1.3...1.3) * height * spread, y: foot - height * up,
                radius: height * random.within(0.12...0.19)
            )
        }
        let size = max(height * 0.013, canvas.pixel * 0.7)
        // Enough to close the crown, with a few gaps: each covers about 1/500 of it.
        for index in 0..<3600 {
            let bough = boughs[index % boughs.count]
            let angle = random.unit() * 2 * .pi
            let reach = random.unit().squareRoot()
            let (dx, dy) = (cosf(angle) * reach, sinf(angle) * reach * 0.8)
            let centre = (x: bough.x + dx * bough.radius, y: bough.y + dy * bough.radius)
            let height01 = (foot - centre.y) / height
            let facing = 0.5 + 0.34 * dx * side - 0.42 * dy + 0.3 * (height01 - 0.6) + random.within(-0.16...0.16)
            let light = leaves * (0.22 + 1.1 * min(max(facing, 0), 1))
            dab(canvas, centre.x, centre.y, size * random.within(0.7...1.5), light)
        }
    }

    private func dab(_ canvas: Canvas, _ x: Float, _ y: Float, _ size: Float, _ light: Light) {
        let radius = size / canvas.pixel
        let (cx, cy) = (x / canvas.pixel, y / canvas.pixel)
        for row in canvas.rows(y - size, y + size + canvas.pixel) {
            for column in canvas.columns(x - size, x + size) {
                let (dx, dy) = (Float(column) + 0.5 - cx, Float(row) + 0.5 - cy)
                let inside = radius * radius - dx * dx - dy * dy
                if inside > -0.5 { canvas.blend(row * canvas.width + column, light, min(inside * 0.6 + 0.5, 0.9)) }
            }
        }
    }

    private func paintTrunk(on canvas: Canvas, _ x: Float, _ foot: Float, _ height: Float) {
        for row in canvas.rows(foot - height * 0.55, foot) {
            let up = (foot - (Float(row) + 0.5) * canvas.pixel) / height
            let half = height * (0.024 + 0.04 * max(0, 0.08 - up) / 0.08) / canvas.pixel
            let middle = x / canvas.pixel
            for column in canvas.columns(x - half * canvas.pixel, x + half * canvas.pixel) {
                let across = (Float(column) + 0.5 - middle) / max(half, 1) * (scene.isLitFromRight ? 1 : -1)
                canvas.blend(row * canvas.width + column, bark * (0.8 + 0.4 * across), min(half + 0.4, 0.95))
            }
        }
    }

    private func castShadow(on canvas: Canvas, _ x: Float, _ foot: Float, _ height: Float) {
        let side: Float = scene.isLitFromRight ? -1 : 1
        let centre = x + side * height * 0.3
        for row in canvas.rows(foot - height * 0.03, foot + height * 0.09) {
            for column in canvas.columns(centre - height * 0.65, centre + height * 0.65) {
                let dx = ((Float(column) + 0.5) * canvas.pixel - centre) / (height * 0.62)
                let dy = ((Float(row) + 0.5) * canvas.pixel - foot - height * 0.02) / (height * 0.05)
                let dark = 1 - smoothstep(0.5, 1.1, dx * dx + dy * dy)
                let index = row * canvas.width + column
                canvas.blend(index, canvas.light(index) * 0.35, dark * 0.8)
            }
        }
    }
}
