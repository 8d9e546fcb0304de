import Foundation
import GtkBridge
import PhotoCore

/// The context menu of a row: on a right click, a long press, or the menu key.
@MainActor
final class RowMenu {
    private let list: PhotoListView
    private let parent: Widget
    /// Retained while it is open.
    private var menu: Popover?

    /// The menu of the rows of `list`, shown over `parent`.
    init(of list: PhotoListView, over parent: Widget, _ commands: WindowCommands) {
        self.list = list
        self.parent = parent
        commands.add(.rowMenu) { [weak self] in self?.showAtFocus() }
        // A busy program may read a press together with the movement before it, when rows have no places yet.
        list.list.onPress(button: 3) { [weak self] _, x, y in
            self?.list.list.whenLaidOut { [weak self] in _ = self?.show(x: x, y: y) }
        }
        list.list.onLongPress { [weak self] x, y in self?.show(x: x, y: y) ?? false }
    }

    func close() { menu?.close() }

    /// False without a row.
    private func show(x: Double, y: Double) -> Bool {
        guard let record = list.visible.photo(atX: x, y: y) else { return false }
        show(of: record, x: x, y: y)
        return true
    }

    private func showAtFocus() {
        guard let record = list.meant.focused, let frame = list.visible.pictureFrame(of: record, in: list.list) else {
            return
        }
        show(of: record, x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    }

    /// For the selection if it contains the photo; otherwise selects the photo first, to show what the menu applies to:
    /// alone, unless several are selected one by one.
    private func show(of record: PhotoRecord, x: Double, y: Double) {
        guard let row = list.records.row(of: record), let place = list.list.frame(in: parent) else { return }
        if !list.selection.isSelected(row) {
            list.selection.select(row..<row + 1, only: !list.selection.keepsOthers)
        }
        list.meant.focus(on: record)
        close()
        menu = Popover(CommandMenus.row(), in: parent, x: place.x + x, y: place.y + y)
        menu?.onClosed = { [weak list] in list?.focus(entry: list?.records.entry(of: record)) }
    }
}
