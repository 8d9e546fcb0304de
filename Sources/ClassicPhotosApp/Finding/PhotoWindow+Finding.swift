import GtkBridge
import PhotoCore

// Searching, sorting, and going to a row.

extension PhotoWindow {
    /// Adds the actions, of which those that need photos are given back.
    func addFindingActions() -> [Action] {
        let open = window.addAction("open-photo") { [weak self] in
            guard let self, let photo = list.photoToOpen else { return }
            photos?.open(photo)
        }
        window.onNotify("focus-widget") { [weak self] in
            self?.list.noteFocus()
            self?.enableSelectionActions()
        }
        let find = window.addAction("find") { [weak self] in self?.pane.isShown = true }
        let search = window.addToggle("search") { [weak self] in self?.pane.isShown = $0 }
        pane.isShownChanged = { [weak self] isShown in
            search.isOn = isShown
            self?.showTitle()
        }
        let stop = window.addAction("stop-finding") { [weak self] in self?.pane.isShown = false }
        list.list.addKeys("Escape", action: "win.stop-finding")
        let goTo = window.addAction("go-to") { [weak self] in self?.askWhereToGo() }
        let save = window.addAction("save-catalogue") { [weak self] in self?.saveCatalogue() }
        let order = isScreenshot ? nil : ListOrder(rawValue: program.settings.string("sort", default: ""))
        if let order, order != .catalogue { list.sort(by: order) }
        window.addAction("sort", choosing: list.finder.order.rawValue) { [weak self] name in
            guard let self, let order = ListOrder(rawValue: name) else { return }
            list.sort(by: order)
            program.settings.set("sort", name)
        }
        list.finder.isSortingChanged = { [weak self] _ in self?.showTitle() }
        return [open, find, search, stop, goTo, save]
    }

    static func sortMenu() -> Menu {
        let menu = Menu()
        for order in ListOrder.allCases { menu.append(order.displayName, action: "win.sort::\(order.rawValue)") }
        return menu
    }

    static func findingMenu() -> Menu {
        let menu = Menu()
        menu.append("_Open Photo", action: "win.open-photo", keys: "Return")
        menu.append("_Find…", action: "win.find")
        menu.append("_Go To…", action: "win.go-to")
        menu.append("Slidesho_w", submenu: slideshowMenu())
        menu.append("_Sort", submenu: sortMenu())
        menu.append("Se_lection", submenu: selectionMenu())
        menu.append("P_hoto", submenu: DesktopAction.menu(inList: true))
        menu.append("Save Catalogue _As…", action: "win.save-catalogue")
        return menu
    }

    /// What the header says of the rows: how many there are, and how many of them are selected.
    var rowsText: String {
        if list.isEmpty { return "" }
        if list.finder.isSorting { return "Sorting…" }
        // How many are found stands beside what is searched for.
        return FindingText.photos(list.count, selected: list.selection.count)
    }

    /// Other rows are shown.
    func rowsChanged() {
        pane.rowsChanged()
        // They are the list's, and of no use while a photo is in its place.
        for action in needPhotos { action.isEnabled = !list.isEmpty && photos?.isOpen != true }
        for action in slideshowActions { action.isEnabled = !list.isEmpty }
        enableSlideshowEntries?()
        enableLayoutActions()
        selectionChanged()
    }

    /// Others are selected, or of those that are, others are shown.
    func selectionChanged() {
        enableSelectionActions()
        desktop?.update()
        showTitle()
    }

    /// Others are selected, or another row has the keyboard.
    private func enableSelectionActions() {
        for action in selectionActions.needSelection { action.isEnabled = list.selection.count > 0 }
        for action in selectionActions.needMeant { action.isEnabled = list.areAnyMeant }
    }

    // MARK: - Going to a row

    private func askWhereToGo() {
        let count = list.shownCount
        guard count > 0 else { return }
        let dialog = GoToDialog(parent: window, count: count, namesAreInOrder: list.finder.order == .name)
        goToDialog = dialog
        dialog.present { [weak self] target in
            self?.goToDialog = nil
            switch target {
            case .row(let row): self?.list.goTo(row: row)
            case .name(let start): self?.list.goTo(name: start)
            case .none: break
            }
        }
    }
}
