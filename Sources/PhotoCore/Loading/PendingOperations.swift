import Foundation

/// The photos in progress: one ImageProvider per record, and the operation queues.
@MainActor
public final class PendingOperations {
    private struct SharedDownload {
        let downloader: ImageDownloader
        var users: Set<PhotoRecord.ID>
        /// When an unwanted download that continues must stop, in the loader's milliseconds.
        var deadline: Int?
    }

    /// Looks for pictures on disk, one per core at a time. A separate queue: a file system that hangs must not block
    /// filtering.
    var lookupQueue: OperationQueue { lookups.queue }
    /// Run the downloads, by default 6 of one server at a time: browsers' limit for an HTTP/1.1 host.
    let downloadQueues = DownloadQueues()
    /// Runs decoding and filters, by default one per core at a time.
    var filtrationQueue: OperationQueue { filtrations.queue }

    private let lookups = OwnedQueue("Look-up queue")
    private let filtrations = OwnedQueue("Image Filtration queue")
    private var providers: [PhotoRecord.ID: ImageProvider] = [:]
    private var downloads: [URL: SharedDownload] = [:]
    private let trace: LoadTrace

    /// Nothing in progress. `trace` receives suspensions, resumptions and cancellations.
    init(trace: LoadTrace) { self.trace = trace }

    /// How many downloads of one server run at once.
    public var downloadLimit: Int {
        get { downloadQueues.limit }
        set { downloadQueues.limit = newValue }
    }

    /// How many photos are decoded or filtered at once.
    public var filtrationLimit: Int {
        get { filtrationQueue.maxConcurrentOperationCount }
        set { filtrationQueue.maxConcurrentOperationCount = max(1, newValue) }
    }

    /// Sets how many photos are decoded or filtered at once; nil for one per core.
    package func limitFiltration(to limit: Int?) {
        let limit = max(1, limit ?? ProcessInfo.processInfo.activeProcessorCount)
        if filtrationLimit != limit { filtrationLimit = limit }
    }

    /// The records in progress.
    public var inProgress: Set<PhotoRecord.ID> { Set(providers.keys) }

    func provider(of id: PhotoRecord.ID) -> ImageProvider? { providers[id] }

    /// Whether the queues start anything new.
    private(set) var isSuspended = false

    /// Starts nothing new on any queue; running operations continue.
    public func suspend() { setSuspended(true) }

    func resume() { setSuspended(false) }

    private func setSuspended(_ suspended: Bool) {
        if suspended != isSuspended { trace.suspended(suspended) }
        isSuspended = suspended
        lookupQueue.isSuspended = suspended
        downloadQueues.isSuspended = suspended
        filtrationQueue.isSuspended = suspended
    }

    // MARK: - Starting

    /// The download of `url` for the record `id`: the existing one, or one that `make` creates, queued.
    func download(_ url: URL, for id: PhotoRecord.ID, make: () -> ImageDownloader) -> ImageDownloader {
        if let downloader = downloads[url]?.downloader {
            downloads[url]?.users.insert(id)
            downloads[url]?.deadline = nil
            return downloader
        }
        let downloader = make()
        downloads[url] = SharedDownload(downloader: downloader, users: [id])
        downloadQueues.add(downloader)
        return downloader
    }

    /// Whether `url` is being downloaded or queued.
    func isDownloading(_ url: URL) -> Bool { downloads[url] != nil }

    /// The records that wait for the download of `url`.
    func users(of downloader: ImageDownloader, _ url: URL) -> [ImageProvider] {
        guard let download = downloads[url], download.downloader === downloader else { return [] }
        return download.users.compactMap { providers[$0] }
    }

    /// The download has ended: the next request for its URL starts another.
    func downloadEnded(_ downloader: ImageDownloader, _ url: URL) {
        downloadQueues.ended(downloader)
        if downloads[url]?.downloader === downloader { downloads[url] = nil }
    }

    /// Queues a photo's operations in place of those of `old`, if any. A record is never in progress twice.
    func start(_ provider: ImageProvider, insteadOf old: ImageProvider? = nil) {
        precondition(providers[provider.record.id] === old, "a record is never in progress twice")
        old?.cancel()
        providers[provider.record.id] = provider
        provider.record.isInProgress = true
        provider.start(lookingUpOn: lookupQueue, filteringOn: filtrationQueue)
    }

