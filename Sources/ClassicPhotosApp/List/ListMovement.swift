import GLibBridge
import GtkBridge
import PhotoCore

/// Tells the list's movement from its rest: feeds ScrollActivity with what widgets signal, and carries out its answers.
@MainActor
final class ListMovement {
    private var activity = ScrollActivity()
    private var travel = Travel()
    private var restTimer: MainTimer?

    /// Called when the list begins to move.
    var began: (@MainActor () -> Void)?
    /// Called when the list is at rest and what is on screen may be different.
    var passDue: (@MainActor () -> Void)?
    /// Called when the list stands elsewhere, whatever has moved it.
    var moved: (@MainActor () -> Void)?

    /// The movement of what `scroller` shows.
    init(of scroller: ScrolledWindow, position: Adjustment) {
        position.onValueChanged { [weak self, weak position] in
            guard let self, let position else { return }
            travel.moved(to: position.value)
            handle(.movement)
            moved?()
        }
        scroller.onTouchpadScroll { [weak self] in self?.handle(.movement) }
        scroller.onMap { [weak self] in self?.handle(.passWanted) }
        scroller.onNotify("scale-factor") { [weak self] in self?.handle(.passWanted) }
    }

    var isMoving: Bool { activity.isMoving }
    /// Which way the list has moved last; nil before it first moves.
    var direction: Travel.Direction? { travel.direction }

    /// Other rows are shown, which have not moved yet.
    func forgetDirection() { travel.forget() }

    /// Takes in what has happened.
    func handle(_ event: ScrollActivity.Event) {
        for action in activity.handle(event, at: MonotonicClock.milliseconds) {
            switch action {
            case .suspend: began?()
            case .wake(let milliseconds):
                restTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.timer) }
            case .look: passDue?()
            }
        }
    }

    /// The window closes.
    func close() { restTimer = nil }
}
