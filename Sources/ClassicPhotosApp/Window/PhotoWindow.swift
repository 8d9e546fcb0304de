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
    let list: PhotoListView
    /// What was asked for last, whether it could be had or not: what the next start opens.
    private(set) var wanted: CatalogueSource?
    /// What is open.
    private(set) var source: CatalogueSource?

    /// Shows one photo in the list's place.
    private(set) var photos: PhotoPresenter?

    private unowned let program: ClassicPhotos
    private let isScreenshot: Bool
    private let header = HeaderBar()
    private let networkSpinner = Spinner()
    private let stack = Stack()
    private let inspector: InspectorPanel
    private let frameWatch: FrameWatch
    private let catalogues: CatalogueLoader
    private var reload: Action?
    /// Serves what is on screen, if that is a demo, and what is being opened, if that is one.
    private var demos: [(source: CatalogueSource, server: DemoServer)] = []
    private var chooser: FileChooser?
    private var locationDialog: OpenLocationDialog?

    init(program: ClassicPhotos, application: Application, isScreenshot: Bool) {
        self.program = program
        self.isScreenshot = isScreenshot
        window = ApplicationWindow(application: application)
        catalogues = CatalogueLoader(
            fetcher: program.catalogueFetcher, formats: .standard, mainContext: MainContext.shared)
        list = PhotoListView(fetcher: program.photoFetcher, settings: program.settings, tracer: program.tracer)
        inspector = InspectorPanel(program.tracer)
        frameWatch = program.tracer.watchFrames(of: window)
        if isScreenshot { list.stopRetrying() }
        list.retriesByHand = { [weak program] in program?.credentials.forgetRefusals() }
        build()
        addActions()
        window.onCloseRequest { [weak self] in
            self?.close()
            return false
        }
    }

    /// What went wrong last, for the screenshot, which shows no dialog.
    private(set) var failure: CatalogueFailure?
    /// Whether a catalogue is under way.
    var isLoading: Bool { catalogues.isLoading }
    /// Whether the list is shown, and not the welcome page.
    var showsList: Bool { stack.visibleChild == "list" }

    func present() { window.present() }

    /// Gives back what can be had again.
    func releaseMemory() { list.releaseMemory() }

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
        let open = Button(icon: "document-open-symbolic", label: "Open Location")
        open.setAction("win.open-location")
        let again = Button(icon: "view-refresh-symbolic", label: "Reload")
        again.setAction("win.reload")
        header.packStart(open)
        header.packStart(again)
        header.packEnd(MenuButton(icon: "open-menu-symbolic", label: "Main Menu", menu: Self.menu(), isPrimary: true))
        header.packEnd(MenuButton(icon: "color-select-symbolic", label: "Filter", menu: Self.filterMenu()))
        header.packEnd(networkSpinner)
        showNetwork(isBusy: program.isNetworkBusy)

        stack.add(WelcomePage.make(), name: "welcome")
        stack.add(list.widget, name: "list")
        stack.expand(vertically: true)
        let content = Box(.vertical)
        content.append(header)
        content.append(stack)
        content.append(inspector.widget)
        let photos = makePhotos(content, fetcher: program.photoFetcher, tracer: program.tracer)
        self.photos = photos
        window.setContent(photos.widget)

        let settings = program.settings
        window.defaultSize =
            isScreenshot
            ? Self.defaultSize
            : (
                settings.integer("window-width", default: Self.defaultSize.width),
                settings.integer("window-height", default: Self.defaultSize.height)
            )
        if !isScreenshot, settings.boolean("window-maximized", default: false) { window.isMaximized = true }
    }

    private static func filterMenu() -> Menu {
        let menu = Menu()
        for choice in FilterChoice.all { menu.append(choice.displayName, action: "win.filter::\(choice.id)") }
        return menu
    }

    private static func menu() -> Menu {
        let opening = Menu()
        opening.append("Open _Location…", action: "win.open-location")
        opening.append("Open _File…", action: "win.open-file")
        opening.append("Show the _Demo", action: "win.show-demo")
        opening.append("_Reload", action: "win.reload")
        opening.append("Re_try All Failed", action: "win.retry-all")
        let about = Menu()
        about.append("_Inspector", action: "win.inspector")
        about.append("_About Classic Photos", action: "win.about")
        about.append("_Quit", action: "app.quit")
        let menu = Menu()
        menu.append(section: opening)
        menu.append(section: about)
        return menu
    }

    private func addActions() {
        window.addAction("open-location") { [weak self] in self?.askForLocation() }
        window.addAction("open-file") { [weak self] in self?.askForFile() }
        window.addAction("show-demo") { [weak self] in self?.open(.demo(count: Arguments.defaultDemoCount)) }
        let filter = isScreenshot ? nil : FilterChoice(id: program.settings.string("filter", default: ""))
        if let filter { list.filter = filter }
        window.addAction("filter", choosing: list.filter.id) { [weak self] id in
            guard let self, let choice = FilterChoice(id: id) else { return }
            list.filter = choice
            program.settings.set("filter", id)
        }
        window.addAction("retry-all") { [weak self] in self?.list.retryAll() }
        window.addAction("close") { [weak self] in self?.window.close() }
        window.addToggle("inspector") { [weak self] in self?.inspector.isShown = $0 }
        window.addAction("about") { [weak self] in
            guard let self else { return }
            AboutWindow.present(
                parent: window, name: "Classic Photos", icon: ClassicPhotos.id, version: ClassicPhotos.version)
        }
        reload = window.addAction("reload") { [weak self] in
            guard let self, let source else { return }
            list.forgetFailures()
            open(source, revalidates: true)
        }
        reload?.isEnabled = false
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
        list.close()
        inspector.isShown = false
        stopDemos(except: nil)
        program.closed(self)
    }

    // MARK: - Asking what to open

    private func askForLocation() {
        let dialog = OpenLocationDialog(parent: window)
        locationDialog = dialog
        dialog.present { [weak self] url in
            self?.locationDialog = nil
            if let url { self?.open(.url(url)) }
        }
    }

    private func askForFile() {
        let chooser = FileChooser(parent: window, title: "Open Catalogue", accept: "_Open")
        chooser.addFilter("Property lists", patterns: ["*.plist", "*.PLIST", "*.xml", "*.XML"])
        chooser.addFilter("All files", patterns: ["*"])
        self.chooser = chooser
        chooser.present { [weak self] path in
            self?.chooser = nil
            if let path { self?.open(.url(URL(fileURLWithPath: path))) }
        }
    }

    // MARK: - Opening

    /// Opens `source`, asking its server even where a cache would do if it `revalidates`. What is on screen stays until the
    /// catalogue is there, and if it can't be had.
    func open(_ source: CatalogueSource, revalidates: Bool = false) {
        failure = nil
        wanted = source
        program.credentials.forgetRefusals()
        let url: URL
        do {
            url = try location(of: source)
        } catch {
            return show(.fetch(.other(reason: "\(error)")), for: source)
        }
        if !list.isEmpty || self.source != nil {
            header.setTitle(title, subtitle: "Opening \(source.title)…")
        } else {
            // The window is there at once, empty.
            stack.visibleChild = "list"
            header.setTitle(source.title, subtitle: "Opening…")
        }
        catalogues.load(url, revalidates: revalidates) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let catalogue): show(catalogue, from: source)
            case .failure(let failure): show(failure, for: source)
            }
        }
    }

    private func location(of source: CatalogueSource) throws -> URL {
        switch source {
        case .url(let url): return url
        case .demo(let count):
            if let demo = demos.first(where: { $0.source == source }) { return try demo.server.start() }
            let server = DemoServer(count: count)
            let url = try server.start()
            demos.append((source, server))
            return url
        }
    }

    private func stopDemos(except kept: CatalogueSource?) {
        for demo in demos where demo.source != kept { demo.server.stop() }
        demos.removeAll { $0.source != kept }
    }

    var title: String { source?.title ?? "Classic Photos" }

    private func show(_ catalogue: Catalogue, from source: CatalogueSource) {
        self.source = source
        stopDemos(except: source)
        photos?.end()
        stack.visibleChild = "list"
        list.open(catalogue)
        reload?.isEnabled = true
        showTitle()
        program.rememberWhatIsOpen()
    }

    private func showTitle() {
        if photos?.isOpen != true { window.title = title }
        let count = NumberFormatter.localizedString(from: NSNumber(value: list.count), number: .decimal)
        header.setTitle(title, subtitle: list.isEmpty ? "" : list.count == 1 ? "1 photo" : "\(count) photos")
    }

    private func show(_ failure: CatalogueFailure, for source: CatalogueSource) {
        self.failure = failure
        stopDemos(except: self.source)
        showTitle()
        if list.isEmpty { stack.visibleChild = "welcome" }
        guard !isScreenshot else { return }
        let dialog = MessageDialog(parent: window, heading: "Oops!", body: "\(source.title)\n\n\(failure)")
        dialog.addResponse("close", label: "_Close")
        dialog.addResponse("retry", label: "_Try Again", isSuggested: true)
        dialog.setResponses(default: "retry", close: "close")
        dialog.present { [weak self] answer in
            if answer == "retry" { self?.open(source) }
        }
    }
}
