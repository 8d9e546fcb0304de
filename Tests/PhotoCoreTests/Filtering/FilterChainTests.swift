@testable import PhotoCore
import Testing

@Suite("Chains of filters")
struct FilterChainTests {
    private let picture = Pictures.noise(width: 29, height: 17, padding: 3, seed: 12)

    @Test func `Matrices that leave all colours in range become one, rounded once`() throws {
        let fade = matrix("Fade", .fade(amount: 1))
        let sepia = ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: 0.8))
        let chain = FilterChain([fade, sepia])
        #expect(chain.filters.count == 1)
        #expect(chain.name == "Fade + Sepia")
        let result = try #require(chain.apply(to: picture, isCancelled: { false }))
        let once = ReferenceMatrix.map(picture, through: fade.matrix.followed(by: sepia.matrix))
        #expect(zip(result.bytes, once.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        let twice = try #require(applied([fade, sepia]))
        #expect(zip(result.bytes, twice.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }

    @Test func `What clips stays clipped: step by step, to the byte`() throws {
        let noir = matrix("Noir", .noir(amount: 1))
        let fade = matrix("Fade", .fade(amount: 1))
        for filters: [any PhotoFilter] in [
            [noir, fade], [matrix("Warm", .warm(amount: 1)), matrix("Cool", .cool(amount: 1))],
            [noir, GaussianBlur(amount: 1), fade, Vignette(amount: 0.5), UnsharpMask(amount: 0.5)],
        ] {
            let chain = FilterChain(filters)
            #expect(chain.filters.count == filters.count)
            #expect(chain.apply(to: picture, isCancelled: { false }) == applied(filters))
        }
    }

    @Test func `Chains of chains are one chain`() {
        let invert = matrix("Invert", .invert(amount: 1))
        let chain = FilterChain([FilterChain([invert, Vignette(amount: 1)]), FilterChain([invert, invert])])
        #expect(chain.filters.count == 3)
        #expect(chain.name == "Invert + Vignette + Invert + Invert")
    }

    @Test func `Twice the negative is the picture; so is an empty chain`() throws {
        let invert = matrix("Invert", .invert(amount: 1))
        for chain in [FilterChain([invert, invert]), FilterChain([])] {
            #expect(try #require(chain.apply(to: picture, isCancelled: { false })) == picture.withoutPadding)
        }
    }

    @Test func `A chain that nobody wants is given up, at whichever link`() {
        let chain = FilterChain([GaussianBlur(amount: 1), Vignette(amount: 1), matrix("Fade", .fade(amount: 1))])
        for last in 1...4 {
            var looks = 0
            let result = chain.apply(to: picture) {
                looks += 1
                return looks == last
            }
            #expect(result == nil)
            #expect(looks == last)
        }
    }

    private func matrix(_ name: String, _ matrix: ColorMatrix) -> ColorMatrixFilter {
        ColorMatrixFilter(name: name, matrix: matrix)
    }

    private func applied(_ filters: [any PhotoFilter]) -> PixelBuffer? {
        filters.reduce(picture) { picture, filter in
            picture.flatMap { filter.apply(to: $0, isCancelled: { false }) }
        }
    }
}
