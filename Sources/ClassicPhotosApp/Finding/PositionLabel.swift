import GLibBridge
import GtkBridge

/// Shows the position in a long list over its lower edge while it moves, and hides at rest.
@MainActor
final class PositionLabel {
    /// The delay before it hides: long enough to read two numbers.
    private static let staysMilliseconds = 1200

    let widget: Widget
    private let revealer: Revealer
    /// Changes in every frame while the list moves.
    private let label = Inscription()
    private var characters = 0
    private var timer: MainTimer?

    init() {
        label.addClass("photo-position", "osd", "numeric")
        revealer = Revealer(child: label, fades: true)
        revealer.align(horizontally: .center, vertically: .end)
        // Clicks reach what is below.
        revealer.setTouchable(false)
        revealer.setMargins(vertical: 12, horizontal: 12)
        widget = revealer
        label.setAccessibleHidden(true)
    }

    /// Shows `text` long enough to read it; `longest` is the maximum number of characters in this list.
    func say(_ text: String, longest: Int) {
        if longest != characters {
            characters = longest
            label.centerText(in: longest)
        }
        label.text = text
        revealer.isRevealed = true
        label.setAccessibleHidden(false)
        timer = MainTimer(after: Self.staysMilliseconds) { [weak self] in self?.hide() }
    }

    func hide() {
        timer = nil
        revealer.isRevealed = false
        label.setAccessibleHidden(true)
    }
}
