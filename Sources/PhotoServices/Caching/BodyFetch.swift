import Foundation
import PhotoCore
import Synchronization

/// One fetch: it decides nothing itself. ``FetchActivity`` says what to do; this asks the network, and its outlet does
/// the rest.
final class BodyFetch: FetchTask {
    private struct State {
        var activity: FetchActivity
        var hasStarted = false
        /// The request under way: events of another number are of one that was given up.
        var attempt = 0
        var inflow = FetchFlow()
        /// What has come on the wire while it has to wait; nil while it does not.
        var waiting: [WireEvent]?
    }

    let request: FetchRequest
    let context: SerialContext
    private let network: DataFetcher
    private let host: @Sendable () -> HostPolicy
    private let outlet: any BodyOutlet
    private let left: @Sendable (BodyFetch) -> Void
    private let state: Confined<State>
    /// What other threads may ask: the request under way, and how many bytes are still to come of its reply, if that is
    /// known.
    private let wire = Mutex<(task: (any FetchTask)?, remaining: Int?)>((nil, nil))

    /// Will fetch `request`; `outlet` stands in `context`. `left` is called once, when all is done.
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

    /// Begins; called once.
    func start() {
        context.perform { [self] in
            state.hasStarted = true
            // Cancelled while it waited: that it was told already.
            if state.activity.isOver { left(self) } else { take(outlet.look()) }
        }
    }

    func cancel() { context.perform { self.take(.failed(.cancelled)) } }

    var secondsWorthWaiting: Double? {
        wire.withLock { $0.remaining }.flatMap { host().secondsWorthWaiting(remaining: $0) }
    }

    var waitsForPerson: Bool { wire.withLock { $0.task }?.waitsForPerson ?? false }

    /// What is decided so far. In the context alone.
    var activity: FetchActivity { state.activity }

    /// Something has happened. In the context alone.
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
        // A flow of its own: bytes that can't be taken yet hold back those behind them.
        let inflow = FetchFlow()
        (state.inflow, state.waiting) = (inflow, nil)
        let attempt = state.attempt
        let request = WireRequest(
            url: request.url, fields: fields, limit: request.limit, flow: inflow,
            isPaced: state.activity.isCollected)
        let task = network.send(request) { event in
            self.context.perform { if attempt == self.state.attempt { self.came(event) } }
        }
        wire.withLock { $0.task = task }
    }

    // MARK: - What comes

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

    /// What comes on the wire waits. In the context alone.
    func pause() { state.waiting = state.waiting ?? [] }

    /// What has come on the wire waits no longer. In the context alone.
    func goOn() {
        let (waiting, attempt) = (state.waiting ?? [], state.attempt)
        state.waiting = nil
        for event in waiting where attempt == state.attempt { came(event) }
    }
}

/// Where the body of a fetch goes. All calls come in the fetch's context.
protocol BodyOutlet: Sendable {
    /// What is kept of the body.
    func look() -> FetchActivity.Event
    /// What has happened on the wire, once there is room for it; nil where that has to wait.
    func event(of wire: WireEvent, from inflow: FetchFlow, to fetch: BodyFetch) -> FetchActivity.Event?
    /// Does what is not about the wire.
    func carryOut(_ action: FetchActivity.Action, from inflow: FetchFlow, of fetch: BodyFetch)
}
