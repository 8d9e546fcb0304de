import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record in the grid: its picture in a square, and its name below.
///
/// As with rows, what only some cells need is made when they do.
@MainActor
final class PhotoCell: PhotoItem {
    let widget: Widget
    let binding: PhotoBinding
    // Bound while the grid moves: that is not to measure all cells anew.
    let name = Inscription()
    var picture: any ItemPicture { cellPicture }

    private let cell = Box(.vertical, spacing: CellStyle.captionGap)
    private let cellPicture: CellPicture
    private var reason: String?
    private var spinner: Spinner?
    private var retry: Button?

    /// A cell that shows nothing yet, whose picture is naturally `side` points wide.
    init(side: Int, _ binding: PhotoBinding) {
        self.binding = binding
        cellPicture = CellPicture(side: side)
        widget = cell
        cell.setMargins(vertical: CellStyle.margin, horizontal: CellStyle.margin)
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
        // What is seen already needs nothing over it while it is made sharper.
        showSpinner(record.isInProgress && record.state.pixels == nil)
        if case .failed(let failure) = record.state { showRetry(failure.canRetry) } else { showRetry(false) }
    }

    private func show(reason text: String?) {
        if text != reason { cell.setTooltip(text) }
        reason = text
    }

    func rest() { spinner?.isSpinning = false }

    private func showSpinner(_ isShown: Bool) {
        guard isShown || spinner != nil else { return }
        let spinner = spinner ?? makeSpinner()
        spinner.isSpinning = isShown
        spinner.isVisible = isShown
    }

    private func makeSpinner() -> Spinner {
        let made = Spinner()
        made.align(horizontally: .end, vertically: .start)
        made.setMargins(vertical: CellStyle.margin, horizontal: CellStyle.margin)
        cellPicture.widget.add(made)
        spinner = made
        return made
    }

    private func showRetry(_ isShown: Bool) {
        guard isShown || retry != nil else { return }
        let retry = retry ?? makeRetry()
        retry.isVisible = isShown
        if isShown { retry.setAccessibleLabel("Retry \(record?.name ?? "")") }
    }

    private func makeRetry() -> Button {
        let made = Button(icon: "view-refresh-symbolic", label: "Retry")
        made.addClass("circular")
        made.align(horizontally: .end, vertically: .end)
        made.setMargins(vertical: CellStyle.margin, horizontal: CellStyle.margin)
        made.onClicked { [weak binding] in binding?.retry() }
        cellPicture.widget.add(made)
        retry = made
        return made
    }
}
