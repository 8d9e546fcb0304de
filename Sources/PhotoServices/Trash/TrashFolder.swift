import CGLib
import Foundation
import PhotoCore

/// A trash as it lies on disk (freedesktop.org's Trash specification 1.0): what was thrown away in `files`, and in
/// `info`, under the same name and `.trashinfo`, where it was.
///
/// GIO moves files into the trash, but brings none back: that is left to `trash:///`, a service which runs on some
/// desktops only, and which reads these same folders.
struct TrashFolder: Equatable {
    /// The folder that `files` and `info` are in.
    let folder: URL
    /// What paths in it are relative to: the top of a file system; nil in the home's trash, where they are absolute.
    let top: URL?

    private var info: URL { folder.appendingPathComponent("info", isDirectory: true) }
    private var files: URL { folder.appendingPathComponent("files", isDirectory: true) }

    /// The trashes that a file at `path` may have gone to: the home's, and those at the top of its own file system.
    static func all(for path: FilePath, dataHome: URL, user: uid_t = getuid()) -> [TrashFolder] {
        var folders = [TrashFolder(folder: dataHome.appendingPathComponent("Trash", isDirectory: true), top: nil)]
        if let top = topOfFileSystem(of: path)?.url(isFolder: true) {
            for name in [".Trash/\(user)", ".Trash-\(user)"] {
                folders.append(TrashFolder(folder: top.appendingPathComponent(name, isDirectory: true), top: top))
            }
        }
        return folders
    }

    private static func topOfFileSystem(of path: FilePath) -> FilePath? {
        var path = path.parent
        guard let device = path.status()?.st_dev else { return nil }
        while path != "/" {
            guard path.parent.status()?.st_dev == device else { return path }
            path = path.parent
        }
        return path
    }

    /// No note of a file that was thrown away is longer: a path and a date.
    private static let longestNote = 64 << 10
    private static let ending = ".trashinfo"

    /// The file that was at `original` and was thrown away last, at `earliest` or later; nil where there is none.
    func find(_ original: URL, since earliest: Date) -> TrashedFile? {
        let wanted = original.filePath
        let dated = info.filePath.entries().compactMap { note -> (note: FilePath, seconds: Double)? in
            guard note.hasSuffix(Self.ending), let changed = note.status()?.st_mtim else { return nil }
            let seconds = Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9
            return seconds >= earliest.timeIntervalSince1970 ? (note, seconds) : nil
        }
        for (note, _) in dated.sorted(by: { $0.seconds > $1.seconds }) {
            guard let text = note.firstBytes(Self.longestNote),
                originalPath(in: String(decoding: text, as: UTF8.self)) == wanted
            else { continue }
            let name = FilePath(
                bytes: note.bytes.dropFirst(note.parent.bytes.count + 1).dropLast(Self.ending.utf8.count))
            return TrashedFile(
                original: original, place: files.filePath.resolving(name).url(), info: note.url())
        }
        return nil
    }

    /// Where a file was, as the trash says in `text`; nil where it says nothing that can be believed.
    func originalPath(in text: String) -> FilePath? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "[Trash Info]",
            // The first counts, should there be more.
            let line = lines.dropFirst().first(where: { $0.hasPrefix("Path=") })
        else { return nil }
        let path = FilePath(percentEncoded: String(line.dropFirst("Path=".count)))
        if path.bytes.first == UInt8(ascii: "/") { return path }
        return top.map { $0.filePath.resolving(path) }
    }

    /// Brings a file back to where it was, into a folder that is made anew if it has gone; never in the place of
    /// another.
    static func restore(_ file: TrashedFile) throws(RestoreFailure) {
        let (place, original) = (file.place.filePath, file.original.filePath)
        guard place.status() != nil else { throw .notInTrash }
        _ = original.parent.withCString { g_mkdir_with_parents($0, 0o777) }
        let failure = place.move(to: original)
        if failure != 0 { throw RestoreFailure(errno: failure) }
        // Without a file it says nothing to anybody: should it stay, no harm is done.
        file.info.filePath.remove()
    }
}
