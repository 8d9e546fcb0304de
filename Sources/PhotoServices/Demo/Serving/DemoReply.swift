import CSoup
import PhotoCore

/// Fills in replies. Called on the server's thread.
enum DemoReply {
    /// A number keeps its picture until the painters change: increase this when they do.
    private static let edition = 1

    private static func etag(_ number: Int) -> String { "\"landscape-\(edition)-\(number)\"" }

    static func text(_ message: OpaquePointer, _ status: UInt32, _ text: String) {
        soup_server_message_set_status(message, status, nil)
        soup_server_message_set_response(
            message, "text/plain; charset=utf-8", SOUP_MEMORY_COPY, text, gsize(text.utf8.count))
        forbidSaving(message)
    }

    static func photo(_ number: Int, _ jpeg: [UInt8], _ message: OpaquePointer) {
        soup_server_message_set_status(message, SOUP_STATUS_OK.rawValue, nil)
        describe(number, message)
        jpeg.withUnsafeBytes { bytes in
            soup_server_message_set_response(
                message, "image/jpeg", SOUP_MEMORY_COPY, bytes.bindMemory(to: CChar.self).baseAddress,
                gsize(bytes.count))
        }
    }

    /// Whether the client already has photo `number`.
    static func isKnown(_ number: Int, to message: OpaquePointer) -> Bool {
        let headers = soup_server_message_get_request_headers(message)
        guard let tags = soup_message_headers_get_list(headers, "If-None-Match") else { return false }
        return String(cString: tags).contains(etag(number))
    }

    static func notModified(_ number: Int, _ message: OpaquePointer) {
        soup_server_message_set_status(message, SOUP_STATUS_NOT_MODIFIED.rawValue, nil)
        describe(number, message)
        // Otherwise libsoup adds "Content-Length: 0", which a cache would believe.
        soup_message_headers_set_encoding(soup_server_message_get_response_headers(message), SOUP_ENCODING_NONE)
    }

    /// Forbids caching the demo: its next server has another port, and so each photo another URL.
    static func forbidSaving(_ message: OpaquePointer) {
        soup_message_headers_replace(soup_server_message_get_response_headers(message), "Cache-Control", "no-store")
    }

    private static func describe(_ number: Int, _ message: OpaquePointer) {
        let headers = soup_server_message_get_response_headers(message)
        soup_message_headers_replace(headers, "ETag", etag(number))
        forbidSaving(message)
    }
}
