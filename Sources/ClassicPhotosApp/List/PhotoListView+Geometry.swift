import Foundation
import GtkBridge
import PhotoCore

// Which photos are on screen, and where: what only widgets know.

extension PhotoListView {
    /// How many photos lie side by side.
    var columns: Int { layout.columns(forWidth: list.width) }

    /// What the list shows now.
    var geometry: ListGeometry {
        let above = records.heldBackAboveCount
        return ListGeometry(
            order: records.order, shown: above..<above + records.count, columns: columns, position: position.value,
            length: position.upper, page: position.pageSize, supply: feed?.supply ?? .complete,
            keyboard: list.hasFocus ? .inList : list.isFocusNowhere ? .nowhere : .elsewhere)
    }

    /// The entry whose row is on screen, wholly or in part, and has the keyboard.
    func focusedOnScreen(wholly isWhole: Bool) -> Int? {
        rows(between: 0, and: list.height).first { item, frame in
            item.hasFocus && (!isWhole || frame.y >= 0 && frame.y + frame.height <= list.height)
        }?.row.record.flatMap(records.entry)
    }

    /// The row that shows a photo; nil where none is made for it.
    func boundRow(_ record: PhotoRecord) -> (any PhotoItem)? {
        guard list.isMapped else { return nil }
        return factory.boundRows.lazy.compactMap { $0 as? any PhotoItem }
            .first { $0.record === record && $0.widget.isMapped }
    }

    /// The photos of which something lies between `top` and `bottom` of the list's visible part, from the top down and
    /// along each row.
    func rows(between top: Double, and bottom: Double) -> [(row: any PhotoItem, frame: Frame)] {
        guard list.isMapped else { return [] }
        let right = list.isRightToLeft ? -1.0 : 1
        return factory.boundRows.compactMap { row in
            guard let row = row as? any PhotoItem, row.widget.isMapped, let frame = row.frame(in: list),
                frame.y + frame.height > top, frame.y < bottom
            else { return nil }
            return (row, frame)
        }.sorted { ($0.frame.y, right * $0.frame.x) < ($1.frame.y, right * $1.frame.x) }
    }

    func recordsOnScreen() -> [PhotoLoader.OnScreen] {
        let (width, height) = (list.width, list.height)
        return rows(between: 0, and: height).compactMap { row, frame in
            let across = frame.x + (frame.width - width) / 2
            let down = frame.y + (frame.height - height) / 2
            return row.record.map { .init($0, distance: hypot(across, down)) }
        }
    }

    /// One screen's worth of photos that come next if the list moves on as it did; none before it has first moved. By
    /// their numbers: what lies beyond the screen is bound, but GTK neither maps it nor gives it a place.
    func recordsAhead() -> [PhotoLoader.OnScreen] {
        let onScreen = rows(between: 0, and: list.height)
        guard let direction = travel.direction, let edge = direction == .down ? onScreen.last : onScreen.first,
            let number = factory.number(of: edge.row)
        else { return [] }
        return (1...onScreen.count).compactMap { away in
            records.record(at: direction == .down ? number + away : number - away)
                .map { .init($0, distance: Double(away)) }
        }
    }

    /// The records on screen, from the top down; nil while what is on screen is still to be looked at.
    var settledRecordsOnScreen: [PhotoRecord]? {
        guard hasLooked, !activity.isMoving, feed?.supply == .complete else { return nil }
        return recordsOnScreen().map(\.record)
    }
}
