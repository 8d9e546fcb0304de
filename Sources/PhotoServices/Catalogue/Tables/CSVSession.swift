import CLibCSV

/// Receives the contents of a table.
protocol CSVHandling: AnyObject {
    /// A field of a row; nil for an empty one without quotes.
    func field(_ bytes: UnsafeRawBufferPointer?)
    /// The row ends, or nothing does: called for each carriage return and line feed outside a field. `terminator` is
    /// that character, or -1 at the document's end.
    func endRow(terminator: Int32)
}

/// A libcsv parser. Belongs to one worker.
///
/// Misplaced quotes are part of the text (libcsv's non-strict mode; a field whose closing quote is misplaced extends to
/// the next valid one). White space around unquoted fields is dropped, and any of CR, LF and CRLF ends a row.
final class CSVSession {
    private let parser: UnsafeMutablePointer<csv_parser>

    /// How much a long field's buffer grows at a time.
    private static let blockByteCount = 64 << 10
    /// 16 MiB: a longer field is everything after an unclosed quote.
    static let longestField = 16 << 20

    init(delimiter: UInt8) {
        parser = .allocate(capacity: 1)
        csv_init(parser, UInt8(CSV_REPALL_NL | CSV_EMPTY_IS_NULL))
        csv_set_delim(parser, delimiter)
        csv_set_blk_size(parser, Self.blockByteCount)
        csv_set_realloc_func(parser) { pointer, size in
            size > CSVSession.longestField ? nil : realloc(pointer, size)
        }
        // A separating tab is not white space.
        if delimiter == UInt8(CSV_TAB) { csv_set_space_func(parser) { $0 == UInt8(CSV_SPACE) ? 1 : 0 } }
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
    }

    /// Takes more bytes; false if a field is too long, after which parsing cannot continue.
    func parse(_ bytes: UnsafeRawBufferPointer, handler: some CSVHandling) -> Bool {
        withContext(handler) { context in
            csv_parse(parser, bytes.baseAddress, bytes.count, Self.field, Self.row, context) == bytes.count
        }
    }

    /// Ends the document and its last row. False if a quote is unclosed; the row is dropped then.
    func finish(handler: some CSVHandling) -> Bool {
        csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI) | UInt8(csv_get_opts(parser)))
        return withContext(handler) { context in csv_fini(parser, Self.field, Self.row, context) == 0 }
    }

    /// Stores the handler at a fixed address, because a C pointer cannot hold a reference to a protocol.
    private func withContext<Value>(_ handler: any CSVHandling, _ body: (UnsafeMutableRawPointer) -> Value) -> Value {
        withUnsafePointer(to: handler) { body(UnsafeMutableRawPointer(mutating: $0)) }
    }

    private static let field: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, context in
        handler(context)?.field(bytes.map { UnsafeRawBufferPointer(start: $0, count: count) })
    }

    private static let row: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { terminator, context in
        handler(context)?.endRow(terminator: terminator)
    }

    private static func handler(_ context: UnsafeMutableRawPointer?) -> (any CSVHandling)? {
        context?.assumingMemoryBound(to: (any CSVHandling).self).pointee
    }
}
