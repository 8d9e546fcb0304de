import GtkBridge

/// Fills the corners of the screen in a grid at rest.
///
/// GTK keeps cells around an anchor: an item in the middle column, mostly one near an edge of the screen. On the other
/// side of the anchor are as many cells as columns, and they do not reach the end of the next line. So a line of which
/// only some points are on screen can lack the cells of its last columns, or of its first ones at the upper edge
/// (gtk_list_base_set_anchor). When GTK hears the same position again, it turns the anchor to the other edge of its
/// line, and keeps cells on both sides.
@MainActor
final class GridCorners {
    private let position: Adjustment
    /// Where GTK was told the position again, and for which items, until the grid moves on: once for each is enough.
    private var told: (position: Double, numbers: [Range<Int>]) = (0, [])
    /// More than help.
    private static let most = 4

    /// Of the grid that is scrolled to `position`.
    init(at position: Adjustment) {
        self.position = position
        position.onValueChanged { [weak self] in self?.moved() }
    }

    private func moved() {
        // GTK rounds a position.
        if abs(told.position - position.value) > 1 { told.numbers = [] }
    }

    /// Has GTK add the missing cells of the lines with the items of these numbers on screen, in the next layout.
    /// Returns whether it does: the grid counts as moving then, and a pass follows when it rests.
    func complete(_ numbers: Range<Int>, columns: Int, count: Int) -> Bool {
        guard Self.lacksCells(numbers, columns: columns, count: count), !told.numbers.contains(numbers),
            told.numbers.count < Self.most
        else { return false }
        told = (position.value, told.numbers + [numbers])
        position.repeatValue()
        return true
    }

    /// Whether the first or the last line with the items of these numbers is incomplete, in a grid of `count` items.
    static func lacksCells(_ numbers: Range<Int>, columns: Int, count: Int) -> Bool {
        guard columns > 1, !numbers.isEmpty else { return false }
        return !numbers.lowerBound.isMultiple(of: columns)
            || (!numbers.upperBound.isMultiple(of: columns) && numbers.upperBound < count)
    }
}
