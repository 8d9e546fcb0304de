@testable import PhotoCore
import Testing

@Suite("Tones")
struct ToneTests {
    private static let tones: [(String, @Sendable (Double) -> ColorMatrix)] = [
        ("mono", { .grayscale(amount: $0) }), ("noir", { .noir(amount: $0) }), ("fade", { .fade(amount: $0) }),
        ("warm", { .warm(amount: $0) }), ("cool", { .cool(amount: $0) }), ("invert", { .invert(amount: $0) }),
        ("sepia", { .sepia(amount: $0) }),
    ]

    @Test
    func `Each is the double-precision result at every amount; only what lies within 0.00025 of a half may differ`()
        throws
    {
        let picture = Pictures.noise(width: 61, height: 23, padding: 5, seed: 21)
        for (name, tone) in Self.tones {
            for percent in stride(from: 0, through: 100, by: 10) {
                let matrix = tone(Double(percent) / 100)
                let result = try #require(mapped(picture, through: matrix)).bytes
                let lower = ReferenceMatrix.map(picture, through: matrix, shifted: -0.00025).bytes
                let upper = ReferenceMatrix.map(picture, through: matrix, shifted: 0.00025).bytes
                let isBetween = zip(result, zip(lower, upper)).allSatisfy { $0 >= $1.0 && $0 <= $1.1 }
                #expect(isBetween, "\(name) at \(percent) percent")
            }
        }
    }

    @Test func `None of anything is the picture; amounts beyond the ends count as the ends`() throws {
        let picture = Pictures.noise(width: 31, height: 9, padding: 0, seed: 2)
        for (name, tone) in Self.tones {
            #expect(try #require(mapped(picture, through: tone(0))) == picture, "\(name)")
            #expect(tone(-1) == tone(0), "\(name)")
            #expect(tone(.nan) == tone(0), "\(name)")
            #expect(tone(2) == tone(1), "\(name)")
        }
    }

    @Test func `They do what they are called`() throws {
        let colours: [[UInt8]] = [[0, 0, 0, 255], [255, 255, 255, 255], [128, 128, 128, 9], [200, 60, 20, 255]]
        func look(_ matrix: ColorMatrix) throws -> [[UInt8]] {
            let bytes = try #require(mapped(Pictures.of(pixels: colours, width: 4), through: matrix)).bytes
            return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<($0 + 4)]) }
        }
        // W3C: 0.2126 x 200 + 0.7152 x 60 + 0.0722 x 20 = 86.876
        #expect(try look(.grayscale(amount: 1))[3] == [87, 87, 87, 255])
        #expect(
            try look(.invert(amount: 1)) == [
                [255, 255, 255, 255], [0, 0, 0, 255], [127, 127, 127, 9], [55, 195, 235, 255],
            ])
        #expect(try look(.noir(amount: 1))[3] == [67, 67, 67, 255])
        #expect(try look(.fade(amount: 1))[0] == [38, 38, 38, 255])
        #expect(try look(.fade(amount: 1))[1] == [217, 217, 217, 255])
        #expect(try look(.warm(amount: 1))[2] == [137, 127, 111, 9])
        #expect(try look(.cool(amount: 1))[2] == [119, 129, 146, 9])
    }

    private func mapped(_ picture: PixelBuffer, through matrix: ColorMatrix) -> PixelBuffer? {
        ColorMatrixFilter(name: "", matrix: matrix).apply(to: picture, isCancelled: { false })
    }
}
