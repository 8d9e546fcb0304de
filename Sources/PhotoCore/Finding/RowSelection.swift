/// Which photos are selected. Kept by entry, so it stays with its photos while the list is sorted and searched; what a
/// search hides stays selected and is shown so afterwards, but nothing is done to it while it is hidden.
///
/// Each change takes time by the rows it touches: at a million rows out of order a few milliseconds, in order next to
/// none.
@MainActor
public final class RowSelection {
    private let model: PhotoListModel
    /// All entries that are selected, hidden ones too.
    public private(set) var entries = EntrySet()
    private var shownCount: Int?

    /// Called at each change, whatever has made it.
    public var changed: (@MainActor () -> Void)?

    /// Nothing is selected of the rows of `model`.
    public init(of model: PhotoListModel) { self.model = model }

    private var order: RowOrder { model.order }

    /// How many of the rows shown are selected.
    public var count: Int {
        if let shownCount { return shownCount }
        let count = order.count(in: entries)
        shownCount = count
        return count
    }

    /// Whether a row is selected.
    public func isSelected(_ row: Int) -> Bool { row < order.count && entries.contains(order.entry(at: row)) }

    /// The entries of the rows that are shown and selected, in the rows' order.
    public var shownEntries: [UInt32] { order.filtered(entries) }

    /// Selects rows, alone or besides what is selected.
    public func select(_ rows: Range<Int>, only isOnly: Bool) {
        if isOnly { entries = EntrySet() }
        change(rows, all: { $0.insert($1) }, one: { $0.insert($1) })
    }

    /// Unselects rows.
    public func unselect(_ rows: Range<Int>) {
        change(rows, all: { $0.remove($1) }, one: { $0.remove($1) })
    }

    /// Selects all rows shown.
    public func selectAll() { select(0..<order.count, only: false) }

    /// Unselects everything, what is hidden too.
    public func unselectAll() {
        entries = EntrySet()
        noteChange()
    }

    /// Selects the rows shown that are not selected, and unselects those that are.
    public func invert() {
        change(
            0..<order.count, all: { $0.invert($1) },
            one: { if $0.contains($1) { $0.remove($1) } else { $0.insert($1) } })
    }

    /// Forgets everything: another catalogue is open.
    public func reset() { replace(with: EntrySet()) }

    /// Selects these entries and no others: another version of the catalogue is open, in which they have these numbers.
    public func replace(with entries: EntrySet) {
        self.entries = entries
        noteChange()
    }

    /// The rows are others, or others of them are shown.
    public func orderChanged() { shownCount = nil }

    private func change(
        _ rows: Range<Int>, all: (inout EntrySet, Range<Int>) -> Void, one: (inout EntrySet, Int) -> Void
    ) {
        let rows = rows.clamped(to: 0..<order.count)
        if order.isIdentity {
            all(&entries, rows)
        } else {
            for row in rows { one(&entries, order.entry(at: row)) }
        }
        noteChange()
    }

    private func noteChange() {
        shownCount = nil
        changed?()
    }
}
