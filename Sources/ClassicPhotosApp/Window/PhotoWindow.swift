import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// A window with one catalogue. It creates its parts, and passes events between them.
@MainActor
final class PhotoWindow {
    unowned let program: ClassicPhotos
    let isScreenshot: Bool
    let window: ApplicationWindow
    let commands: WindowCommands
    let list: PhotoListView
    /// The list, with search.
    let pane: FindingPane
    let header = ListHeader()
    let stage: ListStage
    /// The list's page: its header bar, and the area below.
    let content = Box(.vertical)
    /// The area below the list's header bar: the stage, with the sidebar where there is one.
    var area: Widget { sidebar?.widget ?? stage.widget }
    /// Above the list and the page of a photo.
    let toasts = ToastOverlay()
    /// Everything; saving bars are at the bottom.
    let frame = Box(.vertical)
    private let frameWatch: FrameWatch
    private let announcing = Announcing()
    let filter: ListFilterControl
    let layout: LayoutControl
    private(set) lazy var opening = CatalogueOpening(of: self)
    private(set) lazy var dialogs = OpeningDialogs(of: self)
    private(set) lazy var finding = FindingControl(of: self, restores: !isScreenshot)
    private lazy var selecting = SelectionControl(of: self)
    private(set) lazy var several = SeveralControl(of: self)
    private(set) lazy var keeping = SavingControl(of: self)
    /// Shows one photo in place of the list.
    private(set) var photos: PhotoPresenter?
    private var photoCommands: PhotoCommands?
    private(set) var slideshows: SlideshowControl?
    private var desktop: PhotoDesktop?
    private var privacy: PrivacyControl?
    private var libraryMenu: LibraryMenu?
    /// Nil in a screenshot.
    private(set) var sidebar: LibrarySidebar?
    private var inspector: InspectorControl?
    private let size: WindowSize
    /// Whether it was closed: then nothing more is shown.
    private(set) var isClosed = false

