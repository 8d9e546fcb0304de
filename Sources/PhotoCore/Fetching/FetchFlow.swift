import Synchronization

/// Prevents a producer from delivering bytes faster than they are taken: at most `limit` of them wait.
///
/// May be used from any thread.
public final class FetchFlow: Sendable {
    private struct State {
        var waiting = 0
        var held: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())
    private let limit: Int

    /// 1 MiB: a few milliseconds of parsing, so a parser never waits for the network while there is something to read.
    public static let defaultLimit = 1 << 20

    /// Lets `limit` bytes wait.
    public init(limit: Int = FetchFlow.defaultLimit) { self.limit = limit }

    /// Whether the producer has to wait.
    public var isHolding: Bool { state.withLock { $0.waiting >= limit } }

    /// For the producer: it has delivered this many bytes. Calls `goOn` when more may follow: at once, or from `taken`.
    public func given(_ count: Int, goOn: @escaping @Sendable () -> Void) {
        let isRoom = state.withLock { state in
            state.waiting += count
            if state.waiting >= limit { state.held.append(goOn) }
            return state.waiting < limit
        }
        if isRoom { goOn() }
    }

    /// For the consumer: this many delivered bytes no longer wait.
    public func taken(_ count: Int) {
        let held = state.withLock { state -> [@Sendable () -> Void] in
            state.waiting -= count
            guard state.waiting < limit else { return [] }
            defer { state.held = [] }
            return state.held
        }
        for goOn in held { goOn() }
    }
}
