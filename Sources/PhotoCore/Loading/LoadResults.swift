import Foundation

/// Takes workers' results on the main context: holds them, and updates the records.
@MainActor
final class LoadResults {
    private let pending: PendingOperations
    private let states: RecordStates
    private let retries: Retries
    private let starter: PhotoStarter
    private let trace: LoadTrace
    private var held: HeldPhotos { states.held }
    /// Called when a photo is filtered or failed, with whether a retry may be due.
    var photoEnded: (@MainActor (_ mayBeTriedAgain: Bool) -> Void)?
    /// Called when a download was cancelled by someone other than the loader: its users must be restarted.
    var downloadLost: (@MainActor () -> Void)?

    init(pending: PendingOperations, states: RecordStates, retries: Retries, starter: PhotoStarter, trace: LoadTrace) {
        self.pending = pending
        self.states = states
        self.retries = retries
        self.starter = starter
        self.trace = trace
    }

    func lookedUp(_ outcome: RowPictureLookup.Outcome, by provider: ImageProvider) {
        guard pending.isCurrent(provider) else { return }
        switch outcome {
        case .found(let pixels): decoded(.success(pixels), by: provider)
        case .failed(let failure): fail(provider, .decode(failure))
        case .nothing(let version):
            // Another row of the same photo may have been quicker.
            states.restore(provider.record)
            guard provider.record.state.isFinal else {
                return starter.load(provider.record, provider.url, version, insteadOf: provider)
            }
            trace.photo(provider.record.id).end(.shown)
            pending.ended(provider)
            photoEnded?(false)
        }
    }

    func progressed(_ progress: FetchProgress, of downloader: ImageDownloader) {
        pending.downloadQueues.began(downloader, now: retries.now())
        for provider in pending.users(of: downloader, downloader.request.url) where !provider.record.isRefreshing {
            provider.record.state = .downloading(fraction: progress.fraction)
        }
    }

    func fetched(_ result: Result<FetchedData, FetchFailure>, by downloader: ImageDownloader) {
        let url = downloader.request.url
        let users = pending.users(of: downloader, url)
        pending.downloadEnded(downloader, url)
        switch result {
        case .success(let data):
            if let size = data.photoSize ?? PhotoHeader.uprightSize(of: data.data) { held.notePhotoSize(size, of: url) }
            // Held even if no record waits for it: then it need not be fetched again.
            switch held.original(of: url) {
            case .decoded: break
            case .fetched, .failed, nil: held.hold(.fetched(data), of: url)
            }
            if held.isStale(url) { retries.noteStale(url) } else { retries.forget(url) }
            trace.holds(held.byteCount)
        case .failure(.cancelled):
            // The loader itself cancels only downloads without users.
            for provider in users { starter.cancel(provider.record.id) }
            if !users.isEmpty { downloadLost?() }
        case .failure(let failure):
            for provider in users { fail(provider, .fetch(failure)) }
        }
    }

    func decoded(_ result: Result<PixelBuffer, DecodeFailure>, by provider: ImageProvider) {
        guard pending.isCurrent(provider) else { return }
        switch result {
        case .success(let pixels):
            held.hold(.decoded(pixels), of: provider.url)
            held.noteRough(provider.roughSize, of: provider.url)
            held.note(isCutShort: provider.isCutShort, of: provider.url)
            trace.holds(held.byteCount)
            // A photo shown from disk stays until its filtered replacement is ready.
            if !provider.record.isRefreshing { provider.record.state = .downloaded(pixels) }
            trace.photo(provider.record.id).shownUnfiltered()
        case .failure(.cancelled): break
        case .failure(let failure): fail(provider, .decode(failure))
        }
    }

    func filtered(_ pixels: PixelBuffer, filter: ListFilter, by provider: ImageProvider) {
        guard pending.isCurrent(provider) else { return }
        let record = provider.record
        trace.photo(record.id).end(.shown)
        pending.ended(provider)
        if !filter.leavesPhotosAlone { held.hold(pixels, of: provider.url, filteredBy: filter.id) }
        trace.holds(held.byteCount)
        record.isRefreshing = false
        record.isStale = held.isStale(provider.url)
        record.isCutShort = held.isCutShort(provider.url)
        record.state = .filtered(pixels)
        photoEnded?(record.isStale)
    }

    private func fail(_ provider: ImageProvider, _ failure: PhotoFailure) {
        guard pending.isCurrent(provider) else { return }
        let record = provider.record
        trace.photo(record.id).end(.failed(failure.description))
        pending.ended(provider)
        if keepRough(provider, after: failure) { return }
        held.hold(.failed(failure), of: provider.url)
        if goOnWithPhoto(record, after: failure) { return }
        retries.noteFailure(failure, of: provider.url)
        record.isRefreshing = false
        record.isStale = false
        record.state = .failed(failure)
        photoEnded?(true)
    }

    /// Keeps the thumbnail of a photo of which no more is available. Returns whether there is one.
    private func keepRough(_ provider: ImageProvider, after failure: PhotoFailure) -> Bool {
        let url = provider.url
        guard provider.record.isRefreshing, states.isRough(url) else { return false }
        provider.record.isRefreshing = false
        retries.noteFailure(failure, of: url)
        if retries.millisecondsUntilDue(url) == nil { held.noteRough(nil, of: url) }
        photoEnded?(true)
        return true
    }

    /// Starts the photo itself because the catalogue's thumbnail is unavailable.
    private func goOnWithPhoto(_ record: PhotoRecord, after failure: PhotoFailure) -> Bool {
        guard failure.mayBeOfThumbnailAlone, record.fallBackToPhoto() else { return false }
        record.isRefreshing = false
        record.isStale = false
        record.state = .new
        states.restore(record)
        if record.state.isFinal { photoEnded?(false) } else { starter.start(record) }
        return true
    }
}
