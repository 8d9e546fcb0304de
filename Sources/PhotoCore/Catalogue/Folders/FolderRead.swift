import Dispatch
import Foundation
import Synchronization

/// A server's page that lists files, while it is fetched and read, on a queue of its own.
package final class FolderRead: Sendable {
    private let document: Mutex<DocumentIntake>
    private let task = Mutex<(any FetchTask)?>(nil)
    private let done = DispatchSemaphore(value: 0)
    private let isEnded = Atomic(false)
    private let whenOver: @Sendable () -> Void

    /// All pages share the processors, and the parts of each come one after the other.
    private static let pages = DispatchQueue(label: "Folder pages", qos: .userInitiated, attributes: .concurrent)
    private let queue = DispatchQueue(label: "Folder page", target: FolderRead.pages)

    /// Starts to read the page at `url`, and calls `whenOver` at its end, on any thread. The server is asked even if
    /// the cache is fresh, because folders change, unless the page `mayBeKept` from an earlier time.
    package convenience init(
        _ url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats, mayBeKept: Bool = false,
        whenOver: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            url, .catalogue(url, revalidates: true, mayBeKept: mayBeKept), with: fetcher, as: formats,
            whenOver: whenOver)
    }

    /// Starts to read what `request` asks for, which is a page at `url`. Calls `whenOver` at its end, on any thread.
    package init(
        _ url: URL, _ request: FetchRequest, with fetcher: any DataFetching, as formats: CatalogueFormats,
        whenOver: @escaping @Sendable () -> Void = {}
    ) {
        self.whenOver = whenOver
        document = Mutex(DocumentIntake(of: url, as: formats))
        let flow = FetchFlow()
        let started = fetcher.stream(request, flow: flow) { [weak self] event in
            guard let self else { return }
            queue.async { self.take(event, flow) }
        }
        task.withLock { $0 = started }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Waits for its end, at most 50 ms. Returns whether it has ended.
    package func waits() -> Bool {
        if isEnded.load(ordering: .acquiring) { return true }
        if done.wait(timeout: .now() + .milliseconds(50)) == .success { done.signal() }
        return isEnded.load(ordering: .acquiring)
    }

    /// Whether it has ended.
    package var isOver: Bool { isEnded.load(ordering: .acquiring) }

    /// What it lists, and why not all of it. After its end.
    package var outcome: (catalogue: Catalogue, failure: CatalogueFailure?) {
        document.withLock { ($0.catalogue, $0.failure) }
    }

    /// Waits for its end, and calls `pause` twenty times a second, which may throw. Begins `again` while the page fails
    /// for a temporary reason (``PageRetries``). Returns the last outcome.
    package func ended(
        _ builder: inout CatalogueBuilder, _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void,
        again: () -> FolderRead
    ) throws(CatalogueFailure) -> (catalogue: Catalogue, failure: CatalogueFailure?) {
        var (reading, attempts) = (self, 0)
        while true {
            while !reading.waits() { try pause(&builder) }
            let outcome = reading.outcome
            guard let failure = outcome.failure, !failure.isAboutContent else {
                // What is kept says nothing about the server.
                if !outcome.catalogue.facts.isKept { builder.retries.noteRead() }
                return outcome
            }
            attempts += 1
            guard let seconds = builder.retries.wait(after: failure, attempts: attempts) else { return outcome }
            try builder.wait(seconds, pause)
            reading = again()
        }
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
        whenOver()
    }
}
