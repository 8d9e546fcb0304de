import Synchronization

/// A fetch in several steps, each with a task of its own: one request leads to the next.
package final class StepwiseTask: FetchTask {
    private struct State {
        var isCancelled = false
        var hasEnded = false
        /// The steps that have begun: one may end, and the next one begin, before its task is known here.
        var steps: [any FetchTask] = []
    }
    private let state = Mutex(State())

    /// Without a step.
    package init() {}

    /// See ``FetchTask``. A step that begins later is cancelled, too.
    package func cancel() {
        let steps = state.withLock { state in
            state.isCancelled = true
            return state.steps
        }
        for each in steps { each.cancel() }
    }

    /// See ``FetchTask``.
    package var secondsWorthWaiting: Double? {
        state.withLock { $0.steps }.lazy.compactMap(\.secondsWorthWaiting).first
    }
    /// See ``FetchTask``.
    package var waitsForPerson: Bool { state.withLock { $0.steps }.contains { $0.waitsForPerson } }

    /// Another step has begun. From any thread.
    package func follow(_ step: any FetchTask) {
        let isCancelled = state.withLock { state in
            if !state.hasEnded { state.steps.append(step) }
            return state.isCancelled
        }
        if isCancelled { step.cancel() }
    }

    /// The last step has ended. The steps are freed: each refers to what waits for it, and that to this task.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            state.steps = []
        }
    }

    /// The completion of all steps together: it ends the task first.
    package func ending<Value>(
        _ completion: @escaping @Sendable (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { [self] value in
            end()
            completion(value)
        }
    }
}
