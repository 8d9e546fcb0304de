import Foundation

/// Finds photos of a list by their addresses, near a row: all others would have to be asked for theirs.
@MainActor
package struct RowAddresses {
    /// More photos than this hardly ever come or go together before the one that is looked for.
    static let farthest = 100

    private let records: PhotoListModel

    package init(of records: PhotoListModel) { self.records = records }

    private func url(at row: Int) -> URL? {
        guard row < records.count, let entry = records.entry(at: row) else { return nil }
        return try? records.catalogue?.location(at: entry).get()
    }

    /// The photos at `urls` that are not far from `row`, in the list's order.
    package func photos(at urls: Set<URL>, near row: Int) -> [PhotoRecord] {
        // The list may be far shorter by now than it was when it had that row.
        let first = max(0, row - Self.farthest)
        let rows = first..<max(first, min(records.count, row + urls.count + Self.farthest))
        return rows.filter { url(at: $0).map(urls.contains) == true }.compactMap { records.record(at: $0) }
    }

    /// The photo that has the same address as `record`, of another version of the catalogue, and is not far from `row`.
    package func photo(like record: PhotoRecord, near row: Int) -> PhotoRecord? {
        guard let wanted = record.photoURL else { return nil }
        let rows = (0...Self.farthest).flatMap { $0 == 0 ? [row] : [row - $0, row + $0] }
        return rows.first { url(at: $0) == wanted }.flatMap { records.record(at: $0) }
    }

    /// The photo that takes the place of those at `urls` when they leave, the last of which is in `row`: the next that
    /// stays, or else the one before. Nil where none stays.
    package func photo(inPlaceOf row: Int, leaving urls: Set<URL>) -> PhotoRecord? {
        func stays(_ row: Int) -> Bool {
            let isFolder = records.entry(at: row).flatMap { records.catalogue?.isFolder(at: $0) } ?? false
            return !isFolder && url(at: row).map(urls.contains) != true
        }
        let next = (row..<max(row, records.order.count)).first(where: { stays($0) })
        return (next ?? (0..<max(0, row)).last(where: { stays($0) })).flatMap { records.record(at: $0) }
    }
}
