import GtkBridge

/// Chooses which of a header bar's buttons fit.
///
/// A window cannot become narrower than its widest header bar, including the desktop's buttons: as it shrinks, buttons
/// with an alternative elsewhere are hidden, and they return as it grows.
@MainActor
final class HeaderFit {
    private let header: HeaderBar
    private let yielding: [Widget]

    /// For `header`, whose buttons `yielding` are hidden in this order if there is too little space.
    init(_ header: HeaderBar, yielding: [Widget]) {
        self.header = header
        self.yielding = yielding
    }

    /// Shows as many buttons as fit in a window of `width` points; returns whether that hides any.
    @discardableResult
    func fit(to width: Double) -> Bool {
        let before = yielding.filter(\.isVisible).count
        let others = header.minimumWidth - Self.buttonWidth * Double(before)
        let after = max(0, min(yielding.count, Int((width - others - Self.leastRoom) / Self.buttonWidth)))
        guard after != before else { return false }
        for (index, button) in yielding.enumerated() { button.isVisible = index >= yielding.count - after }
        return after < before
    }

    /// The width of a button with its gap in a header bar, in points, from libadwaita.
    private static let buttonWidth = 40.0
    /// Without spare room a window could not become narrower; its minimum exceeds its header bar's by a few points.
    private static let leastRoom = 8.0
}
