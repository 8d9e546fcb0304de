import Foundation
import PhotoCore
import Synchronization

/// One fetch, without decisions of its own: ``FetchActivity`` decides, this asks the network, and its outlet does the
/// rest.
final class BodyFetch: FetchTask {
    private struct State {
        var activity: FetchActivity
        var hasStarted = false
        /// The current request: events with another number belong to an abandoned one.
        var attempt = 0
        var inflow = FetchFlow()
        /// Network events that have to wait; nil if none do.
        var waiting: [WireEvent]?
    }

    let request: FetchRequest
    let context: SerialContext
    private let network: DataFetcher
    private let host: @Sendable () -> HostPolicy
    private let outlet: any BodyOutlet
    private let left: @Sendable (BodyFetch) -> Void
    private let state: Confined<State>
    /// Data for other threads: the current request, and the missing bytes of its reply, if known.
    private let wire = Mutex<(task: (any FetchTask)?, remaining: Int?)>((nil, nil))

    /// Fetches `request`; `outlet` belongs to `context`. Calls `left` once at the end.
    init(
        _ request: FetchRequest, in context: SerialContext, over network: DataFetcher, isCollected: Bool,
        to outlet: any BodyOutlet, host: @escaping @Sendable () -> HostPolicy = { HostPolicy() },
        left: @escaping @Sendable (BodyFetch) -> Void
    ) {
        self.request = request
        self.context = context
        self.network = network
        self.outlet = outlet
        self.host = host
        self.left = left
        state = Confined(State(activity: FetchActivity(request, isCollected: isCollected)), to: context)
    }

    /// Starts; called once.
    func start() {
        context.perform { [self] in
            state.hasStarted = true
            // Cancelled while waiting, and already reported.
            if state.activity.isOver { left(self) } else { look() }
        }
    }

    /// Takes the stored body, once there is room for it. In the context only.
    func look() { if !state.activity.isOver, outlet.hasRoomToLook(for: self) { take(outlet.look()) } }

    func cancel() { context.perform { self.take(.failed(.cancelled)) } }

    var secondsWorthWaiting: Double? {
        wire.withLock { $0.remaining }.flatMap { host().secondsWorthWaiting(remaining: $0) }
    }

    var waitsForPerson: Bool { wire.withLock { $0.task }?.waitsForPerson ?? false }

    /// The decisions so far. In the context only.
    var activity: FetchActivity { state.activity }

    /// Handles an event. In the context only.
    func take(_ event: FetchActivity.Event) {
        guard !state.activity.isOver else { return }
        let actions = state.activity.take(event)
        let remaining = state.activity.remaining
        wire.withLock { $0.remaining = remaining }
        for action in actions {
            switch action {
            case .send(let aim, let fields): send(aim, fields)
            case .hangUp: wire.withLock { $0.task }?.cancel()
            default: outlet.carryOut(action, from: state.inflow, of: self)
            }
        }
        guard case .end? = actions.last else { return }
        wire.withLock { $0.task = nil }
        state.waiting = nil
        if state.hasStarted { left(self) }
    }

    private func send(_ aim: RequestPlan.Aim, _ fields: [String: String]) {
        wire.withLock { $0.task }?.cancel()
        state.attempt += 1
        // Its own flow: bytes that cannot be taken yet hold back later ones.
        let inflow = FetchFlow()
        (state.inflow, state.waiting) = (inflow, nil)
        let attempt = state.attempt
        let request = WireRequest(
            url: request.url, fields: fields, limit: request.limit, flow: inflow, isPaced: state.activity.isCollected,
            method: request.method)
        let task = network.send(request) { event in
            self.context.perform { if attempt == self.state.attempt { self.came(event) } }
        }
        wire.withLock { $0.task = task }
    }

    // MARK: - Events

    private func came(_ event: WireEvent) {
        guard !state.activity.isOver else { return }
        if state.waiting != nil {
            state.waiting?.append(event)
        } else if let event = outlet.event(of: event, from: state.inflow, to: self) {
            take(event)
        } else if !state.activity.isOver {
            state.waiting = [event]
        }
    }

    /// Makes network events wait. In the context only.
    func pause() { state.waiting = state.waiting ?? [] }

    /// Releases waiting network events. In the context only.
    func goOn() {
        let (waiting, attempt) = (state.waiting ?? [], state.attempt)
        state.waiting = nil
        for event in waiting where attempt == state.attempt { came(event) }
    }
}

/// The destination of a fetch's body. All calls come in the fetch's context.
protocol BodyOutlet: Sendable {
    /// Whether there is room for the stored body. If not, calls the fetch's `look` later, or ends it.
    func hasRoomToLook(for fetch: BodyFetch) -> Bool
    /// The stored body.
    func look() -> FetchActivity.Event
    /// The event for something received, once there is room for it; nil if it has to wait.
    func event(of wire: WireEvent, from inflow: FetchFlow, to fetch: BodyFetch) -> FetchActivity.Event?
    /// Carries out actions other than network requests.
    func carryOut(_ action: FetchActivity.Action, from inflow: FetchFlow, of fetch: BodyFetch)
}

extension BodyOutlet {
    /// The stored body is passed on in pieces.
    func hasRoomToLook(for fetch: BodyFetch) -> Bool { true }
}
