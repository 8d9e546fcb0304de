import Foundation
import GtkBridge
import PhotoCore

/// Shows the photos of a list one at a time: opens the page from a row, goes from photo to photo, and back to the list.
@MainActor
final class PhotoPresenter {
    let list: PhotoListView
    let loads: PhotoLoads
    let stage: PhotoStage
    let details: PhotoDetailsControl
    private(set) lazy var strip = PhotoStripControl(of: self)
    private let window: ApplicationWindow
    private let commands: WindowCommands
    private let tracer: Tracer
    private let listTitle: @MainActor () -> String

    /// The photo that is shown; nil while the list is. Its row may move.
    private(set) var record: PhotoRecord?
    /// The row in which it was last seen.
    private var lastRow = 0
    /// Made with the page.
    private(set) var filters: PhotoFilterControl?
    /// What leads from photo to photo, while it runs.
    var slideshow: SlideshowPlayer? { didSet { fullscreenChanged() } }

    /// Called with a folder's row that is opened.
    var onFolder: (@MainActor (PhotoRecord) -> Void)?
    /// Called with a video's row that is opened: only its picture can be shown.
    var onVideo: (@MainActor (PhotoRecord) -> Void)?
    var onOpenOrClose: (@MainActor () -> Void)?
    var onPageMade: (@MainActor (PhotoPage) -> Void)?
    var onShown: (@MainActor () -> Void)?
    /// Called when more is known of whether the photo can be shown.
    var onStatus: (@MainActor () -> Void)?

    /// Shows photos of `list` instead of `content`, which holds it; `listTitle` is the window's title there.
    init(
        window: ApplicationWindow, commands: WindowCommands, list: PhotoListView, content: Widget,
        services: PhotoLoad.Services, tracer: Tracer, listTitle: @escaping @MainActor () -> String
    ) {
        self.window = window
        self.commands = commands
        self.list = list
        self.tracer = tracer
        self.listTitle = listTitle
        let stage = PhotoStage(in: window, content: content) { list.settledRecordsOnScreen?.isEmpty == false }
        self.stage = stage
        loads = PhotoLoads(services) { stage.page.canvas.viewport }
        details = PhotoDetailsControl(list, loads) { stage.page }
        stage.onMade = { [weak self] in self?.made($0) }
        loads.neighbours = { [weak self] in self?.neighbours ?? [] }
        // The next photo of a slideshow is certain.
        loads.loadsAhead = { [weak self, weak list] in list?.loading.loadsAhead == true || self?.slideshow != nil }
        list.loading.savingChanged = { [weak self] in self?.loads.load() }
        loads.library = { [weak list] in list?.catalogue?.libraryPhoto(of: $0) }
        loads.onEvent = { [weak self] in self?.loaded($0) }
        list.onActivate { [weak self] in self?.open($0) }
        window.onNotify("fullscreened") { [weak self] in self?.fullscreenChanged() }
        enable()
    }

    private func made(_ page: PhotoPage) {
        page.canvas.onChange = { [weak self] in self?.viewChanged() }
        page.gestures.onStep = { [weak self] isNext in self?.step(isNext ? 1 : -1) }
        page.canvas.painter.onDrawn = { [weak self] in self?.trace($0) }
        page.gestures.onMenu = { [weak self] in self?.details.showMenu(at: $0) }
        page.onRetry = { [weak self] in
            self?.list.loading.retriesByHand?()
            self?.loads.retryFailed()
            self?.readAgain()
        }
        filters = PhotoFilterControl(
            page, filters: list.filters, commands: commands, mainContext: loads.services.mainContext)
        filters?.onDescribed = { [weak self] in self?.sayView() }
        onPageMade?(page)
    }

    /// The desktop's size of text is another.
    func textScaleChanged() {
        stage.pageIfMade?.textScaleChanged()
        filters?.textScaleChanged()
    }

    var widget: Overlay { stage.widget }
    var page: PhotoPage { stage.page }
    var isOpen: Bool { record != nil }
    var current: PhotoLoad? { loads.current }

    /// The row of the photo shown; where it was, if another version of the catalogue lacks it.
    var row: Int? {
        guard let record else { return nil }
        if let row = list.records.row(of: record) { lastRow = row }
        return lastRow
    }

    /// Its number among the photos of the list.
    var number: Int? { row.map(list.records.photoNumber(ofRow:)) }

    // MARK: - Opening and closing

    /// Opens the page of `record`. A folder's is left to `onFolder`, and so is a video's to `onVideo`, unless its
    /// picture is wanted.
    func open(_ record: PhotoRecord, asPicture: Bool = false) {
        guard !isOpen else { return }
        if record.folder != nil {
            onFolder?(record)
            return
        }
        if !asPicture, let onVideo, list.video(of: record) != nil { return onVideo(record) }
        stage.endTransition()
        let row = list.visible.pictureFrame(of: record, in: widget)
        showPhoto(record)
        trace(.opened)
        stage.showPage(from: row)
        list.loading.pause()
        loads.load()
        openedOrClosed()
    }

    /// Leaves fullscreen or ends the slideshow, if the page began them; or else goes back to the list.
    func goBack() {
        if let slideshow { return slideshow.end() }
        if stage.isFullscreen { stage.leaveFullscreen() } else { close() }
    }

    /// Goes back to the list, to the row of the photo that was shown.
    func close() {
        guard let record else { return }
        trace(.left)
        let frame = leave()
        list.resume(at: record) { [weak self] in
            guard let self, !isOpen else { return }
            let row = list.visible.pictureFrame(of: record, in: widget)
            stage.shrink(from: frame, to: row) { [weak self] in self?.dropAll() }
        }
    }

