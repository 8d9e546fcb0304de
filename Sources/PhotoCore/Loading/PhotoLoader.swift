import Foundation

/// Brings the photos on screen from `.new` to `.filtered` or `.failed`, and cancels them as soon as they scroll away.
///
/// Nothing else advances a record's state. The list reports when it moves, when it rests, and what is on screen then.
@MainActor
public final class PhotoLoader {
    /// A photo on screen.
    public struct OnScreen {
        /// Which photo.
        public let record: PhotoRecord
        /// The distance of its row from the middle of the screen, in any unit.
        let distance: Double

        /// A photo on screen, `distance` from the middle.
        public init(_ record: PhotoRecord, distance: Double) {
            self.record = record
            self.distance = distance
        }
    }

    /// The photos in progress, and the queues.
    public let pending: PendingOperations
    /// What memory holds.
    public let held: HeldPhotos
    private let states: RecordStates
    private let retries: Retries
    private let starter: PhotoStarter
    private let results: LoadResults
    private let trace: LoadTrace
    private var lastPass = ScreenPass()

    /// The filter of the list.
    public var filter: ListFilter { states.filter }

    /// Returns a photo's own filter; nil if it follows the list.
    public var ownFilter: (@MainActor (PhotoRecord) -> ListFilter?)? {
        get { states.ownFilter }
        set { states.ownFilter = newValue }
    }

    /// The filter of a photo.
    public func filter(of record: PhotoRecord) -> ListFilter { states.filter(of: record) }

    /// Whether photos about to appear are loaded ahead: not over a metered network.
    public var readsAhead = true
    /// Whether a photo shown from a small thumbnail is loaded automatically: not over a metered network.
    public var refinesUnasked = true
    /// Whether photos that failed for a temporary reason are retried automatically.
    public var retriesByItself = true
    /// Called when photos on screen need another pass, after this many milliseconds.
    public var passWanted: (@MainActor (_ afterMilliseconds: Int) -> Void)?

    /// An idle loader. Pictures of files are looked up in `rowPictures` before the files are read, and stored there.
    public init(
        fetcher: any DataFetching, decoder: any PictureDecoding, filter: ListFilter,
        mainContext: any MainContextPerforming, held: HeldPhotos = HeldPhotos(), pictureSize: PixelSize,
        rowPictures: (any RowPictureStoring)? = nil, retries: Retries = Retries(), tracer: Tracer = .off
    ) {
        self.held = held
        self.retries = retries
        trace = LoadTrace(tracer)
        pending = PendingOperations(trace: trace)
        states = RecordStates(held: held, pictureSize: pictureSize, filter: filter, tracer: tracer)
        starter = PhotoStarter(
            fetcher: fetcher, decoder: decoder, rowPictures: rowPictures, mainContext: mainContext, pending: pending,
            states: states, retries: retries, trace: trace)
        results = LoadResults(pending: pending, states: states, retries: retries, starter: starter, trace: trace)
        starter.results = results
        results.downloadLost = { [weak self] in self?.passWanted?(0) }
        results.photoEnded = { [weak self] mayBeTriedAgain in
            if mayBeTriedAgain { self?.askForNextPass() }
            self?.photoIsDone()
        }
    }

    // MARK: - What the list tells

    /// The list has begun to move: nothing new starts until the next pass.
    public func listMoves() { pending.suspend() }

    /// The list rests with these photos on screen, from the top down; `ahead` are those of the next screen in the
    /// direction of travel, none before the list has moved. Cancels other photos, starts unfinished ones, nearest the
    /// middle first, and resumes the queues.
    public func pass(over onScreen: [OnScreen], ahead: [OnScreen] = []) {
        lastPass = ScreenPass(onScreen: onScreen, ahead: readsAhead ? ahead : [])
        // Waiting photos are queued again: the middle of the screen may have moved.
        for provider in pending.withdrawWaiting() { states.takeBack(provider.record) }
        for item in lastPass.all where !pending.inProgress.contains(item.record.id) { states.restore(item.record) }
        for item in lastPass.onScreen { retryIfDue(item.record) }
        refineOrGiveWay()
        carryOutPlan()
        pending.resume()
        lastPass.overdueWait = pending.cancelOverdue(now: retries.now())
        lastPass.roomWait = pending.downloadQueues.makeRoom(now: retries.now())
        askForNextPass()
    }

    private func carryOutPlan() {
        let plan = lastPass.plan(inProgress: pending.inProgress, retries)
        for id in plan.cancel { starter.giveUp(id) }
        for record in lastPass.records(of: plan.start) { starter.start(record) }
    }

    /// A photo is done. After the last one on screen, rough photos are refined, and then those ahead begin.
    private func photoIsDone() {
        guard !pending.isSuspended, lastPass.isSeen else { return }
        let refines = refineOrGiveWay()
        guard refines || !lastPass.ahead.isEmpty else { return }
        carryOutPlan()
        // Once is enough: a failure ahead of the screen is not retried before it is on screen.
        if !refines { lastPass.forgetAhead(notIn: pending.inProgress) }
    }

    // MARK: - Thumbnails that are too small

