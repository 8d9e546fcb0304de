import Dispatch
import Foundation
import Synchronization

/// A server's folder page while it is fetched and read, on a queue of its own.
final class FolderRead: Sendable {
    private let document: Mutex<DocumentIntake>
    private let task = Mutex<(any FetchTask)?>(nil)
    private let done = DispatchSemaphore(value: 0)
    private let isEnded = Atomic(false)

    /// A page is read in milliseconds; none waits for another.
    private static let queue = DispatchQueue(label: "Folder pages", qos: .userInitiated)

    /// Starts to read the page at `url`. The server is asked even if the cache is fresh: folders change.
    init(_ url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats) {
        document = Mutex(DocumentIntake(of: url, as: formats))
        let flow = FetchFlow()
        let request = FetchRequest(url: url, limit: Catalogue.maximumByteCount, revalidates: true)
        let started = fetcher.stream(request, flow: flow) { [weak self] event in
            guard let self else { return }
            Self.queue.async { self.take(event, flow) }
        }
        task.withLock { $0 = started }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Waits for its end, at most 50 ms. Returns whether it has ended.
    func waits() -> Bool {
        if isEnded.load(ordering: .acquiring) { return true }
        if done.wait(timeout: .now() + .milliseconds(50)) == .success { done.signal() }
        return isEnded.load(ordering: .acquiring)
    }

    /// What it lists, and why not all of it. After its end.
    var outcome: (catalogue: Catalogue, failure: CatalogueFailure?) {
        document.withLock { ($0.catalogue, $0.failure) }
    }

    private func take(_ event: FetchEvent, _ flow: FetchFlow) {
        guard !isEnded.load(ordering: .acquiring) else { return }
        let hasFailed = document.withLock { document in
            document.take(event, flow)
            return document.failure != nil
        }
        var isEnd = hasFailed
        if case .ended = event { isEnd = true }
        guard isEnd else { return }
        // Nobody needs the rest of what is no folder's page.
        task.withLock { $0?.cancel() }
        isEnded.store(true, ordering: .releasing)
        done.signal()
    }
}
