/// Distinguishes a moving list from a resting one, for every way of scrolling.
///
/// A pure state machine: events and the time go in, actions come out. All signs of movement are equal (the adjustment's
/// value-changed is common to wheel, touchpad, kinetic phase, scrollbar, keys and `scroll_to`; only touchpads send
/// scroll-begin and scroll-end), and rest is `restMilliseconds` without a sign. So a missing scroll-end does no harm:
/// with a finger still on the touchpad, the list is at rest.
public struct ScrollActivity: Sendable, Equatable {
    /// 100 ms without movement: longer than the gap between two notches of a fast wheel (30 to 60 ms), shorter than the
    /// eye needs to settle.
    static let restMilliseconds = 100

    /// An observation or a request.
    public enum Event: Sendable, Equatable {
        /// Scroll-begin, scroll-end, or a changed scroll position.
        case movement
        /// The list, its rows or the window's size changed: other rows may be on screen.
        case passWanted
        /// The timer of `.wake` has fired.
        case timer
    }

    /// The actions, in order.
    public enum Action: Sendable, Equatable {
        /// The list has begun to move: suspend the queues.
        case suspend
        /// Send `.timer` after this many milliseconds.
        case wake(afterMilliseconds: Int)
        /// The list is at rest: run a pass over the rows on screen.
        case look
    }

    /// Whether the list moves.
    public private(set) var isMoving = false
    private var lastMovement = 0
    private var isTimerSet = false

    /// At rest.
    public init() {}

    /// Handles `event` at `now` milliseconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Int) -> [Action] {
        switch event {
        case .movement:
            lastMovement = now
            var actions: [Action] = []
            if !isMoving {
                isMoving = true
                actions.append(.suspend)
            }
            // One timer at a time: if it fires too early, it is set again.
            if !isTimerSet {
                isTimerSet = true
                actions.append(.wake(afterMilliseconds: Self.restMilliseconds))
            }
            return actions
        case .passWanted:
            // While it moves, the pass at rest is still to come.
            return isMoving ? [] : [.look]
        case .timer:
            isTimerSet = false
            guard isMoving else { return [] }
            let remaining = lastMovement + Self.restMilliseconds - now
            if remaining > 0 {
                isTimerSet = true
                return [.wake(afterMilliseconds: remaining)]
            }
            isMoving = false
            return [.look]
        }
    }
}
