import Synchronization

/// The memory shared by all bodies in flight (see ``BodyLedger``). May be used from any thread.
public final class BodyAccount: Sendable {
    /// 256 MiB: the limit of one photo.
    public static let standardByteCount = FetchRequest.maximumPhotoByteCount

    /// The answer to a request for bytes.
    public enum Reservation: Sendable, Equatable {
        /// The bytes are reserved.
        case granted
        /// The bytes are reserved later, or the body is evicted: the answer says which.
        case waits
        /// The body has lost its bytes, and must start again later.
        case evicted
    }
    /// Called once, if a body had to wait: with `granted` or `evicted`.
    public typealias Answer = @Sendable (Reservation) -> Void

    private struct State {
        var ledger: BodyLedger
        var answers: [BodyLedger.ID: Answer] = [:]
        var last = 0
        var peak = 0
    }
    private let state: Mutex<State>

    /// An account of `limit` bytes, none of them reserved.
    public init(limit: Int = BodyAccount.standardByteCount) {
        state = Mutex(State(ledger: BodyLedger(limit: limit)))
    }

    /// The number of reserved bytes.
    var heldByteCount: Int { state.withLock { $0.ledger.heldByteCount } }

    /// The maximum ever reserved.
    var peakByteCount: Int { state.withLock { $0.peak } }

    /// Registers a new body.
    public func open() -> BodyLedger.ID {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Reserves `byteCount` bytes in total for `id`. `answer` is called only if it has to wait.
    public func reserve(_ byteCount: Int, for id: BodyLedger.ID, answer: @escaping Answer) -> Reservation {
        let settlement = settle { state in
            let settlement = state.ledger.reserve(byteCount, for: id)
            if !settlement.granted.contains(id), !settlement.evicted.contains(id) { state.answers[id] = answer }
            return settlement
        }
        if settlement.granted.contains(id) { return .granted }
        return settlement.evicted.contains(id) ? .evicted : .waits
    }

    /// Frees all bytes of `id`; a pending wait gets no answer.
    public func release(_ id: BodyLedger.ID) {
        _ = settle { state in
            state.answers[id] = nil
            return state.ledger.release(id)
        }
    }

    /// Decides under the lock, and calls out after it.
    private func settle(_ decide: (inout State) -> BodyLedger.Settlement) -> BodyLedger.Settlement {
        let (settlement, answers) = state.withLock { state in
            let settlement = decide(&state)
            state.peak = max(state.peak, state.ledger.heldByteCount)
            let outcomes =
                settlement.granted.map { ($0, Reservation.granted) } + settlement.evicted.map { ($0, .evicted) }
            return (settlement, outcomes.map { id, outcome in (state.answers.removeValue(forKey: id), outcome) })
        }
        for (answer, outcome) in answers { answer?(outcome) }
        return settlement
    }
}
