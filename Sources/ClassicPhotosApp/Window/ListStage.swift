import GLibBridge
import GtkBridge
import PhotoCore

/// The area below the list's header bar: the list or the welcome page, and the progress bar over them.
@MainActor
final class ListStage {
    let widget: Overlay
    private let list: PhotoListView
    private let recent: RecentControl?
    private let cameras: CameraWatch?
    private let stack = Stack()
    // Created on demand, because few windows show it.
    private var welcome: WelcomePage?
    private var welcomeTimer: MainTimer?
    private var isWelcomeWanted = false
    private var bar: LoadingBar?

    /// Opens a catalogue of the welcome page.
    var onOpen: (@MainActor (CatalogueSource) -> Void)?
    /// Called with a library of the welcome page, and with what else than to open it a person wants.
    var onLibrary: (@MainActor (LibraryList.Wish, RecentCatalogue) -> Void)?

    /// The welcome page lists `recent` and `cameras`, if there are some.
    init(_ pane: FindingPane, of list: PhotoListView, recent: RecentControl?, cameras: CameraWatch?) {
        (self.list, self.recent, self.cameras) = (list, recent, cameras)
        stack.add(pane.widget, name: "list")
        stack.expand(vertically: true)
        widget = Overlay(child: stack)
    }

    /// Whether the list is shown, not the welcome page.
    var showsList: Bool { stack.visibleChild == "list" }

    func showList() {
        isWelcomeWanted = false
        stack.visibleChild = "list"
    }

    /// Shows the welcome page, unless there is a list.
    func showWelcome() {
        guard list.isEmpty else { return }
        isWelcomeWanted = true
        recent?.willShow()
        // It is complete when it appears: a page that grows moves what a person is about to click.
        if let recent { recent.whenKnown { [weak self] in self?.revealWelcome() } } else { revealWelcome() }
    }

    private func revealWelcome() {
        guard isWelcomeWanted, list.isEmpty else { return }
        if let welcome {
            welcome.show()
        } else {
            let page = WelcomePage(recent: recent, cameras: cameras) { [weak self] in self?.onOpen?($0) }
            page.onLibrary = { [weak self] in self?.onLibrary?($0, $1) }
            stack.add(page.widget, name: "welcome")
            welcome = page
        }
        stack.visibleChild = "welcome"
    }

    /// The recent catalogues have changed.
    func recentChanged() { if !showsList { welcome?.show() } }

    /// A camera was plugged in or out.
    func camerasChanged() { if !showsList { welcome?.show() } }

    /// Calls `body`, which shows the welcome page in the window's first frame: one turn of the main loop later, while
    /// the display creates the window.
    func welcomeSoon(_ body: @escaping @MainActor () -> Void) { welcomeTimer = MainTimer(after: 0, body) }

    /// Shows a bar for loading, and Cancel in `header`.
    func showBar(in header: ListHeader) {
        let bar = bar ?? LoadingBar(over: widget, in: header.bar, insteadOf: header.reload)
        bar.leaves = { [weak list] in list?.takeFocus() }
        self.bar = bar
        bar.isShown = true
    }

    func show(_ progress: CatalogueProgress) { bar?.show(progress) }

    func hideBar() {
        bar?.isShown = false
        bar?.show(CatalogueProgress())
    }
}
