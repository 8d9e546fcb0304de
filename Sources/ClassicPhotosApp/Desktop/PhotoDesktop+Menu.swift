import Foundation
import GtkBridge
import PhotoCore

/// The menu of a row: by the pointer's other button, by a finger that stays, or by the key that is there for it.
extension PhotoDesktop {
    func addRowMenu() {
        let list = owner.list.list
        owner.commands.add(.rowMenu) { [weak self] in self?.showMenuAtFocus() }
        list.onPress(button: 3) { [weak self] _, x, y in _ = self?.showMenu(x: x, y: y) }
        list.onLongPress { [weak self] x, y in self?.showMenu(x: x, y: y) ?? false }
    }

    /// False where there is no row.
    private func showMenu(x: Double, y: Double) -> Bool {
        guard let record = owner.list.photo(atX: x, y: y) else { return false }
        showMenu(of: record, x: x, y: y)
        return true
    }

    private func showMenuAtFocus() {
        let list = owner.list
        guard let record = list.placing.lastFocused, let frame = list.pictureFrame(of: record, in: list.list) else {
            return
        }
        showMenu(of: record, x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    }

    /// Of all that is selected, if the photo is; else it is selected alone first, so that one sees what is meant.
    private func showMenu(of record: PhotoRecord, x: Double, y: Double) {
        let list = owner.list
        guard let row = list.row(of: record), let parent = owner.photos?.widget,
            let place = list.list.frame(in: parent)
        else { return }
        if !list.selection.isSelected(row) { list.selection.select(row..<row + 1, only: true) }
        list.placing.note(record)
        rowMenu?.close()
        rowMenu = ContextMenu(CommandMenus.row(), in: parent, x: place.x + x, y: place.y + y)
        rowMenu?.onClosed = { [weak list] in list?.focus(entry: record.id.entry) }
    }
}
