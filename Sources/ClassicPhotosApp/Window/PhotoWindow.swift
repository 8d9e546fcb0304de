import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// A window with one catalogue. It makes its parts, and passes on between them what concerns several.
@MainActor
final class PhotoWindow {
    /// A list's shape, and what a phone-sized window would be: rows of about 96 points, seven on a screen.
    static let defaultSize = (width: 480, height: 720)

    unowned let program: ClassicPhotos
    let isScreenshot: Bool
    let window: ApplicationWindow
    let commands: WindowCommands
    let list: PhotoListView
    /// The list, and what finds things in it.
    let pane: FindingPane
    let header = ListHeader()
    let stage: ListStage
    /// The list's page: its header bar, and what is below.
    let content = Box(.vertical)
    /// Over the list and the page of a photo alike.
    let toasts = ToastOverlay()
    /// All of it; below the rest stands what is being saved.
    let frame = Box(.vertical)
    private let frameWatch: FrameWatch
    private let filter: ListFilterControl
    private let layout: LayoutControl
    private(set) lazy var opening = CatalogueOpening(of: self)
    private(set) lazy var dialogs = OpeningDialogs(of: self)
    private(set) lazy var finding = FindingControl(of: self, restores: !isScreenshot)
    private lazy var selecting = SelectionControl(of: self)
    private(set) lazy var keeping = SavingControl(of: self)
    /// Shows one photo in the list's place.
    private(set) var photos: PhotoPresenter?
    private var slideshows: SlideshowControl?
    private var desktop: PhotoDesktop?
    /// Made when it is first shown.
    private var inspector: InspectorPanel?
    /// Whether it was closed: then nothing more is said.
    private(set) var isClosed = false

    init(program: ClassicPhotos, application: Application, isScreenshot: Bool) {
        self.program = program
        self.isScreenshot = isScreenshot
        window = ApplicationWindow(application: application)
        commands = WindowCommands(of: window)
        list = PhotoListView(
            fetcher: program.photoFetcher, rowPictures: program.rowPictures, choices: program.choices,
            settings: program.settings, tracer: program.tracer,
            appearance: isScreenshot ? .init() : LayoutControl.appearance(program.settings))
        pane = FindingPane(of: list, in: window)
        stage = ListStage(pane, of: list)
        frameWatch = program.tracer.watchFrames(of: window)
        filter = ListFilterControl(
            of: list, commands: commands, settings: program.settings, toasts: toasts, restores: !isScreenshot)
        layout = LayoutControl(of: list, commands: commands, settings: isScreenshot ? nil : program.settings)
        if isScreenshot { list.stopRetrying() }
        list.retriesByHand = { [weak program] in
            program?.credentials.forgetRefusals()
            Decoders.standard.retry()
        }
        let photos = makePhotos()
        self.photos = photos
        build(photos)
        addCommands(photos)
        window.onCloseRequest { [weak self] in
            self?.close()
            return false
        }
    }

    /// There is a network again: what could not be had for want of one, or not be checked, is asked for.
    func networkIsBack() {
        list.networkIsBack()
        photos?.retryFailed()
        opening.networkIsBack()
    }

    /// Gives back what can be had again.
    func releaseMemory() {
        list.releaseMemory()
        photos?.releaseMemory()
    }

    // MARK: - Building

    private func makePhotos() -> PhotoPresenter {
        // The rows' photos come in the same way.
        let photos = PhotoPresenter(
            window: window, commands: commands, list: list, content: content,
            services: PhotoLoad.Services(
                fetcher: program.photoFetcher, decoder: Decoders.standard.photos, mainContext: MainContext.shared),
            cameraFacts: Decoders.standard.facts, tracer: program.tracer,
            listTitle: { [weak self] in self?.opening.title ?? "" })
        photos.onOpenOrClose = { [weak self] in
            self?.rowsChanged()
            self?.photos?.onStatus?()
        }
        photos.onSaveOriginal = { [weak self] in self?.keeping.saveOriginal(of: $0) }
        photos.onExport = { [weak self] in self?.keeping.export($0) }
        photos.onFilterAll = { [weak self] in self?.filter.giveAll($0) }
        filter.onOwnFilters = { [weak photos] in photos?.filters?.choiceMayHaveChanged() }
        return photos
    }

