import PhotoCore
import Testing

@Suite("Which way the list moves")
struct TravelTests {
    private func direction(after positions: Double...) -> Travel.Direction? {
        var travel = Travel()
        for position in positions { travel.moved(to: position) }
        return travel.direction
    }

    @Test("A list that has not moved goes nowhere")
    func still() {
        #expect(direction() == nil)
        #expect(direction(after: 0) == nil)
        #expect(direction(after: 0.4, 0) == nil)
    }

    @Test("The last movement counts")
    func last() {
        #expect(direction(after: 76) == .down)
        #expect(direction(after: 76, 20) == .up)
        #expect(direction(after: 76, 20, 300) == .down)
    }

    @Test("A position that is rounded afterwards is no movement back")
    func rounding() {
        #expect(direction(after: 76.034, 76) == .down)
        #expect(direction(after: 76, 20.6, 21) == .up)
    }

    @Test("Many tiny steps are a movement in the end")
    func creeping() {
        #expect(direction(after: 0.3, 0.6, 0.9, 1.2) == .down)
    }

    @Test("Another list has not moved, wherever it stands")
    func another() {
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
