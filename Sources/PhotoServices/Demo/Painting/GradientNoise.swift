import Foundation

/// One octave of Perlin's gradient noise ("Improving noise", 2002) on a lattice that repeats after `period` cells.
struct GradientLattice {
    private let period: Int
    private let gradients: [(x: Float, y: Float)]

    init(period: Int, seed: UInt64) {
        self.period = period
        var random = SplitMix64(seed: seed)
        gradients = (0..<(period * period)).map { _ in
            let angle = random.unit() * 2 * .pi
            return (cosf(angle), sinf(angle))
        }
    }

    /// The noise at a texel's centre of a tile of `side` texels; about -0.7 to 0.7.
    func value(_ x: Int, _ y: Int, of side: Int) -> Float {
        let place = (
            x: (Float(x) + 0.5) * Float(period) / Float(side), y: (Float(y) + 0.5) * Float(period) / Float(side)
        )
        let column = Int(place.x)
        let row = Int(place.y)
        let fx = place.x - Float(column)
        let fy = place.y - Float(row)
        func corner(_ dx: Int, _ dy: Int) -> Float {
            let gradient = gradients[(row + dy) % period * period + (column + dx) % period]
            return gradient.x * (fx - Float(dx)) + gradient.y * (fy - Float(dy))
        }
        let sx = fade(fx)
        let above = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * sx
        let below = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * sx
        return above + (below - above) * fade(fy)
    }
}

/// Noise along a line, for outlines; every seed is another line.
struct LineNoise {
    let seed: UInt64

    /// One octave, about -1 to 1.
    func value(_ x: Float) -> Float {
        let cell = x.rounded(.down)
        let f = x - cell
        let index = Int64(cell)
        return (slope(index) * f * (1 - fade(f)) + slope(index + 1) * (f - 1) * fade(f)) * 2
    }

    /// `octaves` of it, each of twice the frequency and `gain` times the amplitude.
    func sum(_ x: Float, octaves: Int, gain: Float = 0.5) -> Float {
        var total: Float = 0
        var amplitude: Float = 1
        var frequency: Float = 1
        for octave in 0..<octaves {
            total += value(x * frequency + Float(octave) * 17.3) * amplitude
            amplitude *= gain
            frequency *= 2
        }
        return total
    }

    /// Octaves folded into sharp crests, 0 to about 1.
    func crests(_ x: Float, octaves: Int, gain: Float = 0.5) -> Float {
        var total: Float = 0
        var amplitude: Float = 0.5
        var frequency: Float = 1
        for octave in 0..<octaves {
            total += (1 - min(abs(value(x * frequency + Float(octave) * 17.3)) * 1.4, 1)) * amplitude
            amplitude *= gain
            frequency *= 2.03
        }
        return total
    }

    private func slope(_ cell: Int64) -> Float {
        Float(SplitMix64.hash(seed &+ UInt64(bitPattern: cell) &* 0x2545_F491_4F6C_DD1D) >> 40) * 0x1p-23 - 1
    }
}

/// Perlin's quintic.
@inline(__always)
private func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
