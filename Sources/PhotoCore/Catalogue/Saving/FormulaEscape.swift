/// Keeps spreadsheets from computing the cells of a saved table: a cell that begins like a formula gets an apostrophe
/// before it (OWASP, "CSV Injection").
///
/// The apostrophe is no part of the text, so a reader of such a table removes it. For that to be certain, a text that
/// begins with apostrophes and goes on like a formula gets one more: every text reads back as it was. So does a number
/// such as -1.5, although it computes nothing: the rule has no exceptions. Only tables with the heading of
/// ``CatalogueSaver`` are read so: in tables of other programs an apostrophe may belong to the name.
public enum FormulaEscape {
    private static let mark = UInt8(ascii: "'")

    /// `text` as it is written.
    static func escaped(_ text: String) -> String {
        begins(likeFormula: text.utf8) ? "'" + text : text
    }

    /// The part of a written cell that is its text.
    public static func unescaped(_ cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let isEscaped = cell.first == mark && begins(likeFormula: cell.dropFirst())
        return isEscaped ? UnsafeRawBufferPointer(rebasing: cell.dropFirst()) : cell
    }

    /// Whether the first byte after any apostrophes makes spreadsheets compute a cell, or drops out of it and lets the
    /// next one do so.
    private static func begins(likeFormula text: some Sequence<UInt8>) -> Bool {
        guard let first = text.first(where: { $0 != mark }) else { return false }
        return "=+-@\t\r\n".utf8.contains(first)
    }
}
