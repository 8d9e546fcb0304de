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
        let source: ImageProvider.Source
        if let pixels = original(for: record, at: url) {
            trace.begin(record.name, url, at: .queuedForFiltering, after: lookup)
            source = .pixels(pixels)
        } else if case .fetched(let data) = held.original(of: url) {
            trace.begin(record.name, url, at: .queuedForDecoding, after: lookup)
            trace.tracer.looked(in: .memory, found: true)
            source = .bytes(decoding(.held(data), of: url, relay, trace))
        } else {
            // Told before the download can begin.
            trace.begin(record.name, url, at: .queued, after: lookup)
            if lookup == nil { trace.tracer.looked(in: .memory, found: false) }
            let shared = pending.download(url, for: record.id) {
                download(url, version, isFirstRequest: !record.isRefreshing)
            }
            if shared.isExecuting, !record.isRefreshing { record.state = .downloading(fraction: nil) }
            source = .download(shared, decoding(.download(shared), of: url, relay, trace))
        }
        start(record, url, source, relay, trace, insteadOf: lookup)
    }

    /// Has `record` come from `source`, whose operations end at `relay`.
    func start(
        _ record: PhotoRecord, _ url: URL, _ source: ImageProvider.Source, _ relay: ResultRelay, _ trace: PhotoTrace,
        insteadOf old: ImageProvider? = nil
    ) {
        let filter = filter(of: record)
        let filtration = ImageFiltration(source, filter: filter.filter, trace: trace) { pixels in
            relay.deliver { loader, provider in loader.filtered(pixels, filter: filter, by: provider) }
        }
        let provider = ImageProvider(record: record, url: url, source, filtration: filtration)
        relay.provider = provider
        pending.start(provider, insteadOf: old)
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

    private func decoding(
        _ input: ImageDecoding.Input, of url: URL, _ relay: ResultRelay, _ trace: PhotoTrace
    ) -> ImageDecoding {
        ImageDecoding(
            input, decoder: decoder, size: pictureSize, keeper: rowPictures, trace: trace,
            discard: { [fetcher] in fetcher.discard(url) }
        ) { result in
            relay.deliver { loader, provider in loader.decoded(result, by: provider) }
        }
    }

    func download(_ url: URL, _ version: PhotoVersion?, isFirstRequest: Bool) -> ImageDownloader {
        ImageDownloader(
            FetchRequest(url: url, wanted: pictureSize, isFirstRequest: isFirstRequest), of: version, fetcher: fetcher,
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