    // MARK: - Ending

    /// A photo is filtered or failed.
    func ended(_ provider: ImageProvider) {
        if isCurrent(provider) { forget(provider.record.id) }
    }

    @discardableResult
    private func forget(_ id: PhotoRecord.ID) -> ImageProvider? {
        let provider = providers.removeValue(forKey: id)
        provider?.record.isInProgress = false
        // Already ended if the photo was shown or failed.
        trace.photo(id).end(.cancelled)
        return provider
    }

    /// Whether a result of `provider` is still wanted.
    func isCurrent(_ provider: ImageProvider) -> Bool { providers[provider.record.id] === provider }

    /// Cancels a record in every stage. The download continues if another record waits for it.
    @discardableResult
    func cancel(_ id: PhotoRecord.ID) -> ImageProvider? {
        guard let (provider, download) = leave(id) else { return nil }
        if let download, download.users.isEmpty { end(download, of: provider.url) }
        return provider
    }

    /// Cancels a record, but lets its download finish if the rest takes no longer than another request's wait. `now` is
    /// a clock in milliseconds.
    func cancelUnlessNearlyDone(_ id: PhotoRecord.ID, now: Int) -> ImageProvider? {
        guard let (provider, download) = leave(id) else { return nil }
        guard let download, download.users.isEmpty else { return provider }
        if let seconds = download.downloader.secondsWorthWaiting {
            // Twice the expected mean, plus a frame. Beyond that the guess was wrong.
            downloads[provider.url]?.deadline = now + Int(seconds * 2000) + 17
        } else {
            end(download, of: provider.url)
        }
        return provider
    }

    /// Cancels unwanted downloads that have continued long enough. Returns the milliseconds until the next is due, nil
    /// if there is none.
    func cancelOverdue(now: Int) -> Int? {
        for (url, download) in downloads {
            if let deadline = download.deadline, deadline <= now { end(download, of: url) }
        }
        return downloads.values.compactMap(\.deadline).min().map { $0 - now }
    }

    func cancelUnwanted() {
        for (url, download) in downloads where download.deadline != nil { end(download, of: url) }
    }

    private func leave(_ id: PhotoRecord.ID) -> (ImageProvider, SharedDownload?)? {
        guard let provider = forget(id) else { return nil }
        provider.cancel()
        guard let downloader = provider.downloader, downloads[provider.url]?.downloader === downloader else {
            return (provider, nil)
        }
        downloads[provider.url]?.users.remove(id)
        return (provider, downloads[provider.url])
    }

    private func end(_ download: SharedDownload, of url: URL) {
        downloads[url] = nil
        downloadQueues.ended(download.downloader)
        download.downloader.cancel()
    }

    /// Removes every record but leaves the downloads running, for providers that replace them at once; returns the
    /// removed providers.
    func detachAll() -> [ImageProvider] {
        let detached = Array(providers.values)
        for provider in detached {
            forget(provider.record.id)
            provider.cancel()
        }
        return detached
    }

    /// Withdraws the records whose look-up or download still waits, so that they can be queued in another order;
    /// returns them. Exact: running operations continue.
    func withdrawWaiting() -> [ImageProvider] {
        var withdrawn: [ImageProvider] = []
        for provider in Array(providers.values) where provider.lookup?.withdraw() == true {
            forget(provider.record.id)
            provider.cancel()
            withdrawn.append(provider)
        }
        for (url, download) in downloads where download.downloader.withdraw() {
            downloads[url] = nil
            downloadQueues.ended(download.downloader)
            for id in download.users {
                guard let provider = forget(id) else { continue }
                provider.cancel()
                withdrawn.append(provider)
            }
        }
        return withdrawn
    }

    /// Blocks until all operations have ended; for tests and for the end of the program. The queues must not be
    /// suspended.
    func waitUntilAllOperationsAreFinished() {
        lookupQueue.waitUntilAllOperationsAreFinished()
        downloadQueues.waitUntilAllOperationsAreFinished()
        filtrationQueue.waitUntilAllOperationsAreFinished()
    }
}
