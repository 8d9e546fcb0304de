import GLibBridge
import GtkBridge
import PhotoCore

/// The list's header bar: the buttons that fit, the title, and network activity.
@MainActor
final class ListHeader {
    let bar = HeaderBar()
    /// Leads back from a folder; shown where there is a way back.
    private let back = Button(icon: "go-previous-symbolic", .folderBack)
    /// Shown where there are libraries, and room.
    private let sidebar = ToggleButton(icon: "sidebar-show-symbolic", .sidebar)
    let reload = Button(icon: "view-refresh-symbolic", .reload)
    /// Below the list of a narrow window: the buttons that the bar has no room for.
    let lowerBar = Box(.horizontal, spacing: 6)
    private let filters = (upper: ListHeader.makeFilter(), lower: ListHeader.makeFilter())
    private let spinner = Spinner()
    private let fit: HeaderFit
    private var timer: MainTimer?
    private var title = ""
    private var isNetworkBusy = false
    /// The libraries that were opened before, in the main menu.
    let libraryMenu = Menu()
    /// Called when the main menu is opened for the first time.
    var onMenu: (@MainActor () -> Void)?

    init() {
        let open = Button(icon: "document-open-symbolic", .openLocation)
        let search = ToggleButton(icon: "system-search-symbolic", .search)
        let grid = ToggleButton(icon: "view-grid-symbolic", .grid)
        // LoadingBar hides the button itself.
        let reloading = Box(.horizontal, reload)
        // The main menu contains their commands.
        fit = HeaderFit(
            header: bar, yielding: [[grid, open, search], [reloading], [filters.upper]], longestTitleRoom: 120)
        back.isVisible = false
        sidebar.isVisible = false
        bar.packStart(sidebar)
        for button in [back, open, reloading, search, grid] { bar.packStart(button) }
        bar.packEnd(
            MenuButton(
                icon: "open-menu-symbolic", label: localized("Main Menu"), isPrimary: true
            ) { [weak self, libraryMenu] in
                self?.onMenu?()
                return CommandMenus.main(libraryMenu)
            })
        bar.packEnd(filters.upper)
        spinner.askForTooltip { [weak self] in
            self?.isNetworkBusy == true ? localized("Loading from the network") : nil
        }
        bar.packEnd(spinner)
        setTitle("Classic Photos", subtitle: "")
        lowerBar.addClass("toolbar")
        lowerBar.makeHomogeneous()
        lowerBar.isVisible = false
        for button in [
            Button(icon: "document-open-symbolic", .openLocation),
            ToggleButton(icon: "system-search-symbolic", .search), ToggleButton(icon: "view-grid-symbolic", .grid),
        ] {
            button.addClass("flat")
            lowerBar.append(button)
        }
        lowerBar.append(filters.lower)
        filters.lower.isVisible = false
        showFilter(isOfUse: false)
    }

    private static func makeFilter() -> MenuButton {
        MenuButton(icon: "color-select-symbolic", label: localized("Filter"), menu: CommandMenus.filter)
    }

    /// Greys out the button of the filters where there is nothing to filter.
    func showFilter(isOfUse: Bool) { for button in [filters.upper, filters.lower] { button.setEnabled(isOfUse) } }

    /// What has no room above the list is below it; but Reload, which is in the menu.
    private func showLowerBar() {
        lowerBar.isVisible = fit.hiddenSteps > 0
        filters.lower.isVisible = fit.hiddenSteps == fit.yielding.count
        // Large letters need its room: rows have spinners of their own.
        spinner.isVisible = !(fit.isTight && Style.textScale >= Style.largeText)
    }

    /// Whether there are libraries to be shown at the side.
    var offersSidebar = false { didSet { if offersSidebar != oldValue { titleChanged?() } } }

    /// In a narrow window the key and the menu remain.
    private func fitSidebar(to width: Double) { sidebar.isVisible = offersSidebar && width >= Self.sidebarWidth }

    private static let sidebarWidth = 520.0

    /// Says aloud what the bar says of the list.
    var said: (@MainActor (String) -> Void)?

    /// Called when there is another title, which may need more room.
    var titleChanged: (@MainActor () -> Void)?

    func setTitle(_ title: String, subtitle: String) {
        bar.setTitle(title, subtitle: subtitle)
        guard title != self.title else { return }
        self.title = title
        titleChanged?()
    }

    /// Shows the button that leads back, or hides it.
    func showBack(_ isShown: Bool) {
        guard isShown != back.isVisible else { return }
        back.isVisible = isShown
        // It takes room from the title.
        titleChanged?()
    }

    func showNetwork(isBusy: Bool) {
        spinner.isSpinning = isBusy
        isNetworkBusy = isBusy
        spinner.setAccessibleLabel(isBusy ? localized("The network is busy") : localized("The network is idle"))
    }

    /// Fits the bar to a window of `width` points now.
    func fit(to width: Int) {
        fitSidebar(to: Double(width))
        fit.fit(to: Double(width))
        showLowerBar()
    }

    /// Fits it to the width of `content` after its layout, together with `other`.
    func fit(to content: Widget, after milliseconds: Int = 0, with other: @escaping @MainActor () -> HeaderFit?) {
        timer = MainTimer(after: milliseconds) { [weak self, weak content] in
            guard let self, let content, content.width > 0 else { return }
            fitSidebar(to: content.width)
            let areFewer = [fit, other()].compactMap { $0?.fit(to: content.width) }
            showLowerBar()
            // With fewer buttons the window may become even narrower.
            if areFewer.contains(true) { fit(to: content, after: Self.layoutMilliseconds, with: other) }
        }
    }

    /// A few frames.
    static let layoutMilliseconds = 50
}
