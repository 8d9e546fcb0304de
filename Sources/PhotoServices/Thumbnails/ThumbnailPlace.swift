import CSoup
import Foundation
import PhotoCore

/// Where thumbnails are (Thumbnail Managing Standard 0.9, "Thumbnail Directory").
struct ThumbnailPlace: Sendable {
    /// A folder that this program reads and writes.
    enum Folder: Sendable {
        /// Thumbnails of a size.
        case thumbnails(ThumbnailSize)
        /// Empty pictures of what could not be decoded by this program.
        case failures
    }

    /// The folder of them all.
    let root: URL
    private let failures: String

    /// `failures` is the name of the folder of what this program, in this version, could not decode.
    init(root: URL, failures: String) {
        self.root = root
        self.failures = failures
    }

    /// $XDG_CACHE_HOME/thumbnails.
    static var defaultRoot: URL {
        URL(fileURLWithPath: String(cString: g_get_user_cache_dir())).appendingPathComponent("thumbnails")
    }

    /// The folders to be there for a file in `folder`, the outermost first.
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

    /// The file for the photo at `uri`.
    func file(of uri: String, _ folder: Folder) -> URL {
        let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
        defer { g_free(sum) }
        let name = sum.map { String(cString: $0) } ?? ""
        return (folders(to: folder).last ?? root).appendingPathComponent("\(name).png")
    }

    /// How the desktop's programs write the address of the file at `url`; nil for what no thumbnail is kept of.
    func uri(of url: URL) -> String? {
        guard url.isFileURL, !isThumbnail(url.filePath) else { return nil }
        // As GIO writes it: the name of the thumbnail hangs on every character.
        guard let file = url.filePath.withCString({ g_file_new_for_path($0) }) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let uri = g_file_get_uri(file) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
    }

    /// Whether a file lies among the thumbnails, by whatever way its path leads there; those of old are in the home
    /// folder.
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
