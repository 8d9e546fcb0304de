import Foundation

/// The line where one ridge ends and what is behind it begins: for each column a height above the ridge's foot, in
/// picture heights.
struct RidgeOutline {
    let heights: [Float]

    /// The outline of a ridge of `shape`; `nearness` is 0 for the farthest, 1 for the nearest.
    init(_ shape: Theme.Shape, nearness: Float, rise: Float, columns: Int, pixel: Float, _ random: inout SplitMix64) {
        let line = LineNoise(seed: random.next())
        let trees = LineNoise(seed: random.next())
        let offset = random.within(0...100)
        let peak = Scene.aspect / 2 + random.within(-0.34...0.34)
        let side: Float = random.chance(0.5) ? 1 : -1
        let width = random.within(0.35...0.6)
        // Nearer ridges are lower, and their detail is larger.
        let reach = rise * (1 - 0.55 * nearness)
        let frequency = 2.6 - 1.0 * nearness
        heights = (0..<columns).map { column in
            let x = (Float(column) + 0.5) * pixel
            let along = x * frequency + offset
            switch shape {
            case .none: return 0
            case .alpine:
                let mass = max(0.34, 1 - abs(x - peak) / width * 0.75)
                return reach * mass * (0.08 + line.crests(along, octaves: 8, gain: 0.47) * 1.05)
            case .valley:
                let walls = smoothstep(0.03, 0.62, abs(x - peak * 0.5 - Scene.aspect / 4))
                let open = 0.14 + 1.2 * walls * (0.62 + 0.5 * nearness)
                return reach * open * (0.55 + line.crests(along, octaves: 8, gain: 0.45) * 0.6)
            case .hills:
                return reach * (0.62 + 0.55 * line.sum(along * 0.75, octaves: 6, gain: 0.36))
            case .forest:
                let hill = 0.6 + 0.62 * line.sum(along * 0.7, octaves: 4, gain: 0.4)
                return reach * hill + Self.treeTops(x, trees, 0.012 + 0.03 * nearness)
            case .mesa:
                let noise = line.sum(along * 0.9, octaves: 3, gain: 0.4)
                let table = smoothstep(0.02, 0.07, noise) * 0.62 + smoothstep(0.34, 0.38, noise) * 0.38
                let rubble = smoothstep(-0.5, 0.02, noise) * 0.26
                return reach * (table + rubble) + 0.004 * line.sum(x * 60, octaves: 3)
            case .dunes:
                let wave = line.value(along * 0.62)
                return reach * (0.5 + 0.6 * (1 - abs(wave) * 1.5) + 0.12 * line.value(along * 1.9))
            case .cone:
                guard nearness == 0 else { return reach * (0.16 + 0.14 * line.sum(along, octaves: 6, gain: 0.45)) }
                let flank = expf(-abs(x - peak) / (width * 0.5))
                return rise * (min(flank, 0.9) * 1.12 + 0.012 * line.sum(x * 14, octaves: 5))
            case .headland:
                let edge = peak + side * (0.1 + 0.22 * nearness)
                let inland = (x - edge) * side
                let rough = 0.03 * line.sum(x * 9, octaves: 4)
                let top = 0.7 + 0.35 * line.sum(along, octaves: 6, gain: 0.4)
                return max(reach * smoothstep(0, 0.05, inland + rough) * top, 0)
            }
        }
    }

    /// A row of conifers `size` high: a saw of uneven teeth, and a finer one behind.
    private static func treeTops(_ x: Float, _ trees: LineNoise, _ size: Float) -> Float {
        func saw(_ spacing: Float, _ salt: Float) -> Float {
            let place = x / spacing
            let cell = place.rounded(.down)
            let tall = 0.72 + 0.5 * trees.value(cell * 1.37 + salt + 0.5)
            let lean = 0.5 + 0.3 * trees.value(cell * 2.71 + salt + 0.25)
            let from = (place - cell - lean) / (place - cell < lean ? lean : 1 - lean)
            return max(0, tall * (1 - abs(from)))
        }
        let jagged = 0.12 * trees.value(x / size * 9)
        return size * (max(saw(size * 0.42, 0), saw(size * 0.27, 50) * 0.8) + jagged)
    }
}
