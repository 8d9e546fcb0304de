import Foundation

/// Pictures that are kept on disk: looked for before a photo is read.
extension PhotoLoader {
    /// Starts `record` with a look for its picture on disk. False where there is nothing to look for: no picture is
    /// kept of such a photo, or memory holds something of it, or it is being read already.
    func lookUp(_ record: PhotoRecord, _ url: URL) -> Bool {
        guard let rowPictures, url.isFileURL, !pending.isDownloading(url) else { return false }
        if original(for: record, at: url) != nil { return false }
        if case .fetched = held.original(of: url) { return false }
        let relay = ResultRelay(loader: self, mainContext: mainContext)
        let trace = trace.photo(record.id)
        trace.begin(record.name, url, at: .queuedForLookup)
        trace.tracer.looked(in: .memory, found: false)
        let lookup = RowPictureLookup(
            of: url, filling: pictureSize, in: rowPictures, believesFailures: doubts.believes(url),
            unanswered: unansweredLookups, trace: trace
        ) { outcome in
            relay.deliver { loader, provider in loader.lookedUp(outcome, by: provider) }
        }
        start(record, url, .disk(lookup), relay, trace)
        return true
    }

    private func lookedUp(_ outcome: RowPictureLookup.Outcome, by provider: ImageProvider) {
        guard pending.isCurrent(provider) else { return }
        switch outcome {
        case .found(let pixels): decoded(.success(pixels), by: provider)
        case .failed(let failure): fail(provider, .decode(failure))
        case .nothing(let version):
            // Another row of the same photo may have been quicker.
            restore(provider.record)
            guard provider.record.state.isFinal else {
                return load(provider.record, provider.url, version, insteadOf: provider)
            }
            trace.photo(provider.record.id).end(.shown)
            pending.ended(provider)
            photoIsDone()
        }
    }
}
