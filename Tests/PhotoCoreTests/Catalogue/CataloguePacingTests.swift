import Testing

@testable import PhotoCore

@Suite struct CataloguePacingTests {
    @Test func `A screenful is due at once, fewer rows after a moment, none never`() {
        let pacing = CataloguePacing(at: 1000)
        #expect(!pacing.isDue(rows: 0, bytes: 0, at: 1000))
        #expect(!pacing.isDue(rows: 31, bytes: 100, at: 1010))
        #expect(pacing.due(at: 1010) == 40)
        #expect(pacing.isDue(rows: 31, bytes: 100, at: 1050))
        #expect(pacing.isDue(rows: 32, bytes: 100, at: 1010))
        #expect(!pacing.isDue(rows: 0, bytes: 0, at: 9999))
    }

    @Test func `Then it is due ever less often, but four times a second at least`() {
        var pacing = CataloguePacing(at: 0)
        var (now, times) = (0, 0)
        while now < 60_000 {
            if pacing.isDue(rows: 100, bytes: 100, at: now) {
                pacing.delivered(rows: 100, at: now)
                times += 1
            }
            now += 1
        }
        #expect((240...260).contains(times))
    }

    @Test func `Much text is due whatever the time`() {
        var pacing = CataloguePacing(at: 0)
        #expect(pacing.isDue(rows: 40, bytes: 0, at: 0))
        pacing.delivered(rows: 40, at: 0)
        #expect(!pacing.isDue(rows: 40, bytes: 1000, at: 1))
        #expect(pacing.isDue(rows: 40, bytes: 4 << 20, at: 1))
    }

    @Test func `Progress alone does not put off the first screen`() {
        var pacing = CataloguePacing(at: 0)
        pacing.delivered(rows: 0, at: 50)
        #expect(pacing.isDue(rows: 32, bytes: 0, at: 51))
    }
}
