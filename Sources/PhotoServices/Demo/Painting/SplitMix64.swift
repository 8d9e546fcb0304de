/// Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number generators", 2014): the same numbers on
/// every machine and in every run, which the system's generator does not promise.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// One hash of `value`, for when a single number is wanted.
    static func hash(_ value: UInt64) -> UInt64 {
        var generator = SplitMix64(seed: value)
        return generator.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// `0 ..< 1`, in steps of 2^-24: all that a Float holds.
    mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// Evenly within `range`.
    mutating func within(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    mutating func chance(_ probability: Float) -> Bool { unit() < probability }

    /// Roughly normal, mean 0 and deviation 1: the sum of four even numbers.
    mutating func normal() -> Float { (unit() + unit() + unit() + unit() - 2) * 1.732 }
}
