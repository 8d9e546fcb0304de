import CSoup
import GLibBridge
import PhotoCore
import Synchronization

/// The authentication state of one request: its last answer, and its next.
///
/// On the network thread.
final class RequestAuthentication: Sendable {
    private struct Side {
        /// The answer for the next message.
        var answer: ServerAnswer?
        /// The answer in the last message.
        var sent: ServerAnswer?
        var hasTriedSettings = false
    }
    private struct State {
        var server = Side()
        var proxy = Side()
        /// The proxy's login in the system's settings, once the request has reached the proxy.
        var proxyCredential: Credential?
        var staleAnswers = 0
    }
    private let session: SessionAuthentication
    private let age: Int
    /// The login in the address that the person gave, and its origin. It goes nowhere else, and logins in redirects are
    /// ignored: a server must not choose a person's identity elsewhere.
    private let own: (origin: Origin, credential: Credential)?
    /// The profile in that address, whose keys sign the request.
    private let profile: String?
    /// The same for galleries, whose sessions go along with other logins.
    let gallery: GallerySignIn
    private let state = Mutex(State())

    /// A digest may be stale once, and again with a slow server; a server that always rejects its own nonce is not
    /// asked for ever.
    private static let mostStaleAnswers = 3

    init(
        _ session: SessionAuthentication, own: (origin: Origin, credential: Credential)? = nil, profile: String? = nil
    ) {
        (self.session, self.profile) = (session, profile)
        age = session.age
        self.own = own
        gallery = GallerySignIn(session, own: own)
    }

    // MARK: - Sending

    /// Adds known logins to `message`, which has a connection and is about to be sent: for its server, and for its
    /// proxy if that reads it. Only the proxy reads a CONNECT, and it never reads what goes through the tunnel.
    func authorize(_ message: OpaquePointer) {
        let isTunnel = String(cString: soup_message_get_method(message)) == "CONNECT"
        let origin = Origin(of: message)
        if !isTunnel {
            let path = Self.path(of: message)
            let place = session.places.place(of: origin, path: path, profile: profile)
            gallery.authorize(message, at: place?.place)
            let credential = own.flatMap { $0.origin == origin ? $0.credential : nil }
            let answer = state.withLock { state in
                let answer = state.server.answer.flatMap { Origin($0.space) == origin ? $0 : nil }
                let own = place.flatMap { session.places.answer(for: $0.place) }
                let known = answer ?? session.known(to: origin, path: path, with: credential) ?? own
                // A redirect may lead out of the place.
                state.server.sent = known?.isForPlace == true && known?.space != place?.place.space ? nil : known
                return state.server.sent
            }
            send(answer, with: message, isProxy: false, at: place)
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

    private func send(
        _ answer: ServerAnswer?, with message: OpaquePointer, isProxy: Bool,
        at place: (place: LibraryPlace, skew: Double)? = nil
    ) {
        // libsoup resends a message if a connection turns out to be closed.
        let headers = soup_message_get_request_headers(message)
        soup_message_headers_remove(headers, ServerAnswer.field(isProxy: isProxy))
        answer?.apply(to: message, at: place?.place, skew: place?.skew ?? 0)
    }

    private static func path(of message: OpaquePointer) -> String {
        g_uri_get_path(soup_message_get_uri(message)).map { String(cString: $0) } ?? "/"
    }

    // MARK: - Being answered

    /// The place that `message` was sent to, whose key may be at fault; nil for the rest of the web.
    func place(of message: OpaquePointer) -> LibraryPlace? {
        session.places.place(of: Origin(of: message), path: Self.path(of: message), profile: profile)?.place
    }

    /// The place of pictures whose `address` wants a ticket; nil for others.
    func placeOfTickets(for address: String) -> LibraryPlace? {
        guard PictureTickets.isWanted(in: address) else { return nil }
        let place = place(at: address)
        return place?.tickets == nil ? nil : place
    }

    /// The place of what is at an `address`; nil for the rest of the web.
    func place(at address: String) -> LibraryPlace? {
        guard let uri = g_uri_parse(address, SoupAddress.flags, nil) else { return nil }
        defer { g_uri_unref(uri) }
        let path = g_uri_get_path(uri).map { String(cString: $0) } ?? "/"
        return session.places.place(of: Origin(uri), path: path, profile: profile)?.place
    }

    /// The tickets of a place; nil if they are not known yet.
    func tickets(of place: LibraryPlace) -> PictureTickets? { session.places.tickets(of: place) }

    /// The place has refused these tickets. It may have given others meanwhile.
    func refused(_ tickets: PictureTickets, of place: LibraryPlace) {
        if self.tickets(of: place) == tickets { session.places.set(nil as PictureTickets?, of: place) }
    }

    /// Asks a place for its tickets, for `who`; a request that runs suffices. Calls `completion` on the network thread.
    func askForTickets(
        of place: LibraryPlace, for who: ObjectIdentifier, on box: SessionBox, timeoutSeconds: Int,
        completion: @escaping @Sendable (Result<PictureTickets, FetchFailure>) -> Void
    ) {
        session.tickets.ask(place, for: who, on: box, timeoutSeconds: timeoutSeconds, completion: completion)
    }

    /// `who` does not wait for tickets any more.
    func leaveTickets(_ who: ObjectIdentifier) { session.tickets.leave(who) }

    /// Whether the last message had a login of its server.
    var hadLogin: Bool { state.withLock { $0.server.sent != nil } || gallery.sent != nil }

    /// The server of `place` says that it has another clock or region: whether to send the request again.
    func learn(_ place: LibraryPlace, skew: Double?, region: String?) -> Bool {
        session.places.learn(place, skew: skew, region: region)
    }

    /// A reply of `status` has arrived: the login in `message` is right unless refused.
    func isAnswered(_ message: OpaquePointer, status: Int) {
        let (server, proxy) = state.withLock { ($0.server.sent, $0.proxy.sent) }
        gallery.isAnswered(message, status: status)
        if status != 407, let proxy { session.accepted(proxy, message, path: "/", at: age) }
        // A store refuses a wrong key as it refuses a right one that may not.
        guard status != 401, status != 407, let server, !server.isForPlace || status < 400 else { return }
        session.accepted(server, message, path: Self.path(of: message), at: age, place: place(of: message))
    }

    /// Gets the answer to `question` from a reply to `message`; calls `completion` on the network thread with whether
    /// there is one: then the request is resent.
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
        if space.scheme.isOfPlaces { state.withLock { $0.server.answer = nil } }
        broker.challenged(
            space, failed: failed, wasWrong: sent != nil && !isStale, browserLogin: question.browserLogin
        ) { [self] answer in
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

    /// The login in the address, or the proxy's in the system's settings: tried once.
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
