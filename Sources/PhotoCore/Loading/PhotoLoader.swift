import Foundation

/// Brings the photos on screen from `.new` to `.filtered` or `.failed`, and gives up at once on what has scrolled away.
///
/// The one place that moves a record's state on. The list says when it moves, when it rests, and what is on screen
/// then.
@MainActor
public final class PhotoLoader {
    /// A photo on screen.
    public struct OnScreen {
        /// Which photo.
        public let record: PhotoRecord
        /// How far its row is from the middle of the screen, in any unit.
        let distance: Double

        /// A photo on screen, `distance` from the middle.
        public init(_ record: PhotoRecord, distance: Double) {
            self.record = record
            self.distance = distance
        }

        @MainActor func candidate(_ retries: Retries) -> LoadPlan.Candidate {
            .init(
                id: record.id, distance: distance, isFinal: record.state.isFinal && !record.isRefreshing,
                isRetry: record.url.map(retries.hasFailed) ?? false)
        }
    }

    struct Pass {
        var onScreen: [OnScreen] = []
        var ahead: [OnScreen] = []
        var all: [OnScreen] { onScreen + ahead }
    }

    /// What is in progress, and the queues.
    public let pending: PendingOperations
    /// What memory holds.
    public let held: HeldPhotos
    /// The size at which pictures are shown, in pixels: what they are decoded to cover.
    private(set) var pictureSize: PixelSize

    /// What is done to every photo of the list.
    public private(set) var filter: ListFilter

    /// Asked for the filter that a photo has of its own; nil where it follows the list.
    public var ownFilter: (@MainActor (PhotoRecord) -> ListFilter?)?

    /// What is done to a photo.
    public func filter(of record: PhotoRecord) -> ListFilter { ownFilter?(record) ?? filter }

    /// Whether what is about to come on screen may be loaded before it does: not over a metered network.
    public var readsAhead = true
    /// Whether a photo whose thumbnail is shown, and too small, is loaded without being asked for: not over a metered
    /// network.
    public var refinesUnasked = true
    /// Whether photos that failed for a passing reason are tried again without being asked to.
    public var retriesByItself = true
    /// Asked for when photos on screen are to be tried again: the list passes over its rows again after that many
    /// milliseconds.
    public var passWanted: (@MainActor (_ afterMilliseconds: Int) -> Void)?

    private(set) var lastPass = Pass()
    /// Milliseconds from the last look until downloads that nobody wants any more are given up; nil where there are
    /// none.
    private var overdueWait: Int?
    /// Milliseconds from the last look until those that are slow make room; nil where nothing waits.
    private var roomWait: Int?
    var retries: Retries
    let fetcher: any DataFetching
    let decoder: any PictureDecoding
    let rowPictures: (any RowPictureStoring)?
    var doubts = FailureDoubts()
    let unansweredLookups = RowPictureLookup.Unanswered()
    let mainContext: any MainContextPerforming
    let trace: LoadTrace

    /// A loader with nothing in progress, at rest. Pictures of files are looked for in `rowPictures` before these are
    /// read, and kept there.
    public init(
        fetcher: any DataFetching, decoder: any PictureDecoding, filter: ListFilter,
        mainContext: any MainContextPerforming, held: HeldPhotos = HeldPhotos(), pictureSize: PixelSize,
        rowPictures: (any RowPictureStoring)? = nil, retries: Retries = Retries(), tracer: Tracer = .off
    ) {
        self.fetcher = fetcher
        self.decoder = decoder
        self.rowPictures = rowPictures
        self.filter = filter
        self.mainContext = mainContext
        self.held = held
        self.pictureSize = pictureSize
        self.retries = retries
        trace = LoadTrace(tracer)
        pending = PendingOperations(trace: trace)
    }

    // MARK: - What the list tells

    /// The list has begun to move: nothing new starts until the next look.
    public func listMoves() { pending.suspend() }

