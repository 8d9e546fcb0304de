/// The photos among a list's rows, numbered without the folders between them. A pure value.
public struct PhotoPlaces: Sendable, Equatable {
    /// The rows that are folders, ascending.
    private let folders: [Int]
    /// How many photos there are.
    public let count: Int

    init(rowCount: Int, folders: [Int]) {
        self.folders = folders
        count = rowCount - folders.count
    }

    /// Those of a catalogue's rows in this order. Immediate without folders, otherwise proportional to the rows.
    init(_ order: RowOrder, folderEntries: [Int]) {
        if folderEntries.isEmpty {
            self.init(rowCount: order.count, folders: [])
        } else if order.isIdentity {
            self.init(rowCount: order.count, folders: folderEntries.filter { $0 < order.count })
        } else {
            let entries = EntrySet(folderEntries.map { UInt32(truncatingIfNeeded: $0) })
            self.init(
                rowCount: order.count, folders: (0..<order.count).filter { entries.contains(order.entry(at: $0)) })
        }
    }

    /// The row of the photo with this number, from 0; past the end for a number past the end.
    func row(of number: Int) -> Int { number + folders.indices.first(reaching: { folders[$0] - $0 > number }) }

    /// How many photos are before a row: the number of the photo in it.
    func number(of row: Int) -> Int { row - folders.indices.first(reaching: { folders[$0] >= row }) }
}

extension PhotoListModel {
    /// How many photos the list's rows are, including those about to be shown.
    public var photoCount: Int { places.count }

    /// The photo with this number among those of the list; nil if there is none.
    public func photo(at number: Int) -> PhotoRecord? {
        guard (0..<places.count).contains(number) else { return nil }
        return record(at: places.row(of: number) - heldBackAboveCount)
    }

    /// The number of the photo in a row; in a folder's row, that of the photo after it.
    public func photoNumber(ofRow row: Int) -> Int { places.number(of: row + heldBackAboveCount) }

    /// The number of the photo that `record` is; nil without a row.
    public func photoNumber(of record: PhotoRecord) -> Int? { row(of: record).map(photoNumber(ofRow:)) }
}
