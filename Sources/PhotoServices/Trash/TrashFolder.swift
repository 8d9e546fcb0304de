import Foundation

/// A trash as it lies on disk (freedesktop.org's Trash specification 1.0): what was thrown away in `files`, and in `info`,
/// under the same name and `.trashinfo`, where it was.
///
/// GIO moves files into the trash, but brings none back: that is left to `trash:///`, a service which runs on some desktops
/// only, and which reads these same folders.
struct TrashFolder: Equatable {
    /// The folder that `files` and `info` are in.
    let folder: URL
    /// What paths in it are relative to: the top of a file system; nil in the home's trash, where they are absolute.
    let top: URL?

    private var info: URL { folder.appendingPathComponent("info", isDirectory: true) }
    private var files: URL { folder.appendingPathComponent("files", isDirectory: true) }

    /// The trashes that a file at `path` may have gone to: the home's, and those at the top of its own file system.
    static func all(for path: String, dataHome: URL, user: uid_t = getuid()) -> [TrashFolder] {
        var folders = [TrashFolder(folder: dataHome.appendingPathComponent("Trash", isDirectory: true), top: nil)]
        if let top = topOfFileSystem(of: path) {
            for name in [".Trash/\(user)", ".Trash-\(user)"] {
                folders.append(TrashFolder(folder: top.appendingPathComponent(name, isDirectory: true), top: top))
            }
        }
        return folders
    }

    private static func topOfFileSystem(of path: String) -> URL? {
        var url = URL(fileURLWithPath: path).deletingLastPathComponent()
        guard let device = device(of: url) else { return nil }
        while url.path != "/" {
            let above = url.deletingLastPathComponent()
            guard Self.device(of: above) == device else { return url }
            url = above
        }
        return url
    }

    private static func device(of url: URL) -> dev_t? {
        var known = stat()
        return stat(url.path, &known) == 0 ? known.st_dev : nil
    }

    /// The file that was at `original` and was thrown away last, at `earliest` or later; nil where there is none.
    func find(_ original: URL, since earliest: Date) -> TrashedFile? {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let found = try? FileManager.default.contentsOfDirectory(
            at: info, includingPropertiesForKeys: Array(keys), options: [])
        let dated = (found ?? []).compactMap { url -> (url: URL, date: Date)? in
            guard url.pathExtension == Self.pathExtension,
                let date = (try? url.resourceValues(forKeys: keys))?.contentModificationDate, date >= earliest
            else { return nil }
            return (url, date)
        }
        for candidate in dated.sorted(by: { $0.date > $1.date }) {
            guard let text = try? String(contentsOf: candidate.url, encoding: .utf8),
                originalPath(in: text) == original.path
            else { continue }
            let place = files.appendingPathComponent(candidate.url.deletingPathExtension().lastPathComponent)
            return TrashedFile(original: original, place: place, info: candidate.url)
        }
        return nil
    }

    private static let pathExtension = "trashinfo"

    /// Where a file was, as the trash says in `text`; nil where it says nothing that can be believed.
    func originalPath(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "[Trash Info]",
            // The first counts, should there be more.
            let line = lines.dropFirst().first(where: { $0.hasPrefix("Path=") }),
            let path = String(line.dropFirst("Path=".count)).removingPercentEncoding
        else { return nil }
        if path.hasPrefix("/") { return path }
        return top.map { $0.appendingPathComponent(path).path }
    }

    /// Brings a file back to where it was, into a folder that is made anew if it has gone; never in the place of another.
    static func restore(_ file: TrashedFile) throws(RestoreFailure) {
        guard FileManager.default.fileExists(atPath: file.place.path) else { throw .notInTrash }
        try? FileManager.default.createDirectory(
            at: file.original.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A second name, and then the first taken away: a rename would put it in the place of another.
        if link(file.place.path, file.original.path) == 0 {
            unlink(file.place.path)
        } else {
            // Some file systems know no second names.
            guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK else { throw RestoreFailure(errno: errno) }
            if FileManager.default.fileExists(atPath: file.original.path) { throw .placeTaken }
            if rename(file.place.path, file.original.path) != 0 { throw RestoreFailure(errno: errno) }
        }
        // Without a file it says nothing to anybody: should it stay, no harm is done.
        unlink(file.info.path)
    }
}
