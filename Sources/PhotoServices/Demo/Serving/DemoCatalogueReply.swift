import CSoup
import GLibBridge

/// Streams the catalogue: makes the next piece after writing the previous one, so that a slow or lost client costs one
/// piece. Used only on the server's thread.
final class DemoCatalogueReply {
    private var text: DemoCatalogueText
    private let body: UnsafeMutablePointer<SoupMessageBody>

    private init(_ text: DemoCatalogueText, _ body: UnsafeMutablePointer<SoupMessageBody>) {
        self.text = text
        self.body = body
    }

    static func send(count: Int, to message: OpaquePointer, isHead: Bool) {
        soup_server_message_set_status(message, SOUP_STATUS_OK.rawValue, nil)
        let headers = soup_server_message_get_response_headers(message)
        soup_message_headers_set_content_type(headers, "application/x-plist", nil)
        DemoReply.forbidSaving(message)
        // HTTP/1.0 has no chunks: the end of the connection is the end of the catalogue.
        let isOld = soup_server_message_get_http_version(message) == SOUP_HTTP_1_0
        soup_message_headers_set_encoding(headers, isOld ? SOUP_ENCODING_EOF : SOUP_ENCODING_CHUNKED)
        guard !isHead, let body = soup_server_message_get_response_body(message) else { return }
        // Written pieces are released.
        soup_message_body_set_accumulate(body, 0)
        // The message owns the handler and so this reply; it outlives neither. The message emits on the server's
        // thread, which runs this.
        nonisolated(unsafe) let reply = DemoCatalogueReply(DemoCatalogueText(count: count), body)
        Signal.connectAnywhere(UnsafeMutableRawPointer(message), "wrote-chunk") { reply.appendNext() }
        reply.appendNext()
    }

    private var isComplete = false

    private func appendNext() {
        guard !isComplete else { return }
        if let piece = text.piece() {
            soup_message_body_append(body, SOUP_MEMORY_COPY, piece, gsize(piece.count))
        } else {
            isComplete = true
            soup_message_body_complete(body)
        }
    }
}
