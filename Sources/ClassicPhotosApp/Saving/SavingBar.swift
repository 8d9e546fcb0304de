import GLibBridge
import GtkBridge

/// Says at the lower edge of the window how far photos are that are saved or exported, and offers to cancel: no dialog,
/// because a person who waits may look at other photos meanwhile.
@MainActor
final class SavingBar {
    let widget: Revealer
    private let label = Label()
    private let bar = ProgressBar()
    private var showing: MainTimer?

    /// What is done sooner is not worth a bar that flashes by.
    private static let patienceMilliseconds = 300

    /// A bar whose button a screen reader calls `cancelLabel`.
    init(cancelLabel: String, cancelled: @escaping @MainActor () -> Void) {
        let words = Box(.vertical, spacing: 6)
        words.expand(horizontally: true)
        words.align(vertically: .center)
        label.align(horizontally: .fill)
        words.append(label)
        words.append(bar)
        let cancel = Button("_Cancel")
        cancel.setAccessibleLabel(cancelLabel)
        cancel.align(vertically: .center)
        cancel.onClicked(cancelled)
        let row = Box(.horizontal, spacing: 12)
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(words)
        row.append(cancel)
        widget = Revealer(child: row)
        // What is not shown is nothing to come to by Tab.
        widget.isVisible = false
        showing = MainTimer(after: Self.patienceMilliseconds) { [weak self] in
            self?.widget.isVisible = true
            self?.widget.isRevealed = true
        }
    }

    /// Says `text`; the bar stands at `fraction`, or moves where that is not known.
    func show(_ text: String, _ fraction: Double?) {
        if label.text != text {
            label.text = text
            label.setTooltip(text)
            bar.setAccessibleLabel(text)
        }
        bar.show(fraction)
    }
}
