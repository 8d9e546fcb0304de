/// The inner loop of the colour matrix filters: 8 pixels at a time, in Float lanes whose mantissa is read as fixed point.
///
/// A weighted sum is kept in 256..<512, where a Float's mantissa counts in 2^-15: so 256 + sum + 1/2 has the rounded
/// result in its bits 15 to 22, and neither a rounding nor a conversion instruction is needed. The error before
/// rounding is below 1e-4 (weights up to 1: 3 x 255 x 2^-25 for the weights, 3 x 2^-17 for the products, 3 x 2^-16 for
/// the sums), and `bias` lifts exact halves clear of it. So the result is the exactly rounded one (halves up) for
/// every colour wherever sums are multiples of 1/1250, as with sepia at 0.8, or of anything coarser: Tests/Benchmarks
/// compares all 16,777,216 colours. With finer weights a sum less than 0.00025 below a half may be rounded up.
///
/// Measured at 24 MP on an EPYC with plain x86-64 code (SSE2), in milliseconds, memcpy taking 9 to 13 in the same runs:
/// this 22 to 26; four lanes 26; adding 2^23 to round, 27; min() through SIMD masks 34; products of 16-bit integers
/// 60; `pointwiseMin` (a call in Swift 6.3) 86. The same source compiled for AVX2 takes 13. That was into memory in
/// use; into new memory the whole filter takes 31, for the kernel has to clear it first.
struct ColorMatrixKernel {
    private typealias Lanes = SIMD8<Float>
    private typealias Pixels = SIMD8<UInt32>

    /// Above the error, and below a step of 1/1250 less the error.
    private static let bias: Float = 1 / 8192
    /// How many pixels one step maps.
    private static let step = 8

    private let red: SIMD3<Float>
    private let green: SIMD3<Float>
    private let blue: SIMD3<Float>
    /// Sums below zero can only come from weights below zero; without them the lower bound costs nothing.
    private let hasNegativeWeights: Bool

    /// The kernel for `matrix`.
    init(_ matrix: ColorMatrix) {
        red = SIMD3<Float>(matrix.red)
        green = SIMD3<Float>(matrix.green)
        blue = SIMD3<Float>(matrix.blue)
        hasNegativeWeights = min(matrix.red.min(), matrix.green.min(), matrix.blue.min()) < 0
    }

    /// Maps every RGBA pixel of `source` into `target`.
    ///
    /// - Precondition: both are as many bytes, a multiple of 4, and do not overlap. No alignment is asked for.
    func map(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
        precondition(source.count == target.count && source.count % 4 == 0)
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let bytesPerStep = 4 * Self.step
        guard source.count >= bytesPerStep else {
            // Fewer pixels than lanes: by way of a full vector.
            withUnsafeTemporaryAllocation(byteCount: 2 * bytesPerStep, alignment: 32) { scratch in
                scratch.initializeMemory(as: UInt8.self, repeating: 0)
                guard let full = scratch.baseAddress else { return }
                full.copyMemory(from: from, byteCount: source.count)
                run(full, to: full + bytesPerStep, byteCount: bytesPerStep)
                to.copyMemory(from: full + bytesPerStep, byteCount: source.count)
            }
            return
        }
        let whole = source.count / bytesPerStep * bytesPerStep
        run(from, to: to, byteCount: whole)
        if whole < source.count {
            // What is left over: the last full step's worth, some of it for the second time.
            let last = source.count - bytesPerStep
            run(from + last, to: to + last, byteCount: bytesPerStep)
        }
    }

    /// Maps `byteCount` bytes, a multiple of a step's.
    private func run(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, byteCount: Int) {
        let rr = Lanes(repeating: red.x)
        let rg = Lanes(repeating: red.y)
        let rb = Lanes(repeating: red.z)
        let gr = Lanes(repeating: green.x)
        let gg = Lanes(repeating: green.y)
        let gb = Lanes(repeating: green.z)
        let br = Lanes(repeating: blue.x)
        let bg = Lanes(repeating: blue.y)
        let bb = Lanes(repeating: blue.z)
        let start = Lanes(repeating: 256.5 + Self.bias)
        let lowest = Lanes(repeating: 256)
        let highest = Lanes(repeating: 511.75)
        let byte = Pixels(repeating: 0xFF)
        let isBounded = hasNegativeWeights
        var offset = 0
        while offset < byteCount {
            let pixels = source.loadUnaligned(fromByteOffset: offset, as: Pixels.self)
            let r = Lanes(SIMD8<Int32>(truncatingIfNeeded: pixels & byte))
            let g = Lanes(SIMD8<Int32>(truncatingIfNeeded: (pixels &>> 8) & byte))
            let b = Lanes(SIMD8<Int32>(truncatingIfNeeded: (pixels &>> 16) & byte))
            var newRed = start + rr * r + rg * g + rb * b
            var newGreen = start + gr * r + gg * g + gb * b
            var newBlue = start + br * r + bg * g + bb * b
            if isBounded {
                newRed = Self.greater(newRed, lowest)
                newGreen = Self.greater(newGreen, lowest)
                newBlue = Self.greater(newBlue, lowest)
            }
            let redBits = Self.bits(newRed, highest) &>> 15 & byte
            let greenBits = Self.bits(newGreen, highest) &>> 7 & Pixels(repeating: 0xFF00)
            let blueBits = Self.bits(newBlue, highest) &<< 1 & Pixels(repeating: 0xFF_0000)
            let alphaBits = pixels & Pixels(repeating: 0xFF00_0000)
            target.storeBytes(of: redBits | greenBits | blueBits | alphaBits, toByteOffset: offset, as: Pixels.self)
            offset &+= 4 * Self.step
        }
    }

    @inline(__always)
    private static func bits(_ sums: Lanes, _ highest: Lanes) -> Pixels {
        unsafeBitCast(lesser(sums, highest), to: Pixels.self)
    }

    // Lane by lane, because that is what the optimiser turns into one instruction; SIMD's own are not (see above).
    @inline(__always)
    private static func lesser(_ v: SIMD4<Float>, _ top: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(
            v[0] < top[0] ? v[0] : top[0], v[1] < top[1] ? v[1] : top[1],
            v[2] < top[2] ? v[2] : top[2], v[3] < top[3] ? v[3] : top[3])
    }

    @inline(__always)
    private static func greater(_ v: SIMD4<Float>, _ low: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(
            v[0] > low[0] ? v[0] : low[0], v[1] > low[1] ? v[1] : low[1],
            v[2] > low[2] ? v[2] : low[2], v[3] > low[3] ? v[3] : low[3])
    }

    @inline(__always)
    private static func lesser(_ v: Lanes, _ top: Lanes) -> Lanes {
        Lanes(lowHalf: lesser(v.lowHalf, top.lowHalf), highHalf: lesser(v.highHalf, top.highHalf))
    }

    @inline(__always)
    private static func greater(_ v: Lanes, _ low: Lanes) -> Lanes {
        Lanes(lowHalf: greater(v.lowHalf, low.lowHalf), highHalf: greater(v.highHalf, low.highHalf))
    }
}
