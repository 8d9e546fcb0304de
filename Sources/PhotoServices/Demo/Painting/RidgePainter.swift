import Foundation

/// The ridges, from the farthest to the nearest: paler and bluer with distance (aerial perspective), fog at their feet,
/// lit from the sun's side.
struct RidgePainter {
    private let scene: Scene
    private var land: Theme.Land { scene.theme.land }
    /// For each ridge and column, the y of its top, in picture heights.
    private var tops: [[Float]] = []
    private var feet: [Float] = []
    private var seeds: [(Float, Float)] = []
    /// How far the highest summit rises above its foot.
    private var summit: Float = 0.01

    init(_ scene: Scene, _ canvas: Canvas, _ random: inout SplitMix64) {
        self.scene = scene
        guard scene.theme.land.shape != .none else { return }
        let land = scene.theme.land
        let span = land.count.upperBound - land.count.lowerBound + 1
        let count = land.count.lowerBound + min(Int(random.unit() * Float(span)), span - 1)
        let rise = random.within(land.rise)
        for index in 0..<count {
            let nearness = count == 1 ? 0 : Float(index) / Float(count - 1)
            // With nothing before them, the ridges step down to the picture's edge.
            let foot: Float
            if case .ridges = scene.theme.ground {
                foot = scene.horizon + (0.96 - scene.horizon) * powf(nearness, 1.25) + rise * 0.35 * nearness
            } else {
                foot = scene.horizon
            }
            // Along a shore the nearest ridge is wooded, whatever stands behind it.
            let shape = index > 0 && index == count - 1 && land.hasWoodedShore ? .forest : land.shape
            let outline = RidgeOutline(
                shape, nearness: nearness, rise: shape == land.shape ? rise : rise * 0.3, columns: canvas.width,
                pixel: canvas.pixel, &random)
            summit = max(summit, outline.heights.max() ?? 0)
            tops.append(outline.heights.map { foot - $0 })
            feet.append(foot)
            seeds.append((random.unit() * 8, random.unit() * 8))
        }
    }

    /// Paints down to `bottom`, the y where the ground or the water begins.
    func paint(on canvas: Canvas, bottom: Float) {
        for index in tops.indices {
            let hidden = (0..<canvas.width).map { column in
                tops[(index + 1)...].reduce(bottom) { min($0, $1[column]) } + canvas.pixel
            }
            paintRidge(index, until: hidden, on: canvas)
        }
    }

    private func paintRidge(_ index: Int, until hidden: [Float], on canvas: Canvas) {
        let nearness = tops.count == 1 ? 0.5 : Float(index) / Float(tops.count - 1)
        let top = tops[index]
        let surface = RidgeSurface(scene, nearness: nearness, foot: feet[index], seed: seeds[index], summit: summit)
        let isDune = land.shape == .dunes
        let highest = top.min() ?? 0
        let lowest = hidden.max() ?? 0
        top.withUnsafeBufferPointer { top in
            hidden.withUnsafeBufferPointer { hidden in
                for row in canvas.rows(highest, lowest) {
                    let y = (Float(row) + 0.5) * canvas.pixel
                    for column in 0..<canvas.width {
                        let depth = y - top[column]
                        guard depth > -canvas.pixel, y < hidden[column] + canvas.pixel else { continue }
                        let x = (Float(column) + 0.5) * canvas.pixel
                        let light =
                            isDune
                            ? surface.dune(x, depth, slope(of: top, x, depth, canvas))
                            : surface.light(x, y, depth)
                        let alpha = min(depth / canvas.pixel + 0.5, 1)
                        if alpha > 0 { canvas.blend(row * canvas.width + column, light, alpha) }
                    }
                }
            }
        }
    }

    /// How steeply the outline rises above what lies `depth` below it; the crest of a dune sways as it comes down.
    @inline(__always)
    private func slope(of top: UnsafeBufferPointer<Float>, _ x: Float, _ depth: Float, _ canvas: Canvas) -> Float {
        let sway = 0.05 * NoiseTile.clouds.value(x * 0.12 + 9, depth * 0.9) * min(depth * 9, 1) + depth * 0.55
        let column = min(max(Int((x - sway) / canvas.pixel), 0), canvas.width - 1)
        let reach = max(canvas.width / 160, 1)
        let left = top[max(column - reach, 0)]
        let right = top[min(column + reach, canvas.width - 1)]
        return (left - right) / (Float(2 * reach) * canvas.pixel)
    }
}
