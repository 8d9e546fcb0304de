import CGLib
import Foundation
import PhotoCore

/// A trash on disk (freedesktop.org's Trash specification 1.0): removed files in `files`, and their former places in
/// `info`, under the same name with `.trashinfo`.
///
/// GIO moves files into the trash, but restores none: `trash:///`, a service on some desktops only, does, from the same
/// folders.
struct TrashFolder: Hashable {
    /// The folder that contains `files` and `info`.
    let folder: URL
    /// The base of relative paths: the top of a file system; nil for the home's trash, whose paths are absolute.
    let top: URL?

    private var info: URL { folder.appendingPathComponent("info", isDirectory: true) }
    private var files: URL { folder.appendingPathComponent("files", isDirectory: true) }

    /// The trashes that may contain a file from `path`: the home's, and those at the top of its own file system.
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

    /// The maximum length of an info file: a path and a date.
    private static let longestNote = 64 << 10
    private static let ending = ".trashinfo"

    /// The files last removed from `originals`, at `earliest` or later; each by its former path.
    ///
    /// Each info file of that time is read once.
    func find(_ originals: [FilePath: URL], since earliest: Date) -> [FilePath: TrashedFile] {
        let dated = info.filePath.entries().compactMap { note -> (note: FilePath, seconds: Double)? in
            guard note.hasSuffix(Self.ending), let changed = note.status()?.st_mtim else { return nil }
            let seconds = Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9
            return seconds >= earliest.timeIntervalSince1970 ? (note, seconds) : nil
        }
        var found: [FilePath: TrashedFile] = [:]
        for (note, _) in dated.sorted(by: { $0.seconds > $1.seconds }) {
            guard let text = note.firstBytes(Self.longestNote),
                let path = originalPath(in: String(decoding: text, as: UTF8.self)),
                let original = originals[path], found[path] == nil
            else { continue }
            let name = FilePath(
                bytes: note.bytes.dropFirst(note.parent.bytes.count + 1).dropLast(Self.ending.utf8.count))
            found[path] = TrashedFile(
                original: original, place: files.filePath.resolving(name).url(), info: note.url())
        }
        return found
    }

    /// The former place of a file, from the info `text`; nil if invalid.
    func originalPath(in text: String) -> FilePath? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "[Trash Info]",
            // The first one counts.
            let line = lines.dropFirst().first(where: { $0.hasPrefix("Path=") })
        else { return nil }
        let path = FilePath(percentEncoded: String(line.dropFirst("Path=".count)))
        if path.bytes.first == UInt8(ascii: "/") { return path }
        return top.map { $0.filePath.resolving(path) }
    }

    /// Restores a file to its former place, in a recreated folder if necessary; never replaces another file.
    static func restore(_ file: TrashedFile) throws(RestoreFailure) {
        let (place, original) = (file.place.filePath, file.original.filePath)
        guard place.status() != nil else { throw .notInTrash }
        _ = original.parent.withCString { g_mkdir_with_parents($0, 0o777) }
        let failure = place.move(to: original)
        if failure != 0 { throw RestoreFailure(errno: failure) }
        // Without a file it is meaningless: if it stays, it does no harm.
        file.info.filePath.remove()
    }
}
