import TestSupport
import Testing

@testable import PhotoCore

@Suite("How much memory each body in flight has")
struct BodyLedgerTests {
    private static let small = BodyLedger.smallByteCount

    @Test func `What fits is held at once; what does not waits for others to end`() {
        var ledger = BodyLedger(limit: 10 * Self.small)
        #expect(ledger.reserve(8 * Self.small, for: 1) == .init(granted: [1]))
        #expect(ledger.reserve(4 * Self.small, for: 2) == .init())
        #expect(ledger.release(1) == .init(granted: [2]))
        #expect(ledger.heldByteCount == 4 * Self.small)
    }

    @Test func `All that there is may be held, and not one byte more`() {
        var ledger = BodyLedger(limit: 10 * Self.small)
        #expect(ledger.reserve(2 * Self.small, for: 1) == .init(granted: [1]))
        #expect(ledger.reserve(8 * Self.small + 1, for: 2) == .init())
        #expect(ledger.reserve(8 * Self.small, for: 2) == .init(granted: [2]))
    }

    @Test func `A body that is complete holds only what is used of it`() {
        var ledger = BodyLedger(limit: 10 * Self.small)
        _ = ledger.reserve(8 * Self.small, for: 1)
        _ = ledger.reserve(6 * Self.small, for: 2)
        #expect(ledger.shrink(1, to: 4 * Self.small) == .init(granted: [2]))
        for count in [Int.max, 4 * Self.small, -1, 0, .min] { _ = ledger.shrink(1, to: count) }
        #expect(ledger.heldByteCount == 6 * Self.small)
        _ = ledger.shrink(7, to: 5)
        _ = ledger.release(1)
        #expect(ledger.heldByteCount == 6 * Self.small)
    }

    @Test func `What is small goes before what is large and waits; what is as large does not`() {
        var ledger = BodyLedger(limit: 10 * Self.small)
        _ = ledger.reserve(8 * Self.small, for: 1)
        _ = ledger.reserve(4 * Self.small, for: 2)
        #expect(ledger.reserve(2 * Self.small, for: 3) == .init())
        #expect(ledger.reserve(Self.small, for: 4) == .init(granted: [4]))
        #expect(ledger.release(1) == .init(granted: [2, 3]))
    }

    @Test func `Where all wait for each other, the youngest gives up what it holds`() {
        var ledger = BodyLedger(limit: 6 * Self.small)
        for id in 1...3 { _ = ledger.reserve(2 * Self.small, for: id) }
        #expect(ledger.reserve(4 * Self.small, for: 1) == .init())
        #expect(ledger.reserve(4 * Self.small, for: 2) == .init())
        #expect(ledger.reserve(4 * Self.small, for: 3) == .init(granted: [1], evicted: [3]))
        #expect(ledger.release(1) == .init(granted: [2]))
    }

    @Test(arguments: [Int.min, -1, 0, 7, 8, .max])
    func `A body that asks for more than there is has all there is`(count: Int) {
        var ledger = BodyLedger(limit: 7)
        #expect(ledger.reserve(count, for: 1) == .init(granted: [1]))
        #expect(ledger.heldByteCount == min(7, max(0, count)))
    }

    @Test func `Whatever bodies do, no more is held than there is, and all end`() {
        for seed in 0..<300 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var ledger = BodyLedger(limit: 16 * Self.small)
            // The bytes that each still has to reach, and those it holds; waiting ones are idle.
            var goals: [Int: Int] = [:]
            var held: [Int: Int] = [:]
            var waiting: [Int: Int] = [:]
            var next = 0
            var ended = 0
            func take(_ settlement: BodyLedger.Settlement) {
                for id in settlement.granted { held[id] = waiting.removeValue(forKey: id) }
                for id in settlement.evicted {
                    #expect(waiting.removeValue(forKey: id) != nil)
                    held[id] = nil
                    goals[id] = nil
                    ended += 1
                }
            }
            for step in 0..<4000 where step < 400 || !goals.isEmpty {
                if step < 400, goals.count < 24, Bool.random(using: &generator) {
                    next += 1
                    goals[next] = Int.random(in: 1...16 * Self.small, using: &generator)
                }
                guard let id = goals.keys.sorted().filter({ waiting[$0] == nil }).randomElement(using: &generator)
                else {
                    #expect(goals.isEmpty, "All wait in vain.")
                    continue
                }
                if let goal = goals[id], held[id, default: 0] < goal, Int.random(in: 0..<20, using: &generator) > 0 {
                    waiting[id] = min(goal, held[id, default: 0] + Self.small)
                    take(ledger.reserve(waiting[id] ?? 0, for: id))
                } else {
                    (goals[id], held[id]) = (nil, nil)
                    ended += 1
                    take(ledger.release(id))
                }
                #expect(ledger.heldByteCount <= ledger.limit)
                #expect(ledger.heldByteCount == held.values.reduce(0, +))
            }
            #expect(goals.isEmpty && ended == next, "seed \(seed)")
            #expect(ledger.heldByteCount == 0)
        }
    }
}
