import CLibCSV

/// What a ``CSVSession`` finds.
protocol CSVHandling: AnyObject {
    /// A field of a row; nil for one that is empty and stands in no quotes.
    func field(_ bytes: UnsafeRawBufferPointer?)
    /// The row ends, or nothing does: there is a call for each carriage return and line feed outside of a field.
    /// `terminator` is that character, or -1 at the document's end.
    func endRow(terminator: Int32)
}

/// A libcsv parser. Belongs to one worker.
///
/// Quotes that are wrongly placed are taken as part of the text (what libcsv calls "not strict"; one that should have
/// closed a field leaves it open to the next that does). White space around fields without quotes is dropped, and any
/// of CR, LF and CRLF ends a row.
final class CSVSession {
    private let parser: UnsafeMutablePointer<csv_parser>

    /// So much room is added for a long field at a time.
    private static let blockByteCount = 64 << 10
    /// 16 MiB: what is longer is no field, but all that follows a quote that is never closed.
    static let longestField = 16 << 20

    init(delimiter: UInt8) {
        parser = .allocate(capacity: 1)
        csv_init(parser, UInt8(CSV_REPALL_NL | CSV_EMPTY_IS_NULL))
        csv_set_delim(parser, delimiter)
        csv_set_blk_size(parser, Self.blockByteCount)
        csv_set_realloc_func(parser) { pointer, size in
            size > CSVSession.longestField ? nil : realloc(pointer, size)
        }
        // A tab that separates is no white space.
        if delimiter == UInt8(CSV_TAB) { csv_set_space_func(parser) { $0 == UInt8(CSV_SPACE) ? 1 : 0 } }
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
    }

    /// Takes more; false where a field is longer than may be, after which there is no going on.
    func parse(_ bytes: UnsafeRawBufferPointer, handler: some CSVHandling) -> Bool {
        withContext(handler) { context in
            csv_parse(parser, bytes.baseAddress, bytes.count, Self.field, Self.row, context) == bytes.count
        }
    }

    /// There is no more: the last row ends. False where a quote is still open; the row is none then.
    func finish(handler: some CSVHandling) -> Bool {
        csv_set_opts(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI) | UInt8(csv_get_opts(parser)))
        return withContext(handler) { context in csv_fini(parser, Self.field, Self.row, context) == 0 }
    }

    /// The handler in a box of a fixed address, since a C pointer holds no reference to a protocol.
    private func withContext<Value>(
        _ handler: any CSVHandling, _ body: (UnsafeMutableRawPointer) -> Value
    ) -> Value {
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
