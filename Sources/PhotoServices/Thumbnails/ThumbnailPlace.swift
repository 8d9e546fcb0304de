import CSoup
import Foundation
import PhotoCore

/// The place of thumbnails (Thumbnail Managing Standard 0.9, "Thumbnail Directory").
struct ThumbnailPlace: Sendable {
    /// A folder that this program reads and writes.
    enum Folder: Sendable {
        case thumbnails(ThumbnailSize)
        /// Empty pictures for photos that this program could not decode.
        case failures
    }

    /// The folder of them all.
    let root: URL
    private let failures: String

    /// `failures` is the name of the folder of this program version's failures.
    init(root: URL, failures: String) {
        self.root = root
        self.failures = failures
    }

    /// $XDG_CACHE_HOME/thumbnails.
    static var defaultRoot: URL {
        URL(fileURLWithPath: String(cString: g_get_user_cache_dir())).appendingPathComponent("thumbnails")
    }

    /// The folders that a file in `folder` needs, the outermost first.
    func folders(to folder: Folder) -> [URL] {
        let names =
            switch folder {
            case .thumbnails(.normal): ["normal"]
            case .thumbnails(.large): ["large"]
            case .thumbnails(.extraLarge): ["x-large"]
            case .thumbnails(.extraExtraLarge): ["xx-large"]
            case .failures: ["fail", failures]
            }
        return names.reduce(into: [root]) { folders, name in
            folders.append((folders.last ?? root).appendingPathComponent(name))
        }
    }

    func file(of uri: String, _ folder: Folder) -> URL {
        let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
        defer { g_free(sum) }
        let name = sum.map { String(cString: $0) } ?? ""
        return (folders(to: folder).last ?? root).appendingPathComponent("\(name).png")
    }

    /// The desktop's form of the address of the file at `url`; nil for files that must have no thumbnail.
    func uri(of url: URL) -> String? {
        guard url.isFileURL, !isThumbnail(url.filePath) else { return nil }
        // As GIO formats it: the thumbnail's name depends on every character.
        guard let file = url.filePath.withCString({ g_file_new_for_path($0) }) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let uri = g_file_get_uri(file) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
    }

    /// Whether a file is among the thumbnails, by any path; the old ones are in the home folder.
    private func isThumbnail(_ path: FilePath) -> Bool {
        let old = FilePath(cString: g_get_home_dir()).appending(".thumbnails")
        let path = Self.resolved(path)
        return [root.filePath, old].contains { path.bytes.starts(with: Self.resolved($0).bytes + "/".utf8) }
    }

    private static func resolved(_ path: FilePath) -> FilePath {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return path.url().standardized.filePath }
        defer { free(resolved) }
        return FilePath(cString: resolved)
    }
}
