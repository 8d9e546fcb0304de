import CGtk
import GLibBridge

/// A list at the side of a window, of the places that it can show: each with an icon, a title, and a line below it.
package final class SidebarList: Widget {
    /// An entry.
    package struct Entry: Equatable, Sendable {
        let icon: String
        let title: String
        let subtitle: String
        /// Whether it is a part of the last entry that is not.
        let isPart: Bool

        /// A place with this icon's name.
        package init(icon: String, title: String, subtitle: String = "", isPart: Bool = false) {
            (self.icon, self.title, self.subtitle, self.isPart) = (icon, title, subtitle, isPart)
        }
    }

    private var entries: [Entry] = []
    private var rows: [Row] = []

    private static let partMargin = 18

    /// Called with the place of an entry that was clicked, or chosen with a key.
    package var onChosen: (@MainActor (Int) -> Void)?

    /// An empty list, called `label`.
    package convenience init(label: String) {
        self.init(made: gtk_list_box_new())
        addClass("navigation-sidebar")
        setAccessibleLabel(label)
        // Another place is opened when it is chosen, not when the focus moves.
        gtk_list_box_set_activate_on_single_click(opaque, 1)
        Signal.connect(object.pointer, "row-activated") { [weak self] (row: UnsafeMutableRawPointer?) in
            guard let self, let row, let index = rows.firstIndex(where: { $0.object.pointer == row }) else { return }
            // What is shown is selected, once it is shown.
            select(current)
            onChosen?(index)
        }
    }

    private var current: Int?

    /// Shows these entries; the window shows the one at `current`.
    package func show(_ entries: [Entry], current: Int?) {
        self.current = current
        if entries.map(\.title) == self.entries.map(\.title), entries.map(\.isPart) == self.entries.map(\.isPart) {
            for (row, entry) in zip(rows, entries) { row.say(entry) }
        } else {
            let focused = rows.firstIndex { $0.hasFocus }
            for row in rows { gtk_list_box_remove(opaque, row.widget) }
            rows = entries.map { Row($0, margin: $0.isPart ? Self.partMargin : 0) }
            for row in rows { gtk_list_box_append(opaque, row.widget) }
            if let focused, !rows.isEmpty { rows[min(focused, rows.count - 1)].grabFocus() }
        }
        self.entries = entries
        select(current)
    }

    /// Puts the keyboard on the entry that is shown, or else on the first.
    package func focus() { (rows.indices.contains(current ?? 0) ? rows[current ?? 0] : rows.first)?.grabFocus() }

    private func select(_ index: Int?) {
        let row = index.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
        gtk_list_box_select_row(opaque, row?.object.typed())
    }

    /// A row.
    private final class Row: Widget {
        private var subtitle: Label?
        private var image: Image?

        convenience init(_ entry: Entry, margin: Int) {
            self.init(made: gtk_list_box_row_new())
            let image = Image(side: 16)
            image.setAccessibleHidden(true)
            let title = Label(entry.title)
            let subtitle = Label()
            for each in ["caption", "dim-label"] { subtitle.addClass(each) }
            let texts = Box(.vertical, title, subtitle)
            texts.expand(horizontally: true)
            texts.align(vertically: .center)
            let content = Box(.horizontal, spacing: 12, image, texts)
            gtk_widget_set_margin_start(content.widget, CInt(margin))
            gtk_list_box_row_set_child(object.typed(), content.widget)
            (self.subtitle, self.image) = (subtitle, image)
            // Read once, with the row.
            for part in [title, subtitle] { part.setAccessibleHidden(true) }
            say(entry)
        }

        func say(_ entry: Entry) {
            image?.setIcon(entry.icon)
            subtitle?.text = entry.subtitle
            subtitle?.isVisible = !entry.subtitle.isEmpty
            setTooltip(entry.subtitle)
            setAccessibleLabel(entry.title)
            setAccessibleDescription(entry.subtitle)
        }
    }
}
