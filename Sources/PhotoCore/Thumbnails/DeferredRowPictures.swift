import Foundation
import Synchronization

/// Another store, with deferred writing: takes pictures at once, and writes them one at a time on a thread of the
/// lowest priority.
///
/// Pictures that wait at the end of the program, or exceed the budget, are lost: such photos are decoded again at the
/// next start.
public final class DeferredRowPictures: RowPictureStoring {
    /// 16 MiB: about 80 pictures of 256 x 192.
    public static let defaultBudget = 16 << 20
    /// From -20 for the highest priority to 19 for the lowest (setpriority(2)): next to a busy thread it gets about a
    /// seventieth of the processor.
    private static let niceness: CInt = 19

    private struct Job {
        let cost: Int
        let work: @Sendable () -> Void
    }
    private struct State {
        var jobs: [Job] = []
        var cost = 0
        var isRunning = false
        var isStopped = false
    }
    private let state = Mutex(State())
    private let running = DispatchGroup()
    private let store: any RowPictureStoring
    private let budget: Int

    /// Writes to `store`. Waiting pictures take at most about `budget` bytes.
    public init(_ store: any RowPictureStoring, budget: Int = DeferredRowPictures.defaultBudget) {
        self.store = store
        self.budget = budget
    }

    /// See ``RowPictureStoring``.
    public func version(of url: URL) -> PhotoVersion? { store.version(of: url) }

    /// See ``RowPictureStoring``.
    public func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        store.picture(of: version, toFill: size, isCancelled: isCancelled)
    }

    /// See ``RowPictureStoring``.
    public func failure(of version: PhotoVersion) -> DecodeFailure? { store.failure(of: version) }

    /// See ``RowPictureStoring``.
    public func keep(_ picture: WholePicture, of version: PhotoVersion) {
        later(cost: picture.pixels.byteCount) { [store] in store.keep(picture, of: version) }
    }

    /// See ``RowPictureStoring``.
    public func keep(_ failure: DecodeFailure, of version: PhotoVersion) {
        // A failure that is not stored need not wait.
        if failure.record != nil { later { [store] in store.keep(failure, of: version) } }
    }

    /// See ``RowPictureStoring``.
    public func forgetFailure(of version: PhotoVersion) {
        later { [store] in store.forgetFailure(of: version) }
    }

    /// Blocks until everything is written.
    public func waitUntilIdle() { running.wait() }

    /// Takes nothing more, and drops waiting pictures; a running write finishes. For the end of the program.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            state.jobs = []
            state.cost = 0
        }
    }

    /// Added to the pixels' size.
    private static let overhead = 1024

    private func later(cost: Int = 0, _ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            let cost = cost + Self.overhead
            guard !state.isStopped, state.cost + cost <= budget else { return false }
            state.jobs.append(Job(cost: cost, work: work))
            state.cost += cost
            guard !state.isRunning else { return false }
            state.isRunning = true
            // Entered here, so that a wait after `keep` includes it.
            running.enter()
            return true
        }
        if starts { Thread.detachNewThread { [self] in run() } }
    }

    private func run() {
        Thread.current.name = "row pictures"
        // On Linux, affects only this thread, which ends with its work.
        setpriority(CInt(PRIO_PROCESS.rawValue), 0, Self.niceness)
        while let job = next() { job.work() }
        running.leave()
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            let job = state.jobs.removeFirst()
            state.cost -= job.cost
            return job
        }
    }
}
