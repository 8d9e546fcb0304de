/// Recognises lists of addresses by their first lines.
struct ListDetection {
    /// Whether entries are separated by `##`.
    private(set) var hasMarks = false
    /// How many addresses are separated by it.
    private(set) var markedCount = 0
    /// Whether the first line and most others hold an address.
    private(set) var isList = false
    private(set) var hasDescriptions = false
    /// Whether there are lines of remarks, which tables do not have.
    private(set) var hasRemarks = false
    /// Whether there are lines of options, which tables do not have either.
    private(set) var hasOptions = false

    init(_ head: CatalogueHead) {
        // Always the same bytes, however many arrived at once.
        let bytes = Array(head.bytes.prefix(CatalogueHead.byteCount))
        guard let first = head.text.first, !"<{[(\"".utf8.contains(first), !TreeSyntax.begins(head.text) else {
            return
        }
        bytes.withUnsafeBytes { bytes in
            let marked = Self.pieces(of: bytes[...]).map { ListPiece($0) }
            markedCount = marked.count { $0.isEntry }
            // Otherwise it may be a comment.
            hasMarks = marked.count > 1 && marked[0].isEntry && (marked[1].isEntry || !marked[0].description.isEmpty)
            var lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
            // The last line may be cut.
            if lines.count > 1, !head.isWhole || bytes.count < head.bytes.count { lines.removeLast() }
            let options = lines.dropFirst().count { ListPiece.isOption($0) }
            hasOptions = options > 0
            lines.removeAll { ListPiece.isOption($0) }
            let texts = lines.map { ListPiece.trimmed($0) }.filter { !$0.isEmpty }
            hasRemarks = texts.contains { ListPiece.isRemark($0) }
            let plain = texts.filter { !ListPiece.isRemark($0) }
            let entries = plain.map { ListPiece($0, isLine: true) }
            // A list of picture names has few spaces; prose that mentions one has many.
            isList = entries.first?.isEntry == true && 2 * entries.count { $0.isEntry } > entries.count
            hasDescriptions = entries.contains { $0.isEntry && !$0.description.isEmpty }
            // This is a table (CSV).
            let hasQuotes = plain.contains { ListPiece($0).description.first == UInt8(ascii: "\"") }
            if hasQuotes { (isList, hasMarks) = (false, false) }
        }
    }

    private static func pieces(of text: Slice<UnsafeRawBufferPointer>) -> [Slice<UnsafeRawBufferPointer>] {
        var pieces: [Slice<UnsafeRawBufferPointer>] = []
        var (start, index) = (text.startIndex, text.startIndex)
        while index + 1 < text.endIndex {
            if text[index] == UInt8(ascii: "#"), text[index + 1] == UInt8(ascii: "#") {
                pieces.append(text[start..<index])
                (start, index) = (index + 2, index + 2)
            } else {
                index += 1
            }
        }
        pieces.append(text[start...])
        return pieces.filter { !ListPiece.trimmed($0).isEmpty }
    }
}
