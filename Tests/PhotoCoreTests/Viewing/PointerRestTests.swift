import Foundation
import PhotoCore
import Testing

@Suite struct PointerRestTests {
    private static let view = CGSize(width: 900, height: 640)

    /// Whether the pointer has moved, by event.
    private func moves(_ events: [(x: Double, y: Double, view: CGSize)]) -> [Bool] {
        var pointer = PointerRest()
        return events.map { pointer.note(CGPoint(x: $0.x, y: $0.y), in: $0.view) }
    }

    @Test func `Told again where it is, it rests`() {
        #expect(moves(Array(repeating: (10, 20, Self.view), count: 5)) == Array(repeating: false, count: 5))
    }

    @Test func `A point further it has moved, also step by step`() {
        let places = [(10, 20), (10.4, 20), (10.8, 20.5), (11.2, 20.5), (11.2, 20.5), (11.2, 19.5)]
        #expect(moves(places.map { ($0, $1, Self.view) }) == [false, false, false, true, false, true])
    }

    @Test func `In a window of another size it is elsewhere, and has not moved`() {
        let screen = CGSize(width: 1920, height: 1080)
        #expect(moves([(10, 20, Self.view), (310, 220, screen), (312, 220, screen)]) == [false, false, true])
    }
}
