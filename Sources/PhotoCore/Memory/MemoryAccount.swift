import Foundation
import Synchronization

/// The memory of all photos in flight, in the program and its workers: their encoded bytes (see ``BodyLedger``), and
/// what decodes and open photos take (see ``DecodeLedger``). Each of the two has a share of its own, so that a decode
/// never waits for a download that waits for a decode. May be used from any thread.
public final class MemoryAccount: Sendable {
    /// 256 MiB of encoded bytes: the limit of one photo.
    public static let encodedByteCount = FetchRequest.maximumPhotoByteCount
    /// For decodes and open photos, on this machine.
    public static let decodedByteCount = share(of: ProcessInfo.processInfo.physicalMemory)

    /// A quarter of the machine's memory, with the encoded bytes from 1.5 to 2 GiB in all. 1.5 GiB suffice for a JPEG
    /// of the largest number of pixels at full size, 2 GiB for any format.
    static func share(of physicalMemory: UInt64) -> Int {
        min(2 << 30, max(3 << 29, Int(clamping: physicalMemory / 4))) - encodedByteCount
    }

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
    /// Makes open photos release what is not seen, then calls its argument. May be called on any thread.
    package typealias Reclaiming = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    /// How often a waiting decode checks for cancellation.
    private static let pollMilliseconds = 10

    private struct Waiting {
        let arrived = DispatchSemaphore(value: 0)
        var isGranted: Bool?
    }
    private struct State {
        var bodies: BodyLedger
        var decodes: DecodeLedger
        var answers: [BodyLedger.ID: Answer] = [:]
        var waiting: [DecodeLedger.ID: Waiting] = [:]
        var reclaiming: Reclaiming = { done in done() }
        var last = 0
        var peak = 0

        var held: Int { bodies.heldByteCount + decodes.heldByteCount }
    }
    private let state: Mutex<State>

    /// An account of these shares, none of them reserved.
    public init(
        encoded: Int = MemoryAccount.encodedByteCount, decoded: Int = MemoryAccount.decodedByteCount
    ) {
        state = Mutex(State(bodies: BodyLedger(limit: encoded), decodes: DecodeLedger(limit: decoded)))
    }

    /// The number of reserved bytes.
    var heldByteCount: Int { state.withLock { $0.held } }

    /// The maximum ever reserved.
    package var peakByteCount: Int { state.withLock { $0.peak } }

    /// The most bytes that one decode can reserve.
    package var mostDecodedByteCount: Int { state.withLock { $0.decodes.most } }

    /// Sets how open photos are made to release memory. Without it they release nothing.
    package func reclaim(_ reclaiming: @escaping Reclaiming) { state.withLock { $0.reclaiming = reclaiming } }

    /// A number for a new body, decode or photo.
    public func open() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    // MARK: - Encoded bytes

    /// Reserves `byteCount` bytes in total for the body `id`. `answer` is called only if it has to wait.
    public func reserve(_ byteCount: Int, for id: BodyLedger.ID, answer: @escaping Answer) -> Reservation {
        let settlement = settle { state in
            let settlement = state.bodies.reserve(byteCount, for: id)
            if !settlement.granted.contains(id), !settlement.evicted.contains(id) { state.answers[id] = answer }
            return settlement
        }
        if settlement.granted.contains(id) { return .granted }
        return settlement.evicted.contains(id) ? .evicted : .waits
    }

    /// Frees all bytes of the body `id`; a pending wait gets no answer.
    public func release(_ id: BodyLedger.ID) {
        _ = settle { state in
            state.answers[id] = nil
            return state.bodies.release(id)
        }
    }

    /// The body `id` has ended with `byteCount` bytes, or less than it has reserved. They count until the result is
    /// freed.
    package func hold(_ byteCount: Int, of id: BodyLedger.ID) -> MemoryHold {
        _ = settle { state in state.bodies.shrink(id, to: byteCount) }
        return MemoryHold(self, .body(id))
    }

    /// Decides under the lock, and calls out after it.
    private func settle(_ decide: (inout State) -> BodyLedger.Settlement) -> BodyLedger.Settlement {
        let (settlement, answers) = state.withLock { state in
            let settlement = decide(&state)
            state.peak = max(state.peak, state.held)
            let outcomes =
                settlement.granted.map { ($0, Reservation.granted) } + settlement.evicted.map { ($0, .evicted) }
            return (settlement, outcomes.map { id, outcome in (state.answers.removeValue(forKey: id), outcome) })
        }
        for (answer, outcome) in answers { answer?(outcome) }
        return settlement
    }

    // MARK: - Decodes and open photos

    /// Waits until a decode that needs `need` may begin. Its memory counts until the result is freed.
    ///
    /// Throws `.memoryExceeded` if it could never fit, `.outOfMemory` if open photos leave too little, or `.cancelled`.
    package func begin(
        _ need: DecodeNeed, _ urgency: DecodeLedger.Urgency, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> MemoryHold {
        let most = mostDecodedByteCount
        guard need.leastByteCount <= most else {
            throw .memoryExceeded(size: need.size, byteCount: need.leastByteCount, limit: most)
        }
        let id = open()
        let waiting = Waiting()
        state.withLock { $0.waiting[id] = waiting }
        change { $0.reserve(need.byteCount, for: id, urgency) }
        while waiting.arrived.wait(timeout: .now() + .milliseconds(Self.pollMilliseconds)) == .timedOut {
            guard isCancelled() else { continue }
            state.withLock { $0.waiting[id] = nil }
            change { $0.release(id) }
            throw .cancelled
        }
        guard state.withLock({ $0.waiting.removeValue(forKey: id) })?.isGranted == true else { throw .outOfMemory }
        return MemoryHold(self, .decode(id))
    }

    /// Counts `byteCount` bytes that exist already and stay for a while, until the result is freed.
    package func hold(_ byteCount: Int) -> MemoryHold {
        let id = open()
        change { $0.keep(byteCount, for: id) }
        return MemoryHold(self, .decode(id))
    }

    /// Moves what `share` holds to open photos: `byteCount` bytes.
    func keep(_ byteCount: Int, of share: MemoryHold.Share) {
        change { $0.keep(byteCount, for: share.id) }
        if case .body(let id) = share { release(id) }
    }

    func release(_ share: MemoryHold.Share) {
        switch share {
        case .body(let id): release(id)
        case .decode(let id): change { $0.release(id) }
        }
    }

    /// Decides under the lock, and calls out after it.
    private func change(_ decide: (inout DecodeLedger) -> DecodeLedger.Settlement) {
        let (signals, reclaiming) = state.withLock { state -> ([DispatchSemaphore], Reclaiming?) in
            let settlement = decide(&state.decodes)
            state.peak = max(state.peak, state.held)
            let outcomes = settlement.granted.map { ($0, true) } + settlement.refused.map { ($0, false) }
            let signals = outcomes.compactMap { id, isGranted -> DispatchSemaphore? in
                state.waiting[id]?.isGranted = isGranted
                return state.waiting[id]?.arrived
            }
            return (signals, settlement.reclaims ? state.reclaiming : nil)
        }
        for signal in signals { signal.signal() }
        reclaiming?({ [weak self] in self?.change { $0.reclaimed() } })
    }
}
