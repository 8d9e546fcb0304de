import CGLib
import GLibBridge
import Testing

@testable import GtkBridge

@MainActor
@Suite struct PlaceQueueTests {
    private final class Log {
        var placed: [Int] = []
    }

    /// Runs the main loop until then, for at most ten seconds.
    private func waits(until isDone: () -> Bool) {
        let end = MonotonicClock.milliseconds + 10_000
        while !isDone(), MonotonicClock.milliseconds < end { g_main_context_iteration(nil, 1) }
    }

    @Test func `A few rows know their places at once, and many as soon as no more are bound`() {
        let log = Log()
        let queue = PlaceQueue<Int> { log.placed.append($0) }
        queue.bound(0)
        #expect(log.placed == [0])
        for row in 1..<200 { queue.bound(row) }
        #expect(log.placed.count < 200)
        waits { log.placed.count == 200 }
        #expect(Set(log.placed) == Set(0..<200) && log.placed.count == 200)
    }

    @Test func `A row with the focus knows its place at once, and one that is gone needs none`() {
        let log = Log()
        let queue = PlaceQueue<Int> { log.placed.append($0) }
        for row in 0..<200 { queue.bound(row) }
        let count = log.placed.count
        queue.unbound(198)
        queue.placeNow(199)
        #expect(log.placed.count == count + 1 && log.placed.last == 199)
        queue.placeNow(199)
        waits { log.placed.count == 199 }
        #expect(!log.placed.contains(198) && Set(log.placed).count == log.placed.count)
        queue.bound(500)
        queue.clear()
    }
}