    /// The list is at rest and these photos are on screen, from the top down; `ahead` are those of the next screen in
    /// the direction of travel, none before the list has first moved. Cancels what is not among them, starts what is
    /// unfinished, those nearest the middle first, and lets the queues go on.
    public func pass(over onScreen: [OnScreen], ahead: [OnScreen] = []) {
        lastPass = Pass(onScreen: onScreen, ahead: readsAhead ? ahead : [])
        // What waits for its turn is queued again: the middle of the screen may be elsewhere now.
        for provider in pending.withdrawWaiting() { takeBack(provider.record) }
        for item in lastPass.all where !pending.inProgress.contains(item.record.id) { restore(item.record) }
        for item in lastPass.onScreen { retryIfDue(item.record) }
        refineOrGiveWay()
        carryOutPlan()
        pending.resume()
        overdueWait = pending.cancelOverdue(now: retries.now())
        roomWait = pending.downloadQueues.makeRoom(now: retries.now())
        askForNextPass()
    }

    private func carryOutPlan() {
        let plan = LoadPlan(
            onScreen: lastPass.onScreen.map { $0.candidate(retries) },
            ahead: lastPass.ahead.map { $0.candidate(retries) },
            inProgress: pending.inProgress)
        for id in plan.cancel { giveUp(id) }
        let records = Dictionary(
            lastPass.all.map { ($0.record.id, $0.record) }, uniquingKeysWith: { first, _ in first })
        for id in plan.start {
            if let record = records[id] { start(record) }
        }
    }

    /// A photo is done. With the screen's last one, what is shown roughly is refined, and then what is ahead begins.
    func photoIsDone() {
        guard !pending.isSuspended, isScreenSeen else { return }
        let refines = refineOrGiveWay()
        guard refines || !lastPass.ahead.isEmpty else { return }
        carryOutPlan()
        if refines { return }
        // Once is enough: what fails ahead of the screen is not tried again before it comes on screen.
        lastPass.ahead.removeAll { !pending.inProgress.contains($0.record.id) }
    }

    // MARK: - Trying again

    private func retryIfDue(_ record: PhotoRecord) {
        guard retriesByItself, let url = record.url, retries.isDue(url) else { return }
        guard !pending.inProgress.contains(record.id) else { return }
        switch record.state {
        case .failed: makeNew(record, url)
        case .filtered where record.isStale:
            // What is shown stays; but it is not to be found in memory instead of being asked for.
            held.forgetOriginal(url)
            record.isRefreshing = true
        case .new, .downloading, .downloaded, .filtered: break
        }
    }

    /// Asks for a look when a photo is to be tried again, or given up, or to make room for another.
    func askForNextPass() {
        let waits = lastPass.onScreen.compactMap { item -> Int? in
            guard retriesByItself, let url = item.record.url, !pending.inProgress.contains(item.record.id) else {
                return nil
            }
            return retries.millisecondsUntilDue(url)
        }
        if let soonest = (waits + [overdueWait, roomWait].compactMap { $0 }).min() { passWanted?(soonest) }
    }

    /// The network is back: what failed for want of it, or came from disk unchecked, is asked for again at once, with
    /// the next look.
    public func networkIsBack() { retries.makeDueWhatFoundNoServer() }

    private func makeNew(_ record: PhotoRecord, _ url: URL) {
        held.forgetOriginal(url)
        record.state = .new
    }

