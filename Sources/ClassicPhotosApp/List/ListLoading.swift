import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Loads the photos on screen: runs a pass over the visible rows when the list rests, and stops when it moves.
@MainActor
final class ListLoading {
    let loader: PhotoLoader
    private let visible: VisibleRows
    private let filters: ListFilters
    private let movement: ListMovement
    private var nextLayout: FrameRequest?
    private var passTimer: MainTimer?
    private var memoryTimer: MainTimer?
    private let corners: GridCorners
    /// Whether a pass has run since the catalogue was opened.
    private(set) var hasPassed = false

    /// Called after a layout, before the pass.
    var laidOut: (@MainActor () -> Void)?
    /// Called instead of a pass over the list, while the same photos are shown elsewhere.
    var elsewhere: (@MainActor () -> Void)?
    /// Called after a pass over the rows of the list at rest.
    var rested: (@MainActor () -> Void)?
    /// Called before that.
    var passed: (@MainActor () -> Void)?
    /// Called before a photo is tried again, or all of them, that may not even be known yet.
    var readsAgain: (@MainActor (PhotoRecord?) -> Void)?
    /// Called before the person's retry of photos.
    var retriesByHand: (@MainActor () -> Void)?

    /// Loads the `visible` rows with `loader`.
    init(_ visible: VisibleRows, with loader: PhotoLoader, filters: ListFilters, movement: ListMovement) {
        (self.visible, self.loader, self.filters, self.movement) = (visible, loader, filters, movement)
        corners = GridCorners(at: visible.layouts.position)
        nextLayout = FrameRequest(of: scroller, .laidOut) { [weak self] in self?.pass() }
        movement.began = { [loader] in loader.listMoves() }
        movement.passDue = { [weak self] in self?.awaitLayout() }
        filters.passWanted = { [weak self] in self?.requestPass() }
        loader.passWanted = { [weak self] milliseconds in
            self?.passTimer = MainTimer(after: milliseconds) { self?.requestPass() }
        }
        scroller.onWidth { [weak self] in
            // Immediately, even while the list moves.
            self?.awaitLayout()
            self?.requestPass()
        }
        visible.layouts.onRetry = { [weak self] in self?.retry($0) }
    }

    private var scroller: ScrolledWindow { visible.layouts.scroller }
    private var liveRecords: [PhotoRecord] { visible.records.liveRecords }

    // MARK: - Passes

    /// Requests a pass, because the rows on screen may have changed. It runs after the next layout, or when the list
    /// rests.
    func requestPass() { if let elsewhere { elsewhere() } else { movement.handle(.passWanted) } }

    /// Rows have got their places outside of a movement; a pass follows.
    func placesChanged() { if !movement.isMoving { awaitLayout() } }

    /// Calls `laidOut` after the next layout.
    func awaitLayout() { nextLayout?.request() }

    private func pass() {
        // A change of columns moves every row: their places are known after the next layout.
        if visible.layouts.fit() { return awaitLayout() }
        laidOut?()
        // The list moves again: a pass follows when it rests.
        guard !movement.isMoving, elsewhere == nil else { return }
        if corners.complete(visible.numbers, columns: visible.layouts.columns, count: visible.records.count) { return }
        let photos = visible.photos
        // On a busy machine the frame of new rows may be late, and they have no place yet. Their layout triggers the
        // next pass; until then their loading continues.
        let isEmpty = (visible.records.catalogue?.count ?? 0) == 0
        guard !photos.isEmpty || isEmpty || !scroller.isMapped else { return }
        pass(over: photos, ahead: visible.photosAhead(movement.direction))
        hasPassed = true
        passed?()
        rested?()
    }

    /// Loads these photos of the list's records, and cancels the others; `ahead` are those about to follow.
    func pass(over photos: [PhotoLoader.OnScreen], ahead: [PhotoLoader.OnScreen] = []) {
        giveMemoryBackSoon()
        // Pictures match the display's pixels.
        let side = visible.layouts.current.pictureSide * scroller.scaleFactor
        loader.setPictureSize(.square(side), live: liveRecords)
        filters.applyCommon()
        loader.pass(over: photos, ahead: ahead)
    }

