import Foundation
import GtkBridge
import PhotoCore

/// Which photos are on screen, and where: what only widgets know.
@MainActor
struct VisibleRows {
    /// A row, or a cell, and where it is, in points of the list.
    typealias PlacedItem = (row: any PhotoItem, frame: Frame)

    let layouts: ListLayouts
    let records: PhotoListModel

    private var list: ScrolledWindow { layouts.scroller }
    /// All rows that GTK keeps, most of them out of sight.
    private var bound: [any PhotoItem] { layouts.current.factory.boundRows.compactMap { $0 as? any PhotoItem } }

    // MARK: - Rows

    /// The rows of which something is on screen, from the top down and along each line.
    var onScreen: [PlacedItem] { rows(between: 0, and: list.height) }

    /// The rows of which something lies between `top` and `bottom` of the list's visible part, in the same order.
    private func rows(between top: Double, and bottom: Double) -> [PlacedItem] {
        guard list.isMapped else { return [] }
        let right = list.isRightToLeft ? -1.0 : 1
        return bound.compactMap { row in
            guard row.widget.isMapped, let frame = row.frame(in: list), frame.y + frame.height > top, frame.y < bottom
            else { return nil }
            return (row, frame)
        }.sorted { ($0.frame.y, right * $0.frame.x) < ($1.frame.y, right * $1.frame.x) }
    }

    /// The row that shows a photo; nil where none is made for it.
    func row(of record: PhotoRecord) -> (any PhotoItem)? {
        list.isMapped ? bound.first { $0.record === record && $0.widget.isMapped } : nil
    }

    /// The row that shows an entry, or will when it is laid out; nil where none is made for it.
    func row(ofEntry entry: Int) -> (any PhotoItem)? { bound.first { self.entry(of: $0) == entry } }

    /// The numbers of the rows on screen, and of those between them.
    var numbers: Range<Int> {
        let numbers = onScreen.compactMap { layouts.current.factory.number(of: $0.row) }
        return (numbers.min() ?? 0)..<(numbers.max().map { $0 + 1 } ?? 0)
    }

    private func entry(of row: any PhotoItem) -> Int? { row.record.flatMap(records.entry) }

    // MARK: - Places

    /// The spot of the first row on screen; nil where there is none.
    var firstSpot: ListPlace.Spot? { onScreen.first.flatMap(spot) }

    /// The spot of an entry on screen.
    func spot(of entry: Int) -> ListPlace.Spot? { onScreen.lazy.compactMap(spot).first { $0.entry == entry } }

    private func spot(of item: PlacedItem) -> ListPlace.Spot? {
        entry(of: item.row).map { .init(entry: $0, offset: layouts.current.inset - item.frame.y) }
    }

    /// The photo at a place of the list, in points.
    func photo(atX x: Double, y: Double) -> PhotoRecord? {
        rows(between: y, and: y).first { $0.frame.x <= x && x < $0.frame.x + $0.frame.width }?.row.record
    }

    /// Where the row picture of a photo is, in points of `widget`; nil where it is not on screen.
    func pictureFrame(of record: PhotoRecord, in widget: Widget) -> Frame? {
        guard let frame = row(of: record)?.pictureFrame(in: widget), let view = list.frame(in: widget),
            frame.y + frame.height > view.y, frame.y < view.y + view.height
        else { return nil }
        return frame
    }

    /// Whether all of a photo's row is on screen.
    func isWhole(_ record: PhotoRecord) -> Bool { row(of: record)?.frame(in: list).map(isWhole) ?? false }

    private func isWhole(_ frame: Frame) -> Bool { frame.y >= 0 && frame.y + frame.height <= list.height }

    // MARK: - The keyboard

    /// The photo whose row has the keyboard, on screen or not.
    var focused: PhotoRecord? { list.hasFocus ? bound.first(where: \.hasFocus)?.record : nil }

    /// The entry whose row is on screen, wholly or in part, and has the keyboard.
    func focusedEntry(wholly: Bool) -> Int? {
        onScreen.first { $0.row.hasFocus && (!wholly || isWhole($0.frame)) }.flatMap { entry(of: $0.row) }
    }

    // MARK: - Photos

    /// The entries on screen, from the top down.
    var entries: [Int] { onScreen.compactMap { entry(of: $0.row) } }

    /// The photos on screen, from the top down, with those that are about to follow them there.
    var photos: [PhotoLoader.OnScreen] {
        let (width, height) = (list.width, list.height)
        let onScreen = onScreen
        return onScreen.compactMap { row, frame in
            let across = frame.x + (frame.width - width) / 2
            let down = frame.y + (frame.height - height) / 2
            return row.record.map { .init($0, distance: hypot(across, down)) }
        } + photos(after: onScreen.last)
    }

    /// The photos that will fill the screen below its last row. A list that has not been given all its rows, or whose
    /// new rows are not laid out, ends above the lower edge.
    private func photos(after last: PlacedItem?) -> [PhotoLoader.OnScreen] {
        guard let (row, frame) = last, let number = layouts.current.factory.number(of: row) else { return [] }
        let top = frame.y - Double(number / layouts.columns) * frame.height
        return photos(from: number + 1, firstLineAt: top, height: frame.height)
    }

    /// The photos from a number to the lower edge of the screen, if the list's first line is at `top`, and each line is
    /// `height` high; both in points.
    private func photos(from first: Int, firstLineAt top: Double, height: Double) -> [PhotoLoader.OnScreen] {
        let columns = layouts.columns
        let lines = max(0, ((list.height - top) / height).rounded(.up))
        guard let end = Int(exactly: lines).map({ $0 * columns }), first < end else { return [] }
        return (first..<end).compactMap { number in
            let across = (Double(number % columns) + 0.5) / Double(columns) - 0.5
            let down = top + (Double(number / columns) + 0.5) * height - list.height / 2
            return records.record(at: number).map { .init($0, distance: hypot(across * list.width, down)) }
        }
    }

    /// One screen's worth of photos that come next if the list moves on in `direction`; none before it has first moved.
    /// They are found by their numbers: rows beyond the screen are bound, but GTK neither maps nor places them.
    func photosAhead(_ direction: Travel.Direction?) -> [PhotoLoader.OnScreen] {
        let onScreen = onScreen
        guard let direction, let edge = direction == .down ? onScreen.last : onScreen.first,
            let number = layouts.current.factory.number(of: edge.row)
        else { return [] }
        return (1...onScreen.count).compactMap { away in
            records.record(at: direction == .down ? number + away : number - away)
                .map { .init($0, distance: Double(away)) }
        }
    }

    /// The photos that will be on screen once the new rows of a list at its top are laid out and painted. All rows are
    /// of one height, and one row tells it.
    var photosAtTop: [PhotoLoader.OnScreen] {
        guard list.isMapped, layouts.position.value == 0, list.height > 0,
            let height = bound.first?.height(forWidth: list.width / Double(layouts.columns)), height > 0
        else { return [] }
        return photos(from: 0, firstLineAt: layouts.current.inset, height: height)
    }
}
