import PhotoCore

/// Makes entries from a table's rows.
final class TableRows: CSVHandling {
    private(set) var failure: CatalogueFailure?
    /// The target of rows during parsing.
    var builder: UnsafeMutablePointer<CatalogueBuilder>?
    /// The current line, from 1.
    private(set) var line = 1

    private let columns: [EntryKey?]
    private var rowsToSkip: Int
    private var draft = EntryDraft()
    private var column = 0
    /// Whether the row has any text: spreadsheets write rows of only commas.
    private var hasText = false
    private var rowLine = 1
    private var lastTerminator: Int32 = 0

    init(_ dialect: TableDialect) {
        columns = dialect.columns
        rowsToSkip = dialect.rowsBefore
    }

    func field(_ bytes: UnsafeRawBufferPointer?) {
        if column == 0 {
            rowLine = line
            lastTerminator = 0
        }
        defer { column += 1 }
        guard let bytes else { return }
        line += Self.lineEnds(in: bytes)
        hasText = true
        guard rowsToSkip == 0, column < columns.count, let key = columns[column] else { return }
        draft.set(key, bytes)
    }

    func endRow(terminator: Int32) {
        if column > 0 {
            if rowsToSkip > 0 { rowsToSkip -= 1 } else if hasText { endEntry() }
            draft.removeAll()
        }
        // CRLF arrives as two.
        if terminator == 0x0D || terminator == 0x0A && lastTerminator != 0x0D { line += 1 }
        lastTerminator = terminator
        (column, hasText) = (0, false)
    }

    private func endEntry() {
        guard failure == nil, let builder else { return }
        do throws(CatalogueFailure) {
            try draft.end(at: .line(rowLine), into: &builder.pointee)
        } catch {
            failure = error
        }
    }

    /// LF, CR and CRLF within a quoted field.
    private static func lineEnds(in bytes: UnsafeRawBufferPointer) -> Int {
        var (count, previous) = (0, UInt8(0))
        for byte in bytes where byte < 0x20 {
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
            previous = byte
        }
        return count
    }
}
