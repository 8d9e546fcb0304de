import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// What a library's error means to a person: the one place that tells them apart.
    func failure(for error: GLibError) -> FetchFailure {
        if error.matches(G_IO_ERROR_CANCELLED) { return .cancelled }
        if request.url.isFileURL { return .unreadableFile(path: request.url.shownPath, reason: Self.fileReason(error)) }
        let host = currentHost
        if error.domain == String(cString: g_quark_to_string(g_resolver_error_quark()))
            || error.matches(G_IO_ERROR_HOST_NOT_FOUND)
        {
            // Without a network no name can be looked up, which says nothing of the name.
            return NetworkMonitor.isNetworkAvailable ? .hostUnknown(host: host) : .noNetwork(host: host)
        }
        if error.matches(G_IO_ERROR_NETWORK_UNREACHABLE) { return .noNetwork(host: host) }
        if error.domain == String(cString: g_quark_to_string(g_tls_error_quark())) {
            return .insecure(host: host, reason: error.message)
        }
        if error.matches(G_IO_ERROR_TIMED_OUT) { return .timedOut(host: host, seconds: timeoutSeconds) }
        let isEncoding = error.matches(soup_session_error_quark(), Int(SOUP_SESSION_ERROR_ENCODING.rawValue))
        if isEncoding, let length = wrongLength {
            return .wrongLength(length)
        }
        if error.matches(G_IO_ERROR_PARTIAL_INPUT), headByteCount > Hop.longestHead {
            return .headTooLarge(limit: Hop.longestHead)
        }
        for code in [G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED] where error.matches(code) {
            return state.withLock { .cutShort(received: $0.received, expected: $0.body?.expected) }
        }
        for code in [
            G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_PROXY_FAILED,
        ] where error.matches(code) {
            // GIO says "Could not connect to HOST: REASON"; the failure names the host itself.
            let reason = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init)
            return .cannotConnect(host: host, reason: reason ?? error.message)
        }
        return .other(reason: error.message)
    }

    /// What the reply says of its length, where that is no length.
    private var wrongLength: String? {
        state.withLock { $0.hop }.flatMap { head(of: $0.message.opaque).lengthFlaw }
    }

    /// Bytes of the reply's head so far.
    private var headByteCount: Int {
        guard let message = state.withLock({ $0.hop })?.message.opaque, let metrics = soup_message_get_metrics(message)
        else { return 0 }
        return Int(soup_message_metrics_get_response_header_bytes_received(metrics))
    }

    /// Whom the request has got to, which after a redirect is not whom it was for.
    private var currentHost: String {
        if let message = state.withLock({ $0.hop })?.message.opaque, let uri = soup_message_get_uri(message),
            let host = g_uri_get_host(uri)
        {
            return String(cString: host)
        }
        return request.url.host ?? request.url.absoluteString
    }

    private static func fileReason(_ error: GLibError) -> String {
        if error.matches(G_IO_ERROR_NOT_FOUND) { return "There is no such file." }
        if error.matches(G_IO_ERROR_PERMISSION_DENIED) { return "You are not allowed to read it." }
        if error.matches(G_IO_ERROR_IS_DIRECTORY) { return "It is a folder." }
        return error.message
    }
}
