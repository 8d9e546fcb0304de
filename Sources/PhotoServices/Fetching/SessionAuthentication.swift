import Dispatch
import GLibBridge
import PhotoCore
import Synchronization

/// What one session answers to servers that ask for logins, before they ask again.
///
/// libsoup's SoupAuth formats Basic and Digest; the broker decides who is asked, and how often. On the network thread.
final class SessionAuthentication: Sendable {
    private struct State {
        var proxy: ServerAnswer?
        /// What was forgotten each time; nil for everything.
        var forgotten: [SignOutScope?] = []

        /// Whether nothing for `space` was forgotten since this age.
        func counts(_ space: ProtectionSpace, at age: Int) -> Bool {
            !forgotten.dropFirst(age).contains { SignOutScope.contains(space, in: $0) }
        }
    }
    let broker: CredentialBroker?
    /// The places whose requests are authorized in their own way.
    let places: LibraryPlaces
    let thread: EventLoopThread
    /// Asks places for the tickets of their pictures.
    let tickets: TicketRequests
    /// Begins sessions at galleries.
    let logins: SignIns<GalleryLogin.Answer>
    /// Begins sessions that have tokens.
    let tokenLogins: SignIns<TokenLogin.Answer>
    /// Those of this session: a digest counts its requests.
    private let own = KnownLogins()
    /// Those of addresses: for this session's requests to addresses with the same login.
    private let addressed = KnownLogins()
    /// Those of all sessions.
    private let shared: KnownLogins
    private let state = Mutex(State())

    init(_ broker: CredentialBroker?, places: LibraryPlaces, shared: KnownLogins, on thread: EventLoopThread) {
        self.broker = broker
        self.places = places
        self.shared = shared
        self.thread = thread
        tickets = TicketRequests(places, on: thread)
        logins = SignIns(.gallery, on: thread, beside: places.galleryLogins)
        tokenLogins = SignIns(.token, on: thread, beside: places.tokenLogins)
    }

    /// The accepted answer for addresses like `path` at `origin`, with the login `credential` or without one.
    func known(to origin: Origin, path: String, with credential: Credential?) -> ServerAnswer? {
        if let credential, let answer = addressed.answer(to: origin, path: path), answer.own == credential {
            return answer
        }
        return own.answer(to: origin, path: path) ?? shared.answer(to: origin, path: path)
    }

    func known(toProxy origin: Origin?) -> ServerAnswer? {
        state.withLock { $0.proxy }.flatMap { Origin($0.space) == origin ? $0 : nil }
    }

    /// The current age: how often something was forgotten. A request that outlives `forgetAll` must not bring an answer
    /// back that was forgotten after the request's age.
    var age: Int { state.withLock { $0.forgotten.count } }

    /// A server has accepted `answer`, sent with `message`, to `place` if it is in one.
    func accepted(
        _ answer: ServerAnswer, _ message: OpaquePointer, path: String, at age: Int, place: LibraryPlace? = nil
    ) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = answer.space.scheme != .basic || end == path.startIndex ? "/" : String(path[..<end])
        state.withLock { state in
            guard state.counts(answer.space, at: age) else { return }
            guard !answer.isForPlace else {
                // A session counts since it was begun: another one may have followed it.
                if let place, answer.token == nil { places.accepted(answer, at: place) }
                return
            }
            guard !answer.space.isProxy else {
                state.proxy = answer
                return
            }
            // Nextcloud does not ask for a login where its smaller pictures are, but takes that of its files.
            let folders = [folder, CloudPicture.folder(forFilesAt: folder)].compactMap(\.self)
            if answer.own != nil {
                addressed.add(answer, for: folders)
            } else if let plain = answer.plain(sentWith: message) {
                shared.add(plain, for: folders)
            } else {
                own.add(answer, for: folders)
            }
        }
        if let number = answer.number { broker?.accepted(answer.space, number: number) }
    }

    /// A gallery has accepted a person's `access`, in a request of this age.
    func accepted(_ access: GalleryAccess, at place: LibraryPlace, at age: Int) {
        guard let space = place.space else { return }
        let isCurrent = state.withLock { state in
            guard state.counts(space, at: age) else { return false }
            places.set(access, of: place)
            return true
        }
        if isCurrent, let number = access.number { broker?.accepted(space, number: number) }
    }

    /// A place has begun a session for `answer`, in a request of this age. Returns whether it counts.
    func began(_ answer: ServerAnswer, at place: LibraryPlace, at age: Int) -> Bool {
        let isCurrent = state.withLock { state in
            guard state.counts(answer.space, at: age) else { return false }
            places.accepted(answer, at: place)
            return true
        }
        if isCurrent, let number = answer.number { broker?.accepted(answer.space, number: number) }
        return isCurrent
    }

    /// Whether nothing for `space` was forgotten since a request of this age began.
    func counts(_ space: ProtectionSpace, at age: Int) -> Bool { state.withLock { $0.counts(space, at: age) } }

    /// Ends the session of an answer that no request has any more.
    func end(_ session: EndedSession, on box: SessionBox, timeoutSeconds: Int) {
        guard let request = session.request else { return }
        let unfinished = places.unfinishedSessions
        unfinished.enter()
        AwaitedRequest(.head, on: thread, box) { _ in unfinished.leave() }
            .start(request, timeoutSeconds: timeoutSeconds)
    }

    func refused(_ answer: ServerAnswer) {
        if answer.isForPlace { places.refused(answer) }
        state.withLock { state in
            if let known = state.proxy, known.isSame(as: answer) { state.proxy = nil }
        }
        for logins in [own, addressed, shared] { logins.remove(answer) }
    }

    /// Forgets what is in `scope`, or everything. Returns the sessions that have ended with it.
    func forgetAll(in scope: SignOutScope?) -> [EndedSession] {
        state.withLock { state in
            state.forgotten.append(scope)
            if let proxy = state.proxy, SignOutScope.contains(proxy.space, in: scope) { state.proxy = nil }
            for logins in [own, addressed, shared] { logins.removeAll(in: scope) }
        }
        tickets.forgetAll()
        return places.forgetAnswers(in: scope)
    }
}

extension SignOutScope {
    /// Whether a space is in `scope`; nil has all.
    static func contains(_ space: ProtectionSpace, in scope: SignOutScope?) -> Bool { scope?.contains(space) ?? true }
}

/// A session that the program has forgotten, and that its server is to forget.
struct EndedSession: Sendable {
    let place: LibraryPlace
    let token: AccessToken

    fileprivate var request: WireRequest? {
        guard case .key(let field) = place.authorization, let sessions = place.sessions else { return nil }
        return WireRequest(
            url: TokenLogin.end(of: token, at: sessions), fields: [field: token.value], limit: TokenLogin.mostBytes,
            method: .signOut)
    }
}