    private func build(_ photos: PhotoPresenter) {
        window.title = "Classic Photos"
        header.showNetwork(isBusy: program.isNetworkBusy)
        content.append(header.bar)
        content.append(stage.widget)
        toasts.setChild(photos.widget)
        toasts.expand(vertically: true)
        frame.append(toasts)
        window.setContent(frame)
        restoreSize()
        // Not amid the layout that has told of it.
        window.onNotify("default-width") { [weak self] in
            guard let self else { return }
            header.fit(to: frame) { [weak self] in self?.photos?.pageIfMade?.headerFit }
        }
    }

    private func addCommands(_ photos: PhotoPresenter) {
        // Each adds its own.
        _ = (dialogs, opening, finding, selecting, keeping)
        addRetrying(photos)
        commands.add(.close) { [weak self] in self?.window.close() }
        commands.addToggle(.inspector) { [weak self] in self?.showInspector($0) }
        addHelp()
        addDesktop(photos)
        slideshows = SlideshowControl(
            of: photos, in: window, commands: commands, stored: program.settings, toasts: toasts)
        window.addKeys(of: .window)
        content.addKeys(of: .listPage)
        list.list.addKeys(of: .rows)
        window.onNotify("focus-widget") { [weak self] in
            self?.list.placing.noteFocus()
            self?.selecting.enable()
            self?.desktop?.update()
        }
        list.rowsChanged = { [weak self] in
            self?.rowsChanged()
            self?.photos?.rowsChanged()
            self?.desktop?.rowsChanged()
        }
        list.selectionChanged = { [weak self] in self?.selectionChanged() }
        rowsChanged()
    }

    /// Adds what tries all photos again that failed, which can be done where some have.
    private func addRetrying(_ photos: PhotoPresenter) {
        commands.add(.retryAll) { [weak self] in
            self?.list.retryAll()
            self?.photos?.retryFailed()
        }
        let enable: @MainActor () -> Void = { [weak self] in
            guard let self else { return }
            commands.set(.failures, isMet: !list.records.failedEntries.isEmpty || self.photos?.hasFailed == true)
        }
        list.records.failuresChanged = enable
        photos.onStatus = enable
        enable()
    }

    private func addHelp() {
        commands.add(.shortcuts) { [weak self] in
            guard let self else { return }
            ShortcutsWindow.present(
                parent: window, sections: KeyHelp.sections(slideshowIsPaused: photos?.slideshow?.isPaused),
                first: KeyHelp.section(of: photos?.isOpen == true ? .photo : .list))
        }
        commands.add(.about) { [weak self] in
            guard let self else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version)
        }
    }

    private func addDesktop(_ photos: PhotoPresenter) {
        let desktop = PhotoDesktop(of: self, photos)
        self.desktop = desktop
        photos.onPageMade = { [weak desktop] in desktop?.pageIsMade($0) }
        photos.onShown = { [weak desktop] in desktop?.update() }
    }

    private func showInspector(_ isShown: Bool) {
        let panel = inspector ?? InspectorPanel(program.tracer)
        if inspector == nil { content.append(panel.widget) }
        inspector = panel
        panel.isShown = isShown
    }

    // MARK: - What changes

    /// Other rows are shown.
    private func rowsChanged() {
        pane.rowsChanged()
        // They are the list's, and of no use while a photo is in its place.
        let isHere = !list.isEmpty && photos?.isOpen != true
        commands.set(.list, isMet: isHere)
        layout.enable(isHere: isHere)
        slideshows?.enable()
        selectionChanged()
    }

    /// Others are selected, or of those that are, others are shown.
    private func selectionChanged() {
        selecting.enable()
        desktop?.update()
        opening.showTitle()
    }

    // MARK: - Size and end

    private func restoreSize() {
        let settings = program.settings
        let usual = Self.defaultSize
        window.defaultSize =
            isScreenshot
            ? usual
            : (
                settings.integer("window-width", default: usual.width),
                settings.integer("window-height", default: usual.height)
            )
        // Only a window that begins narrower than usual has to be measured before it is there.
        if window.defaultSize.width < Self.defaultSize.width { header.fit(to: window.defaultSize.width) }
        if !isScreenshot, settings.boolean("window-maximized", default: false) { window.isMaximized = true }
    }

    /// Remembers the window's size for the next start.
    func saveSize() {
        guard !isScreenshot else { return }
        program.settings.set("window-width", window.defaultSize.width)
        program.settings.set("window-height", window.defaultSize.height)
        program.settings.set("window-maximized", window.isMaximized)
    }

    private func close() {
        saveSize()
        photos?.end()
        selecting.close()
        desktop?.close()
        isClosed = true
        keeping.running.cancelAll()
        list.close()
        inspector?.isShown = false
        opening.close()
        program.closed(self)
    }
}
