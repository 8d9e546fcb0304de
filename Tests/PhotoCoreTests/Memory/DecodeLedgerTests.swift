import TestSupport
import Testing

@testable import PhotoCore

@Suite("How much memory each decode has, and each open photo")
struct DecodeLedgerTests {
    private static let million = 1_000_000

    @Test func `What fits begins at once; what does not waits for others to end`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        #expect(ledger.reserve(600 * Self.million, for: 1, .listed) == .init(granted: [1]))
        #expect(ledger.reserve(600 * Self.million, for: 2, .listed) == .init())
        #expect(ledger.release(1) == .init(granted: [2]))
        #expect(ledger.heldByteCount == 600 * Self.million)
    }

    @Test func `A photo on its page comes before rows that wait, and rows in their order`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        _ = ledger.reserve(900 * Self.million, for: 1, .listed)
        for id in 2...4 { _ = ledger.reserve(400 * Self.million, for: id, .listed) }
        _ = ledger.reserve(500 * Self.million, for: 5, .opened)
        #expect(ledger.release(1) == .init(granted: [5, 2]))
        #expect(ledger.release(5) == .init(granted: [3]))
    }

    @Test func `Small ones pass a large one that waits, but not for ever`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        let small = ledger.smallByteCount
        _ = ledger.reserve(900 * Self.million, for: 1, .listed)
        _ = ledger.reserve(900 * Self.million, for: 2, .listed)
        for id in 3..<(3 + DecodeLedger.mostPasses) {
            #expect(ledger.reserve(small, for: id, .opened) == .init(granted: [id]))
            _ = ledger.release(id)
        }
        #expect(ledger.reserve(small, for: 100, .opened) == .init())
        #expect(ledger.release(1) == .init(granted: [2, 100]))
    }

    @Test func `Large ones leave room for small ones`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        #expect(ledger.reserve(.max, for: 1, .opened) == .init(granted: [1]))
        #expect(ledger.heldByteCount == ledger.most)
        #expect(ledger.reserve(ledger.smallByteCount, for: 2, .listed) == .init(granted: [2]))
        #expect(ledger.heldByteCount == ledger.limit)
    }

    @Test func `A decoded photo counts with its pixels until it is closed`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        _ = ledger.reserve(800 * Self.million, for: 1, .opened)
        _ = ledger.reserve(600 * Self.million, for: 2, .opened)
        #expect(ledger.keep(300 * Self.million, for: 1) == .init(granted: [2]))
        #expect(ledger.heldByteCount == 900 * Self.million)
        _ = ledger.release(1)
        _ = ledger.release(2)
        #expect(ledger.heldByteCount == 0)
    }

    @Test func `Where only open photos are in the way, they are asked; what does not fit then is refused`() {
        var ledger = DecodeLedger(limit: 1000 * Self.million)
        _ = ledger.keep(700 * Self.million, for: 1)
        #expect(ledger.reserve(600 * Self.million, for: 2, .opened) == .init(reclaims: true))
        #expect(ledger.reserve(Self.million, for: 3, .listed) == .init(granted: [3]))
        #expect(ledger.reclaimed() == .init())
        // A running decode has ended, and open photos are asked again.
        #expect(ledger.release(3) == .init(reclaims: true))
        #expect(ledger.keep(450 * Self.million, for: 1) == .init())
        #expect(ledger.reclaimed() == .init(refused: [2]))
        #expect(ledger.reserve(600 * Self.million, for: 4, .opened) == .init(reclaims: true))
        #expect(ledger.keep(300 * Self.million, for: 1) == .init(granted: [4]))
    }

    @Test(arguments: [Int.min, -1, 0, 7, 1 << 40, .max])
    func `Any number of bytes is a number of bytes`(count: Int) {
        var ledger = DecodeLedger(limit: 1000)
        #expect(ledger.reserve(count, for: 1, .listed) == .init(granted: [1]))
        #expect((0...ledger.most).contains(ledger.heldByteCount))
        for id in 2..<1000 { _ = ledger.keep(count, for: id) }
        for id in 1..<1000 { _ = ledger.release(id) }
        #expect(ledger.heldByteCount == 0)
    }

    @Test func `Whatever decodes and open photos do, the budget holds, and none waits in vain`() {
        for seed in 0..<40 {
            var play = LedgerPlay(seed: UInt64(seed))
            play.run(steps: 400)
            #expect(play.broken == nil, "seed \(seed): \(play.broken ?? "")")
        }
    }
}

/// Random decodes, some of which leave an open photo, that are followed from outside of the ledger.
private struct LedgerPlay {
    private var generator: SeededGenerator
    private var ledger = DecodeLedger(limit: 1000)
    private var waiting: [Int: Int] = [:]
    private var running: [Int: Int] = [:]
    private var open: [Int: Int] = [:]
    private var isReclaiming = false
    private var last = 0
    /// What went wrong.
    private(set) var broken: String?

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func run(steps: Int) {
        for _ in 0..<steps where broken == nil {
            step(begins: true)
            check()
        }
        // Without new ones all end.
        for _ in 0..<(20 * steps) where broken == nil && !(waiting.isEmpty && running.isEmpty) {
            step(begins: false)
            check()
        }
        if broken == nil, !(waiting.isEmpty && running.isEmpty) { broken = "\(waiting) wait in vain" }
    }

    private mutating func step(begins: Bool) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<3 where begins && waiting.count < 40:
            last += 1
            let count = Int.random(in: 0..<4, using: &generator) == 0 ? 1200 : 300
            waiting[last] = min(Int.random(in: 0...count, using: &generator), ledger.most)
            let urgency = DecodeLedger.Urgency.allCases.randomElement(using: &generator) ?? .listed
            take(ledger.reserve(waiting[last] ?? 0, for: last, urgency))
        case 3:
            guard let id = waiting.keys.sorted().randomElement(using: &generator) else { return }
            waiting[id] = nil
            take(ledger.release(id))
        case 4...6:
            guard let id = running.keys.sorted().randomElement(using: &generator) else { return }
            let count = running.removeValue(forKey: id) ?? 0
            if Int.random(in: 0..<3, using: &generator) == 0 {
                open[id] = Int.random(in: 0...count, using: &generator)
                take(ledger.keep(open[id] ?? 0, for: id))
            } else {
                take(ledger.release(id))
            }
        case 7 where begins:
            guard let id = open.keys.sorted().randomElement(using: &generator) else { return }
            open[id] = nil
            take(ledger.release(id))
        case 8...9:
            guard isReclaiming else { return }
            isReclaiming = false
            take(ledger.reclaimed())
        default: break
        }
    }

    private mutating func take(_ settlement: DecodeLedger.Settlement) {
        // What is refused makes way for others.
        for id in settlement.refused {
            if waiting.removeValue(forKey: id) == nil { broken = "\(id) is refused and does not wait" }
            if !running.isEmpty { broken = "\(id) is refused although others end" }
        }
        for id in settlement.granted { running[id] = waiting.removeValue(forKey: id) }
        if settlement.reclaims { isReclaiming = true }
    }

    private mutating func check() {
        let held = (Array(running.values) + Array(open.values)).reduce(0, +)
        if ledger.heldByteCount != held { broken = "\(ledger.heldByteCount) are held, not \(held)" }
        if held > ledger.limit { broken = "\(held) exceed the limit" }
        if !waiting.isEmpty, running.isEmpty, !isReclaiming { broken = "nothing goes on" }
    }
}
