import GLibBridge
import GtkBridge

/// The list's header bar: the buttons that fit, the title, and network activity.
@MainActor
final class ListHeader {
    let bar = HeaderBar()
    let reload = Button(icon: "view-refresh-symbolic", .reload)
    private let spinner = Spinner()
    private let fit: HeaderFit
    private var timer: MainTimer?

    init() {
        let open = Button(icon: "document-open-symbolic", .openLocation)
        let search = ToggleButton(icon: "system-search-symbolic", .search)
        let grid = ToggleButton(icon: "view-grid-symbolic", .grid)
        // The main menu contains their commands.
        fit = HeaderFit(bar, yielding: [grid, open, search])
        for button in [open, reload, search, grid] { bar.packStart(button) }
        bar.packEnd(
            MenuButton(icon: "open-menu-symbolic", label: "Main Menu", isPrimary: true, menu: CommandMenus.main))
        bar.packEnd(MenuButton(icon: "color-select-symbolic", label: "Filter", menu: CommandMenus.filter))
        bar.packEnd(spinner)
        setTitle("Classic Photos", subtitle: "")
    }

    func setTitle(_ title: String, subtitle: String) { bar.setTitle(title, subtitle: subtitle) }

    func showNetwork(isBusy: Bool) {
        spinner.isSpinning = isBusy
        spinner.setTooltip(isBusy ? "Loading from the network" : nil)
        spinner.setAccessibleLabel(isBusy ? "The network is busy" : "The network is idle")
    }

    /// Fits the bar to a window of `width` points now.
    func fit(to width: Int) { fit.fit(to: Double(width)) }

    /// Fits it to the width of `content` after its layout, together with `other`.
    func fit(to content: Widget, after milliseconds: Int = 0, with other: @escaping @MainActor () -> HeaderFit?) {
        timer = MainTimer(after: milliseconds) { [weak self, weak content] in
            guard let self, let content, content.width > 0 else { return }
            let areFewer = [fit, other()].compactMap { $0?.fit(to: content.width) }
            // With fewer buttons the window may become even narrower.
            if areFewer.contains(true) { fit(to: content, after: Self.layoutMilliseconds, with: other) }
        }
    }

    /// A few frames.
    private static let layoutMilliseconds = 50
}
