import Foundation
import PhotoCore
import Synchronization

/// The archives in use, so that a list of members is read once. May be used from any thread; blocks while an archive is
/// opened.
public final class ArchiveShelf: Sendable {
    /// One archive: those who want it meanwhile wait for the first.
    private final class Slot: Sendable {
        let archive = Mutex<OpenArchive?>(nil)
    }
    private struct State {
        var slots: [URL: Slot] = [:]
        /// The latest used one is the last.
        var order: [URL] = []
    }
    private let state = Mutex(State())
    /// Reads the members of all archives on the shelf.
    let unpacker: (any ArchiveUnpacking)?

    /// Each may have a file of unpacked photos.
    private static let most = 4

    /// An empty shelf, of whose archives no member can be read.
    public init() { unpacker = nil }

    /// An empty shelf, whose archives `unpacker` reads.
    package init(_ unpacker: any ArchiveUnpacking) { self.unpacker = unpacker }

    /// The archive at `url`, if need be opened; `isNew`: in any case.
    func archive(at url: URL, _ access: ArchiveAccess, isNew: Bool = false) throws(ArchiveError) -> OpenArchive {
        let slot = slot(of: url)
        let opened = slot.archive.withLock { known -> Result<OpenArchive, ArchiveError> in
            if !isNew, let known, known.version == (url.isFileURL ? FileBytes.version(of: url) : nil) {
                return .success(known)
            }
            do throws(ArchiveError) {
                let archive = try OpenArchive(url, access)
                known = archive
                return .success(archive)
            } catch {
                return .failure(error)
            }
        }
        return try opened.get()
    }

    private func slot(of url: URL) -> Slot {
        state.withLock { state in
            state.order.removeAll { $0 == url }
            state.order.append(url)
            if state.order.count > Self.most { state.slots[state.order.removeFirst()] = nil }
            let slot = state.slots[url] ?? Slot()
            state.slots[url] = slot
            return slot
        }
    }
}
