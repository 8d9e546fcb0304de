import Testing

@testable import PhotoCore

@Suite("How a picture fills a size")
struct CoverFitTests {
    @Test func `What covers the size is scaled until one side fits`() {
        let fit = CoverFit(of: PixelSize(width: 4000, height: 3000), filling: .square(80))
        #expect(fit.size == .square(80))
        #expect(fit.scaled == PixelSize(width: 107, height: 80))
    }

    @Test func `What does not cover it is cut to its shape, and keeps its pixels`() {
        let fit = CoverFit(of: PixelSize(width: 40, height: 200), filling: .square(80))
        #expect(fit.size == .square(40))
        #expect(fit.scaled == PixelSize(width: 40, height: 200))
        let source = fit.source(in: fit.scaled)
        #expect(source.x == 0 && source.y == 80 && source.width == 40 && source.height == 40)
    }

    @Test func `No size is empty, larger than wanted or than the original, and the source lies within it`() {
        let sides = [.min, -1, 0, 1, 2, 3, 7, 80, 81, 1000, 99_999, 1 << 31, .max]
        for width in sides {
            for height in sides {
                let original = PixelSize(width: max(1, width), height: max(1, height))
                for wanted in [PixelSize(width: 80, height: 80), .square(0), PixelSize(width: 3, height: 500)] {
                    let fit = CoverFit(of: PixelSize(width: width, height: height), filling: wanted)
                    let source = fit.source(in: fit.scaled)
                    #expect(fit.size.width >= 1 && fit.size.height >= 1)
                    #expect(fit.size.width <= max(1, wanted.width) && fit.size.height <= max(1, wanted.height))
                    #expect(fit.scaled.width <= original.width && fit.scaled.height <= original.height)
                    #expect(source.x >= 0 && Double(source.x) + source.width <= Double(fit.scaled.width) + 1e-6)
                    #expect(source.y >= 0 && Double(source.y) + source.height <= Double(fit.scaled.height) + 1e-6)
                }
            }
        }
    }

    @Test func `Every pixel of the result has its own part of the source, whatever their numbers`() {
        for limit in [1, 2, 3, 79, 80, 65_535, 1 << 31] {
            for count in [1, 2, 3, 80, 2000] {
                for length in [1e-9, 0.5, 1, Double(limit) / 3, Double(limit)] {
                    for from in [0, limit / 3, limit - 1] {
                        let spans = AreaSpans(count: count, from: from, length: length, limit: limit)
                        #expect(spans.first.allSatisfy { $0 >= 0 && $0 < limit })
                        #expect(zip(spans.first, spans.end).allSatisfy { $0 < $1 && $1 <= limit })
                        let weights = [0, count - 1].map { spans.weight(of: spans.first[$0], in: $0) }
                        #expect(weights.allSatisfy { $0 >= 0 && $0 <= 1 })
                    }
                }
            }
        }
    }
}
