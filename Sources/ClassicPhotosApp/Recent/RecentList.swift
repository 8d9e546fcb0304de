import Foundation
import GtkBridge
import PhotoCore

/// The list of recent catalogues: each opens with a click, and can be pinned and removed.
@MainActor
final class RecentList {
    let widget = PreferencesGroup(localized("Recent"))
    /// Called with the address of a catalogue.
    var onOpen: (@MainActor (String) -> Void)?
    var onPin: (@MainActor (String, Bool) -> Void)?
    var onRemove: (@MainActor (String) -> Void)?

    private struct Row {
        let catalogue: RecentCatalogue
        let row: ListedRow
        let picture: RecentImage
        let pin: ToggleButton
        let remove: Button
    }

    /// What keeps the keyboard when the rows change.
    private enum Keyboard {
        case pin(address: String)
        case row(Int)
    }

    private var rows: [Row] = []
    private var pictures: [String: PixelBuffer] = [:]
    private var keyboard: Keyboard?

    init() {
        // In words: an icon of a bin would seem to remove photos.
        let clear = Button(localized("_Clear…"))
        clear.setAction(Command.clearRecent.action)
        clear.setAccessibleLabel(Command.clearRecent.title)
        clear.addClass("flat")
        widget.setHeaderSuffix(clear)
        widget.isVisible = false
    }

    /// Shows these, in this order.
    func show(_ catalogues: [RecentCatalogue]) {
        guard catalogues != rows.map(\.catalogue) else { return }
        for row in rows { widget.remove(row.row) }
        rows = catalogues.map(makeRow)
        for row in rows { widget.append(row.row) }
        widget.isVisible = !rows.isEmpty
        switch keyboard {
        case .pin(let address): rows.first { $0.catalogue.address == address }?.pin.grabFocus()
        case .row(let index): rows.isEmpty ? () : rows[min(index, rows.count - 1)].remove.grabFocus()
        case nil: break
        }
        keyboard = nil
    }

    /// Shows these pictures, by address.
    func show(_ pictures: [String: PixelBuffer]) {
        self.pictures = pictures
        for row in rows {
            row.picture.show(pictures[row.catalogue.address], isFolder: RecentText(row.catalogue).isFolder)
        }
    }

    private func makeRow(_ catalogue: RecentCatalogue) -> Row {
        let address = catalogue.address
        let text = RecentText(catalogue)
        let picture = RecentImage()
        let pin = ToggleButton(icon: "view-pin-symbolic", label: localized("Keep “\(text.title)” in the List"))
        pin.isPressed = catalogue.isPinned
        let remove = Button(icon: "window-close-symbolic", label: localized("Remove “\(text.title)” from the List"))
        for button in [pin, remove] {
            button.addClass("flat")
            button.align(vertically: .center)
        }
        let row = ListedRow(text.title, subtitle: text.subtitle, prefix: picture.widget, suffixes: [pin, remove])
        row.setMargins(vertical: 0, horizontal: 0)
        row.onActivated { [weak self] in self?.onOpen?(address) }
        pin.onClicked { [weak self, weak pin] in
            guard let pin else { return }
            self?.keyboard = .pin(address: address)
            self?.onPin?(address, pin.isPressed)
        }
        remove.onClicked { [weak self] in
            guard let self else { return }
            keyboard = rows.firstIndex { $0.catalogue.address == address }.map { .row($0) }
            onRemove?(address)
        }
        picture.show(pictures[address], isFolder: text.isFolder)
        return Row(catalogue: catalogue, row: row, picture: picture, pin: pin, remove: remove)
    }
}
