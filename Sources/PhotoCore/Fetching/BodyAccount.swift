import Synchronization

/// The memory that all bodies in flight have together (see ``BodyLedger``). May be used from any thread.
public final class BodyAccount: Sendable {
    /// 256 MiB: as much as one photo may have.
    public static let standardByteCount = FetchRequest.maximumPhotoByteCount

    /// What becomes of a wish to hold bytes.
    public enum Reservation: Sendable, Equatable {
        /// They are held.
        case granted
        /// They will be, when others have given enough back, or the body is evicted: the answer tells.
        case waits
        /// The body holds nothing any more, and is to begin again later.
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

    /// An account of `limit` bytes, of which none is held.
    public init(limit: Int = BodyAccount.standardByteCount) {
        state = Mutex(State(ledger: BodyLedger(limit: limit)))
    }

    /// How many bytes are held.
    var heldByteCount: Int { state.withLock { $0.ledger.heldByteCount } }

    /// The most that were held at any time.
    var peakByteCount: Int { state.withLock { $0.peak } }

    /// Names a body that is about to come.
    public func open() -> BodyLedger.ID {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// `id` is to hold `byteCount` bytes in all. `answer` is called only where it waits.
    public func reserve(_ byteCount: Int, for id: BodyLedger.ID, answer: @escaping Answer) -> Reservation {
        let settlement = settle { state in
            let settlement = state.ledger.reserve(byteCount, for: id)
            if !settlement.granted.contains(id), !settlement.evicted.contains(id) { state.answers[id] = answer }
            return settlement
        }
        if settlement.granted.contains(id) { return .granted }
        return settlement.evicted.contains(id) ? .evicted : .waits
    }

    /// `id` holds nothing any more; a wait of its own is not answered.
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
