import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Has the photos on screen loaded: passes over the visible rows when the list rests, and stops when it moves.
@MainActor
final class ListLoading {
    let loader: PhotoLoader
    private let visible: VisibleRows
    private let filters: ListFilters
    private let movement: ListMovement
    private var nextLayout: FrameRequest?
    private var passTimer: MainTimer?
    private var memoryTimer: MainTimer?
    /// Whether the rows on screen have been passed over since the catalogue was opened.
    private(set) var hasPassed = false

    /// Called when the list is laid out, before the rows on screen are passed over.
    var laidOut: (@MainActor () -> Void)?
    /// Called before photos are tried again because the person asks for it.
    var retriesByHand: (@MainActor () -> Void)?

    /// Loads the `visible` rows with `loader`.
    init(_ visible: VisibleRows, with loader: PhotoLoader, filters: ListFilters, movement: ListMovement) {
        (self.visible, self.loader, self.filters, self.movement) = (visible, loader, filters, movement)
        nextLayout = FrameRequest(of: scroller, .laidOut) { [weak self] in self?.pass() }
        movement.began = { [loader] in loader.listMoves() }
        movement.passDue = { [weak self] in self?.awaitLayout() }
        filters.passWanted = { [weak self] in self?.requestPass() }
        loader.passWanted = { [weak self] milliseconds in
            self?.passTimer = MainTimer(after: milliseconds) { self?.requestPass() }
        }
        scroller.onWidth { [weak self] in
            // Now, also if the list moves.
            self?.awaitLayout()
            self?.requestPass()
        }
        visible.layouts.onRetry = { [weak self] in self?.retry($0) }
    }

    private var scroller: ScrolledWindow { visible.layouts.scroller }
    private var liveRecords: [PhotoRecord] { visible.records.liveRecords }

    // MARK: - Passes

    /// What is on screen may be different: it is passed over after the next layout, or when the list comes to rest.
    func requestPass() { movement.handle(.passWanted) }

    /// Calls `laidOut` after the next layout.
    func awaitLayout() { nextLayout?.request() }

    private func pass() {
        // A change of columns puts every row elsewhere: only the next layout tells where.
        if visible.layouts.fit() { return awaitLayout() }
        laidOut?()
        // The list moved on before the layout was done: the pass at its rest comes.
        guard !movement.isMoving else { return }
        let photos = visible.photos
        // New rows may have no place yet, if their frame is late on a busy machine. Its layout brings the next pass;
        // until then what was begun for them goes on.
        let isEmpty = (visible.records.catalogue?.count ?? 0) == 0
        guard !photos.isEmpty || isEmpty || !scroller.isMapped else { return }
        pass(over: photos, ahead: visible.photosAhead(movement.direction))
        giveMemoryBackSoon()
        hasPassed = true
    }

    private func pass(over photos: [PhotoLoader.OnScreen], ahead: [PhotoLoader.OnScreen] = []) {
        // Pictures have as many pixels as the display shows of them.
        let side = visible.layouts.current.pictureSide * scroller.scaleFactor
        loader.setPictureSize(.square(side), live: liveRecords)
        filters.applyCommon()
        loader.pass(over: photos, ahead: ahead)
    }

    /// Starts what will be on screen once the new rows of a list at its top are laid out and painted, which takes some
    /// frames. The pass after the layout corrects it where that turns out to be wrong.
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

    /// Gives up what is under way for the screen; the next pass starts it again.
    func pause() { loader.pass(over: []) }

    /// The window closes.
    func close() {
        movement.close()
        passTimer = nil
        loader.close()
    }

    // MARK: - Loading again

    /// Leaves photos that failed alone from now on: a screenshot shows how the list comes to rest.
    func stopRetrying() { loader.retriesByItself = false }

    private func retry(_ record: PhotoRecord) {
        retriesByHand?()
        loader.retry(record)
        // The button that was pressed is gone: the keyboard goes on in the list.
        scroller.grabFocus()
        requestPass()
    }

    /// Tries every photo again that failed.
    func retryAll() {
        retriesByHand?()
        loader.forgetFailures()
        for record in liveRecords where record.state.isFailed { loader.retry(record) }
        requestPass()
    }

    /// The files at `paths` have other content now.
    func filesChanged(_ paths: Set<FilePath>) {
        loader.filesChanged(paths, live: liveRecords)
        requestPass()
    }

    /// There is a network again: what failed without one is tried again.
    func networkIsBack() {
        loader.networkIsBack()
        requestPass()
    }

    /// Somebody has signed in at a server: what it refused before is tried again.
    func retryRefused() {
        loader.retryRefused(live: liveRecords)
        requestPass()
    }

    /// Whether the network costs money: then nothing is loaded before it is on screen, nor more of a photo than its
    /// thumbnail.
    var isNetworkMetered = false {
        didSet {
            loader.readsAhead = !isNetworkMetered
            loader.refinesUnasked = !isNetworkMetered
            if isNetworkMetered != oldValue { requestPass() }
        }
    }

    // MARK: - Memory

    /// Memory is short.
    func releaseMemory() {
        loader.releaseMemory(onScreen: visible.photos, live: liveRecords)
        requestPass()
    }

    /// Returning free memory takes a worker about 2 ms, in which a thread that asks for memory may wait.
    private static let memoryDelayMilliseconds = 10_000

    /// Returns free memory to the system, once for all passes of the next ten seconds. Pictures of a hundred thousand
    /// rows are allocated on one thread and freed on another: without this, free memory lies in small pieces among what
    /// is used, and the allocator's pools grow by half a kilobyte a row.
    private func giveMemoryBackSoon() {
        guard memoryTimer == nil else { return }
        memoryTimer = MainTimer(after: Self.memoryDelayMilliseconds) { [weak self] in
            self?.memoryTimer = nil
            DispatchQueue.global(qos: .background).async { ProcessMemory.giveBack() }
        }
    }
}
