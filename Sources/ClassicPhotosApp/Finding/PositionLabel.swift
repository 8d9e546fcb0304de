import GLibBridge
import GtkBridge

/// Says where in a long list one is while it moves, over its lower edge, and goes when it has come to rest.
@MainActor
final class PositionLabel {
    /// It goes so long after the last movement: long enough to read two numbers.
    private static let staysMilliseconds = 1200

    let widget: Widget
    private let revealer: Revealer
    /// It says something else in each frame while the list moves.
    private let label = Inscription()
    private var characters = 0
    private var timer: MainTimer?

    init() {
        label.addClass("photo-position")
        label.addClass("osd")
        label.addClass("numeric")
        revealer = Revealer(child: label, fades: true)
        revealer.align(horizontally: .center, vertically: .end)
        // What it lies over is what counts: it is in nobody's way.
        revealer.setTouchable(false)
        revealer.setMargins(vertical: 12, horizontal: 12)
        widget = revealer
        label.setAccessibleHidden(true)
    }

    /// Says `text` for as long as it takes to read; `longest` is how many characters that may have in this list.
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

    /// Goes.
    func hide() {
        timer = nil
        revealer.isRevealed = false
        label.setAccessibleHidden(true)
    }
}
