import Foundation
import Synchronization

/// Looks for a photo's picture on disk before the photo is read. On the look-up queue.
///
/// A file system that hangs cannot be interrupted: cancelling ends the operation at once, and abandons the thread that
/// waits there. After `mostUnanswered` of those, look-ups stop until one is answered.
///
/// @unchecked Sendable: Operation subclasses restate it; the mutable state is in `state`, which has a lock.
final class RowPictureLookup: AsynchronousOperation, @unchecked Sendable {
    enum Outcome: Sendable, Equatable {
        /// The photo's picture, unfiltered, at the size shown.
        case found(PixelBuffer)
        /// The photo cannot be decoded, for this reason.
        case failed(DecodeFailure)
        /// Nothing: read the photo. Store its picture for this version, if given.
        case nothing(PhotoVersion?)
    }
    private let url: URL
    private let size: PixelSize
    private let store: any RowPictureStoring
    private let believesFailures: Bool
    private let unanswered: Unanswered
    private let ended: @Sendable (Outcome) -> Void
    private enum State {
        case looking
        case answered(PixelBuffer?)
        case abandoned
    }
    private let state = Mutex(State.looking)
    private let trace: PhotoTrace

    private static let threads = DispatchQueue(label: "Row pictures", qos: .userInitiated, attributes: .concurrent)

    /// Counts abandoned look-ups whose threads still wait.
    final class Unanswered: Sendable {
        fileprivate let count = Mutex(0)
    }
    /// Four blocked threads do no harm.
    static let mostUnanswered = 4

    var pixels: PixelBuffer? {
        state.withLock { state in
            if case .answered(let pixels) = state { pixels } else { nil }
        }
    }

    /// A look-up in `store` for a picture that fills `size`. A stored failure counts if it `believesFailures`, and is
    /// removed otherwise. Calls `ended` with the outcome on any thread; not if cancelled.
    init(
        of url: URL, filling size: PixelSize, in store: any RowPictureStoring, believesFailures: Bool,
        unanswered: Unanswered, trace: PhotoTrace, ended: @escaping @Sendable (Outcome) -> Void
    ) {
        self.url = url
        self.size = size
        self.store = store
        self.believesFailures = believesFailures
        self.unanswered = unanswered
        self.trace = trace
        self.ended = ended
        super.init()
    }

    override func begin() {
        guard !isCancelled, unanswered.count.withLock({ $0 < Self.mostUnanswered }) else {
            if !isCancelled { trace.enter(.delivery) }
            answer(.nothing(nil))
            return finish()
        }
        Self.threads.async { [self] in
            answer(trace.work(on: .lookup, look) { $0.nextStage })
            finish()
        }
    }

    /// Called once for every started look-up.
    private func answer(_ outcome: Outcome) {
        let wasAbandoned = state.withLock { state in
            if case .abandoned = state { return true }
            if case .found(let pixels) = outcome { state = .answered(pixels) } else { state = .answered(nil) }
            return false
        }
        if wasAbandoned { return unanswered.count.withLock { $0 -= 1 } }
        guard !isCancelled else { return }
        trace.tracer.looked(in: .thumbnails, found: outcome.isHit)
        ended(outcome)
    }

    override func cancel() {
        super.cancel()
        guard isExecuting else { return }
        // Counted before it is abandoned, so that the thread cannot uncount itself first.
        unanswered.count.withLock { $0 += 1 }
        let isAbandoned = state.withLock { state in
            guard case .looking = state else { return false }
            state = .abandoned
            return true
        }
        if !isAbandoned { unanswered.count.withLock { $0 -= 1 } }
        finish()
    }

    private func look() -> Outcome {
        guard !isCancelled, let version = store.version(of: url) else { return .nothing(nil) }
        if let pixels = store.picture(of: version, toFill: size, isCancelled: { self.isCancelled }) {
            return .found(pixels)
        }
        if !believesFailures {
            store.forgetFailure(of: version)
        } else if !isCancelled, let failure = store.failure(of: version) {
            return .failed(failure)
        }
        return .nothing(version)
    }
}

extension RowPictureLookup.Outcome {
    fileprivate var isHit: Bool {
        if case .nothing = self { false } else { true }
    }

    /// Without a result, the main context decides on the next step.
    fileprivate var nextStage: TraceEvent.Stage {
        if case .found = self { .queuedForFiltering } else { .delivery }
    }
}
