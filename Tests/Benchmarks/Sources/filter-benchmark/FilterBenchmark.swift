import Foundation
import PhotoCore

/// Sepia against memcpy, both over 24 MP of RGBA into new memory, in turn; then sepia against exact arithmetic
/// over every colour there is. Exits with 1 where a colour differs.
@main
enum FilterBenchmark {
    /// A full-frame camera's picture.
    static let size = PixelSize(width: 6000, height: 4000)
    /// The best of so many runs: the rest is the machine's other work.
    static let runs = 9

    static func main() {
        let filter = ColorMatrixFilter.sepia()
        let picture = PixelBuffer(size: size) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 13) }
        }
        var copying = Double.infinity
        var filtering = Double.infinity
        for _ in 0..<runs {
            copying = min(copying, milliseconds { copy(picture).byteCount })
            filtering = min(
                filtering, milliseconds { filter.apply(to: picture, isCancelled: { false })?.byteCount ?? 0 })
        }
        print("memcpy of 24 MP, ms: \(rounded(copying))")
        print("sepia of 24 MP, ms: \(rounded(filtering))")
        print("ratio: \(rounded(filtering / copying))")

        let wrong = wrongColours(of: filter)
        print("colours of 16777216 that differ from exact arithmetic: \(wrong)")
        exit(wrong == 0 ? 0 : 1)
    }

    /// A memcpy into memory got in the same way as the filter's.
    private static func copy(_ picture: PixelBuffer) -> PixelBuffer {
        PixelBuffer(size: picture.size) { target in
            picture.bytes.withUnsafeBytes { source in
                if let from = source.baseAddress { target.baseAddress.map { _ = memcpy($0, from, source.count) } }
            }
        }
    }

    private static func milliseconds(_ body: () -> Int) -> Double {
        let clock = ContinuousClock()
        var byteCount = 0
        let time = clock.measure { byteCount = body() }
        precondition(byteCount == 4 * size.width * size.height)
        return time / .milliseconds(1)
    }

    private static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

    private static func wrongColours(of filter: ColorMatrixFilter) -> Int {
        let all = PixelBuffer(size: .square(4096)) { bytes in
            for colour in 0..<(1 << 24) {
                bytes[4 * colour] = UInt8(colour >> 16)
                bytes[4 * colour + 1] = UInt8(colour >> 8 & 0xFF)
                bytes[4 * colour + 2] = UInt8(colour & 0xFF)
                bytes[4 * colour + 3] = UInt8(colour * 7 & 0xFF)
            }
        }
        guard let result = filter.apply(to: all, isCancelled: { false })?.bytes else { return 1 << 24 }
        var wrong = 0
        for colour in 0..<(1 << 24) where !isRight(4 * colour, all.bytes, result) { wrong += 1 }
        return wrong
    }

    private static func isRight(_ at: Int, _ colours: [UInt8], _ result: [UInt8]) -> Bool {
        let rgb = SIMD3<Int>(Int(colours[at]), Int(colours[at + 1]), Int(colours[at + 2]))
        return result[at] == nearest([643, 769, 189], rgb) && result[at + 1] == nearest([349, 936, 168], rgb)
            && result[at + 2] == nearest([272, 534, 381], rgb) && result[at + 3] == colours[at + 3]
    }

    /// The sum of weights in 1/1250, which hold sepia at 0.8 exactly. Integers, because double precision itself errs
    /// on 1,121 colours whose sum is a half and no more.
    private static func nearest(_ weights: SIMD3<Int>, _ rgb: SIMD3<Int>) -> UInt8 {
        let sum = weights.x * rgb.x + weights.y * rgb.y + weights.z * rgb.z
        return UInt8(min((sum + 625) / 1250, 255))
    }
}
