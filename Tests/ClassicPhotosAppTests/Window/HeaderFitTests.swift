import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite("What fits into a header bar")
struct HeaderFitTests {
    @Test(arguments: [(160, 4), (159, 3), (1e300, 4), (80, 2), (39, 0), (0, 0), (-1, 0), (-1e300, 0)])
    func `As many buttons are there as there is room for`(room: Double, count: Int) {
        #expect(HeaderFit.count(of: 4, in: room) == count)
    }

    @Test(arguments: [(9, 0), (5, 0), (4, 1), (3, 1), (2, 1), (1, 2), (0, 3), (-1, 3)])
    func `Buttons with one other place yield together, before those without one`(count: Int, steps: Int) {
        #expect(HeaderFit.steps([3, 1, 1], toFit: count) == steps)
    }

    @Test(arguments: [([], 0, 0), ([], 3, 0), ([1, 1, 1, 1], 2, 2), ([1, 1], 0, 2)] as [([Int], Int, Int)])
    func `Where each yields alone, as many remain as fit`(sizes: [Int], count: Int, steps: Int) {
        #expect(HeaderFit.steps(sizes, toFit: count) == steps)
    }

    @Test(arguments: [(50, 76), (76, 76), (100, 100), (120, 120), (121, 76), (.infinity, 76)])
    func `A title that can be whole takes the room for it`(wish: Double, room: Double) {
        #expect(HeaderFit.room(76, wish: wish, most: 120) == room)
    }
}
