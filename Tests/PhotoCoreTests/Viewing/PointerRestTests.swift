import Foundation
import PhotoCore
import Testing

@Suite struct PointerRestTests {
    private static let view = CGSize(width: 900, height: 640)

    @Test func toldAgainWhereItIsItRests() {
        var pointer = PointerRest()
        for _ in 0..<5 { #expect(!pointer.note(CGPoint(x: 10, y: 20), in: Self.view)) }
    }

    @Test func aPointFurtherItHasMovedAlsoStepByStep() {
        var pointer = PointerRest()
        #expect(!pointer.note(CGPoint(x: 10, y: 20), in: Self.view))
        #expect(!pointer.note(CGPoint(x: 10.4, y: 20), in: Self.view))
        #expect(!pointer.note(CGPoint(x: 10.8, y: 20.5), in: Self.view))
        #expect(pointer.note(CGPoint(x: 11.2, y: 20.5), in: Self.view))
        #expect(!pointer.note(CGPoint(x: 11.2, y: 20.5), in: Self.view))
        #expect(pointer.note(CGPoint(x: 11.2, y: 19.5), in: Self.view))
    }

    @Test func inAWindowOfAnotherSizeItIsElsewhereAndHasNotMoved() {
        var pointer = PointerRest()
        #expect(!pointer.note(CGPoint(x: 10, y: 20), in: Self.view))
        let screen = CGSize(width: 1920, height: 1080)
        #expect(!pointer.note(CGPoint(x: 310, y: 220), in: screen))
        #expect(pointer.note(CGPoint(x: 312, y: 220), in: screen))
    }
}
