import CGtk
import GLibBridge

/// Has a list's rows pass by under the pointer without a word while they move.
///
/// Whenever another row comes to lie under a pointer that rests, GTK takes the hovering off every widget from the old
/// row to the window and gives it to every one from the window to the new row: the window has hovered and hovers still,
/// but the style of all that is in it counts as changed, and is found anew. Under a wheel that is every frame, and half
/// of its time.
@MainActor
final class ScrollHover {
    /// So long after the last movement rows are the pointer's again: less than it takes to let go of a wheel and press.
    private static let restMilliseconds = 80

    /// What passes by.
    var items: Widget? { didSet { oldValue?.setTouchable(true) } }
    private let adjustment: ObjectReference
    private var rest: MainTimer?

    /// Watches `adjustment`, by which the items are scrolled.
    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        self.adjustment = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
        Signal.connect(self.adjustment.pointer, "value-changed") { [weak self] in self?.moved() }
    }

    private func moved() {
        // Wheels and fingers then scroll what the list lies in, as they do anyway.
        if rest == nil { items?.setTouchable(false) }
        rest = MainTimer(after: Self.restMilliseconds) { [weak self] in
            self?.rest = nil
            self?.items?.setTouchable(true)
        }
    }
}
