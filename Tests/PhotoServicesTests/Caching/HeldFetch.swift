import PhotoCore
import Synchronization

/// A fetch that its own events may cancel. It is released at its end: a fetch keeps its events' receiver, so a receiver
/// that keeps the fetch would keep both for ever.
final class HeldFetch: Sendable {
    private struct State {
        var task: (any FetchTask)?
        var isEnded = false
    }
    private let state = Mutex(State())

    func hold(_ task: any FetchTask) {
        state.withLock { if !$0.isEnded { $0.task = task } }
    }

    func cancel() {
        // Outside the lock: cancelling may end it within the call.
        state.withLock { $0.task }?.cancel()
    }

    /// To be called by its last event.
    func end() {
        let task = state.withLock { state in
            state.isEnded = true
            return state.task.take()
        }
        _ = task
    }
}
