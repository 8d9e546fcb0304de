import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Shows the photos of a list one at a time: opens the page from a row, goes from photo to photo, and back to the list.
@MainActor
final class PhotoPresenter {
    /// The list's page and the photo's, and above both what grows from one into the other.
    let widget: Overlay
    /// Made when it is first needed, or when there is nothing else to do: a window that opens does not wait for it.
    private(set) lazy var page = makePage()
    /// Made with the page.
    private(set) var filters: PhotoFilterControl?
    /// Shows the original.
    let originalKey = HeldKey()
    private var hasPage = false
    /// The page, once it was needed.
    var pageIfMade: PhotoPage? { hasPage ? page : nil }
    private var pageTimer: MainTimer?
    let stack = Stack()
    let list: PhotoListView
    let window: ApplicationWindow
    private let content: Widget
    /// Made with the page.
    private var transition: PhotoTransition?
    let services: PhotoLoad.Services
    private let tracer: Tracer
    private let listTitle: @MainActor () -> String

    /// The photo that is shown; nil while the list is. Not its row, for rows move.
    private(set) var record: PhotoRecord?
    /// Where it was last seen in the list.
    private var lastRow = 0
    /// The loads of the photo shown and of its neighbours.
    var loads: [URL: PhotoLoad] = [:]
    /// Whether photo after photo goes by: the rule by which the list loads.
    var flight = ScrollActivity()
    var restTimer: MainTimer?
    var detailTimer: MainTimer?
    var player: PhotoPlayer?
    /// What has been found out about the photo shown; nil before anybody asked.
    var findings: Findings?
    var popover: Popover?
    var popoverPanel: PhotoDetailsPanel?
    var menu: PhotoContextMenu?
    let cameraFacts: any CameraFactsReading
    /// Since when the list shows what it does, in seconds since 1970: what its rows have fetched is not asked for
    /// again.
    var seenSince: Double?
    /// Told when the photo's page comes or goes.
    var onOpenOrClose: (@MainActor () -> Void)?
    /// Told of the photo that is to be saved as it is.
    var onSaveOriginal: (@MainActor (PhotoRecord) -> Void)?
    /// Told once, when the page is made.
    var onPageMade: (@MainActor (PhotoPage) -> Void)?
    /// Told when another photo is shown.
    var onShown: (@MainActor () -> Void)?
    /// Told when a slideshow begins, is paused, goes on or ends.
    var onSlideshow: (@MainActor () -> Void)?
    /// Told when more is known of whether the photo can be shown.
    var onStatus: (@MainActor () -> Void)?
    /// Told of the photo that is to be exported as it is seen.
    var onExport: (@MainActor (PhotoRecord) -> Void)?
    /// Told of the filter that all photos of the list are to have.
    var onFilterAll: (@MainActor (FilterChoice) -> Void)?
    var isFullscreenOurs = false
    /// What leads from photo to photo by itself, while it does.
    var slideshow: SlideshowPlayer?
    let commands: WindowCommands
    private var keys = KeyMap<Command>()

    /// Shows photos of `list` in the place of `content`, which holds it. `listTitle` is what the window is called with
    /// it.
    init(
        window: ApplicationWindow, commands: WindowCommands, list: PhotoListView, content: Widget,
        services: PhotoLoad.Services, cameraFacts: any CameraFactsReading, tracer: Tracer,
        listTitle: @escaping @MainActor () -> String
    ) {
        self.window = window
        self.commands = commands
        self.list = list
        self.content = content
        self.services = services
        self.cameraFacts = cameraFacts
        self.tracer = tracer
        self.listTitle = listTitle
        stack.add(content, name: "list")
        widget = Overlay(child: stack)
        list.onActivate { [weak self] in self?.open($0) }
        window.onNotify("fullscreened") { [weak self] in self?.fullscreenChanged() }
        content.onMap { [weak self] in self?.preparePage() }
        addActions()
    }

    /// Whether a photo is shown.
    var isOpen: Bool { record != nil }

    /// The row of the photo shown; where it was, if another version of the catalogue has it no more.
    var row: Int? {
        guard let record else { return nil }
        if let row = list.records.row(of: record) { lastRow = row }
        return lastRow
    }

    /// The load of the photo shown.
    var current: PhotoLoad? { record.flatMap(Self.url).flatMap { loads[$0] } }

    static func url(of record: PhotoRecord) -> URL? { try? record.location.get() }

    // MARK: - The page

    /// So long a list has been at rest when the page is made ahead of its first use: a person looks before opening one.
    private static let idleMilliseconds = 700

    /// Has the page made before it is needed, once the list is at rest: its widgets take as long as a frame.
    private func preparePage() {
        guard !hasPage else { return }
        pageTimer = MainTimer(after: Self.idleMilliseconds) { [weak self] in
            guard let self, !hasPage else { return }
            if list.settledRecordsOnScreen?.isEmpty == false { _ = page } else { preparePage() }
        }
    }

