import Foundation
import GtkBridge
import PhotoCore

/// What is done with photos beyond the window needs of the list.
extension PhotoListView {
    /// The photo that takes the place of those that leave, the last of which is in `row`: the next that stays, or else
    /// the one before. Nil where none stays.
    func photo(inPlaceOf row: Int, leaving: (_ row: Int) -> Bool) -> PhotoRecord? {
        let next = (row..<max(row, shownCount)).first { !leaving($0) }
        return (next ?? (0..<max(0, row)).last { !leaving($0) }).flatMap(photo)
    }

    /// Where the photo of a row is; nil where it has no address.
    func url(ofRow row: Int) -> URL? {
        guard row >= 0, row < records.count, let entry = records.entry(at: row),
            case .success(let url) = catalogue?.location(at: entry)
        else { return nil }
        return url
    }

    /// The photos at `urls`, those that are not far from `row`, in the list's order.
    func photos(at urls: Set<URL>, near row: Int) -> [PhotoRecord] {
        let rows = max(0, row - Self.farthest)..<max(0, min(records.count, row + urls.count + Self.farthest))
        guard rows.lowerBound < rows.upperBound else { return [] }
        return rows.filter { url(ofRow: $0).map(urls.contains) == true }.compactMap(photo)
    }

    /// The photo of another version of the catalogue that has the same address, where it is not far from `row`.
    func photo(like record: PhotoRecord, near row: Int) -> PhotoRecord? {
        guard case .success(let url) = record.location else { return nil }
        let rows = (0...Self.farthest).flatMap { $0 == 0 ? [row] : [row - $0, row + $0] }
        return rows.first { self.url(ofRow: $0) == url }.flatMap(photo)
    }

    /// More photos than that hardly ever come or go together before the one that is looked at.
    private static let farthest = 100

    /// Selects one photo, and nothing else.
    func select(_ record: PhotoRecord) {
        guard let row = row(of: record) else { return }
        selection.select(row..<row + 1, only: true)
        focus(entry: record.id.entry)
    }
}