    /// Starts loading for a list at its top before its new rows are laid out and painted, which takes several frames.
    /// The pass after the layout corrects wrong guesses.
    func passAtTop() {
        guard !movement.isMoving else { return }
        let photos = visible.photosAtTop
        if !photos.isEmpty { pass(over: photos) }
    }

    /// Another catalogue is opened.
    func reset() {
        movement.forgetDirection()
        loader.cancelAll()
        hasPassed = false
    }

    /// Cancels the loading for the screen; the next pass restarts it.
    func pause() { loader.pass(over: []) }

    func close() {
        movement.close()
        passTimer = nil
        loader.close()
    }

    // MARK: - Loading again

    /// Disables automatic retries: a screenshot shows the list as it comes to rest.
    func stopRetrying() { loader.retriesByItself = false }

    private func retry(_ record: PhotoRecord) {
        retriesByHand?()
        readsAgain?(record)
        loader.retry(record)
        // The pressed button is gone: the list takes the focus.
        scroller.grabFocus()
        requestPass()
    }

    /// Retries all failed photos.
    func retryAll() {
        retriesByHand?()
        readsAgain?(nil)
        loader.forgetFailures()
        for record in liveRecords where record.state.isFailed { loader.retry(record) }
        requestPass()
    }

    /// The files at `paths` have changed.
    func filesChanged(_ paths: Set<FilePath>) {
        loader.filesChanged(paths, live: liveRecords)
        requestPass()
    }

    /// The network is back: retries the photos that failed without it.
    func networkIsBack() {
        readsAgain?(nil)
        loader.networkIsBack()
        requestPass()
    }

    /// The person has signed in to a server: retries what it refused.
    func retryRefused() {
        readsAgain?(nil)
        loader.retryRefused(live: liveRecords)
        requestPass()
    }

    /// Whether the desktop says that the network is metered: if so, nothing is loaded before it is on screen, and a
    /// thumbnail is enough.
    var isNetworkMetered = false { didSet { if isNetworkMetered != oldValue { saveData() } } }

    /// What the person says about that.
    var metering = MeteredNetwork.automatic { didSet { if metering != oldValue { saveData() } } }

    /// Whether the next screen's photos are loaded in advance, unless the network is metered.
    var readsAhead = true { didSet { if readsAhead != oldValue { saveData() } } }

    /// Whether data is saved, because the desktop or the person says so.
    var savesData: Bool { metering.saves(isMetered: isNetworkMetered) }

    /// Whether photos are loaded before they are on screen.
    var loadsAhead: Bool { readsAhead && !savesData }

    /// Called when ``loadsAhead`` or ``savesData`` may have changed.
    var savingChanged: (() -> Void)?

    private func saveData() {
        loader.readsAhead = loadsAhead
        loader.refinesUnasked = !savesData
        requestPass()
        savingChanged?()
    }

    // MARK: - Memory

    /// Forgets what memory holds of photos, before another catalogue is opened.
    func forgetPictures() { loader.forgetPictures() }

    func releaseMemory() {
        loader.releaseMemory(onScreen: visible.photos, live: liveRecords)
        requestPass()
    }

    /// Returning free memory takes a worker about 2 ms. Meanwhile a thread that allocates may block.
    private static let memoryDelayMilliseconds = 2_500

    /// Returns free memory to the system, once for all passes of the next seconds. One thread allocates the
    /// pictures of a hundred thousand rows, and another frees them. Otherwise free memory stays fragmented, and the
    /// allocator's pools grow by half a kilobyte per row.
    private func giveMemoryBackSoon() {
        guard memoryTimer == nil else { return }
        memoryTimer = MainTimer(after: Self.memoryDelayMilliseconds) { [weak self] in
            self?.memoryTimer = nil
            DispatchQueue.global(qos: .background).async { ProcessMemory.giveBack() }
        }
    }
}
