import TestSupport
import Testing

@testable import PhotoCore

@Suite struct NaturalOrderTests {
    @Test func `Numbers count by value, capitals and accents do not count`() throws {
        let sorted = [
            "", "1", "01", "2", "2 a", "10", "10b", "99999999999999999999998", "99999999999999999999999", "a 2 b 3",
            "a 2 b 20", "a 10 b 1", "Eclair", "éclair 2", "eclair 10", "photo", "Photo 1", "photo 2", "PHOTO 10", "z",
        ]
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let names = sorted.shuffled(using: &generator)
            let order = try NaturalOrder.sorted(names) { false }
            #expect(order.map { names[$0] } == ["", "01"] + ["1"] + sorted.dropFirst(3))
        }
    }

    @Test func `A name comes before those that begin with it, whatever characters follow`() throws {
        let names = ["a\u{0}b", "a", "a\u{0}", "a 1", "a\u{1}\u{0}"]
        #expect(try NaturalOrder.sorted(names) { false } == [1, 2, 4, 0, 3])
    }

    @Test func `Equal names stay as they come`() throws {
        #expect(try NaturalOrder.sorted(["b", "a", "b", "a", "B"]) { false } == [1, 3, 4, 0, 2])
    }
}
