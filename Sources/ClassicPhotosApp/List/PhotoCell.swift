import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record in the grid: its picture in a square, and its name below. In the strip below a photo it is the
/// picture only, with the name as a tooltip.
///
/// As in rows, the widgets that only some cells need are created on demand.
@MainActor
final class PhotoCell: PhotoItem {
    let widget: Widget
    let binding: PhotoBinding
    // Cells are bound while the grid moves: a label would make GTK measure all cells again.
    let name = Inscription()
    let picture: ItemPicture

    private let cell = Box(.vertical, spacing: 6)
    private let isPictureOnly: Bool
    private let isFree: Bool
    private var tooltip: String?
    private var hasName = false
    var spinner: Spinner?
    var retry: Button?

    /// An empty cell with a picture whose natural width is `side` points.
    ///
    /// One that is free has the picture only, in any shape; of a folder, also the name, on its icon's background.
    init(side: Int, _ binding: PhotoBinding, isPictureOnly: Bool = false, isFree: Bool = false) {
        self.binding = binding
        self.isPictureOnly = isPictureOnly
        self.isFree = isFree
        picture = ItemPicture(in: SquareBox(side: side, isFree ? .free : .square))
        widget = cell
        cell.askForTooltip { [weak self] in self?.tooltip }
        cell.append(picture.widget)
        if isFree { picture.widget.expand(horizontally: true, vertically: true) }
        guard !isPictureOnly else { return }
        cell.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        name.addClass("caption")
        name.centerText(in: 3)
        dressForText()
        // The grid's own widget around the cell says it all.
        name.setAccessibleHidden(true)
        cell.append(name)
    }

    /// The natural width of its picture, in points.
    var side: Int {
        get { picture.widget.side }
        set { picture.widget.side = newValue }
    }

    /// Without the margins, which are empty.
    func frame(in list: Widget) -> Frame? { cell.frame(in: list) }

    // MARK: - Showing what the record says

    func show(_ text: RowText, of record: PhotoRecord) {
        let hint = record.isCutShort && !record.state.isFailed ? localized("Cut short") : nil
        let reason = text.failure ?? hint
        if isPictureOnly {
            tooltip = [record.name, reason].compactMap { $0 }.joined(separator: "\n")
            guard isFree else { return }
            showName(record.folder != nil)
        }
        if !isPictureOnly { tooltip = reason }
        name.setClass("error", record.state.isFailed)
        // A photo needs no spinner while it is refined.
        showSpinner(record.isInProgress && record.state.pixels == nil)
        showRetry(of: record)
    }

    /// Shows the name of a folder in a free cell, whose picture says nothing.
    private func showName(_ isShown: Bool) {
        guard isShown || hasName else { return }
        if !hasName {
            hasName = true
            name.addClass("caption")
            name.centerText(in: 3)
            name.align(vertically: .end)
            name.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
            picture.widget.add(name)
        }
        name.isVisible = isShown
        // GTK resets the state when it shows a widget.
        name.setAccessibleHidden(true)
    }

    func dressForText() {
        // Pictures keep their size, and few names fit one line.
        if !isPictureOnly { name.setLines(Style.textScale >= Style.largeText ? 2 : 1) }
    }

    func makeSpinner() -> Spinner {
        let made = Spinner()
        made.setAccessibleHidden(true)
        made.align(horizontally: .end, vertically: .start)
        made.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        picture.widget.add(made)
        return made
    }

    func makeRetry() -> Button {
        let made = Button(icon: "view-refresh-symbolic", label: localized("Retry"))
        made.addClass("circular")
        made.align(horizontally: .end, vertically: .end)
        made.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        picture.widget.add(made)
        return made
    }
}
