import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record: its picture, its name, and its state, and nothing else.
///
/// A list creates some 200 rows before its first frame. A new row therefore has only what a waiting photo needs; the
/// widgets that only some rows need are created on demand.
@MainActor
final class PhotoRow: PhotoItem {
    let widget: Widget
    let binding: PhotoBinding
    // Rows are bound while the list moves: a label would make GTK measure all rows again.
    let name = Inscription()
    let picture: ItemPicture

    private let row = Box(.horizontal, spacing: 12)
    private let text = Box(.vertical, spacing: 3)
    private let status = Inscription()
    private var reason: Label?
    /// Takes the place of `status` in large letters, where "Loading failed" is longer than a line.
    private var failure: Label?
    var spinner: Spinner?
    var retry: Button?

    /// An empty row with a picture `side` points wide.
    init(side: Int, _ binding: PhotoBinding) {
        self.binding = binding
        picture = ItemPicture(in: SquareBox(side: side, .fixed))
        widget = row
        row.setMargins(vertical: 8, horizontal: 12)
        picture.widget.align(vertically: .center)
        // The list's own widget around the row says it all.
        picture.widget.setAccessibleHidden(true)
        row.append(picture.widget)
        text.align(vertically: .center)
        text.expand(horizontally: true)
        name.addClass("heading")
        status.addClass("caption")
        status.addClass("dim-label")
        text.append(name)
        text.append(status)
        text.setAccessibleHidden(true)
        row.append(text)
    }

    /// The width of its picture, in points.
    var side: Int {
        get { picture.widget.side }
        set { picture.widget.side = newValue }
    }

    /// Whether it has a phone's width.
    var isNarrow = false {
        didSet {
            guard isNarrow != oldValue, let retry else { return }
            dress(retry)
            if let record { showRetry(of: record) }
        }
    }

    /// With its margins: rows touch each other.
    func frame(in list: Widget) -> Frame? { outer.frame(in: list) }

    // MARK: - Showing what the record says

    func show(_ text: RowText, of record: PhotoRecord) {
        status.text = text.status
        show(failure: record.state.isFailed && Style.textScale >= Style.largeText ? text.status : "")
        show(reason: text.reason)
        showSpinner(record.isInProgress)
        status.setClass("dim-label", !record.state.isFailed)
        status.setClass("error", record.state.isFailed)
        showRetry(of: record)
    }

    private func show(failure text: String) {
        guard !text.isEmpty || failure != nil else { return }
        let label = failure ?? makeFailure()
        label.text = text
        label.isVisible = !text.isEmpty
        status.isVisible = text.isEmpty
    }

    private func makeFailure() -> Label {
        let label = Label()
        label.addClass("caption")
        label.addClass("error")
        label.wrap(lines: 2)
        text.insert(label, after: status)
        failure = label
        return label
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
        label.wrap(lines: Self.reasonLines)
        text.append(label)
        reason = label
        return label
    }

    private static var reasonLines: Int { Style.textScale >= Style.largeText ? 4 : 2 }

    func dressForText() {
        reason?.wrap(lines: Self.reasonLines)
        if let retry { dress(retry) }
    }

    func makeSpinner() -> Spinner {
        let made = Spinner()
        made.setAccessibleHidden(true)
        made.align(vertically: .center)
        row.insert(made, after: text)
        return made
    }

    func makeRetry() -> Button {
        let made = Button(localized("_Retry"))
        dress(made)
        made.align(vertically: .center)
        row.append(made)
        return made
    }

    /// A large word would leave no room for the reason, and any word none for the name in a narrow row.
    private func dress(_ retry: Button) {
        if isNarrow || Style.textScale >= Style.largeText {
            retry.setIcon("view-refresh-symbolic", label: localized("Retry"))
        } else {
            retry.text = localized("_Retry")
            retry.setTooltip(nil)
        }
    }
}