    private func makePage() -> PhotoPage {
        hasPage = true
        pageTimer = nil
        let page = PhotoPage()
        page.canvas.onChange = { [weak self] in self?.viewChanged() }
        page.canvas.onStep = { [weak self] isNext in self?.step(isNext ? 1 : -1) }
        page.canvas.onDrawn = { [weak self] in self?.trace($0) }
        page.canvas.onMenu = { [weak self] in self?.showMenu(at: $0) }
        page.onRetry = { [weak self] in self?.retry() }
        page.widget.onKey { [weak self] key in self?.pressed(key) ?? false }
        stack.add(page.widget, name: "photo")
        filters = makeFilters(page)
        onPageMade?(page)
        if content.width > 0 { page.headerFit.fit(to: content.width) }
        let transition = PhotoTransition(page.canvas)
        self.transition = transition
        widget.add(transition.widget)
        return page
    }

    // MARK: - Opening and closing

    /// Shows a photo of the list.
    func open(_ record: PhotoRecord) {
        guard !isOpen else { return }
        transition?.stop()
        trace(.opened, record.name)
        let origin = list.visible.pictureFrame(of: record, in: widget)
        let image = WidgetImage(of: content)
        showPhoto(record)
        stack.visibleChild = "photo"
        page.canvas.widget.grabFocus()
        list.loading.pause()
        loadCurrent()
        openedOrClosed()
        if Style.hasAnimations, let origin {
            page.canvas.isElsewhere = true
            transition?.grow(from: origin, over: image) { [weak self] in self?.page.canvas.isElsewhere = false }
        }
    }

    /// Goes back to the list, to the row of the photo that was shown.
    func close() {
        guard let record else { return }
        transition?.stop()
        leaveFullscreen()
        let canvas = page.canvas
        let frame = canvas.viewport.photoFrame()
        let density = canvas.viewport.density
        let place = canvas.widget.frame(in: widget)
        let open = CGRect(
            x: frame.minX / density + (place?.x ?? 0), y: frame.minY / density + (place?.y ?? 0),
            width: frame.width / density, height: frame.height / density)
        trace(.left)
        self.record = nil
        closePopover()
        canvas.stopMoving()
        stack.visibleChild = "list"
        window.title = listTitle()
        openedOrClosed()
        list.resume(at: record) { [weak self] in
            guard let self, !isOpen else { return }
            if Style.hasAnimations, let target = list.visible.pictureFrame(of: record, in: widget) {
                transition?.shrink(from: open, to: target) { [weak self] in self?.dropAll() }
            } else {
                dropAll()
            }
        }
    }

    /// Lets go of everything: the list is about to show something else, or the window closes.
    func end() {
        guard isOpen else { return }
        transition?.stop()
        leaveFullscreen()
        record = nil
        closePopover()
        stack.visibleChild = "list"
        window.title = listTitle()
        dropAll()
        openedOrClosed()
    }

    private func openedOrClosed() {
        if !isOpen { slideshow?.end() }
        enableActions()
        onOpenOrClose?()
    }

    private func trace(_ look: TraceEvent.Visit, _ name: String? = nil) {
        tracer.record(.visit(look, name: name ?? record?.name ?? ""))
    }

    // MARK: - From photo to photo

    /// Shows the photo so many rows further, if there is one.
    func step(_ offset: Int) {
        if let slideshow { return slideshow.step(isNext: offset > 0) }
        guard let row, let record = list.records.record(at: row + offset) else { return }
        transition?.stop()
        showPhoto(record)
        handleFlight(.movement)
    }

    /// Other rows are in the list, or the same in another order.
    func rowsChanged() {
        if let known = record, list.records.row(of: known) == nil {
            record = RowAddresses(of: list.records).photo(like: known, near: lastRow) ?? known
        }
        guard let record else { return }
        showTitle(of: record)
        loadCurrent()
        slideshow?.look()
    }

    private func showTitle(of record: PhotoRecord) {
        page.show(name: record.name, row: row ?? 0, of: list.shownCount)
        enableActions()
    }

    func showPhoto(_ record: PhotoRecord) {
        self.record = record
        player = nil
        findings = nil
        closePopover()
        window.title = record.name
        showTitle(of: record)
        // The first frame of it has its filter.
        _ = page
        filters?.show(record)
        page.canvas.show(content(of: record, current))
        statusChanged()
        onShown?()
    }

    func content(of record: PhotoRecord, _ load: PhotoLoad?) -> PhotoCanvas.Content {
        PhotoCanvas.Content(
            layers: load?.layers ?? [:],
            row: load?.preview ?? list.heldPicture(of: record).flatMap { PhotoPlane.make($0) },
            size: load?.uprightSize ?? list.photoSize(of: record))
    }

    private func retry() {
        list.loading.retriesByHand?()
        current?.retry()
        page.canvas.widget.grabFocus()
    }

    /// Whether the photo that is shown could not be had, and might be.
    var hasFailed: Bool {
        if isOpen, case .failed(let failure) = current?.status { failure.canRetry } else { false }
    }