    /// Gives a record what memory holds for it. Called when a row asks for the record, moving or not.
    public func restore(_ record: PhotoRecord) {
        guard !record.state.isFinal else { return }
        if let small = record.url, case .failed(let failure) = held.original(of: small), failure.mayBeOfThumbnailAlone {
            // Known before the record was made.
            _ = record.fallBackToPhoto()
        }
        guard let url = record.url, let state = heldState(of: url, by: filter(of: record)) else { return }
        if state != record.state { trace.tracer.looked(in: .memory, found: true) }
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

    /// Applies another filter to the whole list: to what is held, and to what is under way when it arrives. Fetches
    /// nothing. `live` are the records that rows hold; those on screen are filtered with the next look.
    public func setFilter(_ newFilter: ListFilter, live: [PhotoRecord]) {
        guard newFilter.id != filter.id else { return }
        filter = newFilter
        filtersChanged(of: live)
    }

    /// Some of the `live` records, those that rows hold, have other filters now. Fetches nothing, as above.
    public func filtersChanged(of live: [PhotoRecord]) {
        // What is shown is filtered first.
        giveUpRefining()
        for record in live {
            guard case .filtered = record.state, let url = record.url else { continue }
            let filter = filter(of: record)
            if let pixels = held.filtered(url, by: filter.id) {
                record.state = .filtered(pixels)
            } else if case .decoded(let pixels) = held.original(of: url) {
                record.state = filter.leavesPhotosAlone ? .filtered(pixels) : .downloaded(pixels)
            } else {
                record.state = .new
            }
        }
        // What is under way goes on to the new filter; a download is not begun again for it.
        for provider in pending.detachAll() { start(provider.record) }
    }

    /// Makes a failed photo new, so that the next look starts it.
    public func retry(_ record: PhotoRecord) {
        guard case .failed(let failure) = record.state, failure.canRetry, let url = record.url else { return }
        retries.forget(url)
        doubts.doubt(url)
        makeNew(record, url)
    }

    /// The files at `paths` have other content now: those of them that are shown, of the `live` records, are new again.
    public func filesChanged(_ paths: Set<FilePath>, live: [PhotoRecord]) {
        let isMeant = { (url: URL) in url.isFileURL && paths.contains(url.filePath) }
        held.forget(where: isMeant)
        for record in live {
            guard let url = record.url, isMeant(url) else { continue }
            doubts.doubt(url)
            pending.cancel(record.id)
            makeNew(record, url)
        }
    }

    /// Forgets that photos failed: they are tried again when they are next looked at, whatever is known of them.
    public func forgetFailures() {
        held.forgetFailures()
        doubts.doubtAll()
    }

    /// Gives up on everything: the catalogue is closed.
    public func cancelAll() {
        lastPass = Pass()
        for id in pending.inProgress { cancel(id) }
        pending.cancelUnwanted()
    }

    /// Gives up on everything for good. The queues go on, so that what was cancelled ends and is freed.
    public func close() {
        passWanted = nil
        cancelAll()
        pending.resume()
        trace.holds(0)
    }

    /// Memory is short: cancels everything and empties what is held beyond the screen. `live` are the records that rows
    /// hold. What is on screen and unfinished comes back with the next look.
    public func releaseMemory(onScreen: [OnScreen], live: [PhotoRecord]) {
        cancelAll()
        held.forgetAll(except: Set(onScreen.compactMap { $0.record.url }))
        trace.holds(held.byteCount)
        let kept = Set(onScreen.map(\.record.id))
        for record in live where !kept.contains(record.id) { forgetPixels(of: record) }
    }

    /// Pictures are shown at another size from now on: as a grid, or on a display of another scale. What is held and
    /// suffices for it stays; what is shown and does not, stays until there is more of it. `live` are the records that
    /// rows hold.
    public func setPictureSize(_ size: PixelSize, live: [PhotoRecord]) {
        guard size != pictureSize else { return }
        let wasEnough = pictureSize.covers(size)
        pictureSize = size
        if wasEnough { return }
        cancelAll()
        held.forgetPictures(notFilling: size)
        for record in live {
            guard let url = record.url else { continue }
            switch record.state {
            case .filtered(let pixels) where !held.isEnough(pixels, of: url, filling: size): record.isRefreshing = true
            case .downloaded(let pixels) where !held.isEnough(pixels, of: url, filling: size): record.state = .new
            case .new, .downloading, .downloaded, .filtered, .failed: break
            }
        }
    }

    private func forgetPixels(of record: PhotoRecord) {
        switch record.state {
        case .filtered, .downloaded: record.state = .new
        case .new, .downloading, .failed: break
        }
    }
}
