import CSoup
import Dispatch
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
        var hasRenewedSession = false
    }
    private let session: SessionAuthentication
    private let age: Int
    /// The login in the address that the person gave, and its origin. It goes nowhere else, and logins in redirects are
    /// ignored: a server must not choose a person's identity elsewhere.
    private let own: (origin: Origin, credential: Credential)?
    /// The profile in that address, whose keys sign the request.
    private let profile: String?
    /// Whether the keys of places belong in it: what signs in has no other secret.
    private let usesKeys: Bool
    /// The same for galleries, whose sessions go along with other logins.
    let gallery: GallerySignIn
    private let state = Mutex(State())

    /// A digest may be stale once, and again with a slow server; a server that always rejects its own nonce is not
    /// asked for ever.
    private static let mostStaleAnswers = 3

    init(
        _ session: SessionAuthentication, own: (origin: Origin, credential: Credential)? = nil, profile: String? = nil,
        usesKeys: Bool = true
    ) {
        (self.session, self.profile, self.usesKeys) = (session, profile, usesKeys)
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
                let own = usesKeys ? place.flatMap { key(of: $0.place, for: credential) } : nil
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

    /// The key of `place`, or its session; nil if that is of another login than that in the request's address.
    private func key(of place: LibraryPlace, for credential: Credential?) -> ServerAnswer? {
        guard let answer = session.places.answer(for: place) else { return nil }
        guard let credential, let own = answer.own else { return answer }
        return own == credential ? answer : nil
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

    /// Gets the answer to `question` from a reply; calls `completion` once, on the network thread.
    func answer(
        _ question: ServerQuestion, on box: SessionBox, timeoutSeconds: Int,
        completion: @escaping @Sendable (SignInEnd) -> Void
    ) {
        let space = question.space
        let attempt = Attempt(question: question, box: box, timeoutSeconds: timeoutSeconds, completion: completion)
        if let credential = ownCredential(for: space) { return take(credential, nil, attempt) }
        if renewSession(attempt) { return }
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
        // A person who has given a key knows.
        let note = sent == nil ? question.place?.keyNote ?? "" : ""
        ask(attempt, failed: failed, wasWrong: sent != nil && !isStale, refusal: note)
    }

    /// A question, and who waits for the request to be sent again.
    private struct Attempt: Sendable {
        let question: ServerQuestion
        let box: SessionBox
        let timeoutSeconds: Int
        let completion: @Sendable (SignInEnd) -> Void
    }

    /// `refusal` says why what was tried does not suffice, if it is not wrong, or why there is nothing to be tried.
    private func ask(_ attempt: Attempt, failed: Int?, wasWrong: Bool, refusal: String = "") {
        guard let broker = session.broker else { return attempt.completion(.declined) }
        let question = attempt.question
        broker.challenged(
            question.space, failed: failed, wasWrong: wasWrong, browserLogin: question.browserLogin,
            mayHaveName: question.place?.sessions != nil, refusal: refusal
        ) { [self] outcome in
            session.thread.perform {
                switch outcome {
                case .declined where !refusal.isEmpty: attempt.completion(.failed(.other(reason: refusal)))
                case .declined: attempt.completion(.declined)
                case .failed(let failure): attempt.completion(.failed(failure))
                case .given(let credential, let number): self.take(credential, number, attempt)
                }
            }
        }
    }

    private func take(_ credential: Credential, _ number: Int?, _ attempt: Attempt) {
        if let place = attempt.question.placeOfSession(for: credential) {
            // Another request may have begun it while this one waited for the answer.
            let sent = state.withLock { $0.server.sent }
            if let known = session.places.answer(for: place), known.sessionCredential == credential,
                known.number == number
            {
                guard sent?.isSame(as: known) == true else { return send(known, attempt) }
                session.refused(known)
            }
            return beginSession(credential, number, at: place, attempt)
        }
        send(ServerAnswer(attempt.question, credential, number: number), attempt)
    }

    private func send(_ answer: ServerAnswer, _ attempt: Attempt) {
        state.withLock { state in
            if attempt.question.space.isProxy { state.proxy.answer = answer } else { state.server.answer = answer }
        }
        attempt.completion(.signedIn)
    }

    // MARK: - Sessions of places

    /// A session that was sent may have ended: takes a later one, or begins one, once for each request. Returns whether
    /// it does.
    private func renewSession(_ attempt: Attempt) -> Bool {
        guard let place = attempt.question.place, place.sessions != nil,
            let sent = state.withLock({ $0.server.sent }), sent.space == attempt.question.space,
            let credential = sent.sessionCredential
        else { return false }
        if let known = session.places.answer(for: place), !known.isSame(as: sent), known.own == sent.own {
            send(known, attempt)
            return true
        }
        let isFirst = state.withLock { state in
            defer { state.hasRenewedSession = true }
            return !state.hasRenewedSession
        }
        guard isFirst else { return false }
        session.refused(sent)
        beginSession(credential, sent.number, at: place, attempt)
        return true
    }

    private func beginSession(_ credential: Credential, _ number: Int?, at place: LibraryPlace, _ attempt: Attempt) {
        let unfinished = session.places.unfinishedSessions
        // First: the program's end forgets all logins, and then waits for this.
        unfinished.enter()
        // The person has signed out meanwhile, or the program ends: the session would be of no use.
        guard session.counts(attempt.question.space, at: age) else {
            unfinished.leave()
            return attempt.completion(.declined)
        }
        session.tokenLogins.logIn(
            credential, at: place, on: attempt.box, timeoutSeconds: attempt.timeoutSeconds
        ) { [self] answer in
            // What ends the session has begun by then.
            defer { unfinished.leave() }
            switch answer {
            case .signedIn(let token):
                let began = ServerAnswer(token, for: credential, attempt.question, number: number)
                if session.began(began, at: place, at: age) { return send(began, attempt) }
                // The same, but the server has begun it.
                let ended = EndedSession(place: place, token: token)
                session.end(ended, on: attempt.box, timeoutSeconds: attempt.timeoutSeconds)
                attempt.completion(.declined)
            case .wrong: ask(attempt, failed: number, wasWrong: true)
            case .refused(let reason): ask(attempt, failed: number, wasWrong: true, refusal: reason)
            case .failed(let failure): attempt.completion(.failed(failure))
            }
        }
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
