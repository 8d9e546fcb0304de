import CSoup
import GLibBridge
import PhotoCore
import Synchronization

/// One message to one address: a redirect or a login needs several per request.
///
/// libsoup would follow redirects and answer 401s itself, and read their bodies into memory first, however long. So
/// both are disabled, and each reply is passed on as it begins.
///
/// On the network thread.
final class Hop: Sendable {
    private struct State {
        var interim = InterimReplies()
        /// Until the connection, and then the head, has arrived.
        var timer: ThreadTimer?
        var failure: FetchFailure?
        var isMisdirected = false
        var bodyConnection: guint64?
        var tunnelQuestion: ServerQuestion?
    }
    /// The SoupMessage.
    let message: ObjectReference
    /// Ends only this message.
    let cancellable = Cancellable()
    private let authentication: RequestAuthentication
    private let session: SessionBox
    private let state = Mutex(State())

    /// libsoup 3.2 has this limit itself; later versions take up to 100 KiB.
    static let longestHead = 64 << 10

    /// A request for `address`; nil if invalid.
    init?(
        _ method: FetchMethod, to address: String, fields: [String: String], authentication: RequestAuthentication,
        onNewConnection: Bool,
        session: SessionBox
    ) {
        guard let message = soup_message_new(method.name, address) else { return nil }
        self.message = ObjectReference(taking: UnsafeMutableRawPointer(message))
        self.authentication = authentication
        self.session = session
        let headers = soup_message_get_request_headers(message)
        // libsoup's own decoder does not report incomplete data.
        soup_message_disable_feature(message, soup_content_decoder_get_type())
        soup_message_headers_replace(headers, "Accept-Encoding", ContentDecoder.accepted)
        for (name, value) in fields.merging(method.fields, uniquingKeysWith: { $1 }) {
            soup_message_headers_replace(headers, name, value)
        }
        if let body = method.body {
            let bytes = g_bytes_new(body.text, gsize(body.text.utf8.count))
            soup_message_set_request_body_from_bytes(message, body.type, bytes)
            g_bytes_unref(bytes)
        }
        soup_message_add_flags(message, SOUP_MESSAGE_COLLECT_METRICS)
        soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        if onNewConnection { soup_message_add_flags(message, SOUP_MESSAGE_NEW_CONNECTION) }
        soup_message_disable_feature(message, soup_auth_manager_get_type())
        watch()
    }

    deinit { session.connections.bodyEnds(of: self) }

    /// `count` bytes of its body have arrived.
    func bodyGrows(by count: Int) {
        guard let connection = state.withLock({ $0.bodyConnection }) else { return }
        session.connections.bodyGrows(of: self, over: connection, by: count)
    }

    /// Its body, which `flow` may hold back, waits for bytes; calls `lost` if its connection ends.
    func bodyWaits(flow: FetchFlow?, lost: @escaping @Sendable () -> Void) {
        guard let connection = state.withLock({ $0.bodyConnection }) else { return }
        session.connections.bodyWaits(of: self, over: connection, flow: flow, lost: lost)
    }

    /// Why the program has ended it.
    var failure: FetchFailure? {
        if let failure = state.withLock({ $0.failure }) { return failure }
        let isFlooded = session.connections.hasClosed(soup_message_get_connection_id(message.opaque))
        return isFlooded ? .other(reason: localized("The server sends without end what nobody asked for.")) : nil
    }

    /// Whether the server reported that it is the wrong one (421): over HTTP/2, another connection may work.
    var isMisdirected: Bool { state.withLock { $0.isMisdirected } }

    /// Ends it, together with its own connection.
    func cut(_ failure: FetchFailure? = nil) {
        if let failure { state.withLock { $0.failure = $0.failure ?? failure } }
        cancellable.cancel()
    }

    /// The proxy's question before it made a connection to the server.
    var tunnelQuestion: ServerQuestion? { state.withLock { $0.tunnelQuestion } }

    /// The proxy is about to be asked for a connection to the server, with `tunnel`.
    func tunnelIsSent(_ tunnel: OpaquePointer) { authentication.authorize(tunnel) }

    /// The proxy has answered. libsoup would read a refusal's body to its end.
    func tunnelIsAnswered(_ tunnel: OpaquePointer) {
        let status = Int(soup_message_get_status(tunnel).rawValue)
        authentication.isAnswered(tunnel, status: status)
        guard !(200..<300).contains(status) else { return }
        let question = status == 407 ? ServerQuestion(of: tunnel) : nil
        state.withLock { $0.tunnelQuestion = question }
        let phrase = soup_message_get_reason_phrase(tunnel).map { String(cString: $0) } ?? ""
        let isUnanswerable = status == 407 && question == nil
        cut(isUnanswerable ? .unanswerable(status: status) : .refused(status: status, phrase: phrase))
    }

    private func watch() {
        // Weak: the hop owns the message, which holds the connections.
        Signal.connectAnywhere(message.pointer, "got-informational") { [weak self] in self?.gotInterimReply() }
        Signal.connectAnywhere(message.pointer, "starting") { [weak self] in self?.isSent() }
        Signal.connectAnywhere(message.pointer, "network-event") {
            [weak self] (event: Int, stream: UnsafeMutableRawPointer?) in
            self?.isConnecting()
            guard UInt32(event) == G_SOCKET_CLIENT_CONNECTED.rawValue, let stream, let self else { return }
            session.connections.add(
                stream.assumingMemoryBound(to: GIOStream.self), of: soup_message_get_connection_id(message.opaque))
        }
        Signal.connectAnywhere(message.pointer, "got-headers") { [weak self] in self?.gotHeaders() }
    }

    /// A connection is made for it, by a handshake that may come byte by byte, too.
    private func isConnecting() { if state.withLock({ $0.timer == nil && $0.bodyConnection == nil }) { limitTime() } }

    /// It has a connection, and is about to be sent.
    private func isSent() {
        authentication.authorize(message.opaque)
        limitTime()
    }

    private func limitTime() {
        let seconds = session.headSeconds
        let timer = session.authentication.thread.after(milliseconds: seconds * 1000) { [weak self] in
            guard let self else { return }
            cut(.timedOut(host: Origin(of: message.opaque).host, seconds: seconds))
        }
        state.withLock { $0.timer = timer }
    }

    /// libsoup reads on as long as there is data: a flood must be ended here.
    private func gotInterimReply() {
        let status = Int(soup_message_get_status(message.opaque).rawValue)
        if let failure = state.withLock({ $0.interim.take(status: status) }) { cut(failure) }
    }

    private func gotHeaders() {
        let status = soup_message_get_status(message.opaque)
        // Over HTTP/2 libsoup 3.2 treats the second interim reply, and each following one, as the final reply.
        if (100..<200).contains(status.rawValue) { return gotInterimReply() }
        let connection = soup_message_get_connection_id(message.opaque)
        let isFirst = state.withLock { state in
            state.timer = nil
            defer { state.bodyConnection = connection }
            return state.bodyConnection == nil
        }
        // Over HTTP/2, trailers arrive as another head.
        if isFirst {
            guard SoupReply(self).headByteCount <= Self.longestHead else {
                return cut(.headTooLarge(limit: Self.longestHead))
            }
            bodyGrows(by: .max)
        }
        // libsoup would read its body to the end, regardless of flags, and then resend the message.
        guard status == SOUP_STATUS_MISDIRECTED_REQUEST else { return }
        state.withLock { $0.isMisdirected = true }
        let phrase = soup_message_get_reason_phrase(message.opaque).map { String(cString: $0) } ?? ""
        cut(.refused(status: 421, phrase: phrase))
    }
}
