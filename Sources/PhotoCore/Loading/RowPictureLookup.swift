import Foundation
import Synchronization

/// Looks for a photo among the pictures that are kept on disk, before anything of it is read. On the look-up queue.
///
/// A file system that has gone away does not answer, and cannot be told to: cancelling ends the operation at once, and
/// leaves the thread that waits there to itself.
///
/// @unchecked Sendable: Operation subclasses restate it; what changes is in `output`, which has a lock.
public final class RowPictureLookup: AsynchronousOperation, @unchecked Sendable {
    /// What was found.
    enum Outcome: Sendable, Equatable {
        /// The photo's picture, unfiltered, at the size it is shown.
        case found(PixelBuffer)
        /// That the photo cannot be decoded, and why.
        case failed(DecodeFailure)
        /// Nothing: the photo is to be read. Where a picture of it is to be kept then, of this version.
        case nothing(PhotoVersion?)
    }
    private let url: URL
    private let size: PixelSize
    private let store: any RowPictureStoring
    private let believesFailures: Bool
    private let ended: @Sendable (Outcome) -> Void
    private let output = Mutex<PixelBuffer?>(nil)
    /// Set before it is queued.
    var trace = PhotoTrace.off

    private static let threads = DispatchQueue(label: "Row pictures", qos: .userInitiated, attributes: .concurrent)

    /// The picture, once one was found.
    var pixels: PixelBuffer? { output.withLock { $0 } }

    /// A look into `store` for a picture that fills `size`. A failure that is kept counts only if it `believesFailures`.
    /// `ended` is told of the outcome, on any thread; not when the operation was cancelled.
    init(
        of url: URL, filling size: PixelSize, in store: any RowPictureStoring, believesFailures: Bool,
        ended: @escaping @Sendable (Outcome) -> Void
    ) {
        self.url = url
        self.size = size
        self.store = store
        self.believesFailures = believesFailures
        self.ended = ended
        super.init()
    }

    override func begin() {
        guard !isCancelled else { return finish() }
        Self.threads.async { [self] in
            let outcome = trace.work(on: .lookup, look) { $0.nextStage }
            if !isCancelled {
                if case .found(let pixels) = outcome { output.withLock { $0 = pixels } }
                trace.tracer.looked(in: .thumbnails, found: outcome.isHit)
                ended(outcome)
            }
            finish()
        }
    }

    public override func cancel() {
        super.cancel()
        if isExecuting { finish() }
    }

    private func look() -> Outcome {
        guard !isCancelled, let version = store.version(of: url) else { return .nothing(nil) }
        if let pixels = store.picture(of: version, toFill: size, isCancelled: { self.isCancelled }) {
            return .found(pixels)
        }
        if believesFailures, !isCancelled, let failure = store.failure(of: version) { return .failed(failure) }
        return .nothing(version)
    }
}

extension RowPictureLookup.Outcome {
    fileprivate var isHit: Bool {
        if case .nothing = self { false } else { true }
    }

    /// What is not found waits for the main context to send for it.
    fileprivate var nextStage: TraceEvent.Stage {
        if case .found = self { .queuedForFiltering } else { .delivery }
    }
}
