import CGtk
import GLibBridge

/// Disables hovering while rows scroll past the pointer.
///
/// When another row moves under a resting pointer, GTK removes the hover state from the old row up to the window and
/// sets it from the window down to the new row: the window's state is unchanged in the end, but all of its content is
/// restyled. With a wheel, that is half of every frame.
@MainActor
final class ScrollHover {
    /// The delay after the last movement before rows react again: less than it takes to release a wheel and press.
    private static let restMilliseconds = 80

    var items: Widget? { didSet { oldValue?.setTouchable(true) } }
    private let adjustment: ObjectReference
    private var rest: MainTimer?

    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        self.adjustment = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
        Signal.connect(self.adjustment.pointer, "value-changed") { [weak self] in self?.moved() }
    }

    private func moved() {
        // The list's container still handles wheels and fingers.
        if rest == nil { items?.setTouchable(false) }
        rest = MainTimer(after: Self.restMilliseconds) { [weak self] in
            self?.rest = nil
            self?.items?.setTouchable(true)
        }
    }
}
