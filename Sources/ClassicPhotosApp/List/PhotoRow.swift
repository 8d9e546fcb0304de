import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record: its picture, name and state, and nothing that the record's state does not say.
///
/// A list makes some 200 rows before its first frame, so a row is made of as little as shows a photo that waits; what
/// only some rows need is made when they do.
@MainActor
final class PhotoRow: ListRow {
    let widget: Widget
    /// What is shown; nil between two bindings.
    private(set) var record: PhotoRecord?

    private let picture = RowPicture()
    private let row = Box(.horizontal, spacing: 12)
    private let text = Box(.vertical, spacing: 3)
    // Rows are bound while the list moves: none of that is to measure all rows anew.
    private let name = Inscription()
    private let status = Inscription()
    private var hasDescription = false
    private var reason: Label?
    private var spinner: Spinner?
    private var retry: Button?
    /// The list's own widget around the row, which screen readers see.
    private var item: Widget?
    private let filterName: @MainActor () -> String
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// `filterName` is asked what a filtered photo is called; `onRetry` gets the record whose button was pressed.
    init(filterName: @escaping @MainActor () -> String, onRetry: @escaping @MainActor (PhotoRecord) -> Void) {
        self.filterName = filterName
        self.onRetry = onRetry
        widget = row
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(picture.widget)
        text.align(vertically: .center)
        text.expand(horizontally: true)
        name.addClass("heading")
        status.addClass("caption")
        status.addClass("dim-label")
        text.append(name)
        text.append(status)
        row.append(text)
    }

    // MARK: - The row's life

    func bind(_ object: AnyObject, item: Widget?) {
        guard let record = object as? PhotoRecord else { return }
        self.record = record
        self.item = item
        name.text = Self.line(record.name)
        picture.show(record.state, fades: false)
        showText(of: record)
        record.observer = { [weak self, weak record] change in
            guard let self, let record, self.record === record else { return }
            // Fades where the person has seen the unfiltered photo, and nowhere else.
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

    /// Whether it has the keyboard.
    var hasFocus: Bool { (item ?? widget).hasFocus }

    /// Gives it the keyboard.
    func grabFocus() { (item ?? widget).grabFocus() }

    /// Its upper and lower edge in `list`, margins included.
    func itemExtent(in list: Widget) -> ClosedRange<Double>? { (item ?? widget).verticalExtent(in: list) }

    /// The height in points it takes in a list of the given width, margins included.
    func itemHeight(forWidth width: Double) -> Double { (item ?? widget).minimumHeight(forWidth: width) }

    /// Where its picture is, in points of `other`.
    func pictureFrame(in other: Widget) -> Frame? { picture.widget.frame(in: other) }

    // MARK: - Showing what the record says

    /// A name on one line.
    private static func line(_ name: String) -> String {
        name.utf8.contains { $0 < 0x20 } ? String(name.map { $0.isNewline ? " " : $0 }) : name
    }

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: filterName())
        status.text = text.status
        show(reason: text.reason)
        item?.setAccessibleLabel(text.accessible)
        if !record.summary.isEmpty || hasDescription {
            item?.setAccessibleDescription(record.summary)
            hasDescription = !record.summary.isEmpty
        }
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
        made.onClicked { [weak self] in
            if let self, let record { onRetry(record) }
        }
        row.append(made)
        retry = made
        return made
    }
}

extension PhotoRecord.State {
    fileprivate var isDownloaded: Bool {
        if case .downloaded = self { true } else { false }
    }
}
