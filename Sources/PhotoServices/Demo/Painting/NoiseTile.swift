/// A square of seamless fractal noise, created once and sampled by every painting: a look-up costs a tenth of computing
/// the octaves. Values have mean 0 and deviation 1.
final class NoiseTile: Sendable {
    /// 512: at the frequencies in use a texel is about five pixels of a full-size painting, and a second look-up at a
    /// higher frequency fills in what is finer.
    private static let side = 512
    // nonisolated(unsafe): never written after init.
    nonisolated(unsafe) private let texels: UnsafeMutablePointer<Float>

    /// Gradient noise summed over octaves: clouds, ripples, patches of colour.
    static let clouds = NoiseTile(seed: 1, sum: { octaves in octaves.reduce(0, +) })

    /// How a rugged wall is lit from the upper left: the slope of Musgrave's ridged multifractal ("Texturing and
    /// Modeling", chapter 16). Mirrored, the light comes from the right.
    static let relief = NoiseTile(lighting: ridged)

    private static let ridged = NoiseTile(
        seed: 2,
        sum: { octaves in
            var weight: Float = 1
            var total: Float = 0
            var amplitude: Float = 1
            for (index, octave) in octaves.enumerated() {
                let edge = 1 - min(abs(octave) * Float(1 << index) * 1.7, 1)
                total += edge * edge * weight * amplitude
                weight = min(edge * 1.6, 1)
                amplitude *= 0.55
            }
            return total
        })

    private init(seed: UInt64, sum: ([Float]) -> Float) {
        let octaves = (0..<7).map { GradientLattice(period: 4 << $0, seed: SplitMix64.hash(seed &* 100 &+ UInt64($0))) }
        texels = .allocate(capacity: Self.side * Self.side)
        var values = [Float](repeating: 0, count: octaves.count)
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                for (index, octave) in octaves.enumerated() {
                    values[index] = octave.value(x, y, of: Self.side) / Float(1 << index)
                }
                texels[y * Self.side + x] = sum(values)
            }
        }
        normalise()
    }

    private init(lighting wall: NoiseTile) {
        let side = Self.side
        texels = .allocate(capacity: side * side)
        for y in 0..<side {
            for x in 0..<side {
                let across = wall.texels[y * side + (x + 1) % side] - wall.texels[y * side + (x + side - 1) % side]
                let down = wall.texels[(y + 1) % side * side + x] - wall.texels[(y + side - 1) % side * side + x]
                texels[y * side + x] = 0.8 * across + 0.5 * down
            }
        }
        normalise()
    }

    deinit { texels.deallocate() }

    private func normalise() {
        let count = Self.side * Self.side
        var mean: Float = 0
        for index in 0..<count { mean += texels[index] / Float(count) }
        var variance: Float = 0
        for index in 0..<count { variance += (texels[index] - mean) * (texels[index] - mean) / Float(count) }
        let scale = 1 / variance.squareRoot()
        for index in 0..<count { texels[index] = (texels[index] - mean) * scale }
    }

    /// The value at (`u`, `v`), in tiles.
    @inline(__always)
    func value(_ u: Float, _ v: Float) -> Float {
        let side = Self.side
        let x = u * Float(side)
        let y = v * Float(side)
        // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits, negative ones in two's complement. That
        // is a third of the price of Int(x), which checks for overflow.
        let roundX = x - 0.5 + 0x1.8p23
        let roundY = y - 0.5 + 0x1.8p23
        let right = x - (roundX - 0x1.8p23)
        let down = y - (roundY - 0x1.8p23)
        let left = Int(roundX.bitPattern) & (side - 1)
        let row = Int(roundY.bitPattern) & (side - 1)
        let next = (left &+ 1) & (side - 1)
        let upper = texels + row &* side
        let lower = texels + ((row &+ 1) & (side - 1)) &* side
        let above = upper[left] + (upper[next] - upper[left]) * right
        let below = lower[left] + (lower[next] - lower[left]) * right
        return above + (below - above) * down
    }
}