    /// What failed may come now: the network is back, a server has let somebody in, or the person wants to see.
    func retryFailed() {
        if case .failed(let failure) = current?.status, failure.canRetry { current?.retry() }
    }

    // MARK: - Fullscreen

    private func toggleFullscreen() {
        isFullscreenOurs = !window.isFullscreen
        window.isFullscreen.toggle()
    }

    func fullscreenChanged() {
        if hasPage { page.setFullscreen((window.isFullscreen || slideshow != nil) && isOpen) }
    }

    func leaveFullscreen() {
        if isFullscreenOurs, window.isFullscreen { window.isFullscreen = false }
        isFullscreenOurs = false
    }

    // MARK: - Actions

    private func addActions() {
        commands.addToggle(.details) { [weak self] in self?.showDetails($0) }
        commands.addToggle(.filters) { [weak self] in self?.filters?.setBar(isShown: $0) }
        commands.addToggle(.showOriginal) { [weak self] in self?.filters?.showOriginal($0) }
        commands.addToggle(.compare) { [weak self] in self?.filters?.setComparing($0) }
        add(.back) { $0.goBack() }
        add(.next) { $0.step(1) }
        add(.previous) { $0.step(-1) }
        add(.zoomIn) { $0.zoom(isIn: true) }
        add(.zoomOut) { $0.zoom(isIn: false) }
        add(.zoomFit) { $0.page.canvas.zoom(to: $0.page.canvas.viewport.fittingScale, about: nil) }
        add(.zoomFill) { $0.page.canvas.fill() }
        add(.zoomOriginal) { $0.page.canvas.zoom(to: 1, about: nil) }
        add(.zoomToggle) {
            $0.page.canvas.zoom(to: ZoomSteps.doubleClick(from: $0.page.canvas.settledViewport), about: nil)
        }
        add(.turnRight) { $0.page.canvas.turn(by: .clockwise) }
        add(.turnLeft) { $0.page.canvas.turn(by: .counterclockwise) }
        add(.mirror) { $0.page.canvas.turn(by: .mirrored) }
        add(.upsideDown) { $0.page.canvas.turn(by: .upsideDown) }
        add(.fullscreen) { $0.toggleFullscreen() }
        add(.detailsHere) { $0.showPopover(at: $0.page.canvas.viewport.middle) }
        add(.photoMenu) { $0.showMenu(at: $0.page.canvas.viewport.middle) }
        add(.saveOriginal) { photos in photos.record.map { photos.onSaveOriginal?($0) } }
        add(.export) { photos in photos.record.map { photos.onExport?($0) } }
        add(.filterAll) { $0.applyFilterToAll() }
        addMenuAction()
        for command in Command.allCases { keys.add(command.keys(in: .page), command) }
        enableActions()
    }

    private func add(_ command: Command, _ body: @escaping @MainActor (PhotoPresenter) -> Void) {
        commands.add(command) { [weak self] in
            if let self, isOpen { body(self) }
        }
    }

    /// What cannot be done now is grey in menus.
    private func enableActions() {
        commands.set(.page, isMet: isOpen)
        commands.set(.nextPhoto, isMet: row.map { list.records.record(at: $0 + 1) != nil } ?? false)
        commands.set(.previousPhoto, isMet: row.map { $0 > 0 } ?? false)
    }

    private func pressed(_ key: KeyPress) -> Bool {
        guard isOpen else { return false }
        if slideshow?.pressed(key) == true { return true }
        if let action = keys.value(for: key) {
            if action == .showOriginal { originalKey.pressed(key) } else { commands.perform(action) }
            return true
        }
        return moved(by: key)
    }

    /// Arrows move a photo that is larger than the view, and lead to the next one otherwise.
    private func moved(by key: KeyPress) -> Bool {
        guard !key.isControlHeld, !key.isAltHeld, !key.isShiftHeld else { return false }
        let canvas = page.canvas
        let direction: (x: Double, y: Double)
        switch key.name {
        case "Left", "KP_Left": direction = (-1, 0)
        case "Right", "KP_Right": direction = (1, 0)
        case "Up", "KP_Up": direction = (0, -1)
        case "Down", "KP_Down": direction = (0, 1)
        default: return false
        }
        if canvas.settledViewport.canPan {
            let view = canvas.viewport.view
            canvas.pan(by: ViewOffset(dx: -direction.x * view.width / 10, dy: -direction.y * view.height / 10))
        } else {
            step(Int((page.widget.isRightToLeft ? -direction.x : direction.x) + direction.y))
        }
        return true
    }

    private func goBack() {
        if let slideshow { return slideshow.end() }
        if window.isFullscreen, isFullscreenOurs { leaveFullscreen() } else { close() }
    }

    private func zoom(isIn: Bool) {
        let canvas = page.canvas
        let scale = ZoomSteps.next(
            after: canvas.targetScale, zoomsIn: isIn, fitting: canvas.viewport.fittingScale)
        canvas.zoom(to: scale, about: nil)
    }
}
