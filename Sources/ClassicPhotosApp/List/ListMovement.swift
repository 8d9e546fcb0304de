import GLibBridge
import GtkBridge
import PhotoCore

/// Whether the list moves or rests: passes the widgets' signals to ScrollActivity, and carries out its actions.
@MainActor
final class ListMovement {
    private var activity = ScrollActivity()
    private var travel = Travel()
    private var restTimer: MainTimer?

    /// Called when the list begins to move.
    var began: (@MainActor () -> Void)?
    /// Called when the list rests and the rows on screen may have changed.
    var passDue: (@MainActor () -> Void)?
    /// Called after that.
    var rested: (@MainActor () -> Void)?
    /// Called when the scroll position changes, for any reason.
    var moved: (@MainActor () -> Void)?

    /// The movement of the content of `scroller`.
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
    /// The direction of the last movement; nil before the first.
    var direction: Travel.Direction? { travel.direction }

    /// Forgets the direction: other rows are shown, and have not moved yet.
    func forgetDirection() { travel.forget() }

    func handle(_ event: ScrollActivity.Event) {
        for action in activity.handle(event, at: MonotonicClock.milliseconds) {
            switch action {
            case .suspend: began?()
            case .wake(let milliseconds):
                restTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.timer) }
            case .look:
                passDue?()
                rested?()
            }
        }
    }

    func close() { restTimer = nil }
}
