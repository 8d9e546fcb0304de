import CSoup
import PhotoCore
import Synchronization

/// How a person has signed in to a gallery.
struct GalleryAccess: Sendable, Equatable {
    /// The name and the password; or the ID and the secret of an API key.
    let credential: Credential
    /// The broker's number of them; nil for those in the address.
    let number: Int?
    /// What the gallery has given for them; nil for an API key, which each request has.
    let session: GallerySession?
    /// Whether the session was begun because the place refused the one before.
    var isRenewal = false

    /// Whether a name is the ID of a key that a person has made on the server (Piwigo 16).
    static func isKey(_ credential: Credential) -> Bool { credential.name.hasPrefix("pkid-") }

    private static let (cookieField, keyField) = ("Cookie", "X-PIWIGO-API")

    /// Adds `access` to `message`, which had another one, or none.
    static func apply(_ access: GalleryAccess?, to message: OpaquePointer) {
        let headers = soup_message_get_request_headers(message)
        // libsoup resends a message if a connection turns out to be closed.
        for field in [cookieField, keyField] { soup_message_headers_remove(headers, field) }
        guard let access else { return }
        if let session = access.session {
            soup_message_headers_replace(headers, cookieField, session.field)
        } else {
            // What a person has pasted may have a line's end.
            let key = "\(access.credential.name):\(access.credential.password)"
            soup_message_headers_replace(headers, keyField, key.filter { $0.isASCII && !$0.isWhitespace })
        }
    }
}

/// What has become of signing in, for one request.
enum SignInEnd: Sendable {
    /// The request is to be sent again.
    case signedIn
    /// The person does not want to, or has, and may not see it.
    case declined
    case failed(FetchFailure)
}

/// The authentication state of one request at galleries, whose sessions a name and a password begin.
///
/// On the network thread.
final class GallerySignIn: Sendable {
    private struct Access: Sendable {
        let place: LibraryPlace
        let access: GalleryAccess
    }
    private struct State {
        /// For the next message, at its place only.
        var next: Access?
        /// In the last message.
        var sent: Access?
        var hasLoggedIn = false
        var hasTriedOwn = false
        var rounds = 0
    }
    private let session: SessionAuthentication
    private let own: (origin: Origin, credential: Credential)?
    private let age: Int
    private let state = Mutex(State())

    /// What others have begun meanwhile is tried first, and a session is begun once.
    private static let mostRounds = 4

    /// `own` is the login in the address that the person gave, and its origin.
    init(_ session: SessionAuthentication, own: (origin: Origin, credential: Credential)?) {
        (self.session, self.own) = (session, own)
        age = session.age
    }

    // MARK: - Sending

    /// Adds what opens `place` to `message`, and nothing that opens another one.
    func authorize(_ message: OpaquePointer, at place: LibraryPlace?) {
        var access: Access?
        // A form signs in from the start.
        if let place, place.authorization == .session, Self.isRead(message) {
            let next = state.withLock { $0.next }.flatMap { $0.place == place ? $0 : nil }
            access = next ?? session.places.access(of: place).map { Access(place: place, access: $0) }
        }
        state.withLock { $0.sent = access }
        GalleryAccess.apply(access?.access, to: message)
    }

    /// Whether it is no form, and no question to a proxy.
    private static func isRead(_ message: OpaquePointer) -> Bool {
        String(cString: soup_message_get_method(message)) == "GET"
    }

    /// What the last message had.
    var sent: GalleryAccess? { state.withLock { $0.sent?.access } }

    /// Whether a person has signed in to `place`, as far as is known.
    func isSignedIn(at place: LibraryPlace) -> Bool { session.places.access(of: place) != nil }

    // MARK: - Being answered

    /// A reply of `status` has arrived: it proves an API key. A session is proved when it begins; anyone may see some
    /// of the photos.
    func isAnswered(_ message: OpaquePointer, status: Int) {
        guard status < 400, Self.isRead(message), let sent = state.withLock({ $0.sent }), sent.access.session == nil
        else { return }
        session.accepted(sent.access, at: sent.place, at: age)
    }

