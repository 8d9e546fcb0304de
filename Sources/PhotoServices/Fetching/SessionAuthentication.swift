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
    /// The servers that have let in requests with what was answered.
    private let accepted = Mutex<Set<Origin>>([])

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

    func isAccepted(by origin: Origin) { _ = accepted.withLock { $0.insert(origin) } }

    private func watch(message: UnsafeMutableRawPointer) {
        // Until an answer has proved right, each request has a SoupAuth of its own. One that many share forgets a wrong
        // answer with the first refusal, and those that were about to be sent again with it would not be.
        let origin = Origin(of: OpaquePointer(message))
        if !accepted.withLock({ $0.contains(origin) }) {
            soup_message_add_flags(OpaquePointer(message), SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE)
        }
        let watch = MessageAuthentication(self)
        let starting: @convention(c) (gpointer?, gpointer?) -> Void = { message, data in
            guard let message else { return }
            MessageAuthentication.of(data)?.isSent(OpaquePointer(message))
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
            MessageAuthentication.of(data)?.isAnswered(OpaquePointer(message))
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
