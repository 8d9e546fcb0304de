import Foundation

/// Starts and cancels photos: creates and queues their operations.
@MainActor
final class PhotoStarter {
    private let fetcher: any DataFetching
    private let decoder: any PictureDecoding
    private let rowPictures: (any RowPictureStoring)?
    private let unansweredLookups = RowPictureLookup.Unanswered()
    private let mainContext: any MainContextPerforming
    private let pending: PendingOperations
    private let states: RecordStates
    private let retries: Retries
    private let trace: LoadTrace
    /// Takes the workers' results.
    weak var results: LoadResults?

    init(
        fetcher: any DataFetching, decoder: any PictureDecoding, rowPictures: (any RowPictureStoring)?,
        mainContext: any MainContextPerforming, pending: PendingOperations, states: RecordStates, retries: Retries,
        trace: LoadTrace
    ) {
        self.fetcher = fetcher
        self.decoder = decoder
        self.rowPictures = rowPictures
        self.mainContext = mainContext
        self.pending = pending
        self.states = states
        self.retries = retries
        self.trace = trace
    }

    func start(_ record: PhotoRecord) {
        guard let url = record.rowURL, !lookUp(record, url) else { return }
        load(record, url)
    }

    func cancel(_ id: PhotoRecord.ID) {
        if let provider = pending.cancel(id) { states.takeBack(provider.record) }
    }

    /// Cancels a photo that has scrolled away; unlike with `cancel`, a nearly complete download continues.
    func giveUp(_ id: PhotoRecord.ID) {
        if let provider = pending.cancelUnlessNearlyDone(id, now: retries.now()) { states.takeBack(provider.record) }
    }

    /// Stops refining a shown photo: its bytes so far are on disk, and will be resumed.
    func giveUpRefining() {
        for id in pending.inProgress {
            guard let provider = pending.provider(of: id), provider.record.isRefreshing, states.isRough(provider.url)
            else { continue }
            giveUp(id)
        }
    }

    /// Looks for a picture of `record` on disk first. False if there is nothing to look up: no picture is stored for
    /// such photos, memory holds one, or the photo is being read already.
    private func lookUp(_ record: PhotoRecord, _ url: URL) -> Bool {
        guard let rowPictures, url.isFileURL, !pending.isDownloading(url) else { return false }
        if states.original(for: record, at: url) != nil { return false }
        if case .fetched = states.held.original(of: url) { return false }
        let relay = ResultRelay(results: results, mainContext: mainContext)
        let trace = trace.photo(record.id)
        trace.begin(record.name, url, at: .queuedForLookup)
        trace.tracer.looked(in: .memory, found: false)
        let lookup = RowPictureLookup(
            of: url, filling: states.pictureSize(of: record), in: rowPictures,
            believesFailures: retries.believesFailure(of: url),
            unanswered: unansweredLookups, trace: trace
        ) { outcome in
            relay.deliver { results, provider in results.lookedUp(outcome, by: provider) }
        }
        start(record, url, .disk(lookup), relay, trace)
        return true
    }

    /// Starts `record` without a look-up; or, after one that found this `version`, in place of its provider.
    func load(
        _ record: PhotoRecord, _ url: URL, _ version: PhotoVersion? = nil, insteadOf lookup: ImageProvider? = nil
    ) {
        let relay = ResultRelay(results: results, mainContext: mainContext)
        let trace = trace.photo(record.id)
        let source: ImageProvider.Source
        if let pixels = states.original(for: record, at: url) {
            trace.begin(record.name, url, at: .queuedForFiltering, after: lookup)
            source = .pixels(pixels)
        } else if case .fetched(let data) = states.held.original(of: url), states.suffices(data, for: record) {
            trace.begin(record.name, url, at: .queuedForDecoding, after: lookup)
            trace.tracer.looked(in: .memory, found: true)
            source = .bytes(decoding(.held(data), of: url, record, relay, trace))
        } else {
            // Traced before the download can begin.
            trace.begin(record.name, url, at: .queued, after: lookup)
            if lookup == nil { trace.tracer.looked(in: .memory, found: false) }
            let shared = pending.download(url, for: record.id) {
                download(
                    FetchRequest(
                        url: url, wanted: states.pictureSize(of: record), isFirstRequest: !record.isRefreshing,
                        refusesDrawings: MadePicture.isAt(url, of: record.photoURL)),
                    of: version)
            }
            if shared.isExecuting, !record.isRefreshing { record.state = .downloading(fraction: nil) }
            source = .download(shared, decoding(.download(shared), of: url, record, relay, trace))
        }
        start(record, url, source, relay, trace, insteadOf: lookup)
    }

    /// Starts `record` from `source`, whose operations report to `relay`.
    private func start(
        _ record: PhotoRecord, _ url: URL, _ source: ImageProvider.Source, _ relay: ResultRelay, _ trace: PhotoTrace,
        insteadOf old: ImageProvider? = nil
    ) {
        let filter = states.filter(of: record)
        let filtration = ImageFiltration(source, filter: filter.filter, trace: trace) { pixels in
            relay.deliver { results, provider in results.filtered(pixels, filter: filter, by: provider) }
        }
        let provider = ImageProvider(record: record, url: url, source, filtration: filtration)
        relay.provider = provider
        pending.start(provider, insteadOf: old)
    }

    private func decoding(
        _ input: ImageDecoding.Input, of url: URL, _ record: PhotoRecord, _ relay: ResultRelay, _ trace: PhotoTrace
    ) -> ImageDecoding {
        ImageDecoding(
            input, decoder: decoder, size: states.pictureSize(of: record), keeper: rowPictures, trace: trace,
            discard: { [fetcher] in fetcher.discard(url) }
        ) { result in
            relay.deliver { results, provider in results.decoded(result, by: provider) }
        }
    }

    private func download(_ request: FetchRequest, of version: PhotoVersion?) -> ImageDownloader {
        ImageDownloader(
            request, of: version, fetcher: fetcher, trace: trace,
            progressed: { [weak results, mainContext] downloader, progress in
                mainContext.perform { results?.progressed(progress, of: downloader) }
            },
            // Not through a relay: available bytes are held even if their download was just cancelled.
            ended: { [weak results, mainContext] downloader, result in
                mainContext.perform { results?.fetched(result, by: downloader) }
            })
    }
}

extension PhotoTrace {
    /// A photo begins, or continues after a look-up.
    @MainActor
    fileprivate func begin(_ name: String, _ url: URL, at stage: TraceEvent.Stage, after lookup: ImageProvider?) {
        if lookup == nil { begin(name, url, at: stage) } else { enter(stage) }
    }
}
