@testable import PhotoCore
import Testing
import TestSupport

@Suite("Moving and at rest")
struct ScrollActivityTests {
    private let rest = ScrollActivity.restMilliseconds

    @Test func `The first movement suspends and sets a timer, the next ones do neither`() {
        var activity = ScrollActivity()
        #expect(activity.handle(.movement, at: 0) == [.suspend, .wake(afterMilliseconds: rest)])
        #expect(activity.handle(.movement, at: 10) == [])
        #expect(activity.isMoving)
    }

    @Test func `The list is at rest 100 ms after the last movement, not after the first`() {
        var activity = ScrollActivity()
        _ = activity.handle(.movement, at: 0)
        _ = activity.handle(.movement, at: 60)
        #expect(activity.handle(.timer, at: 100) == [.wake(afterMilliseconds: 60)])
        #expect(activity.isMoving)
        #expect(activity.handle(.timer, at: 160) == [.look])
        #expect(!activity.isMoving)
    }

    @Test func `A look that is wanted comes at once at rest, and with the rest while the list moves`() {
        var activity = ScrollActivity()
        #expect(activity.handle(.passWanted, at: 0) == [.look])
        _ = activity.handle(.movement, at: 5)
        #expect(activity.handle(.passWanted, at: 6) == [])
        #expect(activity.handle(.timer, at: 105) == [.look])
    }

    @Test func `Movement after a rest suspends again`() {
        var activity = ScrollActivity()
        _ = activity.handle(.movement, at: 0)
        _ = activity.handle(.timer, at: 100)
        #expect(activity.handle(.movement, at: 300) == [.suspend, .wake(afterMilliseconds: rest)])
    }

    @Test func `A timer that fires without being asked for changes nothing`() {
        var activity = ScrollActivity()
        #expect(activity.handle(.timer, at: 50) == [])
        #expect(activity == ScrollActivity())
    }

    /// Sequences of six events with gaps of 0, 40, 99, 100 or 101 ms: 15^6 are too many, so every fourth step is random
    /// instead.
    @Test(arguments: 0..<2000)
    func `Whatever happens, each movement ends in one look, 100 ms after it and never sooner`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var activity = ScrollActivity()
        var now = 0
        var lastMovement: Int?
        var timer: Int?
        var suspended = false

        func apply(_ actions: [ScrollActivity.Action]) {
            for action in actions {
                switch action {
                case .suspend:
                    #expect(!suspended)
                    suspended = true
                case .wake(let delay):
                    #expect(timer == nil, "one timer at a time")
                    #expect(delay > 0 && delay <= rest)
                    timer = now + delay
                case .look:
                    if let lastMovement { #expect(now - lastMovement >= rest) }
                    suspended = false
                }
            }
        }
        func fireTimer() {
            guard let due = timer else { return }
            now = max(now, due)
            timer = nil
            apply(activity.handle(.timer, at: now))
        }
        for _ in 0..<40 {
            let next = now + [0, 40, 99, 100, 101, 250].randomElement(using: &random)!
            while let due = timer, due <= next { fireTimer() }
            now = max(now, next)
            if Bool.random(using: &random) {
                lastMovement = now
                apply(activity.handle(.movement, at: now))
                #expect(suspended)
            } else {
                apply(activity.handle(.passWanted, at: now))
            }
            #expect(suspended == activity.isMoving)
            #expect(activity.isMoving == (timer != nil) || !activity.isMoving)
        }
        while timer != nil { fireTimer() }
        #expect(!suspended && !activity.isMoving)
    }
}
