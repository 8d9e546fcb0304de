import Foundation
import GtkBridge
import PhotoCore

/// The list's support for actions outside the window.
extension PhotoListView {
    /// The photo that replaces leaving ones, the last of which is in `row`: the next that stays, otherwise the previous
    /// one. Nil if none stays.
    func photo(inPlaceOf row: Int, leaving: (_ row: Int) -> Bool) -> PhotoRecord? {
        let next = (row..<max(row, shownCount)).first { !leaving($0) }
        return (next ?? (0..<max(0, row)).last { !leaving($0) }).flatMap(photo)
    }

    /// The URL of a row's photo; nil without an address.
    func url(ofRow row: Int) -> URL? {
        guard row >= 0, row < records.count, let entry = records.entry(at: row),
            case .success(let url) = catalogue?.location(at: entry)
        else { return nil }
        return url
    }

    /// The photos at `urls` that are near `row`, in the list's order.
    func photos(at urls: Set<URL>, near row: Int) -> [PhotoRecord] {
        let rows = max(0, row - Self.farthest)..<max(0, min(records.count, row + urls.count + Self.farthest))
        guard rows.lowerBound < rows.upperBound else { return [] }
        return rows.filter { url(ofRow: $0).map(urls.contains) == true }.compactMap(photo)
    }

    /// The photo with the same address in another version of the catalogue, if it is near `row`.
    func photo(like record: PhotoRecord, near row: Int) -> PhotoRecord? {
        guard case .success(let url) = record.location else { return nil }
        let rows = (0...Self.farthest).flatMap { $0 == 0 ? [row] : [row - $0, row + $0] }
        return rows.first { self.url(ofRow: $0) == url }.flatMap(photo)
    }

    /// Rarely do more photos appear or disappear together before the current one.
    private static let farthest = 100

    /// Selects only this photo.
    func select(_ record: PhotoRecord) {
        guard let row = row(of: record) else { return }
        selection.select(row..<row + 1, only: true)
        focus(entry: record.id.entry)
    }
}
