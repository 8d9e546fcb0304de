import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// Sends the request. Redirects are followed here, to http and https only, and 401s and 407s answered: each with a
    /// message of its own, after what came with the reply before it was read, or cut off.
    func startHTTP(on session: SessionBox) {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        let text = request.url.absoluteString
        guard let address = g_uri_parse(text, Self.addressFlags, nil) else {
            return complete(.other(reason: "“\(text)” is not a web address."))
        }
        defer { g_uri_unref(address) }
        let own = Credential(of: address).map { (origin: Origin(address), credential: $0) }
        let authentication = RequestAuthentication(session.authentication, own: own)
        state.withLock { state in
            state.sentAt = Date().timeIntervalSince1970
            state.sentTo = Self.plain(address)
        }
        sendHop(to: Self.plain(address), on: session, authentication)
    }

    private func sendHop(
        to address: String, on session: SessionBox, _ authentication: RequestAuthentication,
        onNewConnection: Bool = false
    ) {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        let hop = Hop(
            to: address, fields: request.fields, authentication: authentication, onNewConnection: onNewConnection,
            session: session)
        guard let pointer = session.pointer, let hop else {
            return complete(.other(reason: "“\(address)” is not a web address."))
        }
        state.withLock { $0.hop = hop }
        session.tunnels.add(hop)
        soup_session_send_async(
            pointer, hop.message.opaque, G_PRIORITY_DEFAULT, hop.cancellable.pointer,
            { source, result, data in
                guard let data, let source else { return }
                let sent = Unmanaged<SentHop>.fromOpaque(data).takeRetainedValue()
                sent.transfer.didSend(sent, source.withMemoryRebound(to: SoupSession.self, capacity: 1) { $0 }, result)
            }, Unmanaged.passRetained(SentHop(self, hop, session, authentication)).toOpaque())
    }

    private final class SentHop: Sendable {
        let transfer: Transfer
        let hop: Hop
        let session: SessionBox
        let authentication: RequestAuthentication

        init(_ transfer: Transfer, _ hop: Hop, _ session: SessionBox, _ authentication: RequestAuthentication) {
            (self.transfer, self.hop, self.session, self.authentication) = (transfer, hop, session, authentication)
        }

        var message: OpaquePointer { hop.message.opaque }

        func sendAgain(to address: String?, onNewConnection: Bool = false) {
            let address = address ?? soup_message_get_uri(message).map(Transfer.plain) ?? ""
            transfer.sendHop(to: address, on: session, authentication, onNewConnection: onNewConnection)
        }
    }

    private func didSend(_ sent: SentHop, _ session: UnsafeMutablePointer<SoupSession>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let opened = try GLibError.check { soup_session_send_finish(session, result, $0) }
            guard let opened else { return complete(.other(reason: "The server sent nothing.")) }
            take(ObjectReference(taking: UnsafeMutableRawPointer(opened)), of: sent)
        } catch {
            failed(sent, error)
        }
    }

    private func failed(_ sent: SentHop, _ error: GLibError) {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        if let question = sent.hop.tunnelQuestion { return answer(question, to: sent, orElse: sent.hop.failure) }
        let isFirst = state.withLock { state in
            defer { if sent.hop.isMisdirected { state.wasMisdirected = true } }
            return !state.wasMisdirected
        }
        if sent.hop.isMisdirected, isFirst { return sent.sendAgain(to: nil, onNewConnection: true) }
        complete(sent.hop.failure ?? failure(for: error))
    }

    /// Decides what the reply that has begun leads to.
    private func take(_ stream: ObjectReference, of sent: SentHop) {
        guard !cancellable.isCancelled else { return sent.hop.cut() }
        let head = head(of: sent.message)
        sent.authentication.isAnswered(sent.message, status: head.status)
        let target = Self.target(of: sent.message)
        let followed = state.withLock { $0.redirects }
        switch Redirection(
            status: head.status, location: head.fields["location"], target: target?.place, followed: followed)
        {
        case .follow:
            state.withLock { $0.redirects += 1 }
            drain(stream, of: sent) { sent.sendAgain(to: target?.text) }
        case .refuse(let failure):
            sent.hop.cut()
            complete(failure)
        case .none where head.status == 401 || head.status == 407:
            guard let question = ServerQuestion(of: sent.message) else {
                sent.hop.cut()
                return complete(.unanswerable(status: head.status))
            }
            drain(stream, of: sent) { [self] in
                answer(question, to: sent) { [self] in
                    send(.opened(head, Self.observation(of: sent.message)))
                    complete(nil)
                }
            }
        case .none: open(stream, of: sent, head)
        }
    }

    private func drain(_ stream: ObjectReference, of sent: SentHop, then goOn: @escaping @Sendable () -> Void) {
        ReplyDrain.read(stream, of: sent.hop, length: Self.length(of: sent.message), on: thread, done: goOn)
    }

    private func answer(
        _ question: ServerQuestion, to sent: SentHop, orElse refuse: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.isAsking = true }
        sent.authentication.answer(question) { [self] isAnswered in
            state.withLock { $0.isAsking = false }
            guard !cancellable.isCancelled else { return complete(.cancelled) }
            if isAnswered { sent.sendAgain(to: nil) } else { refuse() }
        }
    }

    private func answer(_ question: ServerQuestion, to sent: SentHop, orElse failure: FetchFailure?) {
        answer(question, to: sent) { [self] in complete(failure) }
    }

    private func open(_ stream: ObjectReference, of sent: SentHop, _ head: ReplyHead) {
        if (200..<300).contains(head.status), let length = head.lengthFlaw {
            sent.hop.cut()
            return complete(.wrongLength(length))
        }
        send(.opened(head, Self.observation(of: sent.message)))
        // Nobody wants the body of an error; a 304 has none. The next request may want its connection.
        guard (200..<300).contains(head.status) else {
            complete(nil)
            return drain(stream, of: sent) {}
        }
        let body: ReplyBody
        do throws(FetchFailure) {
            body = try ReplyBody(stream, of: sent.message, head)
        } catch {
            sent.hop.cut()
            return complete(error)
        }
        // What is held back here, the server cannot send.
        if request.isPaced { watchPace(of: sent.hop) }
        read(body, cancellable: sent.hop.cancellable)
    }

    private func watchPace(of hop: Hop) {
        let timer = thread.after(milliseconds: BodyPace.seconds * 1000) { [weak self] in
            guard let self else { return }
            let isTooSlow = state.withLock { $0.pace.isTooSlow(received: $0.received) }
            guard isTooSlow, request.flow?.isHolding != true else { return watchPace(of: hop) }
            complete(.tooSlow(host: Origin(of: hop.message.opaque).host, seconds: BodyPace.seconds))
        }
        state.withLock { $0.paceTimer = timer }
    }

    private static func length(of message: OpaquePointer) -> Int? {
        let headers = soup_message_get_response_headers(message)
        let isMeasured = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
        return isMeasured ? Int(soup_message_headers_get_content_length(headers)) : nil
    }

    // MARK: - Addresses, as libsoup reads them

    /// SOUP_HTTP_URI_FLAGS, which is a macro.
    private static var addressFlags: GUriFlags {
        let flags = [
            G_URI_FLAGS_HAS_PASSWORD, G_URI_FLAGS_ENCODED_PATH, G_URI_FLAGS_ENCODED_QUERY, G_URI_FLAGS_ENCODED_FRAGMENT,
            G_URI_FLAGS_SCHEME_NORMALIZE,
        ]
        return GUriFlags(flags.reduce(0) { $0 | $1.rawValue })
    }

    /// Without the name and the password that may stand in it: what is sent, kept and shown names neither.
    private static func plain(_ address: OpaquePointer) -> String {
        let hidden = GUriHideFlags(G_URI_HIDE_USERINFO.rawValue)
        guard let text = g_uri_to_string_partial(address, hidden) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Where the reply's Location leads: nil where there is none, or none that can be read.
    private static func target(of message: OpaquePointer) -> (text: String, place: Redirection.Target)? {
        let headers = soup_message_get_response_headers(message)
        guard let location = soup_message_headers_get_one(headers, "Location"),
            let address = g_uri_parse_relative(soup_message_get_uri(message), location, addressFlags, nil)
        else { return nil }
        defer { g_uri_unref(address) }
        let scheme = g_uri_get_scheme(address).map { String(cString: $0) } ?? ""
        let host = g_uri_get_host(address).map { String(cString: $0) } ?? ""
        return (plain(address), Redirection.Target(scheme: scheme, host: host))
    }

    // MARK: - Heads

    func head(of message: OpaquePointer) -> ReplyHead {
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
        let finalURL = soup_message_get_uri(message).map(Self.plain).flatMap { $0 == sentTo ? nil : URL(string: $0) }
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

}

extension String {
    /// Appends another field of the same name.
    fileprivate mutating func append(joining value: String) {
        self += isEmpty ? value : ", " + value
    }
}
