@testable import PhotoCore
import Testing

/// On a processor with only the plainest vectors there is one path, and nothing to compare.
@Suite("Every path through the kernels gives the same bytes")
struct PixelKernelsTests {
    @Test func `Colour matrices, bounded below and not, agree at every length`() {
        for width in 1...70 {
            let picture = Pictures.noise(width: width, height: 3, padding: width % 5, seed: UInt64(width))
            for matrix in [
                ColorMatrix.sepia(amount: 0.77), .noir(amount: 0.9), .warm(amount: 0.31), .invert(amount: 1),
            ] {
                let filter = ColorMatrixFilter(name: "", matrix: matrix)
                expectAgreement("\(width)") { filter.apply(to: picture, with: $0, isCancelled: { false }) }
            }
        }
    }

    @Test func `Vignettes agree at every length`() {
        for width in 1...70 {
            let picture = Pictures.noise(width: width, height: 7, padding: width % 3, seed: UInt64(width))
            expectAgreement("\(width)") { Vignette(amount: 0.7).apply(to: picture, with: $0, isCancelled: { false }) }
        }
    }

    @Test(arguments: [0 as UInt8, 255])
    func `Blurs and sharpening agree, opaque and not, with and without shrinking`(leastAlpha: UInt8) {
        for width in [1, 2, 7, 16, 31, 33, 70, 530] {
            let picture = Pictures.noise(
                width: width, height: 45, padding: 0, seed: UInt64(width), leastAlpha: leastAlpha)
            for sigma in [0.5, 2, 4, 9, 17] {
                let blur = GaussianBlur(relativeSigma: sigma / Double(min(width, 45)))
                expectAgreement("\(width), \(sigma)") { blur.apply(to: picture, with: $0, isCancelled: { false }) }
            }
            let sharpen = UnsharpMask(amount: 0.6)
            expectAgreement("\(width)") { sharpen.apply(to: picture, with: $0, isCancelled: { false }) }
        }
    }

    private func expectAgreement(_ what: String, filtered: (PixelKernels) -> PixelBuffer?) {
        let expected = filtered(.portable)
        #expect(expected != nil)
        for kernels in PixelKernels.all.dropFirst() {
            let isSame = filtered(kernels) == expected
            #expect(isSame, "\(what)")
        }
    }
}
