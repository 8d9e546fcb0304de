import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// A window with one catalogue: header bar, and the list or the welcome page.
@MainActor
final class PhotoWindow {
    /// A list's shape, and what a phone-sized window would be: rows of about 96 points, seven on a screen.
    static let defaultSize = (width: 480, height: 720)

    let window: ApplicationWindow
    let commands: WindowCommands
    let list: PhotoListView
    /// The list, and what finds things in it.
    let pane: FindingPane
    /// What was asked for last, whether it could be had or not: what the next start opens.
    var wanted: CatalogueSource?
    /// What is open.
    var source: CatalogueSource?

    /// Shows one photo in the list's place.
    private(set) var photos: PhotoPresenter?

    unowned let program: ClassicPhotos
    let isScreenshot: Bool
    let header = HeaderBar()
    private let networkSpinner = Spinner()
    /// The list's page: its header bar, and what is below.
    let content = Box(.vertical)
    let stack = Stack()
    private let overlay: Overlay
    private let again = Button(icon: "view-refresh-symbolic", .reload)
    /// Over the list and the page of a photo alike.
    let toasts = ToastOverlay()
    private(set) var loadingBar: LoadingBar?
    /// The catalogue that is under way.
    var loading: Loading?
    /// What few windows ever show is made when they do: see `showWelcome` too.
    private lazy var inspector = makeInspector()
    private var hasInspector = false
    private var hasWelcome = false
    private var welcomeTimer: MainTimer?
    private let frameWatch: FrameWatch
    let catalogues: CatalogueLoader
    /// What `filterAll` took away: the list's filter, and those that photos had of their own.
    var filtersBefore: (list: FilterChoice, own: [URL: FilterChoice])?
    /// Serves what is on screen, if that is a demo, and what is being opened, if that is one.
    var demos: [(source: CatalogueSource, server: DemoServer)] = []
    private var chooser: FileChooser?
    let folders = FolderFollowing()
    private var locationDialog: OpenLocationDialog?
    var goToDialog: GoToDialog?
    var saveChooser: FileChooser?
    var desktop: PhotoDesktop?
    var exportDialog: ExportDialog?
    let frame = Box(.vertical)
    private(set) lazy var keepingServices = makeKeepingServices()
    private(set) lazy var keepings = RunningKeepings(in: frame)
    /// Whether it was closed: then nothing more is said.
    private(set) var isClosed = false
    let saving = CatalogueSaving(mainContext: MainContext.shared)
    let openButton = Button(icon: "document-open-symbolic", .openLocation)
    let searchButton = ToggleButton(icon: "system-search-symbolic", .search)
    let gridButton = ToggleButton(icon: "view-grid-symbolic", .grid)
    /// The main menu has what the others do.
    private(set) lazy var headerFit = HeaderFit(header, yielding: [gridButton, openButton, searchButton])
    var headerTimer: MainTimer?
    /// As the next slideshow is to be; the one that runs follows.
    var slideshowSettings = SlideshowPlayer.Settings() {
        didSet { photos?.slideshow?.change(to: slideshowSettings) }
    }

    init(program: ClassicPhotos, application: Application, isScreenshot: Bool) {
        self.program = program
        self.isScreenshot = isScreenshot
        window = ApplicationWindow(application: application)
        commands = WindowCommands(of: window)
        // A queue of its own: a catalogue is not to wait for the frame after one in which something else happened.
        catalogues = CatalogueLoader(
            fetcher: program.catalogueFetcher, formats: .standard, fillers: [folders.filler, PictureListFiller()],
            mainContext: MainContext())
        list = PhotoListView(
            fetcher: program.photoFetcher, rowPictures: program.rowPictures, choices: program.choices,
            settings: program.settings, tracer: program.tracer,
            appearance: isScreenshot ? .init() : Self.appearance(program.settings))
        pane = FindingPane(of: list, in: window)
        overlay = Overlay(child: stack)
        frameWatch = program.tracer.watchFrames(of: window)
        if isScreenshot { list.stopRetrying() }
        list.retriesByHand = { [weak program] in program?.credentials.forgetRefusals() }
        folders.onChange = { [weak self] in self?.folderChanged($0) }
        build()
        addActions()
        window.onCloseRequest { [weak self] in
            self?.close()
            return false
        }
    }

    /// What went wrong last, for the screenshot, which shows no dialog.
    var failure: CatalogueFailure?
    /// Whether a catalogue is under way.
    var isLoading: Bool { loading != nil }
    /// Whether the list is shown, and not the welcome page.
    var showsList: Bool { stack.visibleChild == "list" }

    func present() { window.present() }

    /// Shows the welcome page, for want of anything to open, in the window's first frame. The window has been asked for: the
    /// page is made a turn of the main loop later, while the display brings the window up.
    func welcome() {
        welcomeTimer = MainTimer(after: 0) { [weak self] in
            guard let self, wanted == nil else { return }
            showWelcome()
        }
    }

    /// Shows the welcome page, unless a list is there.
    func showWelcome() {
        guard list.isEmpty else { return }
        if !hasWelcome { stack.add(WelcomePage.make(), name: "welcome") }
        hasWelcome = true
        stack.visibleChild = "welcome"
    }

    /// Gives back what can be had again.
    func releaseMemory() {
        list.releaseMemory()
        photos?.releaseMemory()
    }

    /// Shows in the header bar whether the network is busy.
    func showNetwork(isBusy: Bool) {
        networkSpinner.isSpinning = isBusy
        networkSpinner.setTooltip(isBusy ? "Loading from the network" : nil)
        networkSpinner.setAccessibleLabel(isBusy ? "The network is busy" : "The network is idle")
    }

