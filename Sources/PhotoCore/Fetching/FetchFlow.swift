import Synchronization

/// Prevents a producer from delivering bytes faster than they are taken: at most `limit` of them wait.
///
/// May be used from any thread.
public final class FetchFlow: Sendable {
    private struct State {
        var waiting = 0
        var held: [Held] = []
    }
    private struct Held {
        let producer: ObjectIdentifier?
        let goOn: @Sendable () -> Void
    }
    private let state = Mutex(State())
    private let limit: Int

    /// 1 MiB: a few milliseconds of parsing, so a parser never waits for the network while there is something to read.
    public static let defaultLimit = 1 << 20

    /// Lets `limit` bytes wait.
    public init(limit: Int = FetchFlow.defaultLimit) { self.limit = limit }

    /// Whether the producer has to wait.
    public var isHolding: Bool { state.withLock { $0.waiting >= limit } }

    /// For a producer: it has delivered this many bytes. Calls `goOn` when more may follow: at once, or from `taken`.
    /// Names the `producer` that `goOn` keeps alive, which calls ``ended(_:)`` at its end.
    public func given(_ count: Int, by producer: AnyObject? = nil, goOn: @escaping @Sendable () -> Void) {
        let isRoom = state.withLock { state in
            state.waiting += count
            if state.waiting >= limit {
                state.held.append(Held(producer: producer.map { ObjectIdentifier($0) }, goOn: goOn))
            }
            return state.waiting < limit
        }
        if isRoom { goOn() }
    }

    /// For a producer: it delivers no more. A consumer that has given up takes nothing, and the flow would keep the
    /// producer alive, which often keeps the flow.
    package func ended(_ producer: AnyObject) {
        let gone = state.withLock { state in
            let place = state.held.partition { $0.producer == ObjectIdentifier(producer) }
            defer { state.held.removeSubrange(place...) }
            return Array(state.held[place...])
        }
        // Freed here, not under the lock.
        _ = consume gone
    }

    /// For the consumer: this many delivered bytes no longer wait.
    public func taken(_ count: Int) {
        let held = state.withLock { state -> [Held] in
            state.waiting -= count
            guard state.waiting < limit else { return [] }
            defer { state.held = [] }
            return state.held
        }
        for each in held { each.goOn() }
    }
}
