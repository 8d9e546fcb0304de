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
        /// The distance of its row from the middle of the screen, in any unit.
        let distance: Double

        /// A photo on screen, `distance` from the middle.
        public init(_ record: PhotoRecord, distance: Double) {
            self.record = record
            self.distance = distance
        }
    }

    /// What is in progress, and the queues.
    public let pending: PendingOperations
    /// What memory holds.
    public let held: HeldPhotos
    private let states: RecordStates
    private let retries: Retries
    private let starter: PhotoStarter
    private let results: LoadResults
    private let trace: LoadTrace
    private var lastPass = ScreenPass()

    /// What is done to every photo of the list.
    public var filter: ListFilter { states.filter }

    /// Asked for the filter that a photo has of its own; nil where it follows the list.
    public var ownFilter: (@MainActor (PhotoRecord) -> ListFilter?)? {
        get { states.ownFilter }
        set { states.ownFilter = newValue }
    }

    /// What is done to a photo.
    public func filter(of record: PhotoRecord) -> ListFilter { states.filter(of: record) }

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

    /// A loader with nothing in progress, at rest. Pictures of files are looked for in `rowPictures` before these are
    /// read, and kept there.
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

    /// The list is at rest and these photos are on screen, from the top down; `ahead` are those of the next screen in
    /// the direction of travel, none before the list has first moved. Cancels what is not among them, starts what is
    /// unfinished, those nearest the middle first, and lets the queues go on.
    public func pass(over onScreen: [OnScreen], ahead: [OnScreen] = []) {
        lastPass = ScreenPass(onScreen: onScreen, ahead: readsAhead ? ahead : [])
        // What waits for its turn is queued again: the middle of the screen may be elsewhere now.
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

    /// A photo is done. With the screen's last one, what is shown roughly is refined, and then what is ahead begins.
    private func photoIsDone() {
        guard !pending.isSuspended, lastPass.isSeen else { return }
        let refines = refineOrGiveWay()
        guard refines || !lastPass.ahead.isEmpty else { return }
        carryOutPlan()
        // Once is enough: what fails ahead of the screen is not tried again before it comes on screen.
        if !refines { lastPass.forgetAhead(notIn: pending.inProgress) }
    }

    // MARK: - Thumbnails that are too small

    /// Asks for more of what is shown roughly, or gives that up while other photos are not shown at all. Whether
    /// anything is to be refined.
    @discardableResult
    private func refineOrGiveWay() -> Bool {
        guard lastPass.isSeen else {
            starter.giveUpRefining()
            return false
        }
        guard refinesUnasked else { return false }
        let rough = lastPass.onScreen.map(\.record).filter(mayRefine)
        for record in rough { record.isRefreshing = true }
        return !rough.isEmpty
    }

    private func mayRefine(_ record: PhotoRecord) -> Bool {
        guard case .filtered = record.state, let url = record.url else { return false }
        return states.isRough(url) && retries.millisecondsUntilDue(url) ?? 0 == 0
    }

    // MARK: - Trying again

    private func retryIfDue(_ record: PhotoRecord) {
        guard retriesByItself, let url = record.url, retries.isDue(url) else { return }
        guard !pending.inProgress.contains(record.id) else { return }
        switch record.state {
        case .failed: states.makeNew(record, url)
        case .filtered where record.isStale:
            // What is shown stays, but memory must not answer in the server's place.
            held.forgetOriginal(url)
            record.isRefreshing = true
        case .new, .downloading, .downloaded, .filtered: break
        }
    }

    private func askForNextPass() {
        let wait = lastPass.nextPass(inProgress: pending.inProgress, retrying: retriesByItself ? retries : nil)
        if let wait { passWanted?(wait) }
    }

    /// The network is back: the next pass asks again for what failed without it, or came from disk unchecked.
    public func networkIsBack() { retries.makeDueWhatFoundNoServer() }

    /// Gives a record what memory holds for it. Called when a row asks for the record, moving or not.
    public func restore(_ record: PhotoRecord) { states.restore(record) }

    /// Applies another filter to the whole list: to what is held, and to what is under way when it arrives. Fetches
    /// nothing. `live` are the records that rows hold; those on screen are filtered with the next pass.
    public func setFilter(_ newFilter: ListFilter, live: [PhotoRecord]) {
        if states.setFilter(newFilter) { filtersChanged(of: live) }
    }

    /// Some of the `live` records, those that rows hold, have other filters now. Fetches nothing, as above.
    public func filtersChanged(of live: [PhotoRecord]) {
        // What is shown is filtered first.
        starter.giveUpRefining()
        states.filterAgain(live)
        // What is under way goes on to the new filter; a download is not begun again for it.
        for provider in pending.detachAll() { starter.start(provider.record) }
    }

    /// Makes a failed photo new, so that the next pass starts it.
    public func retry(_ record: PhotoRecord) {
        guard case .failed(let failure) = record.state, failure.canRetry, let url = record.url else { return }
        retries.forget(url)
        retries.doubt(url)
        states.makeNew(record, url)
    }

    /// The files at `paths` have other content now: those of them that are shown, of the `live` records, are new again.
    public func filesChanged(_ paths: Set<FilePath>, live: [PhotoRecord]) {
        let isMeant = { (url: URL) in url.isFileURL && paths.contains(url.filePath) }
        held.forget(where: isMeant)
        for record in live {
            guard let url = record.url, isMeant(url) else { continue }
            retries.doubt(url)
            pending.cancel(record.id)
            states.makeNew(record, url)
        }
    }

    /// A server has accepted a name and a password: what was refused before is tried again with the next pass, or when
    /// it comes on screen. `live` are the records that rows hold.
    public func retryRefused(live: [PhotoRecord]) {
        held.forgetFailures { $0.isForWantOfCredential }
        for record in live {
            if case .failed(let failure) = record.state, failure.isForWantOfCredential { retry(record) }
        }
    }

    /// Forgets that photos failed: they are tried again when they are next passed at, whatever is known of them.
    public func forgetFailures() {
        held.forgetFailures()
        retries.doubtAll()
    }

    /// Gives up on everything: the catalogue is closed.
    public func cancelAll() {
        lastPass = ScreenPass()
        for id in pending.inProgress { starter.cancel(id) }
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
    /// hold. What is on screen and unfinished comes back with the next pass.
    public func releaseMemory(onScreen: [OnScreen], live: [PhotoRecord]) {
        cancelAll()
        states.releaseMemory(onScreen: onScreen.map(\.record), live: live)
        trace.holds(held.byteCount)
    }

    /// Pictures are shown at another size from now on: as a grid, or on a display of another scale. What is held and
    /// suffices for it stays; what is shown and does not, stays until there is more of it. `live` are the records that
    /// rows hold.
    public func setPictureSize(_ size: PixelSize, live: [PhotoRecord]) {
        guard states.setPictureSize(size) else { return }
        cancelAll()
        states.wantMore(of: live)
    }
}