    // MARK: - Building

    private func build() {
        window.title = "Classic Photos"
        header.setTitle("Classic Photos", subtitle: "")
        header.packStart(openButton)
        header.packStart(again)
        header.packStart(searchButton)
        header.packEnd(
            MenuButton(icon: "open-menu-symbolic", label: "Main Menu", isPrimary: true, menu: CommandMenus.main))
        header.packEnd(MenuButton(icon: "color-select-symbolic", label: "Filter", menu: CommandMenus.filter))
        header.packEnd(networkSpinner)
        showNetwork(isBusy: program.isNetworkBusy)

        stack.add(pane.widget, name: "list")
        stack.expand(vertically: true)
        content.append(header)
        content.append(overlay)
        let photos = makePhotos(content, fetcher: program.photoFetcher, tracer: program.tracer)
        self.photos = photos
        photos.onOpenOrClose = { [weak self] in
            self?.rowsChanged()
            self?.photos?.onStatus?()
        }
        photos.onSaveOriginal = { [weak self] in self?.saveOriginal(of: $0) }
        photos.onExport = { [weak self] in self?.export($0) }
        photos.onFilterAll = { [weak self] in self?.filterAll($0) }
        toasts.setChild(photos.widget)
        toasts.expand(vertically: true)
        // Below it stands what is being saved.
        frame.append(toasts)
        window.setContent(frame)

        let settings = program.settings
        window.defaultSize =
            isScreenshot
            ? Self.defaultSize
            : (
                settings.integer("window-width", default: Self.defaultSize.width),
                settings.integer("window-height", default: Self.defaultSize.height)
            )
        addGridButton()
        if !isScreenshot, settings.boolean("window-maximized", default: false) { window.isMaximized = true }
    }

    /// Shows how far the catalogue under way is, and what ends it.
    func showLoadingBar() {
        let bar =
            loadingBar ?? LoadingBar(over: overlay, in: header, insteadOf: again)
        loadingBar = bar
        bar.isShown = true
        if loading?.isReload == true { showTitle() }
    }

    private func makeInspector() -> InspectorPanel {
        let panel = InspectorPanel(program.tracer)
        content.append(panel.widget)
        hasInspector = true
        return panel
    }

    private func addActions() {
        commands.add(.openLocation) { [weak self] in self?.askForLocation() }
        commands.add(.openFile) { [weak self] in self?.askForFile() }
        commands.add(.openFolder) { [weak self] in self?.askForFolder() }
        commands.add(.showDemo) { [weak self] in self?.open(.demo(count: Arguments.defaultDemoCount)) }
        addFilterAction()
        addRetrying()
        commands.add(.close) { [weak self] in self?.window.close() }
        commands.addToggle(.inspector) { [weak self] in self?.inspector.isShown = $0 }
        addHelpActions()
        commands.add(.reload) { [weak self] in self?.openAgain() }
        commands.add(.cancelLoading) { [weak self] in self?.catalogues.stop() }
        commands.set(.catalogue, isMet: false)
        addFindingActions()
        addSelectionActions()
        addKeepingActions()
        addDesktopActions()
        addLayoutActions()
        addSlideshowActions()
        window.addKeys(of: .window)
        content.addKeys(of: .listPage)
        list.list.addKeys(of: .rows)
        list.rowsChanged = { [weak self] in
            self?.rowsChanged()
            self?.photos?.rowsChanged()
            self?.desktop?.returned.rowsChanged()
        }
        list.selectionChanged = { [weak self] in self?.selectionChanged() }
        rowsChanged()
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
        catalogues.cancel()
        photos?.end()
        saving.cancel()
        desktop?.close()
        isClosed = true
        keepings.cancelAll()
        list.close()
        if hasInspector { inspector.isShown = false }
        stopDemos(except: nil)
        program.closed(self)
    }

    // MARK: - Asking what to open

    private func askForLocation() {
        let dialog = OpenLocationDialog(parent: window)
        locationDialog = dialog
        dialog.present { [weak self] text in
            self?.locationDialog = nil
            if let text { self?.openTyped(text) }
        }
    }

    private func openTyped(_ text: String) {
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let typed = CatalogueSource.typed(text)
            MainContext.shared.perform {
                guard let self, !self.isClosed else { return }
                switch typed {
                case .success(let source): self.open(source)
                case .failure(let failure): self.sayFailure("\(text)\n\n\(failure)")
                }
            }
        }
    }

    func askForFile() {
        let chooser = FileChooser(parent: window, title: "Open Catalogue", accept: "_Open")
        let endings = CatalogueFormats.standard.endings
        chooser.addFilter("Catalogues", patterns: endings.flatMap { ["*.\($0)", "*.\($0.uppercased())"] })
        chooser.addFilter("All files", patterns: ["*"])
        self.chooser = chooser
        chooser.present { [weak self] address in
            self?.chooser = nil
            if let url = address.flatMap(URL.init(string:)) { self?.open(.url(url)) }
        }
    }

    func askForFolder() {
        let chooser = FileChooser(choosingFolder: "Open Folder", parent: window, accept: "_Open")
        chooser.addChoice("recursive", "Include the folders within")
        self.chooser = chooser
        chooser.present { [weak self, weak chooser] address in
            let isRecursive = chooser?.isChosen("recursive") ?? false
            self?.chooser = nil
            guard let folder = address.flatMap(URL.init(string:)) else { return }
            self?.open(.url(FolderLocation(folder, isRecursive: isRecursive).url))
        }
    }
}
