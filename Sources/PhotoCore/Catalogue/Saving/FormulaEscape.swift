/// Keeps spreadsheets from computing the cells of a saved table: a cell that begins like a formula gets an apostrophe
/// before it (OWASP, "CSV Injection"). So does a part of a text after a semicolon, a tab or a line end: in languages
/// whose lists have no commas, a spreadsheet begins a cell there, and takes no notice of quotes within a cell.
///
/// The apostrophe is no part of the text, so a reader of such a table removes it. For that to be certain, a text that
/// begins with apostrophes and goes on like a formula gets one more: every text reads back as it was. So does a number
/// such as -1.5, although it computes nothing: the rule has no exceptions. Only tables with the heading of
/// ``CatalogueSaver`` are read so: in tables of other programs an apostrophe may belong to the name.
public enum FormulaEscape {
    private static let mark = UInt8(ascii: "'")

    /// `text` as it is written.
    static func escaped(_ text: String) -> String {
        // Most texts are written as they are.
        guard begins(likeFormula: text.utf8) || text.utf8.contains(where: mayPart) else { return text }
        let bytes = Array(text.utf8)
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count + 1)
        for (index, byte) in bytes.enumerated() {
            if isFormula(at: index, of: bytes) { written.append(mark) }
            written.append(byte)
        }
        return String(decoding: written, as: UTF8.self)
    }

    /// Passes the part of a written cell that is its text.
    public static func withText<Result>(
        of cell: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        guard cell.contains(mark) else { return body(cell) }
        var text: [UInt8] = []
        text.reserveCapacity(cell.count)
        for (index, byte) in cell.enumerated() where byte != mark || !isFormula(at: index, of: cell) {
            text.append(byte)
        }
        return text.withUnsafeBytes(body)
    }

    /// Whether a cell begins at `index` for some spreadsheet, and like a formula.
    private static func isFormula<Bytes: RandomAccessCollection>(at index: Int, of bytes: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        if index == 0 { return begins(likeFormula: bytes) }
        guard mayPart(bytes[index - 1]) else { return false }
        // Quotes at the beginning of a cell are not its text.
        let first = bytes[index...].first { $0 != mark && $0 != UInt8(ascii: "\"") }
        return first.map { "=+-@".utf8.contains($0) } ?? false
    }

    /// Whether spreadsheets of some languages begin another cell after `byte`.
    static func mayPart(_ byte: UInt8) -> Bool { byte == 0x3B || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Whether the first byte after any apostrophes makes spreadsheets compute a cell, or drops out of it and lets the
    /// next one do so.
    private static func begins(likeFormula text: some Sequence<UInt8>) -> Bool {
        guard let first = text.first(where: { $0 != mark }) else { return false }
        return "=+-@\t\r\n".utf8.contains(first)
    }
}
