import GtkBridge
import PhotoCore

/// The cells of the timeline's rows on screen and around it; recycled.
@MainActor
final class TimelineCells: BoundItems {
    var total: (@MainActor () -> Int)?
    /// Creates a cell; to be set before there are rows.
    var make: (@MainActor () -> PhotoCell)?
    /// Called before a record is shown in a row's place.
    var prepare: (@MainActor (PhotoRecord, Int) -> Void)?

    private let area: PlacedItems
    /// The widget above all cells.
    private let upper: Widget
    private var cells: [Int: Cell] = [:]
    private var spare: [Cell] = []

    private lazy var placing = PlaceQueue<Int> { [weak self] row in
        if let self { cells[row]?.content.placed(at: row, of: max(total?() ?? 0, row + 1)) }
    }

    private struct Cell {
        let item: PlacedItem
        let content: PhotoCell
    }

    /// The cells of `area`, below `upper`.
    init(in area: PlacedItems, below upper: Widget) { (self.area, self.upper) = (area, upper) }

    // MARK: - Rows

    /// Whether no row has a cell.
    var isEmpty: Bool { cells.isEmpty }

    /// Shows these rows, at most `most` of them in new places beyond `needed`; returns whether some are missing. A cell
    /// that has the keyboard stays.
    func show(_ rows: Range<Int>, needed: Range<Int>, most: Int, of records: PhotoListModel, _ selection: RowSelection)
        -> Bool
    {
        for (row, cell) in cells where !rows.contains(row) && !cell.item.hasFocus { retire(row) }
        // What is not needed after all is hidden at last: to hide and to show measures the window again.
        defer { hideSpare() }
        for row in needed { ensure(row, of: records, selection) }
        var left = most
        // The nearest first.
        for row in Array(needed.upperBound..<max(needed.upperBound, rows.upperBound))
            + (rows.lowerBound..<max(rows.lowerBound, needed.lowerBound)).reversed() where cells[row] == nil
        {
            if left == 0 { return true }
            left -= 1
            ensure(row, of: records, selection)
        }
        return false
    }

    /// Gives a row's cell the keyboard: a screen reader reads it at once.
    func focus(_ row: Int, of records: PhotoListModel, _ selection: RowSelection) {
        guard let item = ensure(row, of: records, selection) else { return }
        placing.placeNow(row)
        item.grabFocus()
    }

    /// The item of a row, with its photo; nil where there is no such row.
    @discardableResult
    func ensure(_ row: Int, of records: PhotoListModel, _ selection: RowSelection) -> PlacedItem? {
        if let cell = cells[row] { return cell.item }
        guard let record = records.record(at: row), let cell = spare.popLast() ?? makeCell() else { return nil }
        cells[row] = cell
        prepare?(record, row)
        cell.content.bind(record, item: cell.item)
        cell.content.show()
        placing.bound(row)
        cell.item.isSelected = selection.isSelected(row)
        if !cell.item.isVisible { cell.item.isVisible = true }
        return cell.item
    }

    /// Releases all cells whose rows show other photos now.
    /// They are hidden by the next ``show(_:needed:most:of:_:)``.
    func release(unlessShownBy records: PhotoListModel) {
        for (row, cell) in cells where cell.content.record !== records.record(at: row) || row >= records.count {
            retire(row)
        }
    }

    /// The places of rows have other shapes than before.
    func prepareAgain() {
        for (row, cell) in cells { if let record = cell.content.record { prepare?(record, row) } }
    }

    /// Releases all cells.
    func releaseAll() {
        for row in cells.keys { retire(row) }
        hideSpare()
    }

    /// Readers of the screen see no cells without a photo.
    private func hideSpare() { for cell in spare where cell.item.isVisible { cell.item.isVisible = false } }

    private func retire(_ row: Int) {
        guard let cell = cells.removeValue(forKey: row) else { return }
        placing.unbound(row)
        cell.content.unbind()
        spare.append(cell)
    }

    private func makeCell() -> Cell? {
        guard let content = make?() else { return nil }
        let item = PlacedItem(content.widget)
        area.add(item, below: upper)
        return Cell(item: item, content: content)
    }

    func selectionChanged(_ selection: RowSelection) {
        for (row, cell) in cells { cell.item.isSelected = selection.isSelected(row) }
    }

    /// Places all cells: `frame` tells where a row is.
    func place(_ frame: (Int) -> Frame) { for (row, cell) in cells { area.place(cell.item, in: frame(row)) } }

    /// The row that has the keyboard.
    var focusedRow: Int? { cells.first { $0.value.item.hasFocus }?.key }

    // MARK: - BoundItems

    var boundRows: [any ListRow] { cells.values.map(\.content) }

    var boundNumbers: Range<Int> {
        cells.keys.min().flatMap { first in cells.keys.max().map { first..<$0 + 1 } } ?? 0..<0
    }

    func number(of row: any ListRow) -> Int? { cells.first { $0.value.content === row }?.key }

    func renumberSoon() {
        let total = total?() ?? 0
        placing.clear()
        for (row, cell) in cells { cell.content.placed(at: row, of: max(total, row + 1)) }
    }
}
