import CYajl
import PhotoCore

/// Parses streamed JSON: yajl parses the syntax, ``PhotoTree`` finds the photos. Belongs to one worker.
final class JSONParser: CatalogueParsing {
    private var tree: PhotoTree
    /// The failure on this side.
    private var failure: CatalogueFailure?
    /// The target of rows during parsing.
    private var builder: UnsafeMutablePointer<CatalogueBuilder>?
    private var handle: yajl_handle?
    /// Bytes and lines before the current piece: yajl counts only within one.
    private var byteCount = 0
    private var lineCount = 0
    /// Bytes since yajl's last call.
    private var quietByteCount = 0
    private var hasNews = false

    /// 16 MiB: no photo's text has a hundredth of it. yajl buffers a text until its end, so an endless one would fill
    /// the memory.
    static let longestText = 16 << 20

    init(_ tree: PhotoTree = PhotoTree()) {
        self.tree = tree
        // The callbacks hold no reference: deinit frees the parser, which is unused afterwards.
        handle = yajl_alloc(Self.callbacks, nil, Unmanaged.passUnretained(self).toOpaque())
        // Invalid UTF-8 in a text concerns only its display.
        yajl_enable(handle, yajl_dont_validate_strings)
        yajl_enable(handle, yajl_allow_multiple_values)
    }

    deinit { yajl_free(handle) }

    func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let status = feeding(&builder) { handle in
            yajl_parse(handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        try check(status, bytes, &builder)
        byteCount += bytes.count
        lineCount += Self.lineFeeds(in: bytes[...])
        quietByteCount = hasNews ? 0 : quietByteCount + bytes.count
        hasNews = false
        if quietByteCount > Self.longestText {
            try breakOff(into: &builder)
            throw failure(localized("A string is longer than 16 MiB."))
        }
    }

    func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try check(feeding(&builder) { yajl_complete_parse($0) }, nil, &builder)
        guard tree.isAtEnd else {
            try breakOff(into: &builder)
            throw failure(Self.endsEarly)
        }
        try tree.finish(into: &builder)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) { try tree.breakOff(into: &builder) }

    /// Calls yajl, whose events become rows of `builder`.
    private func feeding(_ builder: inout CatalogueBuilder, _ call: (yajl_handle?) -> yajl_status) -> yajl_status {
        withUnsafeMutablePointer(to: &builder) { pointer in
            self.builder = pointer
            defer { self.builder = nil }
            return call(handle)
        }
    }

    private func check(
        _ status: yajl_status, _ bytes: UnsafeRawBufferPointer?, _ builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if status == yajl_status_ok { return }
        try breakOff(into: &builder)
        if let failure { throw failure }
        throw failure(errorSentence, in: bytes?.prefix(yajl_get_bytes_consumed(handle)))
    }

    /// Adds the position to a reason, given the read part of the last piece. Line and byte count from 1, and point to
    /// the error or just behind it.
    private func failure(_ reason: String, in read: Slice<UnsafeRawBufferPointer>? = nil) -> CatalogueFailure {
        let line = 1 + lineCount + (read.map { Self.lineFeeds(in: $0) } ?? 0)
        let numbers = NumberFormats.current
        let byte = numbers.plain(max(1, byteCount + (read?.count ?? 0)))
        return .notACatalogue(reason: localized("Line \(numbers.plain(line)), byte \(byte): \(reason)"))
    }

    private static func lineFeeds(in bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        UnsafeRawBufferPointer(rebasing: bytes).reduce(0) { $1 == 0x0A ? $0 &+ 1 : $0 }
    }

    /// yajl's error, for a person.
    private var errorSentence: String {
        guard let text = yajl_get_error(handle, 0, nil, 0) else { return Self.endsEarly }
        defer { yajl_free_error(handle, text) }
        return Self.sentence(String(cString: text))
    }

    /// Handles an event of yajl. Its protocol: 1 to continue, 0 to stop.
    private static func handle(
        _ context: UnsafeMutableRawPointer?, _ event: (inout PhotoTree, inout CatalogueBuilder) throws -> Void
    ) -> Int32 {
        let parser = context.map { Unmanaged<JSONParser>.fromOpaque($0).takeUnretainedValue() }
        guard let parser, let builder = parser.builder else { return 0 }
        parser.hasNews = true
        do {
            try event(&parser.tree, &builder.pointee)
            return 1
        } catch {
            // It throws nothing else.
            parser.failure = error as? CatalogueFailure
            return 0
        }
    }

