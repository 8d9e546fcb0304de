import Foundation
import PhotoCore
import Synchronization

/// A body that a worker waits for.
struct BlockingFetch {
    private let outcome: Outcome
    private let task: any FetchTask

    private final class Outcome: Sendable {
        let bell = DispatchSemaphore(value: 0)
        let result = Mutex<Result<FetchedData, FetchFailure>?>(nil)
    }

    /// Starts to fetch.
    init(_ request: FetchRequest, with fetcher: any DataFetching) {
        let outcome = Outcome()
        self.outcome = outcome
        task = fetcher.fetch(request, progress: { _ in }) { result in
            outcome.result.withLock { $0 = result }
            outcome.bell.signal()
        }
    }

    /// Waits for the body, and calls `pause` twenty times a second, which may throw.
    func wait(
        with builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Data {
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
