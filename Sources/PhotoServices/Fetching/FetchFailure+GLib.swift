import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension FetchFailure {
    static func unknownScheme(of url: URL) -> FetchFailure {
        .other(reason: localized("“\(url.scheme ?? "")” addresses cannot be opened."))
    }

    static func noWebAddress(_ text: String) -> FetchFailure {
        .other(reason: localized("“\(URLText.withoutPassword(text))” is not a web address."))
    }

    /// The meaning of a library's error for a person, decided only here.
    ///
    /// The error ended a request for `url` after this `progress`; `reply` is the server's reply so far.
    static func meaning(
        of error: GLibError, for url: URL, reply: SoupReply?, progress: (received: Int, expected: Int?),
        timeoutSeconds: Int
    ) -> FetchFailure {
        if error.matches(G_IO_ERROR_CANCELLED) { return .cancelled }
        if url.isFileURL { return .unreadableFile(path: url.shownPath, reason: fileReason(error)) }
        // The host that the request has reached; after a redirect, not the original one.
        let host = reply?.host ?? url.namedHost ?? url.absoluteString
        if error.domain == String(cString: g_quark_to_string(g_resolver_error_quark()))
            || error.matches(G_IO_ERROR_HOST_NOT_FOUND)
        {
            // Without a network no name resolves, which says nothing about the name.
            return NetworkMonitor.isNetworkAvailable ? .hostUnknown(host: host) : .noNetwork(host: host)
        }
        if error.matches(G_IO_ERROR_NETWORK_UNREACHABLE) { return .noNetwork(host: host) }
        if error.domain == String(cString: g_quark_to_string(g_tls_error_quark())) {
            if let flaw = reply?.certificateFlaw { return .insecure(host: host, reason: flaw) }
            // A peer that hangs up during the handshake "is not TLS" for the library. It may be restarting.
            let isCut = [G_TLS_ERROR_NOT_TLS, G_TLS_ERROR_EOF].contains { Int($0.rawValue) == error.code }
            return isCut
                ? .handshakeCut(host: host, reason: error.message) : .insecure(host: host, reason: error.message)
        }
        if error.matches(G_IO_ERROR_TIMED_OUT) { return .timedOut(host: host, seconds: timeoutSeconds) }
        let isEncoding = error.matches(soup_session_error_quark(), Int(SOUP_SESSION_ERROR_ENCODING.rawValue))
        if isEncoding, let length = reply?.head(askedFor: url).lengthFlaw { return .wrongLength(length) }
        if error.matches(soup_session_error_quark(), Int(SOUP_SESSION_ERROR_PARSING.rawValue)) {
            return .garbled(reason: localized("Its head is not HTTP, or cut short."))
        }
        if error.matches(G_IO_ERROR_PARTIAL_INPUT), let reply, reply.headByteCount > Hop.longestHead {
            return .headTooLarge(limit: Hop.longestHead)
        }
        for code in [G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED] where error.matches(code) {
            return .cutShort(received: progress.received, expected: progress.expected)
        }
        for code in [G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_PROXY_FAILED]
        where error.matches(code) {
            // GIO says "Could not connect to HOST: REASON"; the failure names the host itself.
            let reason = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init)
            return .cannotConnect(host: host, reason: reason ?? error.message)
        }
        return .other(reason: error.message)
    }

    private static func fileReason(_ error: GLibError) -> String {
        if error.matches(G_IO_ERROR_NOT_FOUND) { return localized("There is no such file.") }
        if error.matches(G_IO_ERROR_PERMISSION_DENIED) { return localized("You do not have permission to read it.") }
        if error.matches(G_IO_ERROR_IS_DIRECTORY) { return localized("It is a folder.") }
        return error.message
    }
}
