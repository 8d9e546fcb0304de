import GLibBridge
import GtkBridge

// The list or the grid, and how large the grid's pictures are.

extension PhotoWindow {
    /// What chooses between them.
    struct LayoutActions {
        let view: Action
        /// For the button, which is down while there is a grid.
        let grid: Action
        let larger: Action
        let smaller: Action
        let reset: Action
    }

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
        gridButton.setAction("win.grid")
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

    static func layoutMenu() -> Menu {
        let size = Menu()
        size.append("_Larger Pictures", action: "win.grid-larger")
        size.append("_Smaller Pictures", action: "win.grid-smaller")
        size.append("_Usual Size", action: "win.grid-reset")
        let kind = Menu()
        kind.append("_List", action: "win.view::list")
        kind.append("_Grid", action: "win.view::grid")
        let view = Menu()
        view.append(section: kind)
        view.append(section: size)
        let menu = Menu()
        menu.append("_View", submenu: view)
        return menu
    }

    func addLayoutActions() -> LayoutActions {
        let actions = LayoutActions(
            view: window.addAction("view", choosing: list.isGrid ? "grid" : "list") { [weak self] in
                self?.show(asGrid: $0 == "grid")
            },
            grid: window.addToggle("grid") { [weak self] in self?.show(asGrid: $0) },
            larger: window.addAction("grid-larger") { [weak self] in self?.sizePictures(larger: true) },
            smaller: window.addAction("grid-smaller") { [weak self] in self?.sizePictures(larger: false) },
            reset: window.addAction("grid-reset") { [weak self] in self?.setPictureSide(GridLayout.usualSide) })
        actions.grid.isOn = list.isGrid
        return actions
    }

    private func show(asGrid isGrid: Bool) {
        // Told so by what it sets itself, too.
        guard isGrid != list.isGrid else { return }
        list.isGrid = isGrid
        layoutActions?.view.choice = isGrid ? "grid" : "list"
        layoutActions?.grid.isOn = isGrid
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
        guard let actions = layoutActions else { return }
        let isHere = !list.isEmpty && photos?.isOpen != true
        actions.view.isEnabled = isHere
        actions.grid.isEnabled = isHere
        let side = list.gridSide
        actions.larger.isEnabled = isHere && list.isGrid && list.gridSide(after: side, larger: true) != nil
        actions.smaller.isEnabled = isHere && list.isGrid && list.gridSide(after: side, larger: false) != nil
        actions.reset.isEnabled = isHere && list.isGrid && side != GridLayout.usualSide
    }
}
