import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record in the grid: its picture in a square, and its name below.
///
/// As with rows, what only some cells need is made when they do.
@MainActor
final class PhotoCell: PhotoItem {
    let widget: Widget
    private(set) var record: PhotoRecord?
    private(set) var item: Widget?

    private let cell = Box(.vertical, spacing: CellStyle.captionGap)
    private let picture: CellPicture
    // Bound while the grid moves: that is not to measure all cells anew.
    private let name = Inscription()
    private var hasDescription = false
    private var reason: String?
    private var spinner: Spinner?
    private var retry: Button?
    private let filterName: @MainActor (PhotoRecord) -> String
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// A cell whose picture is naturally `side` points wide. `filterName` is asked what a filtered photo is called; `onRetry`
    /// gets the record whose button was pressed.
    init(
        side: Int, filterName: @escaping @MainActor (PhotoRecord) -> String,
        onRetry: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        self.filterName = filterName
        self.onRetry = onRetry
        picture = CellPicture(side: side)
        widget = cell
        cell.setMargins(vertical: CellStyle.margin, horizontal: CellStyle.margin)
        cell.append(picture.widget)
        name.addClass("caption")
        name.centerText(in: 3)
        cell.append(name)
    }

    /// How wide its picture naturally is, in points.
    var side: Int {
        get { picture.widget.side }
        set { picture.widget.side = newValue }
    }

    // MARK: - The cell's life

    func bind(_ object: AnyObject, item: Widget?) {
        guard let record = object as? PhotoRecord else { return }
        self.record = record
        self.item = item
        name.text = RowText.line(record.name)
        picture.show(record.state, fades: false)
        showText(of: record)
        record.observer = { [weak self, weak record] change in
            guard let self, let record, self.record === record else { return }
            if case .state(let old) = change { picture.show(record.state, fades: old.isDownloaded) }
            showText(of: record)
        }
    }

    func unbind() {
        record?.observer = nil
        record = nil
        item = nil
        spinner?.isSpinning = false
        picture.clear()
    }

    /// Without the margins, in which there is nothing to see.
    func frame(in list: Widget) -> Frame? { cell.frame(in: list) }

    func pictureFrame(in other: Widget) -> Frame? { picture.widget.frame(in: other) }

    // MARK: - Showing what the record says

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: filterName(record))
        item?.setAccessibleLabel(text.accessible)
        if !record.summary.isEmpty || hasDescription {
            item?.setAccessibleDescription(record.summary)
            hasDescription = !record.summary.isEmpty
        }
        show(reason: text.reason.isEmpty ? nil : "\(text.status): \(text.reason)")
        name.setClass("error", record.state.isFailed)
        // What is seen already needs nothing over it while it is made sharper.
        showSpinner(record.isInProgress && record.state.pixels == nil)
        if case .failed(let failure) = record.state { showRetry(failure.canRetry) } else { showRetry(false) }
    }

    private func show(reason text: String?) {
        if text != reason { cell.setTooltip(text) }
        reason = text
    }

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
        picture.widget.add(made)
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
        made.onClicked { [weak self] in
            if let self, let record { onRetry(record) }
        }
        picture.widget.add(made)
        retry = made
        return made
    }
}
