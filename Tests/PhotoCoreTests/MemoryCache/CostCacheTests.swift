@testable import PhotoCore
import Testing
import TestSupport

@Suite("A cache with a budget")
struct CostCacheTests {
    @Test func `What was used longest ago goes first`() {
        var cache = CostCache<String, Int>(budget: 3)
        for (index, key) in ["a", "b", "c"].enumerated() { cache.set(index, for: key, cost: 1) }
        _ = cache.value(for: "a")
        cache.set(3, for: "d", cost: 1)
        #expect(cache.peek("b") == nil)
        #expect(Set(cache.keys) == ["a", "c", "d"])
    }

    @Test func `What alone exceeds the budget is not kept, and drives nothing out`() {
        var cache = CostCache<String, Int>(budget: 10)
        cache.set(1, for: "small", cost: 4)
        cache.set(2, for: "large", cost: 11)
        #expect(cache.peek("small") == 1)
        #expect(cache.peek("large") == nil)
        #expect(cache.totalCost == 4)
    }

    @Test(arguments: 0..<50)
    func `It does what the plainest list would`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var cache = CostCache<Int, Int>(budget: 50)
        var model: [(key: Int, value: Int, cost: Int)] = []
        for step in 0..<400 {
            let key = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let cost = Int.random(in: 0...30, using: &random)
                cache.set(step, for: key, cost: cost)
                model.removeAll { $0.key == key }
                model.append((key, step, cost))
                while model.map(\.cost).reduce(0, +) > 50 { model.removeFirst() }
            case 2:
                let index = model.firstIndex { $0.key == key }
                #expect(cache.value(for: key) == index.map { model[$0].value })
                if let index { model.append(model.remove(at: index)) }
            default:
                let index = model.firstIndex { $0.key == key }
                #expect(cache.remove(key) == index.map { model[$0].value })
                if let index { model.remove(at: index) }
            }
            #expect(Set(cache.keys) == Set(model.map(\.key)))
            #expect(cache.totalCost == model.map(\.cost).reduce(0, +))
        }
    }
}
