import Foundation
import PhotoCore
import Synchronization

/// A body that a worker waits for. One that fails for a temporary reason is asked for again.
struct BlockingFetch {
    private let request: FetchRequest
    private let fetcher: any DataFetching
    private let triesAgain: Bool

    private final class Outcome: Sendable {
        let bell = DispatchSemaphore(value: 0)
        let result = Mutex<Result<FetchedData, FetchFailure>?>(nil)
    }

    /// Fetches by `fetcher`; once, unless it `triesAgain`: a server that cannot answer a question may fail at it.
    init(_ request: FetchRequest, with fetcher: any DataFetching, triesAgain: Bool = true) {
        (self.request, self.fetcher, self.triesAgain) = (request, fetcher, triesAgain)
    }

    /// Waits for the body, and calls `pause` twenty times a second, which may throw.
    func wait(
        with builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Data {
        var attempts = 0
        while true {
            do throws(CatalogueFailure) {
                let body = try fetch(with: &builder, pause)
                builder.retries.noteRead()
                return body
            } catch {
                attempts += 1
                guard triesAgain, let seconds = builder.retries.wait(after: error, attempts: attempts) else {
                    throw error
                }
                try builder.wait(seconds, pause)
            }
        }
    }

    private func fetch(
        with builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Data {
        let outcome = Outcome()
        let task = fetcher.fetch(request, progress: { _ in }) { result in
            outcome.result.withLock { $0 = result }
            outcome.bell.signal()
        }
        while outcome.bell.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            do throws(CatalogueFailure) {
                try pause(&builder)
            } catch {
                task.cancel()
                throw error
            }
        }
        do throws(FetchFailure) {
            guard let result = outcome.result.withLock({ $0 }) else { throw .cancelled }
            return try result.get().data
        } catch {
            throw error == .cancelled ? .cancelled : .fetch(error)
        }
    }
}
