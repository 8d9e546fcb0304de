import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// Sends the request. Redirects are followed by libsoup, to http and https only.
    func startHTTP(on session: SessionBox) {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        guard let session = session.pointer, let message = soup_message_new("GET", request.url.absoluteString) else {
            return complete(.other(reason: "“\(request.url.absoluteString)” is not a web address."))
        }
        let reference = ObjectReference(taking: UnsafeMutableRawPointer(message))
        state.withLock { $0.message = reference }
        // The metrics tell the bytes on the wire from those that a content encoding makes of them.
        let headers = soup_message_get_request_headers(message)
        for (name, value) in request.fields { soup_message_headers_replace(headers, name, value) }
        state.withLock { state in
            state.sentAt = Date().timeIntervalSince1970
            state.sentTo = Self.text(ofURLOf: message)
        }
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
            guard let opened else { return complete(.other(reason: "The server sent nothing.")) }
            let stream = ObjectReference(taking: UnsafeMutableRawPointer(opened))
            guard let message = state.withLock({ $0.message })?.opaque else { return }
            let head = head(of: message)
            send(.opened(head, Self.observation(of: message)))
            // Nobody wants the body of an error; a 304 has none.
            guard (200..<300).contains(head.status) else { return complete(nil) }
            let headers = soup_message_get_response_headers(message)
            let isMeasured = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
            let length = isMeasured ? Int(soup_message_headers_get_content_length(headers)) : nil
            state.withLock { $0.isEncoded = head.isEncoded }
            read(stream, expected: length)
        } catch {
            complete(failure(for: error))
        }
    }

    private func head(of message: OpaquePointer) -> ReplyHead {
        var fields: [String: String] = [:]
        withUnsafeMutablePointer(to: &fields) { fields in
            soup_message_headers_foreach(
                soup_message_get_response_headers(message),
                { name, value, data in
                    guard let name, let value, let data else { return }
                    let fields = data.assumingMemoryBound(to: [String: String].self)
                    fields.pointee[String(cString: name).lowercased(), default: ""]
                        .append(joining: String(cString: value))
                }, fields)
        }
        let now = Date().timeIntervalSince1970
        let (sentAt, sentTo) = state.withLock { ($0.sentAt, $0.sentTo) }
        // libsoup writes some URLs otherwise than they were given; only a redirect makes it another.
        let finalURL = Self.text(ofURLOf: message).flatMap { $0 == sentTo ? nil : URL(string: $0) }
        // A clock that was set back in between makes no range.
        let sent = min(sentAt, now)
        return ReplyHead(
            status: Int(soup_message_get_status(message).rawValue),
            phrase: soup_message_get_reason_phrase(message).map { String(cString: $0) } ?? "", fields: fields,
            url: finalURL ?? request.url, times: sent...now)
    }

    /// What the message's metrics tell of the host.
    private static func observation(of message: OpaquePointer) -> HostPolicy.Observation {
        var observation = HostPolicy.Observation()
        observation.multiplexes = soup_message_get_http_version(message) == SOUP_HTTP_2_0
        guard let metrics = soup_message_get_metrics(message) else { return observation }
        func seconds(_ start: guint64, _ end: guint64) -> Double? {
            start > 0 && end > start ? Double(end - start) / 1_000_000 : nil
        }
        observation.connectSeconds = seconds(
            soup_message_metrics_get_connect_start(metrics), soup_message_metrics_get_connect_end(metrics))
        observation.firstByteSeconds = seconds(
            soup_message_metrics_get_request_start(metrics), soup_message_metrics_get_response_start(metrics))
        return observation
    }

    /// Where the message goes, or in the end went.
    private static func text(ofURLOf message: OpaquePointer) -> String? {
        guard let uri = soup_message_get_uri(message), let text = g_uri_to_string(uri) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}

extension String {
    /// Appends another field of the same name.
    fileprivate mutating func append(joining value: String) {
        self += isEmpty ? value : ", " + value
    }
}
