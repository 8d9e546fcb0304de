import CGLib
import Foundation
import Synchronization
import Testing

@testable import GLibBridge

/// Iterates the default main context until `condition` holds; false after two minutes, which only a failing test
/// reaches.
@MainActor
func turnMainLoop(until condition: () -> Bool) -> Bool {
    let deadline = DispatchTime.now() + 120
    // A timer wakes the loop repeatedly, so that the condition and the deadline are checked.
    let ticker = g_timeout_add(5, { _ in 1 }, nil)
    defer { g_source_remove(ticker) }
    while !condition() {
        if DispatchTime.now() > deadline { return false }
        g_main_context_iteration(nil, 1)
    }
    return true
}

@Suite("The way back to the main context", .serialized)
@MainActor
struct MainContextTests {
    @MainActor
    private final class Log {
        var entries: [Int] = []
    }

    @Test func `Work is never run inside the call that queues it, and runs in the order it came`() {
        let context = MainContext()
        let log = Log()
        for number in 0..<5 { context.perform { log.entries.append(number) } }
        #expect(log.entries.isEmpty)
        #expect(turnMainLoop { log.entries.count == 5 })
        #expect(log.entries == [0, 1, 2, 3, 4])
    }

    @Test func `What arrives within one frame arrives in one wake-up`() {
        let context = MainContext()
        let log = Log()
        context.perform { log.entries.append(0) }
        #expect(turnMainLoop { log.entries.count == 1 })
        #expect(context.wakeUps == 1)
        // From four threads at once, just after a wake-up: the next one is a frame away, and delivers all of them.
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            context.perform { log.entries.append(number) }
        }
        #expect(turnMainLoop { log.entries.count == 101 })
        // Two, if the hundred calls themselves take longer than a frame.
        #expect(context.wakeUps <= 3)
    }

    @Test func `What takes long leaves the next frame to the window, and goes on in order`() {
        let context = MainContext()
        let log = Log()
        for number in 0..<4 {
            context.perform {
                log.entries.append(number)
                let start = MonotonicClock.threadMicroseconds
                while MonotonicClock.threadMicroseconds - start < 5_000 {}
                // What is queued now comes after the rest.
                if number == 0 { context.perform { log.entries.append(4) } }
            }
        }
        #expect(turnMainLoop { log.entries.count == 5 })
        #expect(log.entries == [0, 1, 2, 3, 4])
        #expect(context.wakeUps == 3)
    }

    @Test func `Work that is queued by work waits for the next wake-up`() {
        let context = MainContext()
        let log = Log()
        context.perform {
            context.perform { log.entries.append(2) }
            log.entries.append(1)
        }
        #expect(turnMainLoop { log.entries.count == 2 })
        #expect(log.entries == [1, 2])
        #expect(context.wakeUps == 2)
    }

    @Test func `A timer fires once, on time or later`() {
        let log = Log()
        let start = MonotonicClock.milliseconds
        let timer = MainTimer(after: 20) { log.entries.append(MonotonicClock.milliseconds - start) }
        #expect(turnMainLoop { log.entries.count == 1 })
        #expect(log.entries[0] >= 20)
        withExtendedLifetime(timer) {}
    }

    @Test func `A timer of a negative time fires at once, and one of an endless time later`() {
        let log = Log()
        let never = MainTimer(after: .max) { log.entries.append(1) }
        let timer = MainTimer(after: .min) { log.entries.append(2) }
        #expect(turnMainLoop { !log.entries.isEmpty })
        #expect(log.entries == [2])
        withExtendedLifetime((never, timer)) {}
    }

    @Test func `A timer that is forgotten does not fire`() {
        let log = Log()
        do { _ = MainTimer(after: 0) { log.entries.append(2) } }
        let last = MainTimer(after: 10) { log.entries.append(3) }
        #expect(turnMainLoop { !log.entries.isEmpty })
        #expect(log.entries == [3])
        withExtendedLifetime(last) {}
    }

    @Test func `A thread with a loop of its own runs what it is given in order, and ends with its last reference`() {
        let done = Mutex<[Int]>([])
        var thread: EventLoopThread? = EventLoopThread(name: "test")
        let hasEnded = { [weak thread] in thread == nil }
        for number in 0..<3 { thread?.perform { done.withLock { $0.append(number) } } }
        thread = nil
        #expect(turnMainLoop { done.withLock { $0.count } == 3 })
        #expect(done.withLock { $0 } == [0, 1, 2])
        #expect(hasEnded())
    }
}
