import Foundation

/// What workers hand back, on the main context.
extension PhotoLoader {
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
            // Held even if nobody waits for it any more: it is here, and need not be fetched again.
            switch held.original(of: url) {
            case .decoded: break
            case .fetched, .failed, nil: held.hold(.fetched(data), of: url)
            }
            if held.isStale(url) { retries.noteStale(url) } else { retries.forget(url) }
            trace.holds(held.byteCount)
        case .failure(.cancelled):
            // Given up by somebody else than this loader, which would have no users left: they are started again.
            for provider in users { cancel(provider.record.id) }
            if !users.isEmpty { passWanted?(0) }
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
            // A photo shown from disk stays until its filtered form is there to take its place.
            if !provider.record.isRefreshing { provider.record.state = .downloaded(pixels) }
            trace.photo(provider.record.id).shownUnfiltered()
        case .failure(.cancelled): break
        case .failure(let failure): fail(provider, .decode(failure))
        }
    }

    func filtered(_ pixels: PixelBuffer, filter: ListFilter, by provider: ImageProvider) {
        guard pending.isCurrent(provider) else { return }
        trace.photo(provider.record.id).end(.shown)
        pending.ended(provider)
        if !filter.leavesPhotosAlone { held.hold(pixels, of: provider.url, filteredBy: filter.id) }
        trace.holds(held.byteCount)
        provider.record.isRefreshing = false
        provider.record.isStale = held.isStale(provider.url)
        provider.record.isCutShort = held.isCutShort(provider.url)
        provider.record.state = .filtered(pixels)
        if provider.record.isStale { askForNextPass() }
        photoIsDone()
    }

    func fail(_ provider: ImageProvider, _ failure: PhotoFailure) {
        guard pending.isCurrent(provider) else { return }
        trace.photo(provider.record.id).end(.failed(failure.description))
        pending.ended(provider)
        if keepRough(provider, after: failure) { return }
        held.hold(.failed(failure), of: provider.url)
        if goOnWithPhoto(provider.record, after: failure) { return }
        retries.noteFailure(failure, of: provider.url)
        provider.record.isRefreshing = false
        provider.record.isStale = false
        provider.record.state = .failed(failure)
        askForNextPass()
        photoIsDone()
    }

    /// Starts the photo itself where the small picture that the catalogue names of it cannot be had.
    private func goOnWithPhoto(_ record: PhotoRecord, after failure: PhotoFailure) -> Bool {
        guard failure.mayBeOfThumbnailAlone, record.fallBackToPhoto() else { return false }
        record.isRefreshing = false
        record.isStale = false
        record.state = .new
        restore(record)
        if record.state.isFinal { photoIsDone() } else { start(record) }
        return true
    }
}

extension PhotoFailure {
    /// Whether the photo may be there, though its small picture is not: not where nothing is to be had for want of a
    /// network, or of a password that somebody would not give.
    var mayBeOfThumbnailAlone: Bool {
        if case .fetch(.noNetwork) = self { return false }
        return !isForWantOfCredential
    }
}
