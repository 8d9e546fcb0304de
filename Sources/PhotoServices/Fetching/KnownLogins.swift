import PhotoCore
import Synchronization

/// Answers that servers have accepted: sent with the next requests, so that these are not refused first. From any
/// thread.
public final class KnownLogins: Sendable {
    private struct Known {
        let answer: ServerAnswer
        /// The folder of addresses for which it is known, with a trailing slash (RFC 7617, 2.2).
        let folder: String
    }
    private let servers = Mutex<[Origin: [Known]]>([:])

    /// The maximum number of folders per server; beyond that, the first is dropped.
    private static let mostFolders = 100

    /// None are known.
    public init() {}

    /// The answer for addresses like `path` at `origin`: that of the innermost folder.
    func answer(to origin: Origin, path: String) -> ServerAnswer? {
        servers.withLock { $0[origin] }?
            .filter { path.hasPrefix($0.folder) }.max { $0.folder.utf8.count < $1.folder.utf8.count }?.answer
    }

    /// The server has accepted `answer` for these folders.
    func add(_ answer: ServerAnswer, for folders: [String]) {
        servers.withLock { servers in
            var known = servers[Origin(answer.space), default: []]
            known.removeAll { folders.contains($0.folder) }
            known += folders.map { Known(answer: answer, folder: $0) }
            servers[Origin(answer.space)] = known.suffix(Self.mostFolders)
        }
    }

    /// The server refuses the answer of this number to its question.
    func remove(_ answer: ServerAnswer) {
        servers.withLock { $0[Origin(answer.space)]?.removeAll { $0.answer.isSame(as: answer) } }
    }

    /// Those in `scope`, or all.
    func removeAll(in scope: SignOutScope?) {
        servers.withLock { servers in
            servers = servers.mapValues { known in
                known.filter { !SignOutScope.contains($0.answer.space, in: scope) }
            }
        }
    }
}
