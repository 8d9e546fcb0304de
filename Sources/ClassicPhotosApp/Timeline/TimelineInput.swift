import GtkBridge
import PhotoCore

/// Keys and clicks in the timeline, with the meanings that they have in GTK's grid.
@MainActor
final class TimelineInput {
    private unowned let layout: TimelineLayout
    private var keys = TimelineKeys()
    /// The row from which a selection with Shift extends.
    private var origin: Int?

    /// The input of `layout`.
    init(of layout: TimelineLayout) {
        self.layout = layout
        // GTK's own lists have them by themselves.
        for key in Command.selectAll.keys(in: .rowsOfGTK) {
            layout.area.addKeys(key, action: Command.selectAll.action)
        }
        layout.area.onKey { [weak self] in self?.pressed($0) ?? false }
        layout.area.onItemClick { [weak self] presses, x, y in
            guard let self, let row = self.layout.row(atX: x, y: y) else { return }
            self.layout.focus(row, scrolls: false)
            keys.reset()
            if presses == 2 { self.layout.area.activate?(row) }
        } released: { [weak self] presses, x, y, isControlHeld, isShiftHeld in
            guard let self, presses == 1, let row = self.layout.row(atX: x, y: y) else { return }
            select(row, modifies: isControlHeld, extends: isShiftHeld)
        }
    }

    /// Other rows are shown.
    func reset() {
        origin = nil
        keys.reset()
    }

    private func pressed(_ key: KeyPress) -> Bool {
        guard !key.isAltHeld else { return false }
        switch key.name {
        case "space", "KP_Space":
            guard let row = layout.cells.focusedRow else { return false }
            select(row, modifies: !key.isShiftHeld || key.isControlHeld, extends: key.isShiftHeld)
            return true
        case "Return", "KP_Enter", "ISO_Enter":
            guard !key.isControlHeld, !key.isShiftHeld, let row = layout.cells.focusedRow else { return false }
            layout.area.activate?(row)
            return true
        default:
            guard let move = TimelineKeys.Move(key: key.name), layout.geometry.rowCount > 0 else { return false }
            let row = keys.target(
                of: move, from: layout.currentRow, page: layout.page, in: layout.geometry)
            layout.focus(row, scrolls: true)
            // As in GTK's lists: with Control alone only the focus moves.
            if key.isShiftHeld || !key.isControlHeld {
                select(row, modifies: key.isControlHeld, extends: key.isShiftHeld)
            }
            return true
        }
    }

    private func select(_ row: Int, modifies: Bool, extends: Bool) {
        guard let selection = layout.selection else { return }
        if extends, let origin {
            let rows = min(origin, row)..<max(origin, row) + 1
            if modifies, !selection.isSelected(origin) {
                selection.unselect(rows)
            } else {
                selection.select(asked: rows, only: !modifies)
            }
            return
        }
        origin = row
        if modifies {
            selection.toggle(row)
        } else {
            selection.select(asked: row..<row + 1, only: true)
        }
    }
}

extension TimelineKeys.Move {
    /// The move of a key with this name, in a list, a grid and a timeline alike; nil for other keys.
    init?(key: String) {
        switch key {
        case "Left", "KP_Left": self = .left
        case "Right", "KP_Right": self = .right
        case "Up", "KP_Up": self = .up
        case "Down", "KP_Down": self = .down
        case "Page_Up", "KP_Page_Up": self = .pageUp
        case "Page_Down", "KP_Page_Down": self = .pageDown
        case "Home", "KP_Home": self = .first
        case "End", "KP_End": self = .last
        default: return nil
        }
    }
}
