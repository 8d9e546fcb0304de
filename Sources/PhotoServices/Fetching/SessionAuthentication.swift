import GLibBridge
import PhotoCore
import Synchronization

/// What one session answers to servers that ask for logins, before they ask again.
///
/// libsoup's SoupAuth formats Basic and Digest; the broker decides who is asked, and how often. On the network thread.
final class SessionAuthentication: Sendable {
    private struct State {
        var proxy: ServerAnswer?
        /// How often everything was forgotten.
        var age = 0
    }
    let broker: CredentialBroker?
    /// The places whose requests are authorized in their own way.
    let places: LibraryPlaces
    let thread: EventLoopThread
    /// Asks places for the tickets of their pictures.
    let tickets: TicketRequests
    /// Begins sessions at galleries.
    let logins: GalleryLogins
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
        logins = GalleryLogins(on: thread, beside: places.galleryLogins)
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

    /// The current age. An answer counts only at the age of its request: a request that outlives `forgetAll` must not
    /// bring a forgotten one back.
    var age: Int { state.withLock { $0.age } }

    /// A server has accepted `answer`, sent with `message`, to `place` if it is in one.
    func accepted(
        _ answer: ServerAnswer, _ message: OpaquePointer, path: String, at age: Int, place: LibraryPlace? = nil
    ) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = answer.space.scheme != .basic || end == path.startIndex ? "/" : String(path[..<end])
        state.withLock { state in
            guard age == state.age else { return }
            guard !answer.isForPlace else {
                if let place { places.accepted(answer, at: place) }
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
        let isCurrent = state.withLock { state in
            guard age == state.age else { return false }
            places.set(access, of: place)
            return true
        }
        if isCurrent, let number = access.number, let space = place.space { broker?.accepted(space, number: number) }
    }

    func refused(_ answer: ServerAnswer) {
        if answer.isForPlace { places.refused(answer) }
        state.withLock { state in
            if let known = state.proxy, known.isSame(as: answer) { state.proxy = nil }
        }
        for logins in [own, addressed, shared] { logins.remove(answer) }
    }

    func forgetAll() {
        state.withLock { state in
            state = State(age: state.age + 1)
            for logins in [own, addressed, shared] { logins.removeAll() }
        }
        tickets.forgetAll()
        places.forgetAnswers()
    }
}
