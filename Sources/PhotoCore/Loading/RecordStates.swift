import Foundation

/// Gives records the most advanced state that memory allows, at the list's size and with its filters.
@MainActor
final class RecordStates {
    let held: HeldPhotos
    /// The size of pictures in pixels, which decoding covers.
    private(set) var pictureSize: PixelSize
    /// The filter of photos without their own.
    private(set) var filter: ListFilter
    /// Returns a photo's own filter; nil if it follows the list.
    var ownFilter: (@MainActor (PhotoRecord) -> ListFilter?)?
    private let tracer: Tracer

    init(held: HeldPhotos, pictureSize: PixelSize, filter: ListFilter, tracer: Tracer) {
        self.held = held
        self.pictureSize = pictureSize
        self.filter = filter
        self.tracer = tracer
    }

    /// The size of a record's picture in pixels: as high as all, and as wide as its shape says.
    func pictureSize(of record: PhotoRecord) -> PixelSize {
        if record.shape == .square { return pictureSize }
        let width = Double(min(pictureSize.height, 1 << 20)) * record.shape.value
        return PixelSize(width: max(1, Int(width.rounded())), height: pictureSize.height)
    }

    /// Whether bytes that were fetched for another size fill the record's picture: a server may have made them for it.
    func suffices(_ fetched: FetchedData, for record: PhotoRecord) -> Bool {
        guard fetched.extent == .whole, let photo = fetched.photoSize,
            let own = PhotoHeader.uprightSize(of: fetched.data)
        else { return true }
        return own.covers(CoverFit(of: photo, filling: pictureSize(of: record)).size)
    }

    func filter(of record: PhotoRecord) -> ListFilter { ownFilter?(record) ?? filter }

    /// Whether the photo at `url` is shown from a thumbnail that is too small.
    func isRough(_ url: URL) -> Bool { held.isRough(url, filling: pictureSize) }

    // MARK: - From memory

    /// Gives an unfinished record what memory holds.
    func restore(_ record: PhotoRecord) {
        guard !record.state.isFinal else { return }
        if let small = record.rowURL, case .failed(let failure) = held.original(of: small),
            failure.mayBeOfThumbnailAlone
        {
            // Known before the record was created.
            _ = record.fallBackToPhoto()
        }
        guard let url = record.rowURL, let state = heldState(of: url, by: filter(of: record)) else { return }
        if state != record.state { tracer.looked(in: .memory, found: true) }
        record.state = state
        record.isStale = held.isStale(url)
        record.isCutShort = held.isCutShort(url)
    }

    /// The most advanced state that memory allows.
    private func heldState(of url: URL, by filter: ListFilter) -> PhotoRecord.State? {
        if let pixels = held.filtered(url, by: filter.id) { return .filtered(pixels) }
        switch held.original(of: url) {
        case .decoded(let pixels): return filter.leavesPhotosAlone ? .filtered(pixels) : .downloaded(pixels)
        case .failed(let failure): return .failed(failure)
        case .fetched, nil: return nil
        }
    }

    /// The photo's picture, if only its filter is missing: it is shown unfiltered, or a held picture replaces the shown
    /// one.
    func original(for record: PhotoRecord, at url: URL) -> PixelBuffer? {
        if case .downloaded(let pixels) = record.state { return pixels }
        guard record.isRefreshing, !isRough(url), case .decoded(let pixels) = held.original(of: url) else { return nil }
        return pixels
    }

    // MARK: - Back to the beginning

    /// Resets the record of a cancelled photo, unless its pixels are there already.
    func takeBack(_ record: PhotoRecord) {
        if case .downloading = record.state { record.state = .new }
        // It is refined again when it is on screen and nothing else has priority.
        if let url = record.rowURL, isRough(url) { record.isRefreshing = false }
    }

    /// Resets a record, so that its photo is requested again.
    func makeNew(_ record: PhotoRecord, _ url: URL) {
        held.forgetOriginal(url)
        record.state = .new
    }

    /// Releases held photos that are not `onScreen`, and removes their pixels from the `live` records.
    func releaseMemory(onScreen: [PhotoRecord], live: [PhotoRecord]) {
        held.forgetAll(except: Set(onScreen.compactMap(\.rowURL)))
        let kept = Set(onScreen.map(\.id))
        for record in live where !kept.contains(record.id) {
            switch record.state {
            case .filtered, .downloaded: record.state = .new
            case .new, .downloading, .failed, .folder: break
            }
        }
    }

    // MARK: - Another filter, another size

    /// Returns whether the filter has changed.
    func setFilter(_ newFilter: ListFilter) -> Bool {
        guard newFilter.id != filter.id else { return false }
        filter = newFilter
        return true
    }

    /// Gives filtered `live` records the held pictures for their current filters.
    func filterAgain(_ live: [PhotoRecord]) {
        for record in live {
            guard case .filtered = record.state, let url = record.rowURL else { continue }
            let state = heldState(of: url, by: filter(of: record))
            if case .failed = state { record.state = .new } else { record.state = state ?? .new }
        }
    }

    /// Returns whether current pictures may be too small.
    func setPictureSize(_ size: PixelSize) -> Bool {
        defer { pictureSize = size }
        return !pictureSize.covers(size)
    }

    /// Drops pictures that are too small. Those shown by `live` records stay until more is available.
    func wantMore(of live: [PhotoRecord]) {
        held.forgetPictures(notFilling: pictureSize)
        for record in live { refreshIfSmall(record) }
    }

    /// Has a picture requested again that is too small. It stays until more is available. Returns whether it is.
    @discardableResult
    private func refreshIfSmall(_ record: PhotoRecord) -> Bool {
        guard let url = record.rowURL else { return false }
        let size = pictureSize(of: record)
        switch record.state {
        case .filtered(let pixels) where !held.isEnough(pixels, of: url, filling: size): record.isRefreshing = true
        case .downloaded(let pixels) where !held.isEnough(pixels, of: url, filling: size): record.state = .new
        case .new, .downloading, .downloaded, .filtered, .failed, .folder: return false
        }
        return true
    }

    /// Shows a record's picture in this shape from now on.
    func setShape(_ shape: TimelineRatio, of record: PhotoRecord) {
        guard record.shape != shape else { return }
        record.shape = shape
        if refreshIfSmall(record), let url = record.rowURL { held.forget { $0 == url } }
    }
}
