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
    let broker: CredentialBroker?
    let thread: EventLoopThread
    private let servers = Mutex<[Origin: [Known]]>([:])
    private let proxy = Mutex<ServerAnswer?>(nil)

    /// The maximum number of folders per server; beyond that, the first is dropped.
    private static let mostFolders = 100

    init(_ broker: CredentialBroker?, on thread: EventLoopThread) {
        self.broker = broker
        self.thread = thread
    }

    /// The accepted answer for addresses like `path` at `origin`: that of the innermost folder.
    func known(to origin: Origin, path: String) -> ServerAnswer? {
        servers.withLock { $0[origin] }?
            .filter { path.hasPrefix($0.folder) }.max { $0.folder.utf8.count < $1.folder.utf8.count }?.answer
    }

    func known(toProxy origin: Origin?) -> ServerAnswer? {
        proxy.withLock { $0 }.flatMap { Origin($0.space) == origin ? $0 : nil }
    }

    func accepted(_ answer: ServerAnswer, path: String) {
        if answer.space.isProxy {
            proxy.withLock { $0 = answer }
        } else {
            let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            let folder = answer.space.scheme == .digest || end == path.startIndex ? "/" : String(path[..<end])
            servers.withLock { servers in
                var known = servers[Origin(answer.space), default: []]
                known.removeAll { $0.folder == folder }
                known.append(Known(answer: answer, folder: folder))
                servers[Origin(answer.space)] = known.suffix(Self.mostFolders)
            }
        }
        if let number = answer.number { broker?.accepted(answer.space, number: number) }
    }

    func refused(_ answer: ServerAnswer) {
        let isMeant = { (other: ServerAnswer) in other.space == answer.space && other.number == answer.number }
        proxy.withLock { if let known = $0, isMeant(known) { $0 = nil } }
        servers.withLock { $0[Origin(answer.space)]?.removeAll { isMeant($0.answer) } }
    }
}
