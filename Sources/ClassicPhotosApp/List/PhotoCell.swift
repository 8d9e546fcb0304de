import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record in the grid: its picture in a square, and its name below.
///
/// As in rows, what only some cells need is made when they do.
@MainActor
final class PhotoCell: PhotoItem {
    let widget: Widget
    let binding: PhotoBinding
    // Cells are bound while the grid moves: a label would have all cells measured anew.
    let name = Inscription()
    var picture: any ItemPicture { cellPicture }

    private let cell = Box(.vertical, spacing: 6)
    private let cellPicture: CellPicture
    private var reason: String?
    var spinner: Spinner?
    var retry: Button?

    /// A cell that shows nothing yet, whose picture is naturally `side` points wide.
    init(side: Int, _ binding: PhotoBinding) {
        self.binding = binding
        cellPicture = CellPicture(side: side)
        widget = cell
        cell.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        cell.append(cellPicture.widget)
        name.addClass("caption")
        name.centerText(in: 3)
        cell.append(name)
    }

    /// How wide its picture naturally is, in points.
    var side: Int {
        get { cellPicture.widget.side }
        set { cellPicture.widget.side = newValue }
    }

    /// Without the margins, in which there is nothing to see.
    func frame(in list: Widget) -> Frame? { cell.frame(in: list) }

    // MARK: - Showing what the record says

    func show(_ text: RowText, of record: PhotoRecord) {
        let hint = record.isCutShort && !record.state.isFailed ? "Cut short" : nil
        show(reason: text.reason.isEmpty ? hint : "\(text.status): \(text.reason)")
        name.setClass("error", record.state.isFailed)
        // A photo that is shown already needs nothing over it while it is refined.
        showSpinner(record.isInProgress && record.state.pixels == nil)
        showRetry(of: record)
    }

    private func show(reason text: String?) {
        if text != reason { cell.setTooltip(text) }
        reason = text
    }

    func makeSpinner() -> Spinner {
        let made = Spinner()
        made.align(horizontally: .end, vertically: .start)
        made.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        cellPicture.widget.add(made)
        return made
    }

    func makeRetry() -> Button {
        let made = Button(icon: "view-refresh-symbolic", label: "Retry")
        made.addClass("circular")
        made.align(horizontally: .end, vertically: .end)
        made.setMargins(vertical: GridLayout.margin, horizontal: GridLayout.margin)
        cellPicture.widget.add(made)
        return made
    }
}
