import Testing

@testable import PhotoCore

@Suite("When the picture of a catalogue is kept")
struct PictureKeepingTests {
    @Test func `It is kept once while the person looks around, and again when they leave`() {
        var keeping = PictureKeeping()
        #expect(keeping.isDue(isLeaving: false) && keeping.isDue(isLeaving: true))
        keeping.kept()
        #expect(!keeping.isDue(isLeaving: false) && keeping.isDue(isLeaving: true))
    }

    @Test(arguments: [false, true])
    func `Once all were removed it is not kept again, also at the end`(wasKept: Bool) {
        var keeping = PictureKeeping()
        if wasKept { keeping.kept() }
        #expect(!keeping.isForbidden)
        keeping.removed()
        #expect(keeping.isForbidden && !keeping.isDue(isLeaving: false) && !keeping.isDue(isLeaving: true))
    }
}