    init(program: ClassicPhotos, application: Application, isScreenshot: Bool) {
        self.program = program
        self.isScreenshot = isScreenshot
        window = ApplicationWindow(application: application)
        size = WindowSize(of: window, isScreenshot ? nil : program.settings)
        commands = WindowCommands(of: window)
        list = PhotoListView(
            fetcher: program.photoFetcher, catalogueFetcher: program.catalogueFetcher,
            libraries: program.libraries, rowPictures: program.rowPictures, choices: program.choices,
            settings: program.settings, tracer: program.tracer,
            appearance: isScreenshot ? .init() : LayoutControl.appearance(program.settings))
        pane = FindingPane(of: list, in: window)
        stage = ListStage(
            pane, of: list, recent: isScreenshot ? nil : program.recent, cameras: isScreenshot ? nil : program.cameras)
        frameWatch = program.tracer.watchFrames(of: window)
        filter = ListFilterControl(
            of: list.filters, commands: commands, settings: program.settings, toasts: toasts, restores: !isScreenshot)
        layout = LayoutControl(of: list, commands: commands, settings: isScreenshot ? nil : program.settings)
        if isScreenshot { list.loading.stopRetrying() }
        list.loading.retriesByHand = { [weak program] in
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

    /// A network is available again: requests what failed, or could not be checked, without it.
    func networkIsBack() {
        list.loading.networkIsBack()
        photos?.loads.retryFailed()
        opening.networkIsBack()
    }

    /// Takes the keyboard focus from a button that is about to go: what the window shows gets it.
    func takeFocus() {
        guard !isClosed else { return }
        if let photos, photos.isOpen { photos.page.canvas.widget.grabFocus() } else { list.takeFocus() }
    }

    /// The catalogues that are remembered have changed.
    func recentChanged() {
        stage.recentChanged()
        libraryMenu?.show()
        sidebar?.membersChanged()
    }

    /// Frees memory that can be filled again.
    func releaseMemory() {
        list.loading.releaseMemory()
        photos?.loads.releaseMemory()
    }

    // MARK: - Building

    private func makePhotos() -> PhotoPresenter {
        let photos = PhotoPresenter(
            window: window, commands: commands, list: list, content: content,
            services: PhotoLoad.Services(
                fetcher: program.photoFetcher, decoder: Decoders.standard.photos, mainContext: MainContext.shared),
            tracer: program.tracer, listTitle: { [weak self] in self?.opening.title ?? "" })
        photos.onOpenOrClose = { [weak self] in
            self?.rowsChanged()
            self?.opening.memory.stands()
        }
        photos.onFolder = { [weak self] in self?.opening.trail.open($0) }
        filter.onOwnFilters = { [weak photos] in photos?.filters?.choiceMayHaveChanged() }
        return photos
    }

    private func build(_ photos: PhotoPresenter) {
        window.title = "Classic Photos"
        header.showNetwork(isBusy: program.network.isBusy)
        content.append(header.bar)
        makeSidebar()
        content.append(area)
        content.append(header.lowerBar)
        photos.widget.add(announcing.widget)
        announcing.listen(to: header, list.layouts)
        toasts.setChild(photos.widget)
        toasts.expand(vertically: true)
        frame.append(toasts)
        window.setContent(frame)
        // A window that starts wider than usual needs no measuring in advance.
        if window.defaultSize.width <= WindowSize.usual.width { header.fit(to: window.defaultSize.width) }
        // The width that is shown: a window manager and GTK may exchange several before they agree.
        frame.onWidth { [weak self] in self?.fitHeaders() }
        header.titleChanged = { [weak self] in self?.fitHeaders() }
        // The desktop may have given it another width than the wanted one.
        frame.onMap { [weak self] in self?.fitHeaders(after: ListHeader.layoutMilliseconds) }
    }

    /// Puts the sidebar of libraries next to the stage, except in a screenshot.
    private func makeSidebar() {
        guard !isScreenshot else { return }
        let sidebar = LibrarySidebar(
            beside: stage.widget, of: program.recent, program.network.cloudLists, commands, program.settings
        ) { [weak self] in self?.stage.onOpen?($0) }
        sidebar.usefulnessChanged = { [weak self] in self?.header.offersSidebar = $0 }
        self.sidebar = sidebar
    }

    private func fitHeaders(after milliseconds: Int = 0) {
        // Before the first layout it has none.
        if frame.width == 0 { header.fit(to: window.defaultSize.width) }
        header.fit(to: frame, after: milliseconds) { [weak self] in self?.photos?.stage.pageIfMade?.headerFit }
    }

    /// The desktop's size of text is another.
    func textScaleChanged() {
        list.layouts.textScaleChanged()
        photos?.textScaleChanged()
        fitHeaders()
    }

    private func addCommands(_ photos: PhotoPresenter) {
        // Each adds its own commands.
        _ = (dialogs, opening, opening.trail, finding, selecting, several, keeping)
        addRetrying(photos)
        commands.add(.close) { [weak self] in self?.window.close() }
        inspector = InspectorControl(program.tracer, in: content, below: area, commands)
        privacy = PrivacyControl(of: program.kept, program.recent, in: window, commands, toasts)
        let libraries = LibraryKeeper(of: program.kept, program.recent, in: window, toasts)
        stage.onLibrary = { wish, library in
            switch wish {
            case .open: break
            case .rename: libraries.rename(library)
            case .signOut: libraries.signOut(library)
            case .forget: libraries.forget(library)
            }
        }
        let menu = LibraryMenu(header.libraryMenu, of: program.recent, in: window) { [weak self] in
            self?.stage.onOpen?($0)
        }
        libraryMenu = menu
        header.onMenu = { [weak menu] in menu?.begin() }
        PreferencesControl(program.settings, of: window) { [weak self] in
            self?.filter.storeShown()
            self?.layout.storeShown()
        }
        .add(to: commands)
        HelpControl.add(to: self)
        photoCommands = PhotoCommands(commands, of: photos, in: window)
        commands.add(.filterAll) { [weak self] in
            if let self, let record = self.photos?.record { filter.giveAll(list.filters.choice(of: record)) }
        }
        addDesktop(photos)
        slideshows = SlideshowControl(
            of: photos, in: window, commands: commands, stored: program.settings, toasts: toasts)
        photos.strip.addCommand(to: commands, program.settings)
        window.addKeys(of: .window)
        content.addKeys(of: .listPage)
        list.list.addKeys(of: .rows)
        window.onNotify("focus-widget") { [weak self] in
            self?.list.meant.focusChanged()
            self?.list.layouts.timeline.focusChanged()
            self?.opening.memory.stands()
            self?.selecting.enable()
            self?.desktop?.update()
        }
        list.placing.rowsChanged = { [weak self] in
            self?.rowsChanged()
            self?.opening.memory.rowsChanged()
            self?.photos?.rowsChanged()
            self?.desktop?.rowsChanged()
        }
        list.rows.selectionChanged = { [weak self] in self?.selectionChanged() }
        list.movement.rested = { [weak self] in self?.opening.memory.stands() }
        rowsChanged()
    }

    /// Adds the command that retries all failed photos, available if there are any.
    private func addRetrying(_ photos: PhotoPresenter) {
        commands.add(.retryAll) { [weak self] in
            self?.list.loading.retryAll()
            self?.photos?.loads.retryFailed()
        }
        let enable: @MainActor () -> Void = { [weak self] in
            guard let self else { return }
            commands.set(.failures, isMet: !list.records.failedEntries.isEmpty || self.photos?.loads.hasFailed == true)
        }
        list.records.failuresChanged = enable
        photos.onStatus = enable
        enable()
    }

    private func addDesktop(_ photos: PhotoPresenter) {
        let desktop = PhotoDesktop(of: self, photos)
        self.desktop = desktop
        photos.onPageMade = { [weak desktop, weak keys = photoCommands, weak announcing] in
            $0.said = { announcing?.say($0, about: .photo) }
            $0.failureSaid = { announcing?.say($0, about: .failure) }
            desktop?.pageIsMade($0)
            keys?.listen(to: $0)
        }
        photos.onShown = { [weak self, weak desktop] in
            desktop?.update()
            self?.opening.memory.stands()
            self?.opening.pages.look()
        }
    }

    /// Shows what a row names, whatever is shown now.
    func show(_ record: PhotoRecord) {
        guard let photos else { return }
        photos.slideshow?.end()
        if record.folder != nil {
            opening.trail.open(record)
        } else if photos.isOpen {
            photos.show(record)
        } else {
            photos.open(record)
        }
    }

    // MARK: - What changes

    /// Says something aloud.
    func say(_ text: String, about subject: Announcements.Subject) { announcing.say(text, about: subject) }

    private func rowsChanged() {
        pane.rowsChanged()
        if list.isEmpty { several.end() }
        header.showFilter(isOfUse: !list.isEmpty)
        // They belong to the list, and are useless on a photo's page.
        let isHere = !list.isEmpty && photos?.isOpen != true
        commands.set(.list, isMet: isHere)
        layout.enable(isHere: isHere)
        slideshows?.enable()
        selectionChanged()
    }

    /// The selection, or its visible part, has changed.
    private func selectionChanged() {
        selecting.enable()
        desktop?.update()
        opening.showTitle()
    }

    // MARK: - The end

    /// Remembers its size, and where the person stands.
    func remember() {
        opening.memory.leave()
        size.remember()
    }

    private func close() {
        remember()
        photos?.end()
        desktop?.close()
        isClosed = true
        keeping.running.cancelAll()
        keeping.notices.withdraw()
        list.close()
        inspector?.close()
        opening.close()
        program.closed(self)
    }
}
