import GtkBridge
import PhotoCore

// Searching, sorting, and going to a row.

extension PhotoWindow {
    func addFindingActions() {
        commands.add(.openPhoto) { [weak self] in
            guard let self, let photo = list.photoToOpen else { return }
            photos?.open(photo)
        }
        window.onNotify("focus-widget") { [weak self] in
            self?.list.placing.noteFocus()
            self?.enableSelectionActions()
        }
        commands.add(.find) { [weak self] in self?.pane.isShown = true }
        commands.addToggle(.search) { [weak self] in self?.pane.isShown = $0 }
        pane.isShownChanged = { [weak self] isShown in
            self?.commands[.search]?.isOn = isShown
            self?.showTitle()
        }
        commands.add(.stopFinding) { [weak self] in self?.pane.isShown = false }
        commands.add(.goTo) { [weak self] in self?.askWhereToGo() }
        commands.add(.saveCatalogue) { [weak self] in self?.saveCatalogue() }
        let order = isScreenshot ? nil : ListOrder(rawValue: program.settings.string("sort", default: ""))
        if let order, order != .catalogue { list.sort(by: order) }
        commands.add(.sort, choosing: list.finder.order.rawValue) { [weak self] name in
            guard let self, let order = ListOrder(rawValue: name) else { return }
            list.sort(by: order)
            program.settings.set("sort", name)
        }
        list.finder.isSortingChanged = { [weak self] _ in self?.showTitle() }
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
        commands.set(.list, isMet: !list.isEmpty && photos?.isOpen != true)
        commands.set(.photos, isMet: !list.isEmpty)
        enableSlideshowEntries()
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
        commands.set(.selection, isMet: list.selection.count > 0)
        commands.set(.meant, isMet: list.areAnyMeant)
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