    /// yajl keeps the pointer, so this stays in place. It is immutable.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<yajl_callbacks> = {
        let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: yajl_callbacks(
                yajl_null: { context in handle(context) { try $0.scalar(.null, into: &$1) } },
                yajl_boolean: { context, value in handle(context) { try $0.boolean(value != 0, into: &$1) } },
                yajl_integer: nil, yajl_double: nil,
                yajl_number: { context, text, count in
                    let text = UnsafeRawBufferPointer(start: text, count: count)
                    return handle(context) { try $0.scalar(.number, text, into: &$1) }
                },
                yajl_string: { context, text, count in
                    let text = UnsafeRawBufferPointer(start: text, count: count)
                    return handle(context) { try $0.string(text, into: &$1) }
                },
                yajl_start_map: { context in handle(context) { try $0.startObject(into: &$1) } },
                yajl_map_key: { context, text, count in
                    let text = UnsafeRawBufferPointer(start: text, count: count)
                    return handle(context) { try $0.key(text, into: &$1) }
                },
                yajl_end_map: { context in handle(context) { try $0.endObject(into: &$1) } },
                yajl_start_array: { context in handle(context) { try $0.startArray(into: &$1) } },
                yajl_end_array: { context in handle(context) { try $0.endArray(into: &$1) } }))
        return UnsafePointer(callbacks)
    }()
}

extension CatalogueFormat {
    /// JSON in any shape in which ``PhotoTree`` finds photos; also JSON Lines, one object after the other.
    public static let json = CatalogueFormat(
        "JSON", endings: ["json", "jsonl", "ndjson", "geojson"], recognises: { JSONParser.confidence(of: $0) },
        makeParser: { head in
            JSONParser(
                isFeed(head)
                    ? PhotoTree(feed: FeedText.pictures(in:))
                    : PhotoTree(of: head.hint.url, markup: FeedText.pictures(in:), listsFolders: true))
        })

    /// Whether it is a JSON Feed (https://www.jsonfeed.org/version/1.1/): its version is the first of its keys.
    private static func isFeed(_ head: CatalogueHead) -> Bool {
        let start = head.text.prefix(256).filter { $0 != UInt8(ascii: "\\") }
        return start.firstRange(of: Array("jsonfeed.org/version/".utf8)) != nil
    }
}

/// yajl's error messages in sentences for a person.
extension JSONParser {
    static let endsEarly = localized("It ends early; it may be cut short.")

    /// A sentence for a message of yajl_get_error. yajl has no error numbers, so this matches its words, which are
    /// unchanged since version 2.0.
    static func sentence(_ message: String) -> String {
        if let known = sentences.first(where: { message.contains($0.words) }) { return known.sentence }
        let words = message.split(separator: "\n").first.map(String.init) ?? localized("no reason given")
        return localized("It is not well-formed JSON (\(words)).")
    }

    private static let sentences: [(words: String, sentence: String)] = [
        ("premature EOF", endsEarly),
        ("invalid character inside string", localized("A string contains a line break or another control character.")),
        ("occurs before a character which it may not", localized("A backslash in a string starts an invalid escape.")),
        ("after '\\u' inside string", localized("A \\u escape in a string needs four hexadecimal digits.")),
        ("malformed number", localized("A number is not well formed.")),
        ("comments are not enabled", localized("JSON does not allow comments.")),
        ("invalid object key", localized("A key is not a string in double quotes.")),
        ("separated by a colon", localized("A colon is missing between a key and its value.")),
        ("after array element", localized("A comma or a bracket is missing after an array element.")),
        ("after key and value", localized("A comma or a brace is missing after an object entry.")),
        ("trailing garbage", localized("There is extra content after the end.")),
        ("unallowed token", localized("A value was expected: there may be an extra comma.")),
        ("invalid char in json text", localized("This is not JSON: a string may lack its double quotes.")),
        ("invalid string in json text", localized("This is not JSON: true, false or null may be misspelled.")),
    ]
}
