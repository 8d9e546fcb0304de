import PhotoCore
import Testing

@Suite("Which way the list moves")
struct TravelTests {
    private func direction(after positions: Double...) -> Travel.Direction? {
        var travel = Travel()
        for position in positions { travel.moved(to: position) }
        return travel.direction
    }

    @Test func `A list that has not moved goes nowhere`() {
        #expect(direction() == nil)
        #expect(direction(after: 0) == nil)
        #expect(direction(after: 0.4, 0) == nil)
    }

    @Test func `The last movement counts`() {
        #expect(direction(after: 76) == .down)
        #expect(direction(after: 76, 20) == .up)
        #expect(direction(after: 76, 20, 300) == .down)
    }

    @Test func `A position that is rounded afterwards is no movement back`() {
        #expect(direction(after: 76.034, 76) == .down)
        #expect(direction(after: 76, 20.6, 21) == .up)
    }

    @Test func `Many tiny steps are a movement in the end`() {
        #expect(direction(after: 0.3, 0.6, 0.9, 1.2) == .down)
    }

    @Test func `Another list has not moved, wherever it stands`() {
        var travel = Travel()
        travel.moved(to: 300)
        travel.forget()
        #expect(travel.direction == nil)
        travel.moved(to: 300)
        #expect(travel.direction == nil)
        travel.moved(to: 200)
        #expect(travel.direction == .up)
    }
}
