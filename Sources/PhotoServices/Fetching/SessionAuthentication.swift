import CSoup
import GLibBridge
import PhotoCore
import Synchronization

/// Answers the 401s of one SoupSession's requests. libsoup's SoupAuthManager knows Basic and Digest, and keeps what it was
/// told as long as the session; who is asked for it, and how often, is the broker's business.
///
/// All but `init` runs on the session's thread.
final class SessionAuthentication: Sendable {
    let broker: CredentialBroker
    let thread: EventLoopThread
    /// The number of the credential that was handed to libsoup last: what is sent from then on is sent with it.
    let lastApplied = Mutex(0)

    init(_ broker: CredentialBroker, on thread: EventLoopThread) {
        self.broker = broker
        self.thread = thread
    }

    /// Looks after all requests of `session`, of which none has been sent yet.
    func watch(_ session: SessionBox) {
        guard let session = session.pointer else { return }
        let queued: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, message, data in
            guard let message, let data else { return }
            Unmanaged<SessionAuthentication>.fromOpaque(data).takeUnretainedValue().watch(message: message)
        }
        connect(UnsafeMutableRawPointer(session), "request-queued", self, unsafeBitCast(queued, to: GCallback.self))
    }

    private func watch(message: UnsafeMutableRawPointer) {
        let watch = MessageAuthentication(self)
        let starting: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            MessageAuthentication.of(data)?.isSent()
        }
        connect(message, "starting", watch, unsafeBitCast(starting, to: GCallback.self))
        let authenticate: @convention(c) (gpointer?, gpointer?, gboolean, gpointer?) -> gboolean = {
            message, auth, isRetrying, data in
            guard let message, let auth, let watch = MessageAuthentication.of(data) else { return 0 }
            return watch.challenged(OpaquePointer(message), auth, isRetrying: isRetrying != 0) ? 1 : 0
        }
        connect(message, "authenticate", watch, unsafeBitCast(authenticate, to: GCallback.self))
        let gotHeaders: @convention(c) (gpointer?, gpointer?) -> Void = { message, data in
            guard let message else { return }
            MessageAuthentication.of(data)?.isAnswered(status: soup_message_get_status(OpaquePointer(message)))
        }
        connect(message, "got-headers", watch, unsafeBitCast(gotHeaders, to: GCallback.self))
    }

    /// `owner` lives as long as the connection, which lives as long as `object`.
    private func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ owner: AnyObject, _ callback: GCallback?
    ) {
        g_signal_connect_data(
            object, signal, callback, Unmanaged.passRetained(owner).toOpaque(),
            { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
    }
}

/// One request's way through the questions: which credential it was sent with last.
private final class MessageAuthentication: Sendable {
    private struct State {
        /// What the session had been given when the request was last sent.
        var sentAfter = 0
        /// What the request asked for, and was given.
        var given: (space: ProtectionSpace, number: Int)?
    }
    private let session: SessionAuthentication
    private let state = Mutex(State())

    init(_ session: SessionAuthentication) { self.session = session }

    static func of(_ data: gpointer?) -> MessageAuthentication? {
        data.map { Unmanaged<MessageAuthentication>.fromOpaque($0).takeUnretainedValue() }
    }

    func isSent() {
        let number = session.lastApplied.withLock { $0 }
        state.withLock { $0.sentAfter = number }
    }

    func isAnswered(status: SoupStatus) {
        guard status != SOUP_STATUS_UNAUTHORIZED, status != SOUP_STATUS_PROXY_UNAUTHORIZED,
            let given = state.withLock({ $0.given })
        else { return }
        session.broker.accepted(given.space, number: given.number)
    }

    /// Whether the answer is on its way, or here: libsoup holds the request until then.
    func challenged(_ message: OpaquePointer, _ auth: UnsafeMutableRawPointer, isRetrying: Bool) -> Bool {
        let auth = ObjectReference(borrowing: auth)
        guard let space = ProtectionSpace(of: message, auth.typed()) else { return false }
        let sentAfter = state.withLock { $0.sentAfter }
        // Requests share the SoupAuth of their space, so it, not the request, knows which credential it holds.
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
        state.withLock { $0.given = (space, answer.number) }
        session.lastApplied.withLock { $0 = max($0, answer.number) }
        g_object_set_data(auth.typed(), Self.numberKey, UnsafeMutableRawPointer(bitPattern: answer.number))
        soup_auth_authenticate(auth.typed(), answer.credential.name, answer.credential.password)
    }

    private static let numberKey = "classic-photos-credential-number"
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
