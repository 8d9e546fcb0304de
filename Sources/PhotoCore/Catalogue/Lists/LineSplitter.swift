/// Splits text that arrives in pieces into its lines.
struct LineSplitter {
    private var line: [UInt8] = []
    private var number = 1
    private var lastByte: UInt8 = 0

    /// Longer lines are cut.
    private static let longest = Catalogue.maximumLocationByteCount + (32 << 10)

    /// Passes each line that ends in `bytes` with its number, without its end and without white space around it.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer,
        each: (Slice<UnsafeRawBufferPointer>, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
            append(bytes[start..<index])
            start = index + 1
            // CRLF is one line end.
            if bytes[index] == 0x0A, (index > 0 ? bytes[index - 1] : lastByte) == 0x0D { continue }
            try end(each)
        }
        lastByte = bytes.last ?? lastByte
        append(bytes[start...])
    }

    /// The text has ended: passes the last line.
    mutating func finish(
        each: (Slice<UnsafeRawBufferPointer>, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        if !line.isEmpty { try end(each) }
    }

    private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
        line.append(contentsOf: bytes.prefix(max(0, Self.longest - line.count)))
    }

    private mutating func end(
        _ each: (Slice<UnsafeRawBufferPointer>, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let number = number
        try line.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try each(ListPiece.trimmed(bytes[...]), number)
        }
        line.removeAll(keepingCapacity: true)
        self.number += 1
    }
}
