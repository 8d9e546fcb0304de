import Foundation

/// Gives records the states that what memory holds is enough for, at the size and with the filters of the list.
@MainActor
final class RecordStates {
    let held: HeldPhotos
    /// The size at which pictures are shown, in pixels: what they are decoded to cover.
    private(set) var pictureSize: PixelSize
    /// What is done to every photo of the list that has no filter of its own.
    private(set) var filter: ListFilter
    /// Asked for the filter that a photo has of its own; nil where it follows the list.
    var ownFilter: (@MainActor (PhotoRecord) -> ListFilter?)?
    private let tracer: Tracer

    init(held: HeldPhotos, pictureSize: PixelSize, filter: ListFilter, tracer: Tracer) {
        self.held = held
        self.pictureSize = pictureSize
        self.filter = filter
        self.tracer = tracer
    }

    func filter(of record: PhotoRecord) -> ListFilter { ownFilter?(record) ?? filter }

    /// Whether the photo at `url` is shown from a thumbnail that is too small.
    func isRough(_ url: URL) -> Bool { held.isRough(url, filling: pictureSize) }

    // MARK: - From memory

    /// Gives a record that is not final what memory holds of it.
    func restore(_ record: PhotoRecord) {
        guard !record.state.isFinal else { return }
        if let small = record.url, case .failed(let failure) = held.original(of: small), failure.mayBeOfThumbnailAlone {
            // Known before the record was made.
            _ = record.fallBackToPhoto()
        }
        guard let url = record.url, let state = heldState(of: url, by: filter(of: record)) else { return }
        if state != record.state { tracer.looked(in: .memory, found: true) }
        record.state = state
        record.isStale = held.isStale(url)
        record.isCutShort = held.isCutShort(url)
    }

    /// The furthest state that what memory holds is enough for.
    private func heldState(of url: URL, by filter: ListFilter) -> PhotoRecord.State? {
        if let pixels = held.filtered(url, by: filter.id) { return .filtered(pixels) }
        switch held.original(of: url) {
        case .decoded(let pixels): return filter.leavesPhotosAlone ? .filtered(pixels) : .downloaded(pixels)
        case .failed(let failure): return .failed(failure)
        case .fetched, nil: return nil
        }
    }

    /// The photo's picture, where only its filter is missing: it is shown without, or what is shown gives way to a
    /// picture that is held.
    func original(for record: PhotoRecord, at url: URL) -> PixelBuffer? {
        if case .downloaded(let pixels) = record.state { return pixels }
        guard record.isRefreshing, !isRough(url), case .decoded(let pixels) = held.original(of: url) else { return nil }
        return pixels
    }

    // MARK: - Back to the beginning

    /// A record whose photo was given up is new again, unless its pixels are there already.
    func takeBack(_ record: PhotoRecord) {
        if case .downloading = record.state { record.state = .new }
        // It is refined again when it is on screen and nothing else has to come first.
        if let url = record.url, isRough(url) { record.isRefreshing = false }
    }

    /// Makes a record new whose photo is to be asked for again.
    func makeNew(_ record: PhotoRecord, _ url: URL) {
        held.forgetOriginal(url)
        record.state = .new
    }

    /// Empties what is held of photos that are not `onScreen`, and takes their pixels from the `live` records.
    func releaseMemory(onScreen: [PhotoRecord], live: [PhotoRecord]) {
        held.forgetAll(except: Set(onScreen.compactMap(\.url)))
        let kept = Set(onScreen.map(\.id))
        for record in live where !kept.contains(record.id) {
            switch record.state {
            case .filtered, .downloaded: record.state = .new
            case .new, .downloading, .failed: break
            }
        }
    }

    // MARK: - Another filter, another size

    /// Whether it is another filter.
    func setFilter(_ newFilter: ListFilter) -> Bool {
        guard newFilter.id != filter.id else { return false }
        filter = newFilter
        return true
    }

    /// Gives those of the `live` records that are filtered what is held of them by the filters that they have now.
    func filterAgain(_ live: [PhotoRecord]) {
        for record in live {
            guard case .filtered = record.state, let url = record.url else { continue }
            let state = heldState(of: url, by: filter(of: record))
            if case .failed = state { record.state = .new } else { record.state = state ?? .new }
        }
    }

    /// Whether pictures that fill the size so far may be too small.
    func setPictureSize(_ size: PixelSize) -> Bool {
        defer { pictureSize = size }
        return !pictureSize.covers(size)
    }

    /// Forgets pictures that are too small. What is shown of the `live` records stays until there is more of it.
    func wantMore(of live: [PhotoRecord]) {
        held.forgetPictures(notFilling: pictureSize)
        for record in live {
            guard let url = record.url else { continue }
            switch record.state {
            case .filtered(let pixels) where !held.isEnough(pixels, of: url, filling: pictureSize):
                record.isRefreshing = true
            case .downloaded(let pixels) where !held.isEnough(pixels, of: url, filling: pictureSize):
                record.state = .new
            case .new, .downloading, .downloaded, .filtered, .failed: break
            }
        }
    }
}
