import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record: its picture, name and state, and nothing that the record's state does not say.
///
/// A list makes some 200 rows before its first frame, so a row is made of as little as shows a photo that waits; what
/// only some rows need is made when they do.
@MainActor
final class PhotoRow: PhotoItem {
    let widget: Widget
    let binding: PhotoBinding
    // Rows are bound while the list moves: neither text is to measure all rows anew.
    let name = Inscription()
    var picture: any ItemPicture { rowPicture }

    private let rowPicture = RowPicture()
    private let row = Box(.horizontal, spacing: 12)
    private let text = Box(.vertical, spacing: 3)
    private let status = Inscription()
    private var reason: Label?
    private var spinner: Spinner?
    private var retry: Button?

    /// A row that shows nothing yet.
    init(_ binding: PhotoBinding) {
        self.binding = binding
        widget = row
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(rowPicture.widget)
        text.align(vertically: .center)
        text.expand(horizontally: true)
        name.addClass("heading")
        status.addClass("caption")
        status.addClass("dim-label")
        text.append(name)
        text.append(status)
        row.append(text)
    }

    /// Margins included: rows touch each other.
    func frame(in list: Widget) -> Frame? { outer.frame(in: list) }

    // MARK: - Showing what the record says

    func show(_ text: RowText, of record: PhotoRecord) {
        status.text = text.status
        show(reason: text.reason)
        showSpinner(record.isInProgress)
        if case .failed(let failure) = record.state {
            status.removeClass("dim-label")
            status.addClass("error")
            showRetry(failure.canRetry)
        } else {
            status.addClass("dim-label")
            status.removeClass("error")
            showRetry(false)
        }
    }

    private func show(reason text: String) {
        guard !text.isEmpty || reason != nil else { return }
        let label = reason ?? makeReason()
        label.text = text
        label.isVisible = !text.isEmpty
        label.setTooltip(text.isEmpty ? nil : text)
    }

    private func makeReason() -> Label {
        let label = Label()
        label.addClass("caption")
        label.addClass("dim-label")
        label.wrap(lines: 2)
        text.append(label)
        reason = label
        return label
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
        made.align(vertically: .center)
        row.insert(made, after: text)
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
        let made = Button("_Retry")
        made.align(vertically: .center)
        made.onClicked { [weak binding] in binding?.retry() }
        row.append(made)
        retry = made
        return made
    }
}
