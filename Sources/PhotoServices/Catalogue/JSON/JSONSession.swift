import CYajl
import PhotoCore

/// A yajl parser, and what it calls. Belongs to one worker.
final class JSONSession {
    /// What makes entries of it.
    private(set) var tree = EntryTree()
    /// What stopped it from this side.
    private(set) var failure: CatalogueFailure?
    /// Whether yajl has called since this was last made false.
    var hasNews = false

    /// Where the rows go, while there are bytes being parsed.
    private var builder: UnsafeMutablePointer<CatalogueBuilder>?
    private var handle: yajl_handle?

    init() {
        // What is called has no reference to this: it frees the parser, which is not used after it.
        handle = yajl_alloc(Self.callbacks, nil, Unmanaged.passUnretained(self).toOpaque())
        // What is no UTF-8 in a text is for whoever shows it: it makes no entry unreadable.
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

    /// There will be no more: rows that were held back are made.
    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) { try tree.breakOff(into: &builder) }

    /// How far into the last piece it got.
    var consumedByteCount: Int { yajl_get_bytes_consumed(handle) }

    /// What yajl says is wrong, for a person.
    var errorSentence: String {
        guard let text = yajl_get_error(handle, 0, nil, 0) else { return JSONErrorReason.endsEarly }
        defer { yajl_free_error(handle, text) }
        return JSONErrorReason.sentence(String(cString: text))
    }

    /// What yajl wants to hear: 1 to go on, 0 to stop.
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
    /// yajl keeps the pointer, so this stays where it is. It is never changed.
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
