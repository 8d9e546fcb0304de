import Foundation
@testable import PhotoCore
import Testing

@Suite("Sharpen")
struct UnsharpMaskTests {
    @Test(arguments: [0.25, 0.5, 1])
    func `Any amount at any scale is within 2/255 of double precision`(amount: Double) throws {
        for scale in [0.5, 1, 2, 6] {
            for picture in [
                Pictures.noise(width: 47, height: 39, padding: 3, seed: 4, leastAlpha: 160),
                Pictures.edges(width: 50, height: 37),
            ] {
                let filter = UnsharpMask(amount: amount, scale: scale)
                let result = try #require(filter.apply(to: picture, isCancelled: { false }))
                let expected = ReferenceGaussian(picture, sigma: 0.8 * scale).sharpened(picture, gain: 2 * amount)
                let most = zip(result.bytes, expected).map { abs(Double($0) - $1) }.max() ?? 0
                #expect(most <= 2, "amount \(amount), scale \(scale): \(most)")
            }
        }
    }

    @Test func `Odd sizes, padded and dense`() throws {
        for side in 1...33 {
            let picture = Pictures.noise(width: side, height: 34 - side, padding: side % 4, seed: 1, leastAlpha: 200)
            let result = try #require(UnsharpMask(amount: 0.5).apply(to: picture, isCancelled: { false }))
            let expected = ReferenceGaussian(picture, sigma: 0.8).sharpened(picture, gain: 1)
            let most = zip(result.bytes, expected).map { abs(Double($0) - $1) }.max() ?? 0
            #expect(most <= 2, "\(side): \(most)")
        }
    }

    @Test func `By nothing, and where nothing is to be seen, nothing changes`() {
        let picture = Pictures.noise(width: 33, height: 21, padding: 0, seed: 6)
        for filter in [UnsharpMask(amount: 0), UnsharpMask(amount: .nan), UnsharpMask(amount: 1, scale: 0)] {
            #expect(filter.apply(to: picture, isCancelled: { false }) == picture)
        }
        let clear = Pictures.of(pixels: (0..<60).map { [UInt8($0), 200, 3, 0] }, width: 10)
        #expect(UnsharpMask(amount: 1).apply(to: clear, isCancelled: { false }) == clear)
    }

    @Test func `A sharpening that nobody wants gives nothing`() {
        let picture = Pictures.noise(width: 8, height: 8, padding: 0, seed: 1)
        #expect(UnsharpMask(amount: 1).apply(to: picture, isCancelled: { true }) == nil)
    }
}
