/// Tells a list that moves from one that rests, from every way a list can be scrolled.
///
/// A pure state machine: events and the time go in, actions come out. Every sign of movement counts alike (the
/// adjustment's value-changed is common to wheel, touchpad, kinetic phase, scrollbar, keys and `scroll_to`;
/// scroll-begin and scroll-end come from touchpads only), and rest is nothing but `restMilliseconds` without a sign. So
/// a scroll-end that never comes strands nothing: a finger that lies still on the touchpad is a list at rest.
public struct ScrollActivity: Sendable, Equatable {
    /// 100 ms without movement are rest: longer than the gap between two notches of a wheel turned fast (30 to 60 ms),
    /// shorter than the eye needs to settle.
    static let restMilliseconds = 100

    /// What was seen, or asked for.
    public enum Event: Sendable, Equatable {
        /// Scroll-begin, scroll-end, or a changed scroll position.
        case movement
        /// The list, its rows or the window's size changed: what is on screen may be different.
        case passWanted
        /// The timer that `.wake` asked for has fired.
        case timer
    }

    /// What to do about it, in this order.
    public enum Action: Sendable, Equatable {
        /// The list has begun to move: suspend the queues.
        case suspend
        /// Send `.timer` after this many milliseconds.
        case wake(afterMilliseconds: Int)
        /// The list is at rest, and what is on screen must be looked at: cancel, start, resume.
        case look
    }

    /// Whether the list moves.
    public private(set) var isMoving = false
    private var lastMovement = 0
    private var isTimerSet = false

    /// At rest.
    public init() {}

    /// Takes in `event`, seen at `now` milliseconds of any clock that never goes back.
    public mutating func handle(_ event: Event, at now: Int) -> [Action] {
        switch event {
        case .movement:
            lastMovement = now
            var actions: [Action] = []
            if !isMoving {
                isMoving = true
                actions.append(.suspend)
            }
            // One timer at a time: when it fires too early it is set again for the rest.
            if !isTimerSet {
                isTimerSet = true
                actions.append(.wake(afterMilliseconds: Self.restMilliseconds))
            }
            return actions
        case .passWanted:
            // While it moves the look at rest is still to come, and sees it all.
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
