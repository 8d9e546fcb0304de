import Foundation
import PhotoCore

/// Removes what a person no longer wants on disk. Fetches go on meanwhile: what they are writing is not stored, and
/// what they store afterwards is new.
extension HTTPStore {
    /// Removes everything; returns how many bytes that frees.
    func removeAll() -> Int { remove(names) }

    /// The servers that required a name and a password for something stored.
    var protectedServers: Set<WebServer> { Set(names.compactMap { head(of: $0)?.protectedServer }) }

    /// Removes all that is in `scope`; returns how many bytes that frees. A file that does not say where it is from
    /// goes as well.
    func removeAll(from scope: SignOutScope) -> Int {
        remove(names.filter { head(of: $0)?.isFrom(scope) != false })
    }

    /// The files, without those that have no final name yet.
    private var names: [String] {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { !$0.hasPrefix(".") }
    }

    private func head(of name: String) -> StoredHead? {
        let file = folder.appendingPathComponent(name)
        switch file.pathExtension {
        case "": return StoredReplyReader(file)?.head
        case "stream": return StoredStreamReader(file)?.head
        // A partial body has its description in another file.
        default:
            let sums = file.deletingPathExtension().appendingPathExtension("sums")
            return PartialBody.sums(in: sums).flatMap { PartialBody.head($0)?.head }
        }
    }

    private func remove(_ names: [String]) -> Int {
        defer { removed() }
        return StoredFiles.remove(names, in: folder)
    }
}
