import Foundation

/// What is in progress: one ImageProvider a record, and the queues their operations run on.
@MainActor
public final class PendingOperations {
    private struct SharedDownload {
        let downloader: ImageDownloader
        var users: Set<PhotoRecord.ID>
        /// Where nobody wants it any more and it is let go on: until when, in the loader's milliseconds.
        var deadline: Int?
    }

    /// Looks for pictures that are kept on disk, one a core at a time. A separate queue: a file system that hangs must
    /// not block filtering.
    let lookupQueue = OperationQueue()
    /// Run the downloads, 6 of one server at a time unless set otherwise: what browsers open to one HTTP/1.1 host.
    let downloadQueues = DownloadQueues()
    /// Runs decoding and filters, one a core at a time unless set otherwise.
    let filtrationQueue = OperationQueue()

    private var providers: [PhotoRecord.ID: ImageProvider] = [:]
    private var downloads: [URL: SharedDownload] = [:]
    private let trace: LoadTrace

    /// Nothing in progress. `trace` gets suspends, resumes and what is given up.
    init(trace: LoadTrace) {
        self.trace = trace
        lookupQueue.name = "Look-up queue"
        lookupQueue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        lookupQueue.qualityOfService = .userInitiated
        filtrationQueue.name = "Image Filtration queue"
        filtrationQueue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        filtrationQueue.qualityOfService = .userInitiated
    }

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

    /// The records in progress.
    var inProgress: Set<PhotoRecord.ID> { Set(providers.keys) }

    /// The provider of a record in progress.
    func provider(of id: PhotoRecord.ID) -> ImageProvider? { providers[id] }

    /// Whether the queues start anything new.
    private(set) var isSuspended = false

    /// Starts nothing new, on any queue; what runs goes on.
    public func suspend() { setSuspended(true) }

    /// Lets the queues go on.
    func resume() { setSuspended(false) }

    private func setSuspended(_ suspended: Bool) {
        if suspended != isSuspended { trace.suspended(suspended) }
        isSuspended = suspended
        lookupQueue.isSuspended = suspended
        downloadQueues.isSuspended = suspended
        filtrationQueue.isSuspended = suspended
    }

    // MARK: - Starting

    /// The download of `url` for the record `id`: the one under way, if there is one, or one that `make` makes, queued.
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

    /// Whether `url` is being downloaded, or is to be.
    func isDownloading(_ url: URL) -> Bool { downloads[url] != nil }

    /// The records that wait for the download of `url`.
    func users(of downloader: ImageDownloader, _ url: URL) -> [ImageProvider] {
        guard let download = downloads[url], download.downloader === downloader else { return [] }
        return download.users.compactMap { providers[$0] }
    }

    /// Notes that the download has ended: the next that want this URL start another.
    func downloadEnded(_ downloader: ImageDownloader, _ url: URL) {
        downloadQueues.ended(downloader)
        if downloads[url]?.downloader === downloader { downloads[url] = nil }
    }

    /// Queues a photo's operations, instead of those of `old`, if it was in progress. A record is never in progress
    /// twice.
    func start(_ provider: ImageProvider, insteadOf old: ImageProvider? = nil) {
        precondition(providers[provider.record.id] === old, "a record is never in progress twice")
        old?.cancel()
        providers[provider.record.id] = provider
        provider.record.isInProgress = true
        provider.start(lookingUpOn: lookupQueue, filteringOn: filtrationQueue)
    }

    // MARK: - Ending

    /// Notes that a photo is filtered or failed.
    func ended(_ provider: ImageProvider) {
        if isCurrent(provider) { forget(provider.record.id) }
    }

    @discardableResult
    private func forget(_ id: PhotoRecord.ID) -> ImageProvider? {
        let provider = providers.removeValue(forKey: id)
        provider?.record.isInProgress = false
        // Already ended where the photo was shown or failed.
        trace.photo(id).end(.cancelled)
        return provider
    }

    /// Whether a result of `provider` is still wanted.
    func isCurrent(_ provider: ImageProvider) -> Bool { providers[provider.record.id] === provider }

    /// Gives up on a record, in every stage. The download goes on if another record waits for it.
    @discardableResult
    func cancel(_ id: PhotoRecord.ID) -> ImageProvider? {
        guard let (provider, download) = leave(id) else { return nil }
        if let download, download.users.isEmpty { end(download, of: provider.url) }
        return provider
    }

    /// Gives up on a record, but lets its download go on where what remains of it takes no longer than another
    /// request's wait would. `now` is a clock in milliseconds.
    func cancelUnlessNearlyDone(_ id: PhotoRecord.ID, now: Int) -> ImageProvider? {
        guard let (provider, download) = leave(id) else { return nil }
        guard let download, download.users.isEmpty else { return provider }
        if let seconds = download.downloader.secondsWorthWaiting {
            // Twice the time, and a frame: expectations are means. Past that it was no good guess.
            downloads[provider.url]?.deadline = now + Int(seconds * 2000) + 17
        } else {
            end(download, of: provider.url)
        }
        return provider
    }

    /// Gives up the downloads that nobody wants and that have been let go on for long enough. Returns the milliseconds
    /// until the next of them is due, nil if there is none.
    func cancelOverdue(now: Int) -> Int? {
        for (url, download) in downloads {
            if let deadline = download.deadline, deadline <= now { end(download, of: url) }
        }
        return downloads.values.compactMap(\.deadline).min().map { $0 - now }
    }

    /// Gives up the downloads that nobody wants.
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

    /// Takes every record out of progress but leaves the downloads under way, for providers that take their places at
    /// once; returns those that were in progress.
    func detachAll() -> [ImageProvider] {
        let detached = Array(providers.values)
        for provider in detached {
            forget(provider.record.id)
            provider.cancel()
        }
        return detached
    }

    /// Gives up on the records whose look-up or download still waits for its turn, so that they can be queued again in
    /// another order; returns them. Exact: what has begun goes on.
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

    /// Blocks until no operation is left; for tests and for the end of the program. The queues must not be suspended.
    func waitUntilAllOperationsAreFinished() {
        lookupQueue.waitUntilAllOperationsAreFinished()
        downloadQueues.waitUntilAllOperationsAreFinished()
        filtrationQueue.waitUntilAllOperationsAreFinished()
    }
}
