import TestSupport
import Testing

@testable import PhotoCore

@Suite("The order of a slideshow")
struct SlideOrderTests {
    private func order(_ count: Int, from first: Int = 0, random: Bool = false, round: Bool = false) -> SlideOrder {
        SlideOrder(
            count: count, startingAt: first, isRandom: random, goesRound: round, generator: SeededGenerator(seed: 7))
    }

    private func all(_ order: SlideOrder, most: Int) -> [Int] {
        var order = order
        var places = [order.current]
        while places.count < most, let place = order.next() { places.append(place) }
        return places
    }

    @Test func `In order it goes from the first place to the last, and ends`() {
        #expect(all(order(5, from: 2), most: 20) == [2, 3, 4])
    }

    @Test func `Where it goes round, the first place comes after the last, and the last before the first`() {
        #expect(all(order(3, from: 1, round: true), most: 7) == [1, 2, 0, 1, 2, 0, 1])
        var backwards = order(3, round: true)
        #expect(backwards.previous() == 2)
    }

    @Test(arguments: [1, 2, 7, 100])
    func `At random every place comes once before any comes twice`(count: Int) {
        let places = all(order(count, from: count / 2, random: true), most: 1000)
        #expect(places.first == count / 2)
        #expect(places.sorted() == Array(0..<count))
        if count == 100 { #expect(places != places.sorted()) }
    }

    @Test func `At random, round after round, no place is followed by itself`() {
        let places = all(order(4, random: true, round: true), most: 400)
        #expect(places.count == 400)
        for start in stride(from: 0, to: 400, by: 4) { #expect(Set(places[start..<start + 4]).count == 4) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `The next photo is the same at every question, and steps back lead to the previous ones`() {
        var show = order(50, random: true)
        var seen = [show.current]
        for _ in 0..<10 {
            let next = show.upcoming()
            #expect(show.upcoming() == next)
            #expect(show.next() == next)
            seen.append(show.current)
        }
        for place in seen.dropLast().reversed() { #expect(show.previous() == place) }
        #expect(show.previous() == nil)
        for place in seen.dropFirst() { #expect(show.next() == place) }
    }

    @Test(arguments: [false, true])
    func `Places that are added come too`(random: Bool) {
        var show = order(2, random: random)
        show.next()
        #expect(show.upcoming() == nil)
        show.grow(to: 5)
        #expect(Set(all(show, most: 10)) == Set(random ? [show.current, 2, 3, 4] : [1, 2, 3, 4]))
    }

    @Test func `Of a million places only the used ones cost anything`() {
        var show = order(1_000_000, random: true)
        var places: Set<Int> = [show.current]
        for _ in 0..<1000 { if let place = show.next() { places.insert(place) } }
        #expect(places.count == 1001)
    }
}
