import CSoup
import GLibBridge
import PhotoCore
import Synchronization

/// One request's way through the questions: what it was sent with last, and what it is to be sent with next.
///
/// On the network thread.
final class RequestAuthentication: Sendable {
    private struct Side {
        /// What the next message brings.
        var answer: ServerAnswer?
        /// What the last message brought.
        var sent: ServerAnswer?
        var hasTriedSettings = false
    }
    private struct State {
        var server = Side()
        var proxy = Side()
        /// What the system's settings say for the proxy, once the request has got there.
        var proxyCredential: Credential?
        var staleAnswers = 0
    }
    private let session: SessionAuthentication
    /// What stood in the address that the person gave, and whose address that is. Nobody else gets it, and none that a
    /// redirect names is used: a server does not say in whose name the person comes to another.
    private let own: (origin: Origin, credential: Credential)?
    private let state = Mutex(State())

    /// A digest may be too old once, and once more where the server is slow; a server that never likes its own is not
    /// asked for ever.
    private static let mostStaleAnswers = 3

    init(_ session: SessionAuthentication, own: (origin: Origin, credential: Credential)? = nil) {
        self.session = session
        self.own = own
    }

    // MARK: - Sending

    /// Adds to `message`, which has a connection and is about to be sent, what it is known to need: to its server, and
    /// to its proxy where that reads it. A CONNECT is read by the proxy alone, and what goes through the tunnel never
    /// is.
    func authorize(_ message: OpaquePointer) {
        let isTunnel = String(cString: soup_message_get_method(message)) == "CONNECT"
        let origin = Origin(of: message)
        if !isTunnel {
            let answer = state.withLock { state in
                let answer = state.server.answer.flatMap { Origin($0.space) == origin ? $0 : nil }
                state.server.sent = answer ?? session.known(to: origin, path: Self.path(of: message))
                return state.server.sent
            }
            send(answer, with: message, isProxy: false)
        }
        guard isTunnel || !origin.isEncrypted else { return }
        let proxy = Origin(ofProxyOf: message)
        let credential = Origin.proxyCredential(of: message)
        let answer = state.withLock { state in
            state.proxyCredential = credential
            let answer = state.proxy.answer ?? session.known(toProxy: proxy)
            state.proxy.sent = answer.flatMap { Origin($0.space) == proxy ? $0 : nil }
            return state.proxy.sent
        }
        send(answer, with: message, isProxy: true)
    }

    private func send(_ answer: ServerAnswer?, with message: OpaquePointer, isProxy: Bool) {
        // libsoup sends a message again where a connection turns out to be closed.
        let headers = soup_message_get_request_headers(message)
        soup_message_headers_remove(headers, ServerAnswer.field(isProxy: isProxy))
        answer?.apply(to: message)
    }

    private static func path(of message: OpaquePointer) -> String {
        g_uri_get_path(soup_message_get_uri(message)).map { String(cString: $0) } ?? "/"
    }

    // MARK: - Being answered

    /// A reply of `status` has come: what was sent with `message` is right where it was not refused.
    func isAnswered(_ message: OpaquePointer, status: Int) {
        let (server, proxy) = state.withLock { ($0.server.sent, $0.proxy.sent) }
        if status != 407, let proxy { session.accepted(proxy, path: "/") }
        if status != 401, status != 407, let server { session.accepted(server, path: Self.path(of: message)) }
    }

    /// Gets the answer to `question`, which a reply to `message` has asked; `completion` is told, on the network
    /// thread, if there is one: then the request is to be sent again.
    func answer(_ question: ServerQuestion, completion: @escaping @Sendable (Bool) -> Void) {
        let space = question.space
        if let credential = ownCredential(for: space) { return take(credential, nil, question, completion) }
        guard let broker = session.broker else { return completion(false) }
        let sent = state.withLock { state in space.isProxy ? state.proxy.sent : state.server.sent }
        let isStale =
            question.isStale && sent?.space == space
            && state.withLock { state in
                state.staleAnswers += 1
                return state.staleAnswers <= Self.mostStaleAnswers
            }
        let failed = isStale || sent?.space != space ? nil : sent?.number
        if let sent, !isStale { session.refused(sent) }
        broker.challenged(space, failed: failed, wasWrong: sent != nil && !isStale) { [self] answer in
            session.thread.perform {
                guard let answer else { return completion(false) }
                self.take(answer.credential, answer.number, question, completion)
            }
        }
    }

    private func take(
        _ credential: Credential, _ number: Int?, _ question: ServerQuestion, _ completion: (Bool) -> Void
    ) {
        let answer = ServerAnswer(question, credential, number: number)
        state.withLock { state in
            if question.space.isProxy { state.proxy.answer = answer } else { state.server.answer = answer }
        }
        completion(true)
    }

    /// What the address says, or the system's settings of the proxy: tried once.
    private func ownCredential(for space: ProtectionSpace) -> Credential? {
        let credential =
            space.isProxy
            ? state.withLock { $0.proxyCredential } : own.flatMap { $0.origin == Origin(space) ? $0.credential : nil }
        guard let credential else { return nil }
        return state.withLock { state in
            let hasTried = space.isProxy ? state.proxy.hasTriedSettings : state.server.hasTriedSettings
            if space.isProxy { state.proxy.hasTriedSettings = true } else { state.server.hasTriedSettings = true }
            return hasTried ? nil : credential
        }
    }
}
