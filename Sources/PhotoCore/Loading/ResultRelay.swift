/// Takes what a worker has made to the main context, for the provider it was made for; drops it when that has gone.
@MainActor
final class ResultRelay {
    private weak var results: LoadResults?
    private let mainContext: any MainContextPerforming
    /// Set once, right after the operations that hold the relay have been made: they are the provider's parts.
    weak var provider: ImageProvider?

    init(results: LoadResults?, mainContext: any MainContextPerforming) {
        self.results = results
        self.mainContext = mainContext
    }

    /// Calls `body` on the main context, unless loader or provider have gone by then. From any thread.
    nonisolated func deliver(_ body: @escaping @MainActor @Sendable (LoadResults, ImageProvider) -> Void) {
        mainContext.perform {
            guard let results = self.results, let provider = self.provider else { return }
            body(results, provider)
        }
    }
}
