import GLibBridge
import GtkBridge

/// Shows the progress of saving or exporting at the lower edge of the window, with Cancel: no dialog, because a person
/// can view other photos meanwhile.
@MainActor
final class SavingBar {
    let widget: Revealer
    private let label = Label()
    private let bar = ProgressBar()
    private var showing: MainTimer?

    /// Shorter work shows no bar, which would only flash.
    private static let patienceMilliseconds = 300

    /// A bar whose button has the accessible name `cancelLabel`.
    init(cancelLabel: String, cancelled: @escaping @MainActor () -> Void) {
        let words = Box(.vertical, spacing: 6, label, bar)
        words.expand(horizontally: true)
        words.align(vertically: .center)
        label.align(horizontally: .fill)
        let cancel = Button(DialogLabel.cancel)
        cancel.setAccessibleLabel(cancelLabel)
        cancel.align(vertically: .center)
        cancel.onClicked(cancelled)
        let row = Box(.horizontal, spacing: 12, words, cancel)
        row.setMargins(vertical: 8, horizontal: 12)
        widget = Revealer(child: row)
        // A hidden bar must not be a Tab stop.
        widget.isVisible = false
        showing = MainTimer(after: Self.patienceMilliseconds) { [weak self] in
            self?.widget.isVisible = true
            self?.widget.isRevealed = true
        }
    }

    /// Shows `text`, and the bar at `fraction`, or as activity if that is nil.
    func show(_ text: String, _ fraction: Double?) {
        if label.text != text {
            label.text = text
            label.setTooltip(text)
            bar.setAccessibleLabel(text)
        }
        bar.show(fraction)
    }
}
