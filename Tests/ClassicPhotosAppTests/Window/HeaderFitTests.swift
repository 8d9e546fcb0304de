import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite("What fits into a header bar")
struct HeaderFitTests {
    private let all = 76.0 + 4 * 40

    @Test func `All buttons are there as long as the title keeps its room`() {
        #expect(HeaderFit.count(of: 4, in: all, textScale: 1) == 4)
        #expect(HeaderFit.count(of: 4, in: all - 1, textScale: 1) == 3)
        #expect(HeaderFit.count(of: 4, in: 1e9, textScale: 1) == 4)
    }

    @Test func `Larger text takes more room`() {
        #expect(HeaderFit.count(of: 4, in: all, textScale: 2) == 2)
        #expect(HeaderFit.count(of: 4, in: all, textScale: 0.5) == 4)
        #expect(HeaderFit.count(of: 4, in: all, textScale: .infinity) == 0)
    }

    @Test func `Without room no button is left`() {
        for room in [0, 75, -1, -1e9] { #expect(HeaderFit.count(of: 4, in: room, textScale: 1) == 0) }
    }
}
