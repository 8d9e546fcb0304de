import CYajl
import PhotoCore

/// A yajl parser and its callbacks. Belongs to one worker.
final class JSONSession {
    /// Makes the entries.
    private(set) var tree = EntryTree()
    /// The failure on this side.
    private(set) var failure: CatalogueFailure?
    /// Whether yajl has called since this was reset.
    var hasNews = false

    /// The target of rows during parsing.
    private var builder: UnsafeMutablePointer<CatalogueBuilder>?
    private var handle: yajl_handle?

    init() {
        // The callbacks hold no reference: deinit frees the parser, which is unused afterwards.
        handle = yajl_alloc(Self.callbacks, nil, Unmanaged.passUnretained(self).toOpaque())
        // Invalid UTF-8 in a text concerns only its display.
        yajl_enable(handle, yajl_dont_validate_strings)
        yajl_enable(handle, yajl_allow_multiple_values)
    }

    deinit { yajl_free(handle) }

    /// Calls yajl, whose events become rows of `builder`.
    func feeding(_ builder: inout CatalogueBuilder, _ call: (yajl_handle?) -> yajl_status) -> yajl_status {
        withUnsafeMutablePointer(to: &builder) { pointer in
            self.builder = pointer
            defer { self.builder = nil }
            return call(handle)
        }
    }

    /// No more bytes follow: makes rows that were held back.
    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) { try tree.breakOff(into: &builder) }

    /// How much of the last piece yajl has read.
    var consumedByteCount: Int { yajl_get_bytes_consumed(handle) }

    /// yajl's error, for a person.
    var errorSentence: String {
        guard let text = yajl_get_error(handle, 0, nil, 0) else { return Self.endsEarly }
        defer { yajl_free_error(handle, text) }
        return Self.sentence(String(cString: text))
    }

    /// yajl's protocol: 1 to continue, 0 to stop.
    fileprivate func handle(
        _ event: (inout EntryTree, inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) -> Int32 {
        guard let builder else { return 0 }
        hasNews = true
        do throws(CatalogueFailure) {
            try event(&tree, &builder.pointee)
            return 1
        } catch {
            failure = error
            return 0
        }
    }

    fileprivate static func session(_ context: UnsafeMutableRawPointer?) -> JSONSession? {
        context.map { Unmanaged<JSONSession>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension JSONSession {
    /// yajl keeps the pointer, so this stays in place. It is immutable.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<yajl_callbacks> = {
        let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: yajl_callbacks(
                yajl_null: { context in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.scalar(.null, into: &builder)
                    } ?? 0
                },
                yajl_boolean: { context, _ in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.scalar(.boolean, into: &builder)
                    } ?? 0
                },
                yajl_integer: nil, yajl_double: nil,
                yajl_number: { context, text, count in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.scalar(.number, UnsafeRawBufferPointer(start: text, count: count), into: &builder)
                    } ?? 0
                },
                yajl_string: { context, text, count in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.string(UnsafeRawBufferPointer(start: text, count: count), into: &builder)
                    } ?? 0
                },
                yajl_start_map: { context in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.startObject(into: &builder)
                    } ?? 0
                },
                yajl_map_key: { context, text, count in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.key(UnsafeRawBufferPointer(start: text, count: count), into: &builder)
                    } ?? 0
                },
                yajl_end_map: { context in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.endObject(into: &builder)
                    } ?? 0
                },
                yajl_start_array: { context in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.startArray(into: &builder)
                    } ?? 0
                },
                yajl_end_array: { context in
                    session(context)?.handle { (tree, builder) throws(CatalogueFailure) in
                        try tree.endArray(into: &builder)
                    } ?? 0
                }))
        return UnsafePointer(callbacks)
    }()
}

/// yajl's error messages in sentences for a person.
extension JSONSession {
    static let endsEarly = "It ends early; it may be cut short."

    /// A sentence for a message of yajl_get_error. yajl has no error numbers, so this matches its words, which are
    /// unchanged since version 2.0.
    static func sentence(_ message: String) -> String {
        if let known = sentences.first(where: { message.contains($0.words) }) { return known.sentence }
        let words = message.split(separator: "\n").first.map(String.init) ?? "no reason given"
        return "It is not well-formed JSON (\(words))."
    }

    private static let sentences: [(words: String, sentence: String)] = [
        ("premature EOF", endsEarly),
        ("invalid character inside string", "A string contains a line break or another control character."),
        ("occurs before a character which it may not", "A backslash in a string starts an invalid escape."),
        ("after '\\u' inside string", "A \\u escape in a string needs four hexadecimal digits."),
        ("malformed number", "A number is not well formed."),
        ("comments are not enabled", "JSON does not allow comments."),
        ("invalid object key", "A key is not a string in double quotes."),
        ("separated by a colon", "A colon is missing between a key and its value."),
        ("after array element", "A comma or a bracket is missing after an array element."),
        ("after key and value", "A comma or a brace is missing after an object entry."),
        ("trailing garbage", "There is extra content after the end."),
        ("unallowed token", "A value was expected: there may be an extra comma."),
        ("invalid char in json text", "This is not JSON: a string may lack its double quotes."),
        (
            "invalid string in json text",
            "This is not JSON: true, false or null may be misspelled."
        ),
    ]
}
