import CYajl
import PhotoCore

/// A part of a JSON text. Bytes are UTF-8, and are there for as long as the event.
enum JSONEvent {
    case startObject, endObject, startArray, endArray
    case key(UnsafeRawBufferPointer)
    case string(UnsafeRawBufferPointer)
    /// A number, as it is written.
    case number(UnsafeRawBufferPointer)
    case boolean(Bool)
    case null
}

/// Reads JSON texts event by event, by yajl: a month of 70,000 photos would be millions of objects.
enum JSONEvents {
    private final class Receiver {
        let take: (JSONEvent) -> Bool
        init(_ take: @escaping (JSONEvent) -> Bool) { self.take = take }
    }

    /// Calls `take` with the parts of the text in `body` until it returns false. Throws `notACatalogue` if the text is
    /// no JSON, or lacks its end.
    static func read(
        _ body: UnsafeRawBufferPointer, _ take: (JSONEvent) -> Bool
    ) throws(CatalogueFailure) {
        let failure = withoutActuallyEscaping(take) { take -> CatalogueFailure? in
            let receiver = Receiver(take)
            return withExtendedLifetime(receiver) { parse(body, receiver) }
        }
        if let failure { throw failure }
    }

    private static func parse(_ body: UnsafeRawBufferPointer, _ receiver: Receiver) -> CatalogueFailure? {
        guard let handle = yajl_alloc(callbacks, nil, Unmanaged.passUnretained(receiver).toOpaque()) else { return nil }
        defer { yajl_free(handle) }
        // Invalid UTF-8 in a text concerns only its display.
        yajl_enable(handle, yajl_dont_validate_strings)
        var status = yajl_parse(handle, body.baseAddress?.assumingMemoryBound(to: UInt8.self), body.count)
        if status == yajl_status_ok { status = yajl_complete_parse(handle) }
        guard status != yajl_status_ok, status != yajl_status_client_canceled else { return nil }
        return .notACatalogue(reason: localized("The server’s answer is no JSON, or its end is missing."))
    }

    /// Passes an event on. yajl's protocol: 1 to continue, 0 to stop.
    private static func pass(_ context: UnsafeMutableRawPointer?, _ event: JSONEvent) -> Int32 {
        guard let context else { return 0 }
        return Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().take(event) ? 1 : 0
    }

    /// yajl keeps the pointer, so this stays in place. It is immutable.
    nonisolated(unsafe) private static let callbacks: UnsafePointer<yajl_callbacks> = {
        let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: yajl_callbacks(
                yajl_null: { pass($0, .null) },
                yajl_boolean: { pass($0, .boolean($1 != 0)) },
                yajl_integer: nil, yajl_double: nil,
                yajl_number: { pass($0, .number(UnsafeRawBufferPointer(start: $1, count: $2))) },
                yajl_string: { pass($0, .string(UnsafeRawBufferPointer(start: $1, count: $2))) },
                yajl_start_map: { pass($0, .startObject) },
                yajl_map_key: { pass($0, .key(UnsafeRawBufferPointer(start: $1, count: $2))) },
                yajl_end_map: { pass($0, .endObject) },
                yajl_start_array: { pass($0, .startArray) },
                yajl_end_array: { pass($0, .endArray) }))
        return UnsafePointer(callbacks)
    }()
}