    /// `place` has refused the last message: signs in, or once more if its session may have ended. Calls `completion`
    /// once, on the network thread.
    func signIn(
        at place: LibraryPlace, on box: SessionBox, timeoutSeconds: Int,
        completion: @escaping @Sendable (SignInEnd) -> Void
    ) {
        guard let space = place.space else { return completion(.declined) }
        let attempt = Attempt(
            place: place, space: space, box: box, timeoutSeconds: timeoutSeconds, completion: completion)
        let (sent, hasLoggedIn, isOver) = state.withLock { state in
            state.rounds += 1
            return (state.sent, state.hasLoggedIn, state.rounds > Self.mostRounds)
        }
        guard !isOver else { return completion(.declined) }
        let refused = sent.flatMap { $0.place == place ? $0.access : nil }
        if let known = session.places.access(of: place), known != refused { return take(known, attempt) }
        guard let refused else {
            if let credential = ownCredential(for: space) { return logIn(credential, nil, attempt) }
            return ask(attempt)
        }
        if refused.session == nil {
            session.places.end(refused, of: place)
            return ask(attempt, failed: refused.number, wasWrong: true)
        }
        // The person may not see it. Of many such pictures, each has a request of its own: they renew the session once.
        let isRenewed = refused.isRenewal && session.places.isYoung(refused, of: place)
        guard !hasLoggedIn, !isRenewed else { return completion(.declined) }
        logIn(refused.credential, refused.number, attempt, isRenewal: true)
    }

    /// A request that waits to be sent again.
    private struct Attempt: Sendable {
        let place: LibraryPlace
        let space: ProtectionSpace
        let box: SessionBox
        let timeoutSeconds: Int
        let completion: @Sendable (SignInEnd) -> Void
    }

    private func take(_ access: GalleryAccess, _ attempt: Attempt) {
        state.withLock { $0.next = Access(place: attempt.place, access: access) }
        attempt.completion(.signedIn)
    }

    /// The login in the address, tried once.
    private func ownCredential(for space: ProtectionSpace) -> Credential? {
        guard let own, own.origin == Origin(space), !own.credential.password.isEmpty else { return nil }
        return state.withLock { state in
            defer { state.hasTriedOwn = true }
            return state.hasTriedOwn ? nil : own.credential
        }
    }

    private func ask(_ attempt: Attempt, failed: Int? = nil, wasWrong: Bool = false) {
        guard let broker = session.broker else { return attempt.completion(.declined) }
        broker.challenged(attempt.space, failed: failed, wasWrong: wasWrong) { [self] outcome in
            session.thread.perform {
                switch outcome {
                case .declined: attempt.completion(.declined)
                case .failed(let failure): attempt.completion(.failed(failure))
                case .given(let credential, let number):
                    // Another request may have signed in with this answer while this one waited for it.
                    if let known = self.session.places.access(of: attempt.place), known.number == number {
                        return self.take(known, attempt)
                    }
                    self.logIn(credential, number, attempt)
                }
            }
        }
    }

    private func logIn(_ credential: Credential, _ number: Int?, _ attempt: Attempt, isRenewal: Bool = false) {
        guard !GalleryAccess.isKey(credential) else {
            return take(GalleryAccess(credential: credential, number: number, session: nil), attempt)
        }
        session.logins.logIn(
            credential, at: attempt.place, on: attempt.box, timeoutSeconds: attempt.timeoutSeconds
        ) { [self] answer in
            switch answer {
            case .signedIn(let began):
                var access = GalleryAccess(credential: credential, number: number, session: began)
                access.isRenewal = isRenewal
                state.withLock { $0.hasLoggedIn = true }
                session.accepted(access, at: attempt.place, at: age)
                take(access, attempt)
            case .wrong: ask(attempt, failed: number, wasWrong: true)
            case .failed(let failure): attempt.completion(.failed(failure))
            }
        }
    }
}
