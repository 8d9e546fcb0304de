import CSoup
import GLibBridge
import PhotoCore
import Synchronization

/// One request's way through the questions: which credential it was sent with last, and to whom that belongs.
final class MessageAuthentication: Sendable {
    private struct State {
        /// What the session had been given when the request was last sent.
        var sentAfter = 0
        /// What the request asked for, and was given.
        var given: (space: ProtectionSpace, number: Int)?
        /// Whose credential the request carries.
        var owner: Origin?
    }
    private let session: SessionAuthentication
    private let state = Mutex(State())

    init(_ session: SessionAuthentication) { self.session = session }

    static func of(_ data: gpointer?) -> MessageAuthentication? {
        data.map { Unmanaged<MessageAuthentication>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libsoup has made the request's header, and is about to send it.
    func isSent(_ message: OpaquePointer) {
        let number = session.lastApplied.withLock { $0 }
        state.withLock { $0.sentAfter = number }
        let headers = soup_message_get_request_headers(message)
        guard soup_message_headers_get_one(headers, "Authorization") != nil else { return }
        let origin = Origin(of: message)
        let isForeign = state.withLock { state in
            if state.owner == nil { state.owner = origin }
            return state.owner != origin
        }
        // After a redirect libsoup 3.2 would hand one server's password to the next.
        if isForeign { soup_message_headers_remove(headers, "Authorization") }
    }

    func isAnswered(_ message: OpaquePointer) {
        let status = soup_message_get_status(message)
        guard status != SOUP_STATUS_UNAUTHORIZED, status != SOUP_STATUS_PROXY_UNAUTHORIZED,
            let given = state.withLock({ $0.given })
        else { return }
        session.isAccepted(by: Origin(given.space))
        session.broker.accepted(given.space, number: given.number)
    }

    /// Whether the answer is on its way, or here: libsoup holds the request until then.
    func challenged(_ message: OpaquePointer, _ auth: UnsafeMutableRawPointer, isRetrying: Bool) -> Bool {
        let auth = ObjectReference(borrowing: auth)
        guard let space = ProtectionSpace(of: message, auth.typed()) else { return false }
        // After a redirect to a server with a realm of the same name libsoup takes the first one's SoupAuth for it.
        guard space.isProxy || Origin(space) == Origin(of: message) else { return false }
        let sentAfter = state.withLock { $0.sentAfter }
        // Requests may share a SoupAuth, so it, not the request, knows which credential it holds.
        let held = Int(bitPattern: g_object_get_data(auth.typed(), Self.numberKey))
        let failed = isRetrying && held > 0 && held <= sentAfter ? held : nil
        session.broker.challenged(space, failed: failed, wasWrong: isRetrying) { [self] answer in
            session.thread.perform { self.apply(answer, to: auth, in: space) }
        }
        return true
    }

    private func apply(
        _ answer: (credential: Credential, number: Int)?, to auth: ObjectReference, in space: ProtectionSpace
    ) {
        guard let answer else { return soup_auth_cancel(auth.typed()) }
        state.withLock { state in
            state.given = (space, answer.number)
            if !space.isProxy { state.owner = Origin(space) }
        }
        session.lastApplied.withLock { $0 = max($0, answer.number) }
        g_object_set_data(auth.typed(), Self.numberKey, UnsafeMutableRawPointer(bitPattern: answer.number))
        soup_auth_authenticate(auth.typed(), answer.credential.name, answer.credential.password)
    }

    private static let numberKey = "classic-photos-credential-number"
}

/// Whom a request goes to.
struct Origin: Hashable {
    private let host: String
    private let port: Int
    private let isEncrypted: Bool

    init(_ space: ProtectionSpace) {
        (host, port, isEncrypted) = (space.host, space.port, space.isEncrypted)
    }

    init(of message: OpaquePointer) {
        let uri = soup_message_get_uri(message)
        host = g_uri_get_host(uri).map { String(cString: $0) } ?? ""
        port = Int(g_uri_get_port(uri))
        isEncrypted = g_uri_get_scheme(uri).map { String(cString: $0) } == "https"
    }
}

extension ProtectionSpace {
    /// The space that `auth` is for; nil where libsoup does not say.
    fileprivate init?(of message: OpaquePointer, _ auth: UnsafeMutablePointer<SoupAuth>) {
        guard let authority = soup_auth_get_authority(auth).map({ String(cString: $0) }),
            let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...]),
            let uri = soup_message_get_uri(message)
        else { return nil }
        let isProxy = soup_auth_is_for_proxy(auth) != 0
        // To a proxy the connection is never encrypted; to a server behind one it is if its address is https.
        let isEncrypted = !isProxy && g_uri_get_scheme(uri).map { String(cString: $0) } == "https"
        self.init(
            host: String(authority[..<colon]), port: port,
            realm: soup_auth_get_realm(auth).map { String(cString: $0) } ?? "",
            scheme: String(cString: soup_auth_get_scheme_name(auth)).lowercased() == "digest" ? .digest : .basic,
            isEncrypted: isEncrypted, isProxy: isProxy)
    }
}
