import GLibBridge
import GtkBridge
import PhotoCore

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
        fit = HeaderFit(header: bar, yielding: [grid, open, search])
        for button in [open, reload, search, grid] { bar.packStart(button) }
        bar.packEnd(
            MenuButton(
                icon: "open-menu-symbolic", label: localized("Main Menu"), isPrimary: true, menu: CommandMenus.main))
        bar.packEnd(MenuButton(icon: "color-select-symbolic", label: localized("Filter"), menu: CommandMenus.filter))
        bar.packEnd(spinner)
        setTitle("Classic Photos", subtitle: "")
    }

    func setTitle(_ title: String, subtitle: String) { bar.setTitle(title, subtitle: subtitle) }

    func showNetwork(isBusy: Bool) {
        spinner.isSpinning = isBusy
        spinner.setTooltip(isBusy ? localized("Loading from the network") : nil)
        spinner.setAccessibleLabel(isBusy ? localized("The network is busy") : localized("The network is idle"))
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

/// Chooses which of a header bar's buttons fit.
///
/// A window cannot become narrower than its widest header bar, including the desktop's buttons: as it shrinks, buttons
/// with an alternative elsewhere are hidden, and they return as it grows.
@MainActor
struct HeaderFit {
    let header: HeaderBar
    /// Hidden in this order if there is too little space.
    let yielding: [Widget]
    /// The first of them is shown only where this much room is left for the title, in points.
    var titleRoom = 0.0

    /// Shows as many buttons as fit in a window of `width` points; returns whether that hides any.
    @discardableResult
    func fit(to width: Double) -> Bool {
        let before = yielding.filter(\.isVisible).count
        let others = header.minimumWidth - Self.buttonWidth * Double(before)
        let room = width - others - Self.leastRoom
        var after = max(0, min(yielding.count, Int(room / Self.buttonWidth)))
        if after > 0, after == yielding.count, room - Self.buttonWidth * Double(after) < titleRoom { after -= 1 }
        guard after != before else { return false }
        for (index, button) in yielding.enumerated() { button.isVisible = index >= yielding.count - after }
        return after < before
    }

    /// The width of a button with its gap in a header bar, in points, from libadwaita.
    private static let buttonWidth = 40.0
    /// Without spare room a window could not become narrower; its minimum exceeds its header bar's by a few points.
    private static let leastRoom = 8.0
}