    /// Releases everything: the list is about to show something else, or the window closes.
    func end() {
        guard isOpen else { return }
        _ = leave()
        dropAll()
    }

    private func leave() -> CGRect {
        let frame = stage.showList()
        record?.stopObserving(as: self)
        record = nil
        loads.show(nil)
        details.show(nil)
        strip.show(nil)
        page.canvas.move { $0.stop() }
        window.title = listTitle()
        openedOrClosed()
        return frame
    }

    private func dropAll() {
        loads.dropAll()
        filters?.show(nil)
        page.clear()
    }

    private func openedOrClosed() {
        if !isOpen { slideshow?.end() }
        enable()
        onOpenOrClose?()
        onStatus?()
    }

    private func fullscreenChanged() {
        let isFullscreen = (window.isFullscreen || slideshow != nil) && isOpen
        stage.pageIfMade?.setFullscreen(isFullscreen)
        strip.setHidden(isFullscreen)
    }

    private func trace(_ visit: TraceEvent.Visit) { tracer.record(.visit(visit, name: record?.name ?? "")) }

    // MARK: - From photo to photo

    /// Shows the photo that is `offset` photos further, if there is one.
    func step(_ offset: Int) {
        if let slideshow { return slideshow.step(isNext: offset > 0) }
        guard let number, let record = list.records.photo(at: number + offset) else { return }
        stage.endTransition()
        showPhoto(record)
        loads.step()
    }

    /// Shows a photo that need not be the next.
    func show(_ record: PhotoRecord) {
        showPhoto(record)
        loads.load()
    }

    /// Other rows are in the list, or the same in another order.
    func rowsChanged() {
        let shown = record
        if let known = record, list.records.row(of: known) == nil {
            record = RowAddresses(of: list.records).photo(like: known, near: lastRow) ?? known
        }
        guard let record else { return }
        details.follow(record)
        showTitle(of: record)
        if record === shown { strip.rowsChanged() } else { strip.show(record) }
        loads.load()
        slideshow?.look()
    }

    private func showTitle(of record: PhotoRecord) {
        page.show(name: record.name, row: number ?? 0, of: list.records.photoCount)
        enable()
    }

    private func showPhoto(_ record: PhotoRecord) {
        // It may still be unread.
        self.record?.stopObserving(as: self)
        self.record = record
        loads.show(record)
        details.show(record)
        window.title = record.name
        showTitle(of: record)
        // Before the canvas: the photo's first frame has its filter.
        filters?.show(record)
        page.canvas.show(content(of: record))
        strip.show(record)
        // The photo before may have failed in the same words.
        page.failureSaid?("")
        statusChanged()
        onShown?()
        read(record)
    }

    /// Has the months read of the photo shown, and of those that may be next.
    private func read(_ record: PhotoRecord) {
        list.library.want([record] + neighbours)
        guard record.isUnread else { return }
        record.observe(as: self) { [weak self, weak record] change in
            guard let self, let record, self.record === record else { return }
            switch change {
            case .read:
                record.stopObserving(as: self)
                showPhoto(record)
                loads.load()
            case .state: statusChanged()
            case .isInProgress, .isStale, .isCutShort, .summary: break
            }
        }
    }

    private func readAgain() {
        guard let record, record.isUnread else { return }
        list.loading.readsAgain?(record)
        read(record)
    }

    /// What cannot be done now is grey in menus.
    private func enable() {
        commands.set(.page, isMet: isOpen)
        commands.set(.nextPhoto, isMet: number.map { list.records.photo(at: $0 + 1) != nil } ?? false)
        commands.set(.previousPhoto, isMet: number.map { $0 > 0 } ?? false)
    }

    /// The photos that are loaded in addition to the one shown, the most likely first.
    private var neighbours: [PhotoRecord] {
        if let slideshow { return slideshow.nextPhotos }
        return number.map { [$0 + 1, $0 - 1].compactMap { list.records.photo(at: $0) } } ?? []
    }

    private func content(of record: PhotoRecord) -> PhotoContent {
        PhotoContent(
            layers: loads.layers,
            row: current?.preview ?? list.pictures.picture(of: record).flatMap { PhotoPlane.make($0) },
            size: current?.uprightSize ?? list.pictures.photoSize(of: record))
    }

    private func loaded(_ event: PhotoLoads.Event) {
        switch event {
        case .pixels: if let record { page.canvas.update(content(of: record)) }
        case .status: statusChanged()
        case .any: slideshow?.look()
        }
    }

    private func statusChanged() {
        guard let record else { return }
        if record.isUnread, case .failed(let failure) = record.state {
            page.show(.failed(failure), isCutShort: false, name: record.name)
        } else if record.isUnread {
            page.show(.fetching(fraction: nil), isCutShort: false, name: record.name)
        } else if case .failure(let failure) = record.location {
            page.show(.failed(.location(failure)), isCutShort: false, name: record.name)
        } else {
            page.show(current?.status ?? .waiting, isCutShort: current?.isCutShort ?? false, name: record.name)
            details.refresh()
            viewChanged()
        }
        // The library's answer, which names the video, arrives after the photo is shown.
        commands.set(.video, isMet: video != nil)
        page.showVideo(video != nil, isAll: list.video(of: record) != nil)
        onStatus?()
    }

    private func viewChanged() {
        guard record != nil else { return }
        loads.viewChanged()
        filters?.viewChanged()
        sayView()
    }

    /// The video of the photo shown: a video's own, or the one that a camera took with the photo.
    var video: URL? { record.flatMap { list.video(of: $0) } ?? current?.facts?.motion }

    private func sayView() {
        guard let record else { return }
        page.showView(of: record.name, isCutShort: current?.isCutShort == true)
    }
}
