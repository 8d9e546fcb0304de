import GtkBridge
import PhotoCore

/// Search, sort, and go to a row of the list.
@MainActor
final class FindingControl {
    private unowned let owner: PhotoWindow
    /// Retained while it is open.
    private var dialog: GoToDialog?

    private var list: PhotoListView { owner.list }

    /// Searches and sorts the list of `owner`; `restores` the last sort order.
    init(of owner: PhotoWindow, restores: Bool) {
        self.owner = owner
        let commands = owner.commands
        let settings = owner.program.settings
        commands.add(.openPhoto) { [weak owner] in
            guard let owner, let photo = owner.list.photoToOpen else { return }
            owner.photos?.open(photo)
        }
        commands.add(.find) { [weak owner] in owner?.pane.isShown = true }
        commands.addToggle(.search) { [weak owner] in owner?.pane.isShown = $0 }
        commands.add(.stopFinding) { [weak owner] in
            guard let owner, !owner.several.end() else { return }
            owner.pane.isShown = false
        }
        owner.pane.isShownChanged = { [weak owner] isShown in
            owner?.commands[.search]?.isOn = isShown
            owner?.opening.showTitle()
        }
        commands.add(.goTo) { [weak self] in self?.askWhereToGo() }
        let order = restores ? ListOrder(rawValue: settings.string("sort", default: "")) : nil
        if let order, order != .catalogue, ListOrder.ofLists.contains(order) { list.sort(by: order) }
        commands.add(.sort, choosing: list.timeline.listOrder.rawValue) { [weak self] name in
            guard let self, let order = ListOrder(rawValue: name) else { return }
            list.sort(by: order)
            settings.set("sort", name)
        }
        list.finder.isSortingChanged = { [weak owner] _ in owner?.opening.showTitle() }
    }

    /// The header's text: the number of rows, or of selected ones.
    var rowsText: String {
        if list.isEmpty { return "" }
        if list.finder.isSorting { return localized("Sorting…") }
        let (photos, folders) = (list.catalogue?.photoCount ?? 0, list.catalogue?.folderCount ?? 0)
        if owner.opening.pages.hasMore, list.selection.count == 0 { return LoadingText.soFar(photos) }
        // The number of matches is next to the search field.
        return FindingText.photos(photos, folders: folders, selected: list.selection.count)
    }

    /// What is said aloud instead of it.
    var spokenRows: String {
        let selected = list.selection.count
        guard let catalogue = list.catalogue, !list.isEmpty, selected > 0 else { return rowsText }
        return FindingText.spoken(catalogue.photoCount, selected: selected)
    }

    private func askWhereToGo() {
        let count = list.shownCount
        guard count > 0 else { return }
        let dialog = GoToDialog(parent: owner.window, count: count, namesAreInOrder: list.finder.order == .name)
        self.dialog = dialog
        dialog.present { [weak self] target in
            self?.dialog = nil
            switch target {
            case .row(let row): self?.list.goTo(row: row)
            case .name(let start): self?.list.goTo(name: start)
            case .none: break
            }
        }
    }
}
