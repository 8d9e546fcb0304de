import Foundation

/// Notes on the hidden files through which photos are saved. A killed program leaves such a file next to the person's
/// photos; with its note, a later start finds and removes it.
///
/// A note has the unique name of its hidden file, and contains its path. It exists before its file, and is locked until
/// the file has its place or is gone: an unlocked note belongs to a killed program.
package struct HiddenFileNotes: Sendable {
    /// The note of one hidden file.
    struct Note: Sendable {
        fileprivate let path: FilePath
        fileprivate let descriptor: CInt

        /// The hidden file no longer exists.
        func end() {
            path.remove()
            close(descriptor)
        }
    }

    private let folder: FilePath

    /// The notes in `folder`, which is created on demand.
    package init(folder: FilePath) { self.folder = folder }

    /// The program's own: XDG_STATE_HOME/classic-photos/saving.
    package static var standard: HiddenFileNotes {
        HiddenFileNotes(folder: BaseFolder.state.path.appending("saving"))
    }

    /// The path of a new hidden file in `folder`.
    static func newPath(in folder: FilePath) -> FilePath { folder.appending(hiddenName(UUID().uuidString)) }

    private static func hiddenName(_ name: String) -> String { ".\(name).part" }

    /// Notes a hidden file that is about to be created. Nil if the home is not writable: then nothing removes the file
    /// of a killed program.
    func begin(_ hidden: FilePath) -> Note? {
        try? FileManager.default.createDirectory(
            at: folder.url(isFolder: true), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = folder.appending(String(hidden.shownName.dropFirst().dropLast(".part".count)))
        let descriptor = WriterLock.create(path)
        guard descriptor >= 0 else { return nil }
        let note = Note(path: path, descriptor: descriptor)
        let count = hidden.bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == hidden.bytes.count else {
            note.end()
            return nil
        }
        return note
    }

    /// Removes the hidden files of killed programs, with their notes. Blocks on the disk.
    package func removeAbandoned() {
        for note in folder.entries() { WriterLock.whileAbandoned(note) { remove(note) } }
    }

    private func remove(_ note: FilePath) {
        let hidden = FilePath(bytes: note.firstBytes(Int(PATH_MAX)) ?? Data())
        // A torn note names no such file; its file was not created.
        guard hidden.bytes.first == UInt8(ascii: "/"), hidden.shownName == Self.hiddenName(note.shownName) else {
            note.remove()
            return
        }
        hidden.remove()
        // On a disk that is not plugged in, neither the file nor its folder is there.
        if hidden.parent.isFolder, !hidden.isTaken { note.remove() }
    }
}
