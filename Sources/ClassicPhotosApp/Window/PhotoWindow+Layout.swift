import GLibBridge
import GtkBridge

// The list or the grid, and how large the grid's pictures are.

extension PhotoWindow {
    /// As it was when the program ended last.
    static func appearance(_ settings: Settings) -> PhotoListView.Appearance {
        PhotoListView.Appearance(
            isGrid: settings.string("view", default: "list") == "grid",
            gridSide: GridLayout.nearest(
                to: settings.integer("grid-picture-size", default: GridLayout.usualSide)),
            width: Double(settings.integer("window-width", default: defaultSize.width)))
    }

    /// Adds the button to the header bar.
    func addGridButton() {
        header.packStart(gridButton)
        // Only a window that begins narrower than usual has to be measured before it is there.
        if window.defaultSize.width < Self.defaultSize.width { headerFit.fit(to: Double(window.defaultSize.width)) }
        // Not amid the layout that has told of it.
        window.onNotify("default-width") { [weak self] in self?.fitHeaders(after: 0) }
    }

    /// Fits the header bars to the window's width in a moment.
    private func fitHeaders(after milliseconds: Int) {
        headerTimer = MainTimer(after: milliseconds) { [weak self] in
            guard let self, frame.width > 0 else { return }
            let areFewer = [headerFit, photos?.pageIfMade?.headerFit].compactMap { $0?.fit(to: self.frame.width) }
            // With fewer buttons the window may become narrower still.
            if areFewer.contains(true) { fitHeaders(after: Self.layoutMilliseconds) }
        }
    }

    /// A few frames.
    private static let layoutMilliseconds = 50

    func addLayoutActions() {
        commands.add(.view, choosing: list.isGrid ? "grid" : "list") { [weak self] in
            self?.show(asGrid: $0 == "grid")
        }
        // For the button, which is down while there is a grid.
        commands.addToggle(.grid) { [weak self] in self?.show(asGrid: $0) }
        commands.add(.gridLarger) { [weak self] in self?.sizePictures(larger: true) }
        commands.add(.gridSmaller) { [weak self] in self?.sizePictures(larger: false) }
        commands.add(.gridReset) { [weak self] in self?.setPictureSide(GridLayout.usualSide) }
        commands[.grid]?.isOn = list.isGrid
    }

    private func show(asGrid isGrid: Bool) {
        // Told so by what it sets itself, too.
        guard isGrid != list.isGrid else { return }
        list.isGrid = isGrid
        commands[.view]?.choice = isGrid ? "grid" : "list"
        commands[.grid]?.isOn = isGrid
        if !isScreenshot { program.settings.set("view", isGrid ? "grid" : "list") }
        enableLayoutActions()
    }

    private func sizePictures(larger: Bool) {
        if let side = list.gridSide(after: list.gridSide, larger: larger) { setPictureSide(side) }
    }

    private func setPictureSide(_ side: Int) {
        list.gridSide = side
        if !isScreenshot { program.settings.set("grid-picture-size", side) }
        enableLayoutActions()
    }

    /// They are the list's, and their keys mean something else while a photo is in its place.
    func enableLayoutActions() {
        let isGrid = list.isGrid && !list.isEmpty && photos?.isOpen != true
        let side = list.gridSide
        commands.set(.largerGrid, isMet: isGrid && list.gridSide(after: side, larger: true) != nil)
        commands.set(.smallerGrid, isMet: isGrid && list.gridSide(after: side, larger: false) != nil)
        commands.set(.unusualGrid, isMet: isGrid && side != GridLayout.usualSide)
    }
}
