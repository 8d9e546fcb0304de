import Foundation
@testable import PhotoCore
import Testing

@Suite("Vignette")
struct VignetteTests {
    @Test(arguments: [0, 0.3, 1])
    func `Every size from 1 to 33 is the fourth power of the cosine, in double precision`(amount: Double) throws {
        for side in 1...33 {
            let picture = Pictures.noise(width: side, height: 34 - side, padding: side % 3, seed: UInt64(side))
            let result = try #require(Vignette(amount: amount).apply(to: picture, isCancelled: { false }))
            #expect(result.bytesPerRow == 4 * side)
            let most = zip(result.bytes, expected(picture, amount: amount)).map { abs(Double($0) - $1) }.max() ?? 0
            // Rounded to nearest, in single precision.
            #expect(most <= 0.501, "\(side): \(most)")
        }
    }

    @Test func `The corners keep a ninth of the light, the middle all of it`() throws {
        let white = PixelBuffer(size: PixelSize(width: 301, height: 201)) { $0.initialize(repeating: 255) }
        let result = try #require(Vignette(amount: 1).apply(to: white, isCancelled: { false }))
        #expect(result.bytes[4 * (100 * 301 + 150)] == 255)
        #expect(abs(Int(result.bytes[0]) - 28) <= 1)
        #expect(result.bytes[3] == 255)
    }

    @Test func `Amounts beyond the ends count as the ends; 0 changes nothing`() {
        #expect(Vignette(amount: 3).amount == 1)
        #expect(Vignette(amount: -3).amount == 0)
        #expect(Vignette(amount: .nan).amount == 0)
        let picture = Pictures.noise(width: 9, height: 5, padding: 0, seed: 3)
        #expect(Vignette(amount: 0).apply(to: picture, isCancelled: { false }) == picture)
    }

    @Test func `A large picture is given up on the way`() {
        let picture = PixelBuffer(size: PixelSize(width: 1024, height: 256)) { $0.initialize(repeating: 3) }
        var looks = 0
        let result = Vignette(amount: 1).apply(to: picture) {
            looks += 1
            return looks == 2
        }
        #expect(result == nil)
        #expect(looks == 2)
    }

    private func expected(_ picture: PixelBuffer, amount: Double) -> [Double] {
        let (width, height) = (Double(picture.width), Double(picture.height))
        var result: [Double] = []
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let distance =
                    hypot(Double(x) + 0.5 - width / 2, Double(y) + 0.5 - height / 2) / (hypot(width, height) / 2)
                let angle = atan(distance * tan(55 * Double.pi / 180))
                let light = 1 - amount + amount * pow(cos(angle), 4)
                let at = y * picture.bytesPerRow + 4 * x
                for channel in 0..<3 { result.append(Double(picture.bytes[at + channel]) * light) }
                result.append(Double(picture.bytes[at + 3]))
            }
        }
        return result
    }
}
