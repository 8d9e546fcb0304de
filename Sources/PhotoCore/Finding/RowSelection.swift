/// The selected photos; folders cannot be selected. Stored by entry, so sorting and searching preserve it. Hidden
/// photos stay selected and reappear selected, but actions skip them while they are hidden.
///
/// Rows have the list's numbers: the first is the first that the list shows, whatever the model holds back above it.
///
/// A change takes time proportional to its rows: a few milliseconds for a million unordered rows, almost none if
/// ordered.
@MainActor
package final class RowSelection {
    package let model: PhotoListModel
    /// All selected entries, including hidden ones.
    package private(set) var entries = EntrySet()
    private var shownCount: Int?

    package var changed: (@MainActor () -> Void)?

    /// Whether the person selects several photos one by one, with the pointer or a finger alone: a list's clicks and
    /// arrow keys then keep the selection of other rows. See ``select(asked:only:)`` and ``toggle(_:)``.
    package var keepsOthers = false

    package init(of model: PhotoListModel) { self.model = model }

    private var order: RowOrder { model.order }

    /// How many shown rows are selected.
    package var count: Int {
        if let shownCount { return shownCount }
        let count = order.count(in: entries)
        shownCount = count
        return count
    }

    package func isSelected(_ row: Int) -> Bool { model.entry(at: row).map(entries.contains) ?? false }

    /// The entries of shown, selected rows, in order.
    package var shownEntries: [UInt32] { order.filtered(entries) }

    /// Selects rows, alone or in addition.
    package func select(_ rows: Range<Int>, only isOnly: Bool) {
        if isOnly { entries = EntrySet() }
        change(places(of: rows), all: { $0.insert($1) }, one: { $0.insert($1) })
    }

    /// Selects rows as a list's clicks and keys ask. While they keep other rows, a single row is left as it is: a click
    /// toggles it, and an arrow key only passes it.
    package func select(asked rows: Range<Int>, only isOnly: Bool) {
        guard keepsOthers, isOnly else { return select(rows, only: isOnly) }
        if rows.count > 1 { select(rows, only: false) }
    }

    /// Selects a row, or unselects it.
    package func toggle(_ row: Int) {
        if isSelected(row) { unselect(row..<row + 1) } else { select(row..<row + 1, only: false) }
    }

    package func unselect(_ rows: Range<Int>) {
        change(places(of: rows), all: { $0.remove($1) }, one: { $0.remove($1) })
    }

    /// Selects all shown rows, those too that the list is still to get.
    package func selectAll() { change(0..<order.count, all: { $0.insert($1) }, one: { $0.insert($1) }) }

    /// Unselects everything, including hidden rows.
    package func unselectAll() { replace(with: EntrySet()) }

    /// Inverts the selection of shown rows.
    package func invert() {
        change(
            0..<order.count, all: { $0.invert($1) },
            one: { if $0.contains($1) { $0.remove($1) } else { $0.insert($1) } })
    }

    /// Selects exactly these entries: another version of the catalogue is open, in which they have these numbers.
    package func replace(with entries: EntrySet) {
        self.entries = entries
        noteChange()
    }

    package func orderChanged() { shownCount = nil }

    /// The places of the list's rows in the order.
    private func places(of rows: Range<Int>) -> Range<Int> {
        let above = model.heldBackAboveCount
        let rows = rows.clamped(to: 0..<order.count - above)
        return rows.lowerBound + above..<rows.upperBound + above
    }

    private func change(
        _ places: Range<Int>, all: (inout EntrySet, Range<Int>) -> Void, one: (inout EntrySet, Int) -> Void
    ) {
        if let range = order.range(of: places) {
            all(&entries, range)
        } else {
            for place in places { one(&entries, order.entry(at: place)) }
        }
        for folder in model.folders { entries.remove(folder) }
        noteChange()
    }

    private func noteChange() {
        shownCount = nil
        changed?()
    }
}
