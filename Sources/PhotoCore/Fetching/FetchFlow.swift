import Synchronization

/// Keeps whoever gives bytes from giving them faster than they are taken: not more than `limit` of them wait.
///
/// May be used from any thread.
public final class FetchFlow: Sendable {
    private struct State {
        var waiting = 0
        var held: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())
    private let limit: Int

    /// 1 MiB: what a parser takes in some milliseconds, so that it never waits for the network while there is something to
    /// read.
    public static let defaultLimit = 1 << 20

    /// Lets `limit` bytes wait.
    public init(limit: Int = FetchFlow.defaultLimit) { self.limit = limit }

    /// Whether whoever gives has to wait.
    public var isHolding: Bool { state.withLock { $0.waiting >= limit } }

    /// For who gives: so many bytes have been given. Calls `goOn` when more may follow: at once, or from a `taken`.
    public func given(_ count: Int, goOn: @escaping @Sendable () -> Void) {
        let isRoom = state.withLock { state in
            state.waiting += count
            if state.waiting >= limit { state.held.append(goOn) }
            return state.waiting < limit
        }
        if isRoom { goOn() }
    }

    /// For who takes: so many of the bytes given are not waiting any more.
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
