/// Which entry of the catalogue each row of the list shows.
public struct RowOrder: Sendable, Equatable {
    private enum Rows: Equatable {
        /// Row n shows entry n.
        case identity(Int)
        /// Row n shows the nth entry from the end.
        case reversed(Int)
        case entries([UInt32], isAscending: Bool)
    }
    private let rows: Rows

    /// This many entries in their own order; takes no memory.
    public init(identity count: Int) { rows = .identity(count) }

    /// This many entries, the last one first; takes no memory.
    public init(reversed count: Int) { rows = .reversed(count) }

    /// These entries; `isAscending`: they are in the catalogue's order.
    public init(_ entries: [UInt32], isAscending: Bool) { rows = .entries(entries, isAscending: isAscending) }

    /// How many rows there are.
    public var count: Int {
        switch rows {
        case .identity(let count), .reversed(let count): count
        case .entries(let entries, _): entries.count
        }
    }

    /// Whether row n shows entry n.
    var isIdentity: Bool { if case .identity = rows { true } else { false } }

    /// The entry that a row, `0 ..< count`, shows.
    public func entry(at row: Int) -> Int {
        switch rows {
        case .identity: row
        case .reversed(let count): count - 1 - row
        case .entries(let entries, _): Int(entries[row])
        }
    }

    /// The entries of `rows`, which are within `0 ..< count`; nil if they may be apart.
    func range(of rows: Range<Int>) -> Range<Int>? {
        switch self.rows {
        case .identity: rows
        case .reversed(let count): count - rows.upperBound..<count - rows.lowerBound
        case .entries: nil
        }
    }

    /// The row of an entry; nil if absent. Takes a millisecond for a million unordered rows.
    func row(of entry: Int) -> Int? {
        switch rows {
        case .identity(let count): return (0..<count).contains(entry) ? entry : nil
        case .reversed(let count): return (0..<count).contains(entry) ? count - 1 - entry : nil
        case .entries(let entries, isAscending: false): return entries.firstIndex { $0 == entry }
        case .entries(let entries, isAscending: true):
            let row = entries.indices.first(reaching: { entries[$0] >= entry })
            return row < entries.count && entries[row] == entry ? row : nil
        }
    }

    /// How many rows have their entry in a set. A millisecond for a million unordered rows; immediate if the set is
    /// empty or all rows are in order.
    func count(in entries: EntrySet) -> Int {
        if entries.isEmpty { return 0 }
        switch rows {
        case .identity, .reversed: return entries.count
        case .entries(let mine, _): return mine.reduce(0) { $0 + (entries.contains(Int($1)) ? 1 : 0) }
        }
    }

    /// The rows whose entry is in `entries`, in order.
    func filtered(_ isIncluded: EntrySet) -> [UInt32] {
        switch rows {
        case .identity(let count): isIncluded.entries.filter { $0 < count }
        case .reversed(let count): isIncluded.entries.filter { $0 < count }.reversed()
        case .entries(let entries, _): entries.filter { isIncluded.contains(Int($0)) }
        }
    }
}

extension RowOrder {
    /// The first of rows sorted by name whose name is at or after `start`; the row count if none is. Compares about
    /// twenty names of a million.
    public func firstRow(notBefore start: String, in catalogue: Catalogue, by collation: any NameCollating) -> Int {
        var keys = collation.makeKeys()
        // Lower case sorts before upper case if the rest is equal.
        let wanted = keys.key(of: start.lowercased())
        return (0..<count).first(reaching: { row in
            !keys.key(of: catalogue.name(at: entry(at: row))).lexicographicallyPrecedes(wanted)
        })
    }
}
