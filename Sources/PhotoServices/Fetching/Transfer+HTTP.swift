import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// Sends the request. Redirects are followed by libsoup, to http and https only.
    func startHTTP(on session: SessionBox) {
        guard !cancellable.isCancelled else { return complete(.failure(.cancelled)) }
        guard let session = session.pointer, let message = soup_message_new("GET", request.url.absoluteString) else {
            return complete(.failure(.other(reason: "“\(request.url.absoluteString)” is not a web address.")))
        }
        let reference = ObjectReference(taking: UnsafeMutableRawPointer(message))
        state.withLock { $0.message = reference }
        // The metrics tell the bytes on the wire from those that a content encoding makes of them.
        soup_message_add_flags(message, SOUP_MESSAGE_COLLECT_METRICS)
        soup_session_send_async(
            session, message, G_PRIORITY_DEFAULT, cancellable.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didSend(source.withMemoryRebound(to: SoupSession.self, capacity: 1) { $0 }, result)
            }, userData)
    }

    private func didSend(_ session: UnsafeMutablePointer<SoupSession>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let opened = try GLibError.check { soup_session_send_finish(session, result, $0) }
            guard let opened else { return complete(.failure(.other(reason: "The server sent nothing."))) }
            let stream = ObjectReference(taking: UnsafeMutableRawPointer(opened))
            guard let message = state.withLock({ $0.message })?.opaque else { return }
            if let failure = Self.refusal(in: message) { return complete(.failure(failure)) }
            let headers = soup_message_get_response_headers(message)
            let isMeasured = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
            let length = isMeasured ? Int(soup_message_headers_get_content_length(headers)) : nil
            state.withLock { state in
                state.isEncoded = soup_message_headers_get_one(headers, "Content-Encoding") != nil
                state.url = Self.url(of: message)
            }
            read(stream, expected: length)
        } catch {
            complete(.failure(failure(for: error)))
        }
    }

    /// Why the reply is not what was asked for; nil for a success.
    private static func refusal(in message: OpaquePointer) -> FetchFailure? {
        let status = Int(soup_message_get_status(message).rawValue)
        if (200..<300).contains(status) { return nil }
        return .refused(
            status: status, phrase: soup_message_get_reason_phrase(message).map { String(cString: $0) } ?? "",
            retryAfter: retryAfter(in: message))
    }

    /// The seconds that Retry-After asks for: a number, or a date (RFC 9110, 10.2.3).
    private static func retryAfter(in message: OpaquePointer) -> Double? {
        guard let text = soup_message_headers_get_one(soup_message_get_response_headers(message), "Retry-After") else {
            return nil
        }
        if let seconds = Double(String(cString: text)) { return seconds.isFinite ? max(0, seconds) : nil }
        guard let date = soup_date_time_new_from_http_string(text) else { return nil }
        defer { g_date_time_unref(date) }
        return max(0, Double(g_date_time_to_unix(date)) - Date().timeIntervalSince1970)
    }

    /// Where the message went in the end.
    private static func url(of message: OpaquePointer) -> URL? {
        guard let uri = soup_message_get_uri(message), let text = g_uri_to_string(uri) else { return nil }
        defer { g_free(text) }
        return URL(string: String(cString: text))
    }
}