    /// Requests more of rough photos, or stops that while others are not shown at all. Returns whether anything is
    /// being refined.
    @discardableResult
    private func refineOrGiveWay() -> Bool {
        guard lastPass.isSeen else {
            starter.giveUpRefining()
            return false
        }
        guard refinesUnasked else { return false }
        let rough = lastPass.onScreen.map(\.record).filter { mayRefine($0) }
        for record in rough { record.isRefreshing = true }
        return !rough.isEmpty
    }

    private func mayRefine(_ record: PhotoRecord) -> Bool {
        guard case .filtered = record.state, let url = record.rowURL else { return false }
        return states.isRough(url) && retries.millisecondsUntilDue(url) ?? 0 == 0
    }

    // MARK: - Trying again

    private func retryIfDue(_ record: PhotoRecord) {
        guard retriesByItself, let url = record.rowURL, retries.isDue(url) else { return }
        guard !pending.inProgress.contains(record.id) else { return }
        switch record.state {
        case .failed: states.makeNew(record, url)
        case .filtered where record.isStale:
            // The shown photo stays, but memory must not answer instead of the server.
            held.forgetOriginal(url)
            record.isRefreshing = true
        case .new, .downloading, .downloaded, .filtered, .folder: break
        }
    }

    private func askForNextPass() {
        let wait = lastPass.nextPass(inProgress: pending.inProgress, retrying: retriesByItself ? retries : nil)
        if let wait { passWanted?(wait) }
    }

    /// The network is back: the next pass requests what failed without it, or came from disk unchecked.
    public func networkIsBack() { retries.makeDueWhatFoundNoServer() }

    /// Gives a record the state held in memory. Called when a row asks for the record, moving or not.
    public func restore(_ record: PhotoRecord) { states.restore(record) }

    /// Applies another filter to the whole list: to held photos, and to those in progress when they arrive. Fetches
    /// nothing. `live` are the records in use; those on screen are filtered with the next pass.
    public func setFilter(_ newFilter: ListFilter, live: [PhotoRecord]) {
        if states.setFilter(newFilter) { filtersChanged(of: live) }
    }

    /// Some of the `live` records in use have other filters now. Fetches nothing, as above.
    public func filtersChanged(of live: [PhotoRecord]) {
        // Photos on screen are filtered first.
        starter.giveUpRefining()
        states.filterAgain(live)
        // Photos in progress continue with the new filter; their downloads are not restarted.
        for provider in pending.detachAll() { starter.start(provider.record) }
    }

    /// Resets a photo that failed or came cut short, so that the next pass starts it.
    public func retry(_ record: PhotoRecord) {
        record.readAgain()
        guard record.canRetry, let url = record.rowURL else { return }
        retries.forget(url)
        retries.doubt(url)
        if record.isCutShort { held.forget { $0 == url } }
        states.makeNew(record, url)
    }

    /// The files at `paths` have new content: resets those among the `live` records.
    public func filesChanged(_ paths: Set<FilePath>, live: [PhotoRecord]) {
        let isMeant = { (url: URL) in url.isFileURL && paths.contains(url.filePath) }
        held.forget(where: isMeant)
        for record in live {
            guard let url = record.rowURL, isMeant(url) else { continue }
            retries.doubt(url)
            pending.cancel(record.id)
            states.makeNew(record, url)
        }
    }

    /// A server has accepted a login: refused photos are retried with the next pass, or when they come on screen.
    /// `live` are the records in use.
    public func retryRefused(live: [PhotoRecord]) {
        held.forgetFailures { $0.isForWantOfCredential }
        for record in live {
            if case .failed(let failure) = record.state, failure.isForWantOfCredential { retry(record) }
        }
    }

    /// Forgets failures: the next pass over failed photos retries them, whatever the disk says.
    public func forgetFailures() {
        held.forgetFailures()
        retries.doubtAll()
    }

    /// Cancels everything: the catalogue is closed.
    public func cancelAll() {
        lastPass = ScreenPass()
        for id in pending.inProgress { starter.cancel(id) }
        pending.cancelUnwanted()
    }

    /// Cancels everything for good. The queues continue, so that cancelled operations end and are freed.
    public func close() {
        passWanted = nil
        cancelAll()
        pending.resume()
        trace.holds(0)
    }

    /// Forgets all that is held of photos: what is shown next is fetched, or read from disk. Shown photos stay.
    package func forgetPictures() {
        held.forgetAll()
        trace.holds(held.byteCount)
    }

    /// Memory is low: cancels everything, and releases held photos that are not on screen. `live` are the records in
    /// use. Unfinished photos on screen return with the next pass.
    public func releaseMemory(onScreen: [OnScreen], live: [PhotoRecord]) {
        cancelAll()
        states.releaseMemory(onScreen: onScreen.map(\.record), live: live)
        trace.holds(held.byteCount)
    }

    /// Shows the picture of `record` in this shape from now on, as high as all pictures. One that lacks a part of it is
    /// loaded again with the next pass, and stays until then.
    package func setShape(_ shape: TimelineRatio, of record: PhotoRecord) { states.setShape(shape, of: record) }

    /// Shows pictures at another size from now on: as a grid, or on a display of another scale. Held pictures that
    /// suffice stay; shown ones that do not, stay until more is available. `live` are the records in use.
    public func setPictureSize(_ size: PixelSize, live: [PhotoRecord]) {
        guard states.setPictureSize(size) else { return }
        cancelAll()
        states.wantMore(of: live)
    }
}
