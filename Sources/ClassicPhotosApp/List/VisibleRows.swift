import Foundation
import GtkBridge
import PhotoCore

/// The photos on screen and their places, which only widgets know.
@MainActor
struct VisibleRows {
    /// A row or a cell with its frame, in points of the list.
    typealias PlacedItem = (row: any PhotoItem, frame: Frame)

    let layouts: ListLayouts
    let records: PhotoListModel
    /// Called with a record before its photo is loaded for a row's place.
    let prepare: @MainActor (PhotoRecord, Int) -> Void

    private var list: ScrolledWindow { layouts.scroller }
    /// All rows that GTK keeps, most of them hidden.
    private var bound: [any PhotoItem] { layouts.current.factory.boundRows.compactMap { $0 as? any PhotoItem } }

    // MARK: - Rows

    /// The rows that are at least partly on screen, from the top down and along each line.
    var onScreen: [PlacedItem] { rows(between: 0, and: list.height) }

    /// The rows that are at least partly between `top` and `bottom` of the list's visible part, in the same order.
    private func rows(between top: Double, and bottom: Double) -> [PlacedItem] {
        guard list.isMapped else { return [] }
        let right = list.isRightToLeft ? -1.0 : 1
        return bound.compactMap { row in
            guard row.widget.isMapped, let frame = row.frame(in: list), frame.y + frame.height > top, frame.y < bottom
            else { return nil }
            return (row, frame)
        }.sorted { ($0.frame.y, right * $0.frame.x) < ($1.frame.y, right * $1.frame.x) }
    }

    func row(of record: PhotoRecord) -> (any PhotoItem)? {
        list.isMapped ? bound.first { $0.record === record && $0.widget.isMapped } : nil
    }

    /// The row of an entry, laid out or not; nil if there is none.
    func row(ofEntry entry: Int) -> (any PhotoItem)? { bound.first { self.entry(of: $0) == entry } }

    /// The numbers of the rows on screen, and of those between them.
    var numbers: Range<Int> {
        let numbers = onScreen.compactMap { layouts.current.factory.number(of: $0.row) }
        return (numbers.min() ?? 0)..<(numbers.max().map { $0 + 1 } ?? 0)
    }

    private func entry(of row: any PhotoItem) -> Int? { row.record.flatMap(records.entry) }

    // MARK: - Places

    /// The spot of the first row on screen; nil without rows.
    var firstSpot: ListPlace.Spot? { onScreen.first.flatMap(spot) }

    /// The spot of an entry on screen.
    func spot(of entry: Int) -> ListPlace.Spot? { onScreen.lazy.compactMap(spot).first { $0.entry == entry } }

    private func spot(of item: PlacedItem) -> ListPlace.Spot? {
        entry(of: item.row).map { .init(entry: $0, offset: layouts.current.inset - item.frame.y) }
    }

    /// The photo at a position in the list, in points.
    func photo(atX x: Double, y: Double) -> PhotoRecord? {
        rows(between: y, and: y).first { $0.frame.x <= x && x < $0.frame.x + $0.frame.width }?.row.record
    }

    /// The frame of a photo's row picture, in points of `widget`; nil if it is not on screen.
    func pictureFrame(of record: PhotoRecord, in widget: Widget) -> Frame? {
        guard let frame = row(of: record)?.pictureFrame(in: widget), let view = list.frame(in: widget),
            frame.y + frame.height > view.y, frame.y < view.y + view.height
        else { return nil }
        return frame
    }

    /// Whether a photo's row is completely on screen.
    func isWhole(_ record: PhotoRecord) -> Bool { row(of: record)?.frame(in: list).map(isWhole) ?? false }

    /// The last row that is completely on screen.
    var lastWhole: (any PhotoItem)? { onScreen.last { isWhole($0.frame) }?.row }

    private func isWhole(_ frame: Frame) -> Bool { frame.y >= 0 && frame.y + frame.height <= list.height }

    // MARK: - The keyboard

    /// The photo of the focused row, on screen or not.
    var focused: PhotoRecord? { list.hasFocus ? bound.first(where: \.hasFocus)?.record : nil }

    /// The entry of the focused row, if it is on screen, completely or in part.
    func focusedEntry(wholly: Bool) -> Int? {
        onScreen.first { $0.row.hasFocus && (!wholly || isWhole($0.frame)) }.flatMap { entry(of: $0.row) }
    }

    // MARK: - Photos

    /// The entries on screen, from the top down.
    var entries: [Int] { onScreen.compactMap { entry(of: $0.row) } }

    /// The photos on screen, from the top down, and those about to follow.
    var photos: [PhotoLoader.OnScreen] {
        let (width, height) = (list.width, list.height)
        let onScreen = onScreen
        return onScreen.compactMap { row, frame in
            let across = frame.x + (frame.width - width) / 2
            let down = frame.y + (frame.height - height) / 2
            return row.record.map { .init($0, distance: hypot(across, down)) }
        } + photos(after: onScreen.last)
    }

    /// The photos that will fill the screen below its last row. A list at its top that lacks rows, or whose new rows
    /// are not laid out, ends above the lower edge.
    private func photos(after last: PlacedItem?) -> [PhotoLoader.OnScreen] {
        last.flatMap { layouts.current.factory.number(of: $0.row) }.map { photosAtTop(from: $0 + 1) } ?? []
    }

    /// The photos of the next screen, if the list continues in `direction`; none before its first movement. Their
    /// numbers identify them: GTK binds rows beyond the screen, but neither maps nor places them.
    func photosAhead(_ direction: Travel.Direction?) -> [PhotoLoader.OnScreen] {
        let onScreen = onScreen
        guard let direction, let edge = direction == .down ? onScreen.last : onScreen.first,
            let number = layouts.current.factory.number(of: edge.row)
        else { return [] }
        return (1...onScreen.count).compactMap { away in
            let row = direction == .down ? number + away : number - away
            guard let record = records.record(at: row) else { return nil }
            prepare(record, row)
            return .init(record, distance: Double(away))
        }
    }

    /// The photos that will be on screen when the new rows of a list at its top are laid out and painted. All rows have
    /// the same height, so one row is enough to know it.
    var photosAtTop: [PhotoLoader.OnScreen] { photosAtTop(from: 0) }

    private func photosAtTop(from first: Int) -> [PhotoLoader.OnScreen] {
        let (columns, inset) = (layouts.columns, layouts.current.inset)
        guard layouts.current.isEven, list.isMapped, layouts.position.value == 0, list.height > 0,
            let height = bound.first?.height(forWidth: list.width / Double(columns)), height > 0
        else { return [] }
        let lines = max(0, Int(((list.height - inset) / height).rounded(.up)))
        return (first..<max(first, lines * columns)).compactMap { number in
            let across = (Double(number % columns) + 0.5) / Double(columns) - 0.5
            let down = inset + (Double(number / columns) + 0.5) * height - list.height / 2
            return records.record(at: number).map { .init($0, distance: hypot(across * list.width, down)) }
        }
    }
}
