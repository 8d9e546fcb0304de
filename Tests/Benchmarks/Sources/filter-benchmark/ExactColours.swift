import PhotoCore

/// All colours, through a filter and through exact arithmetic.
enum ExactColours {
    /// How many of the 16,777,216 colours `filter`, sepia at 0.8, maps differently from exact arithmetic.
    static func wrong(by filter: ColorMatrixFilter) -> Int {
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

    /// The sum of weights in 1/1250, which represent sepia at 0.8 exactly. Integers, because double precision errs on
    /// 1,121 colours whose sum is exactly a half.
    private static func nearest(_ weights: SIMD3<Int>, _ rgb: SIMD3<Int>) -> UInt8 {
        let sum = weights.x * rgb.x + weights.y * rgb.y + weights.z * rgb.z
        return UInt8(min((sum + 625) / 1250, 255))
    }
}
