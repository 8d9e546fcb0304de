import Foundation
import Synchronization

/// An Operation that runs on after `start()` has returned, until `finish()`.
///
/// Under its lock, it distinguishes a waiting operation from a running one exactly: `withdraw()` removes a waiting one
/// without a race against the queue that starts it.
///
/// @unchecked Sendable: Operation subclasses restate it; `phase` is the only state, and has a lock.
class AsynchronousOperation: Operation, @unchecked Sendable {
    private enum Phase { case waiting, executing, finished, withdrawn }
    private let phase = Mutex(Phase.waiting)

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { phase.withLock { $0 == .executing } }
    override var isFinished: Bool { phase.withLock { $0 == .finished } }

    /// The work; subclasses override it and call `finish()` once at its end, from any thread.
    func begin() {}

    final override func start() {
        let begins = phase.withLock { phase in
            guard phase == .waiting, !isCancelled else { return false }
            phase = .executing
            return true
        }
        guard begins else { return finish() }
        willChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isExecuting")
        begin()
    }

    /// Ends the operation: the queue continues. Further calls do nothing.
    final func finish() {
        // The queue reads isFinished when notified, so the change comes first.
        let wasFinished = phase.withLock { phase in
            defer { phase = .finished }
            return phase == .finished
        }
        guard !wasFinished else { return }
        willChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        didChangeValue(forKey: "isFinished")
    }

    /// Cancels the operation if it has not begun: then it never will. Returns false, without a change, if it was too
    /// late.
    final func withdraw() -> Bool {
        let withdrawn = phase.withLock { phase in
            guard phase == .waiting else { return false }
            phase = .withdrawn
            return true
        }
        if withdrawn { cancel() }
        return withdrawn
    }
}
