import Foundation
@testable import PhotoCore
import Testing

@Suite("Blur")
struct GaussianBlurTests {
    @Test(
        arguments: [0.3, 0.8, 1.5, 3.9, 4, 5.5, 8, 13, 20])
    func `Any sigma is within 2/255 of the double-precision Gaussian`(sigma: Double) throws {
        for picture in [
            Pictures.noise(width: 83, height: 61, padding: 0, seed: 3), Pictures.edges(width: 61, height: 70),
        ] {
            let result = try #require(blurred(picture, sigma: sigma))
            let distance = ReferenceGaussian(picture, sigma: sigma).distance(to: result)
            #expect(distance <= 2, "sigma \(sigma): \(distance)")
        }
    }

    @Test(arguments: [4.0, 8, 9])
    func `So are stripes nearly as fine as the cells to which wide blurs shrink`(sigma: Double) throws {
        for period in [1.9, 2.05, 2.2, 3.7, 4.3, 4.7] {
            let picture = Pictures.stripes(width: 96, height: 40, period: period)
            let result = try #require(blurred(picture, sigma: sigma))
            let distance = ReferenceGaussian(picture, sigma: sigma).distance(to: result)
            #expect(distance <= 2, "sigma \(sigma), period \(period): \(distance)")
        }
    }

    @Test(arguments: [0.7, 4.4])
    func `Every size from 1 to 33, padded and dense`(sigma: Double) throws {
        for side in 1...33 {
            for (width, height) in [(side, 34 - side), (side, 5)] {
                let picture = Pictures.noise(width: width, height: height, padding: side % 3 * 5, seed: UInt64(side))
                let result = try #require(blurred(picture, sigma: sigma))
                #expect(result.bytesPerRow == 4 * width)
                // No sigma exceeds the shorter side.
                let reference = ReferenceGaussian(picture, sigma: min(sigma, Double(min(width, height))))
                let distance = reference.distance(to: result)
                #expect(distance <= 2, "\(width) x \(height): \(distance)")
            }
        }
    }

    @Test func `A picture wider than a strip has no seams`() throws {
        let picture = Pictures.noise(width: 1100, height: 9, padding: 4, seed: 8)
        let distance = ReferenceGaussian(picture, sigma: 2).distance(to: try #require(blurred(picture, sigma: 2)))
        #expect(distance <= 2)
    }

    @Test(arguments: [0, 1, 127, 200, 255] as [UInt8])
    func `One colour stays that colour`(value: UInt8) throws {
        let pixels = [[UInt8]](repeating: [value, 255 - value, 7, 255], count: 40 * 30)
        let picture = Pictures.of(pixels: pixels, width: 40)
        for sigma in [0.2, 1, 3, 6, 30] {
            #expect(try #require(blurred(picture, sigma: sigma)) == picture)
        }
    }

    @Test(arguments: [1.5, 6])
    func `What is transparent does not bleed its colour`(sigma: Double) throws {
        // Red where opaque, green where transparent.
        let pixels = (0..<(32 * 32)).map { $0 % 32 < 16 ? [255, 0, 0, 255] : [0, 255, 0, 0] as [UInt8] }
        let result = try #require(blurred(Pictures.of(pixels: pixels, width: 32), sigma: sigma))
        for pixel in 0..<(32 * 32) where result.bytes[4 * pixel + 3] > 0 {
            #expect(Array(result.bytes[(4 * pixel)..<(4 * pixel + 3)]) == [255, 0, 0])
        }
        #expect(result.bytes[4 * 16 + 3] > 60 && result.bytes[4 * 16 + 3] < 190)
    }

    @Test func `The amount is a share of the shorter side; 0 and no number change nothing`() throws {
        let picture = Pictures.noise(width: 60, height: 100, padding: 8, seed: 2)
        #expect(GaussianBlur(amount: 0.5).relativeSigma == 0.025)
        #expect(GaussianBlur(amount: 9) == GaussianBlur(amount: 1))
        let full = try #require(GaussianBlur(amount: 1).apply(to: picture, isCancelled: { false }))
        #expect(ReferenceGaussian(picture, sigma: 3).distance(to: full) <= 2)
        for amount in [0, -1, Double.nan] {
            #expect(GaussianBlur(amount: amount).apply(to: picture, isCancelled: { false }) == picture.withoutPadding)
        }
    }

    @Test(arguments: [2.0, 9])
    func `A blur is given up on the way`(sigma: Double) {
        let picture = PixelBuffer(size: PixelSize(width: 600, height: 500)) { $0.initialize(repeating: 255) }
        var all = 0
        _ = blur(picture, sigma).apply(to: picture) {
            all += 1
            return false
        }
        #expect(all > 4)
        for last in 1...all {
            var looks = 0
            let result = blur(picture, sigma).apply(to: picture) {
                looks += 1
                return looks == last
            }
            #expect(result == nil)
            #expect(looks == last)
        }
    }

    @Test func `No picture at all stays none`() throws {
        for size in [PixelSize(width: 0, height: 0), PixelSize(width: 0, height: 5), PixelSize(width: 5, height: 0)] {
            let filter = GaussianBlur(relativeSigma: 0.5)
            #expect(
                try #require(filter.apply(to: PixelBuffer(size: size) { _ in }, isCancelled: { false })).size == size)
        }
    }

    private func blur(_ picture: PixelBuffer, _ sigma: Double) -> GaussianBlur {
        GaussianBlur(relativeSigma: sigma / Double(min(picture.width, picture.height)))
    }

    private func blurred(_ picture: PixelBuffer, sigma: Double) -> PixelBuffer? {
        blur(picture, sigma).apply(to: picture, isCancelled: { false })
    }
}
