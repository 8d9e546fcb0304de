import Foundation
import PhotoCore

/// Makes entries from a table's rows.
final class TableRows: CSVHandling {
    private(set) var failure: CatalogueFailure?
    /// The target of rows during parsing.
    var builder: UnsafeMutablePointer<CatalogueBuilder>?
    /// The current line, from 1.
    private(set) var line = 1

    private let columns: [EntryKey?]
    private let isOwn: Bool
    private let hasAttachments: Bool
    private let several: Set<Int>
    private let hasBackslashes: Bool
    /// The photo's address and name in the last row, if rows may tell of one photo again; nil if not.
    private var last: (location: [UInt8], name: [UInt8])?
    /// The keys of lists, by the columns that hold several addresses.
    private let listKeys: [Int: [UInt8]]
    private let headings: [[UInt8]]
    /// Finds the photos of a table in a program's own words.
    private var tree: PhotoTree?
    private var attachments: [(name: [UInt8], address: [UInt8])] = []
    private var rowsToSkip: Int
    private var draft = EntryDraft()
    private var column = 0
    /// Whether the row has any text: spreadsheets write rows of only commas.
    private var hasText = false
    private var rowLine = 1
    private var lastTerminator: Int32 = 0
    /// Whether the tree has a row, and whether the row has begun there.
    private var rowsInTree: Int?
    private var isInTree = false

    /// The rows of the table in the document at this address.
    init(_ dialect: TableDialect, of document: URL) {
        tree = dialect.isForeign ? PhotoTree(of: document) : nil
        (headings, hasAttachments) = (dialect.headings, dialect.hasAttachments)
        (several, hasBackslashes) = (dialect.several, dialect.hasBackslashes)
        last = dialect.repeatsPhotos ? ([], []) : nil
        listKeys = Dictionary(
            uniqueKeysWithValues: dialect.several.filter(dialect.headings.indices.contains).map {
                ($0, TableEvidence.keyOfSeveral(dialect.headings[$0]))
            })
        columns = dialect.columns
        isOwn = dialect.isOwn
        rowsToSkip = dialect.isForeign ? max(1, dialect.rowsBefore) : dialect.rowsBefore
        if tree != nil { rowsInTree = 0 }
    }

    /// The table has ended, or breaks off.
    func finish(isWhole: Bool) {
        guard tree != nil, failure == nil, let builder else { return }
        do throws(CatalogueFailure) {
            if rowsInTree ?? 0 > 0 { try tree?.endArray(into: &builder.pointee) }
            if isWhole { try tree?.finish(into: &builder.pointee) } else { try tree?.breakOff(into: &builder.pointee) }
        } catch {
            failure = error
        }
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
        guard rowsToSkip == 0 else { return }
        if tree != nil { return addToTree(bytes) }
        guard column < columns.count, let key = columns[column] else { return }
        if draft.notesWords, column < headings.count { headings[column].withUnsafeBytes { draft.willTake($0) } }
        if isOwn { return FormulaEscape.withText(of: bytes) { draft.set(key, $0) } }
        if hasAttachments, key.field == .location {
            attachments = TableCell.attachments(in: bytes)
            if !attachments.isEmpty { return }
        }
        if hasBackslashes, key.field == .location {
            let path = bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            return path.withUnsafeBytes { draft.set(key, $0) }
        }
        draft.set(key, TableCell.address(inFormula: bytes) ?? bytes)
    }

    private func addToTree(_ cell: UnsafeRawBufferPointer) {
        guard failure == nil, let builder, column < headings.count else { return }
        do throws(CatalogueFailure) {
            tree?.line = rowLine
            if !isInTree {
                if rowsInTree == 0 { try tree?.startArray(into: &builder.pointee) }
                rowsInTree = 1
                try tree?.startObject(into: &builder.pointee)
                isInTree = true
            }
            if several.contains(column) { return try addSeveral(cell, to: &builder.pointee) }
            try headings[column].withUnsafeBytesTyped { (key) throws(CatalogueFailure) in
                try tree?.key(key, into: &builder.pointee)
            }
            try tree?.string(TableCell.address(inFormula: cell) ?? cell, into: &builder.pointee)
        } catch {
            failure = error
        }
    }

    /// Adds the addresses in a cell as a list.
    private func addSeveral(
        _ cell: UnsafeRawBufferPointer, to builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        try (listKeys[column] ?? headings[column]).withUnsafeBytesTyped { (key) throws(CatalogueFailure) in
            try tree?.key(key, into: &builder)
        }
        try tree?.startArray(into: &builder)
        let addresses = TableCell.addresses(in: cell)
        for address in addresses.isEmpty ? [cell] : addresses { try tree?.string(address, into: &builder) }
        try tree?.endArray(into: &builder)
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
        defer { attachments.removeAll() }
        do throws(CatalogueFailure) {
            if tree != nil {
                if isInTree { try tree?.endObject(into: &builder.pointee) }
                isInTree = false
                return
            }
            for file in attachments {
                var draft = draft
                file.name.withUnsafeBytes { draft.set(.last(.name), $0) }
                file.address.withUnsafeBytes { draft.set(.last(.location), $0) }
                try draft.end(at: .line(rowLine), into: &builder.pointee)
            }
            if !attachments.isEmpty || hasAttachments && !draft.hasLocation { return }
            if let last {
                let (location, name) = (draft.text(of: .location), draft.text(of: .name))
                if !location.isEmpty, location.elementsEqual(last.location), name.elementsEqual(last.name) { return }
                self.last = (Array(location), Array(name))
            }
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
