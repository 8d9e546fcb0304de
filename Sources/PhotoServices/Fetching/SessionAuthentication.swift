import GLibBridge
import PhotoCore
import Synchronization

/// The answers that one session has found right: sent with the next requests, so that these are not refused first.
///
/// libsoup's SoupAuth formats Basic and Digest; the broker decides who is asked, and how often. On the network thread.
final class SessionAuthentication: Sendable {
    private struct Known {
        let answer: ServerAnswer
        /// The folder of addresses for which it is known, with a trailing slash (RFC 7617, 2.2); for a digest, the
        /// server.
        let folder: String
    }
    private struct State {
        var servers: [Origin: [Known]] = [:]
        var proxy: ServerAnswer?
        /// How often everything was forgotten.
        var age = 0
    }
    let broker: CredentialBroker?
    /// The places whose requests are authorized in their own way.
    let places: LibraryPlaces
    let thread: EventLoopThread
    private let state = Mutex(State())

    /// The maximum number of folders per server; beyond that, the first is dropped.
    private static let mostFolders = 100

    init(_ broker: CredentialBroker?, places: LibraryPlaces, on thread: EventLoopThread) {
        self.broker = broker
        self.places = places
        self.thread = thread
    }

    /// The accepted answer for addresses like `path` at `origin`: that of the innermost folder.
    func known(to origin: Origin, path: String) -> ServerAnswer? {
        state.withLock { $0.servers[origin] }?
            .filter { path.hasPrefix($0.folder) }.max { $0.folder.utf8.count < $1.folder.utf8.count }?.answer
    }

    func known(toProxy origin: Origin?) -> ServerAnswer? {
        state.withLock { $0.proxy }.flatMap { Origin($0.space) == origin ? $0 : nil }
    }

    /// The current age. An answer counts only at the age of its request: a request that outlives `forgetAll` must not
    /// bring a forgotten one back.
    var age: Int { state.withLock { $0.age } }

    func accepted(_ answer: ServerAnswer, path: String, at age: Int) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = answer.space.scheme != .basic || end == path.startIndex ? "/" : String(path[..<end])
        state.withLock { state in
            guard age == state.age else { return }
            guard !answer.isForPlace else { return places.accepted(answer) }
            guard !answer.space.isProxy else {
                state.proxy = answer
                return
            }
            var known = state.servers[Origin(answer.space), default: []]
            known.removeAll { $0.folder == folder }
            known.append(Known(answer: answer, folder: folder))
            state.servers[Origin(answer.space)] = known.suffix(Self.mostFolders)
        }
        if let number = answer.number { broker?.accepted(answer.space, number: number) }
    }

    func refused(_ answer: ServerAnswer) {
        if answer.isForPlace { places.refused(answer) }
        let isMeant = { (other: ServerAnswer) in other.space == answer.space && other.number == answer.number }
        state.withLock { state in
            if let known = state.proxy, isMeant(known) { state.proxy = nil }
            state.servers[Origin(answer.space)]?.removeAll { isMeant($0.answer) }
        }
    }

    func forgetAll() {
        state.withLock { $0 = State(age: $0.age + 1) }
        places.forgetAnswers()
    }
}
