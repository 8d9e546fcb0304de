import GtkBridge

/// Which of a header bar's buttons there is room for.
///
/// A window can become no narrower than its widest header bar, buttons of the desktop's own included: as it is drawn
/// in, those buttons go that have another place, and they come back as it is drawn out.
@MainActor
final class HeaderFit {
    private let header: HeaderBar
    private let yielding: [Widget]

    /// Of `header`, whose buttons `yielding` go where there is no room for them, the first of them first.
    init(_ header: HeaderBar, yielding: [Widget]) {
        self.header = header
        self.yielding = yielding
    }

    /// Shows as many of the buttons as there is room for in a window of `width` points; answers whether that makes them
    /// fewer.
    @discardableResult
    func fit(to width: Double) -> Bool {
        let before = yielding.filter(\.isVisible).count
        let others = header.minimumWidth - Self.buttonWidth * Double(before)
        let after = max(0, min(yielding.count, Int((width - others - Self.leastRoom) / Self.buttonWidth)))
        guard after != before else { return false }
        for (index, button) in yielding.enumerated() { button.isVisible = index >= yielding.count - after }
        return after < before
    }

    /// What a button takes of a header bar, with the gap beside it, in points: as libadwaita has them.
    private static let buttonWidth = 40.0
    /// With no room left over a window could become no narrower; its least is wider than its header bar's by a few
    /// points.
    private static let leastRoom = 8.0
}
