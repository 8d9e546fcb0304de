/// Delivers a worker's result to the main context, for its provider; drops it if that no longer exists.
@MainActor
final class ResultRelay {
    private weak var results: LoadResults?
    private let mainContext: any MainContextPerforming
    /// Set once, right after the creation of the operations that hold the relay: they are the provider's parts.
    weak var provider: ImageProvider?

    init(results: LoadResults?, mainContext: any MainContextPerforming) {
        self.results = results
        self.mainContext = mainContext
    }

    /// Calls `body` on the main context, unless the loader or the provider no longer exists. From any thread.
    nonisolated func deliver(_ body: @escaping @MainActor @Sendable (LoadResults, ImageProvider) -> Void) {
        mainContext.perform {
            guard let results = self.results, let provider = self.provider else { return }
            body(results, provider)
        }
    }
}
