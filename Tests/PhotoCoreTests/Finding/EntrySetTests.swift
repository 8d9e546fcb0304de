import TestSupport
import Testing

@testable import PhotoCore

@Suite struct EntrySetTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `It holds what a Set of numbers holds`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (mine, reference) = (EntrySet(), Set<Int>())
        for _ in 0..<300 {
            let start = Int.random(in: 0..<400, using: &random)
            let range = start..<start + Int.random(in: 0..<200, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                mine.insert(range)
                reference.formUnion(range)
            case 1:
                mine.remove(range)
                reference.subtract(range)
            case 2:
                mine.invert(range)
                reference.formSymmetricDifference(range)
            case 3:
                mine.insert(start)
                reference.insert(start)
            default:
                mine.remove(start)
                reference.remove(start)
            }
            #expect(mine.count == reference.count)
            #expect(mine.entries.map { Int($0) } == reference.sorted())
            #expect(mine == EntrySet(reference.map { UInt32($0) }))
            #expect((0..<700).allSatisfy { mine.contains($0) == reference.contains($0) })
            let other = Int.random(in: 0..<700, using: &random)
            let part = other..<other + Int.random(in: 0..<100, using: &random)
            #expect(mine.intersects(part) == part.contains(where: reference.contains))
            #expect(mine.entries(in: part) == part.filter(reference.contains))
            #expect(mine.count(in: part) == part.count(where: reference.contains))
            let count = Int.random(in: 0..<150, using: &random)
            let moved = reference.subtracting(part).map { $0 < other ? $0 : $0 + count - part.count }
            #expect(mine.replacing(part, with: count) == EntrySet(moved.map { UInt32($0) }))
        }
    }

    @Test func `It has a part of no range outside of it`() {
        var set = EntrySet()
        #expect(!set.intersects(0..<Int.max))
        set.insert(63)
        #expect(set.intersects(Int.min..<Int.max) && set.intersects(63..<64))
        for range in [Int.min..<63, 64..<Int.max, 63..<63, Int.max..<Int.max] { #expect(!set.intersects(range)) }
    }
}
