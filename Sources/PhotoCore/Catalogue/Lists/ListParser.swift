/// Parses streamed text that lists addresses: one per line, or `address,description`, also separated by `##`, on one
/// line or over several.
///
/// Without `##`, a line that starts with `#` is a comment, words after an address describe it, and a line without an
/// address is a malformed entry, unless it is an option of the address before it (`  out=sea.jpg`). With `##`, such a
/// line continues the description before it.
struct ListParser: CatalogueParsing {
    private let hasMarks: Bool
    /// The entry so far.
    private var piece: [UInt8] = []
    /// The line so far: a new entry, or a continuation of the previous one.
    private var segment: [UInt8] = []
    private var line = 1
    private var pieceLine = 1
    private var segmentLine = 1
    private var lastByte: UInt8 = 0
    /// Whether an address precedes the line.
    private var isAfterEntry = false

    /// The maximum length of a stored entry, more than its fields may have; the rest is dropped.
    private static let longestPiece = Catalogue.maximumLocationByteCount + (32 << 10)

    init(hasMarks: Bool) { self.hasMarks = hasMarks }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        var start = 0
        for index in bytes.indices {
            switch bytes[index] {
            case 0x0A, 0x0D:
                append(bytes[start..<index])
                start = index + 1
                // CRLF is one line end.
                let isSecond = bytes[index] == 0x0A && (index > 0 ? bytes[index - 1] : lastByte) == 0x0D
                if isSecond { continue }
                try endLine(into: &builder)
                line += 1
            case UInt8(ascii: "#") where hasMarks:
                append(bytes[start...index])
                start = index + 1
                if segment.count >= 2, segment[segment.count - 2] == UInt8(ascii: "#") {
                    segment.removeLast(2)
                    try endSegment(into: &builder)
                    try endPiece(into: &builder)
                }
            default: break
            }
        }
        lastByte = bytes.last ?? lastByte
        append(bytes[start...])
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try endLine(into: &builder)
        try endPiece(into: &builder)
    }

    private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard !bytes.isEmpty else { return }
        if segment.isEmpty { segmentLine = line }
        segment.append(contentsOf: bytes.prefix(max(0, Self.longestPiece - segment.count)))
    }

    private mutating func endLine(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let first = segment.first { !EntryScratch.isSpace($0) }
        guard let first else { return segment.removeAll(keepingCapacity: true) }
        if !hasMarks, first == UInt8(ascii: "#") || first == UInt8(ascii: ";") {
            return segment.removeAll(keepingCapacity: true)
        }
        if !hasMarks, isAfterEntry, ListPiece.isOption(segment) { return segment.removeAll(keepingCapacity: true) }
        try endSegment(into: &builder)
        if !hasMarks { try endPiece(into: &builder) }
    }

    /// The segment starts an entry, or continues the previous one.
    private mutating func endSegment(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let isEntry = segment.withUnsafeBytes { ListPiece($0[...]).isEntry }
        if !piece.isEmpty, !isEntry {
            piece.append(UInt8(ascii: " "))
            piece.append(contentsOf: segment.prefix(max(0, Self.longestPiece - piece.count)))
        } else {
            try endPiece(into: &builder)
            swap(&piece, &segment)
            pieceLine = segmentLine
        }
        segment.removeAll(keepingCapacity: true)
    }

    private mutating func endPiece(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard piece.contains(where: { !EntryScratch.isSpace($0) }) else {
            return piece.removeAll(keepingCapacity: true)
        }
        let position = CataloguePosition.line(pieceLine)
        let isLine = !hasMarks
        let isEntry = try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) -> Bool in
            let entry = ListPiece(bytes[...], isLine: isLine)
            if entry.mayBeEntry {
                builder.add(.location, UnsafeRawBufferPointer(rebasing: entry.location))
                builder.add(.description, UnsafeRawBufferPointer(rebasing: entry.description))
                try builder.endEntry(at: position)
            } else {
                builder.add(.name, UnsafeRawBufferPointer(rebasing: ListPiece.trimmed(bytes[...])))
                try builder.endEntry(at: position, problem: .malformed)
            }
            return entry.mayBeEntry
        }
        isAfterEntry = isAfterEntry || isEntry
        piece.removeAll(keepingCapacity: true)
    }
}

extension CatalogueFormat {
    /// `address,description ## address,description`, on one line or over several, or one per line without the marks.
    public static let delimitedText = CatalogueFormat(
        translatable("text of addresses and descriptions"), endings: ["txt"],
        recognises: { head in
            let look = ListDetection(head)
            if look.hasMarks { return look.markedCount > 1 ? .certain : .likely }
            guard look.isList, look.hasDescriptions else { return .none }
            return look.hasOptions ? .certain : .likely
        },
        makeParser: { ListParser(hasMarks: ListDetection($0).hasMarks) })

    /// One address per line; lines that start with `#` are comments.
    public static let addressList = CatalogueFormat(
        translatable("list of addresses"), endings: ["txt"],
        recognises: { head in
            let look = ListDetection(head)
            guard look.isList, !look.hasDescriptions, !look.hasMarks else { return .none }
            return look.hasRemarks || look.hasOptions ? .certain : .likely
        },
        makeParser: { _ in ListParser(hasMarks: false) })
}
