import GtkBridge
import PhotoCore

/// The list of libraries on servers that were opened: each opens with a click, and can be renamed, signed out and
/// forgotten.
@MainActor
final class LibraryList {
    /// What a person may do with a library.
    enum Wish { case open, rename, signOut, forget }

    let widget = PreferencesGroup(localized("Libraries"))
    var onWish: (@MainActor (Wish, RecentCatalogue) -> Void)?

    private struct Row {
        let library: RecentCatalogue
        let row: ListedRow
        let picture: RecentImage
        let buttons: [Button]
    }

    private var rows: [Row] = []
    /// Opens all of them, where there are several.
    private var all: ListedRow?
    private var pictures: [String: PixelBuffer] = [:]

    init() { widget.isVisible = false }

    /// Where the button with the keyboard is: a dialog that it has opened may change the rows.
    private var keyboard: (row: Int, button: Int)? {
        for (index, row) in rows.enumerated() {
            if let button = row.buttons.firstIndex(where: \.hasFocus) { return (index, button) }
        }
        return nil
    }

    /// Shows these, in this order; first a row for all of them, with `offersAll`. A button keeps the keyboard in its
    /// row, or leaves it to that of the row in its place.
    func show(_ libraries: [RecentCatalogue], offersAll: Bool) {
        guard libraries != rows.map(\.library) || offersAll != (all != nil) else { return }
        let keyboard = keyboard
        for row in rows { widget.remove(row.row) }
        if let all { widget.remove(all) }
        all = offersAll && !libraries.isEmpty ? makeAllRow() : nil
        if let all { widget.append(all) }
        rows = libraries.map(makeRow)
        for row in rows { widget.append(row.row) }
        widget.isVisible = !rows.isEmpty
        if let keyboard, !rows.isEmpty { rows[min(keyboard.row, rows.count - 1)].buttons[keyboard.button].grabFocus() }
    }

    /// Shows these pictures, by address.
    func show(_ pictures: [String: PixelBuffer]) {
        self.pictures = pictures
        for row in rows { row.picture.show(pictures[row.library.address], isFolder: true) }
    }

    private func makeAllRow() -> ListedRow {
        let picture = RecentImage()
        let all = RecentCatalogue(address: AllLibraries.address, title: localized("All Libraries"))
        let row = ListedRow(
            all.title, subtitle: localized("Their photos in one timeline"), prefix: picture.widget, suffixes: [])
        row.setMargins(vertical: 0, horizontal: 0)
        row.onActivated { [weak self] in self?.onWish?(.open, all) }
        picture.show(nil, isFolder: true)
        return row
    }

    private func makeRow(_ library: RecentCatalogue) -> Row {
        let text = RecentText(library)
        let picture = RecentImage()
        let rename = Button(icon: "document-edit-symbolic", label: localized("Rename “\(text.title)”"))
        let signOut = Button(icon: "system-log-out-symbolic", label: localized("Sign Out of “\(text.title)”"))
        let forget = Button(icon: "window-close-symbolic", label: localized("Forget “\(text.title)”"))
        let buttons = [rename, signOut, forget]
        for (button, wish) in zip(buttons, [Wish.rename, .signOut, .forget]) {
            button.addClass("flat")
            button.align(vertically: .center)
            button.onClicked { [weak self] in self?.onWish?(wish, library) }
        }
        let row = ListedRow(
            text.title, subtitle: text.subtitle, prefix: picture.widget, suffixes: buttons)
        row.setMargins(vertical: 0, horizontal: 0)
        row.onActivated { [weak self] in self?.onWish?(.open, library) }
        picture.show(pictures[library.address], isFolder: true)
        return Row(library: library, row: row, picture: picture, buttons: buttons)
    }
}
