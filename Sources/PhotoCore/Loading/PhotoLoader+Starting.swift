import Foundation

/// Starting photos and giving them up.
extension PhotoLoader {
    func start(_ record: PhotoRecord) {
        guard let url = record.url, !lookUp(record, url) else { return }
        load(record, url)
    }

    /// Starts `record` without a look for its picture on disk; or after one, which has found this `version`, in place
    /// of its provider.
    func load(
        _ record: PhotoRecord, _ url: URL, _ version: PhotoVersion? = nil, insteadOf lookup: ImageProvider? = nil
    ) {
        let relay = ResultRelay(loader: self, mainContext: mainContext)
        let trace = trace.photo(record.id)
        let provider: ImageProvider
        if let pixels = original(for: record, at: url) {
            trace.begin(record.name, url, at: .queuedForFiltering, after: lookup)
            provider = ImageProvider(
                record: record, url: url, downloader: nil, decoding: nil,
                filtration: filtration(.held(pixels), of: record, relay, trace))
        } else {
            let downloader: ImageDownloader?
            let input: ImageDecoding.Input
            if case .fetched(let data) = held.original(of: url) {
                trace.begin(record.name, url, at: .queuedForDecoding, after: lookup)
                trace.tracer.looked(in: .memory, found: true)
                downloader = nil
                input = .held(data)
            } else {
                // Told before the download can begin.
                trace.begin(record.name, url, at: .queued, after: lookup)
                if lookup == nil { trace.tracer.looked(in: .memory, found: false) }
                let shared = pending.download(url, for: record.id) {
                    download(url, version, isFirstLook: !record.isRefreshing)
                }
                downloader = shared
                input = .download(shared)
                if shared.isExecuting, !record.isRefreshing { record.state = .downloading(fraction: nil) }
            }
            let decoding = ImageDecoding(
                input, decoder: decoder, size: pictureSize, keeper: rowPictures, trace: trace,
                discard: { [fetcher] in fetcher.discard(url) }
            ) { result in
                relay.deliver { loader, provider in loader.decoded(result, by: provider) }
            }
            provider = ImageProvider(
                record: record, url: url, downloader: downloader, decoding: decoding,
                filtration: filtration(.decoding(decoding), of: record, relay, trace))
        }
        relay.provider = provider
        pending.start(provider, insteadOf: lookup)
    }

    /// The photo's picture, where nothing but its filter is wanting: it is shown without; or what is shown is to give
    /// way to one that is held.
    func original(for record: PhotoRecord, at url: URL) -> PixelBuffer? {
        if case .downloaded(let pixels) = record.state { return pixels }
        guard record.isRefreshing, !held.isRough(url, filling: pictureSize),
            case .decoded(let pixels) = held.original(of: url)
        else { return nil }
        return pixels
    }

    func filtration(
        _ input: ImageFiltration.Input, of record: PhotoRecord, _ relay: ResultRelay, _ trace: PhotoTrace
    ) -> ImageFiltration {
        let filter = filter(of: record)
        return ImageFiltration(input, filter: filter.filter, trace: trace) { pixels in
            relay.deliver { loader, provider in loader.filtered(pixels, filter: filter, by: provider) }
        }
    }

    func download(_ url: URL, _ version: PhotoVersion?, isFirstLook: Bool) -> ImageDownloader {
        ImageDownloader(
            FetchRequest(url: url, wanted: pictureSize, isFirstLook: isFirstLook), of: version, fetcher: fetcher,
            trace: trace,
            progressed: { [weak self, mainContext] downloader, progress in
                mainContext.perform { self?.progressed(progress, of: downloader) }
            },
            // Not through a relay: bytes that are here are held even if their download was just given up.
            ended: { [weak self, mainContext] downloader, result in
                mainContext.perform { self?.fetched(result, by: downloader) }
            })
    }

    func cancel(_ id: PhotoRecord.ID) {
        if let provider = pending.cancel(id) { takeBack(provider.record) }
    }

    /// Gives up on what has scrolled away: unlike with `cancel`, a download that is nearly done goes on.
    func giveUp(_ id: PhotoRecord.ID) {
        if let provider = pending.cancelUnlessNearlyDone(id, now: retries.now()) { takeBack(provider.record) }
    }

    /// A record whose photo was given up is new again, unless its pixels are there already.
    func takeBack(_ record: PhotoRecord) {
        if case .downloading = record.state { record.state = .new }
        // It is refined again when it is looked at and nothing else has to come first.
        if let url = record.url, held.isRough(url, filling: pictureSize) { record.isRefreshing = false }
    }
}

extension PhotoTrace {
    /// A photo begins; or goes on, after a look-up.
    @MainActor
    fileprivate func begin(_ name: String, _ url: URL, at stage: TraceEvent.Stage, after lookup: ImageProvider?) {
        if lookup == nil { begin(name, url, at: stage) } else { enter(stage) }
    }
}
