/// The position of an entry in its document, for a person who corrects it. Both count from 1.
public enum CataloguePosition: Sendable, Equatable, Hashable {
    /// The line on which it begins.
    case line(Int)
    /// The number of the entry, if lines mean nothing: in a list on one line, or in a binary file.
    case item(Int)

    /// "Line 12" or "Entry 12".
    var description: String { text(.current) }

    /// The same with numbers in this format.
    func text(_ numbers: NumberFormats) -> String {
        switch self {
        case .line(let number): localized("Line \(numbers.plain(number))")
        case .item(let number): localized("Entry \(numbers.plain(number))")
        }
    }

    var number: Int {
        switch self {
        case .line(let number), .item(let number): number
        }
    }

    var isLine: Bool { if case .line = self { true } else { false } }
}

/// The positions of many rows: one run if each entry takes the same number of lines.
struct CataloguePositions: Sendable {
    /// Row `row + n` is at `first + n * stride`, until the next run begins.
    private struct Run: Sendable {
        let row: UInt32
        let first: UInt32
        var stride: Int32
        let isLine: Bool
    }
    private var runs: [Run] = []

    var byteCount: Int { runs.count * MemoryLayout<Run>.stride }

    /// Records the position of `row`; rows come in order, and may be left out.
    mutating func append(_ position: CataloguePosition, row: Int) {
        let number = UInt32(clamping: position.number)
        if let last = runs.last, last.isLine == position.isLine {
            let distance = row - Int(last.row)
            if distance == 1, let stride = Int32(exactly: Int(number) - Int(last.first)) {
                runs[runs.count - 1].stride = stride
                return
            }
            if Int(last.first) + distance * Int(last.stride) == Int(number) { return }
        }
        runs.append(Run(row: UInt32(clamping: row), first: number, stride: 0, isLine: position.isLine))
    }

    /// The position of `row`; nil if none was recorded.
    subscript(row: Int) -> CataloguePosition? {
        // The last run that begins at or before the row.
        let next = runs.indices.first(reaching: { runs[$0].row > row })
        guard next > 0 else { return nil }
        let run = runs[next - 1]
        let number = Int(run.first) + (row - Int(run.row)) * Int(run.stride)
        return run.isLine ? .line(number) : .item(number)
    }

    mutating func removeAll() { runs.removeAll(keepingCapacity: true) }
}
