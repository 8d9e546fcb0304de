import GtkBridge
import PhotoCore

/// Searching, sorting, and going to a row of the list.
@MainActor
final class FindingControl {
    private unowned let owner: PhotoWindow
    /// Kept for as long as it is shown.
    private var dialog: GoToDialog?

    private var list: PhotoListView { owner.list }

    /// Has the list of `owner` searched and sorted; as it was sorted last, if it `restores` that.
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
        commands.add(.stopFinding) { [weak owner] in owner?.pane.isShown = false }
        owner.pane.isShownChanged = { [weak owner] isShown in
            owner?.commands[.search]?.isOn = isShown
            owner?.opening.showTitle()
        }
        commands.add(.goTo) { [weak self] in self?.askWhereToGo() }
        let order = restores ? ListOrder(rawValue: settings.string("sort", default: "")) : nil
        if let order, order != .catalogue { list.sort(by: order) }
        commands.add(.sort, choosing: list.finder.order.rawValue) { [weak self] name in
            guard let self, let order = ListOrder(rawValue: name) else { return }
            list.sort(by: order)
            settings.set("sort", name)
        }
        list.finder.isSortingChanged = { [weak owner] _ in owner?.opening.showTitle() }
    }

    /// What the header says of the rows: how many there are, and how many of them are selected.
    var rowsText: String {
        if list.isEmpty { return "" }
        if list.finder.isSorting { return "Sorting…" }
        // How many are found stands beside what is searched for.
        return FindingText.photos(list.count, selected: list.selection.count)
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
