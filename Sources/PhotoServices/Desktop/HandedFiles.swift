import Foundation
import PhotoCore

/// Photos as files for other programs: of remote photos, and of photos that look different from their files. They stay
/// for some days, because nobody reports when another program has finished.
package struct HandedFiles: Sendable {
    private let folder: URL
    private let queue = DispatchQueue(label: "Handed files", qos: .userInitiated)

    /// A program that still has it open after a week has read it.
    static let keptSeconds: TimeInterval = 7 * 24 * 3600

    /// The program's own: XDG_CACHE_HOME/classic-photos/handed.
    package static var standardFolder: URL { BaseFolder.cache.path.appending("handed").url(isFolder: true) }

    package init(folder: URL = HandedFiles.standardFolder) { self.folder = folder }

    /// Makes a file of `data` with the name `name`, and an extension if it has none. Reports its place, or the failure.
    package func place(
        _ data: Data, named name: String, on mainContext: any MainContextPerforming,
        completion: @escaping @MainActor @Sendable (Result<URL, SaveFailure>) -> Void
    ) {
        queue.async { [self] in
            let result = Result { () throws(SaveFailure) in try place(data, named: name) }
            mainContext.perform { completion(result) }
        }
    }

    /// Makes a folder for a file written by someone else. Reports its place, or the failure.
    package func makeFolder(
        on mainContext: any MainContextPerforming,
        completion: @escaping @MainActor @Sendable (Result<URL, SaveFailure>) -> Void
    ) {
        queue.async { [self] in
            let result = Result { () throws(SaveFailure) in try makeFolder() }
            mainContext.perform { completion(result) }
        }
    }

    /// Removes a folder without a file.
    package func removeFolder(_ url: URL) { queue.async { try? FileManager.default.removeItem(at: url) } }

    /// Removes all files; returns how many bytes that frees.
    func removeAll() -> Int {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
        var freed = 0
        while let file = files?.nextObject() as? URL {
            let known = try? file.resourceValues(forKeys: keys)
            if known?.isRegularFile == true { freed += StoredFiles.counted(known?.fileSize ?? 0) }
        }
        return (try? FileManager.default.removeItem(at: folder)) == nil ? 0 : freed
    }

    private func makeFolder() throws(SaveFailure) -> URL {
        removeOld()
        let own = folder.appendingPathComponent(UUID().uuidString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return own
        } catch {
            throw .other(reason: error.localizedDescription)
        }
    }

    func place(_ data: Data, named name: String) throws(SaveFailure) -> URL {
        let own = try makeFolder()
        do {
            let file = own.appendingPathComponent(Self.name(name, of: data))
            try data.write(to: file)
            return file
        } catch {
            try? FileManager.default.removeItem(at: own)
            throw .other(reason: error.localizedDescription)
        }
    }

    /// `name`, with the extension of its kind. What is no known picture keeps only a picture's extension: another
    /// program may read more formats, but none must start what a stranger has called `photo.desktop`.
    static func name(_ name: String, of data: Data) -> String {
        let base = SavedName.clean(name)
        let ending = URL(fileURLWithPath: "/\(base)").pathExtension.lowercased()
        guard let format = EncodedPicture.Format(sniffing: data) else {
            return pictureEndings.contains(ending) ? base : SavedName.name(base, followedBy: "bin")
        }
        let endings = format.pathExtensions
        return endings.contains(ending) ? base : SavedName.name(base, followedBy: endings[0])
    }

    /// The extensions of pictures, also of those that are not shown (the shared MIME database's globs for image/*).
    private static let pictureEndings = Set(EncodedPicture.Format.allCases.flatMap(\.pathExtensions)).union([
        "3fr", "arw", "avifs", "cr2", "cr3", "crw", "cur", "dcr", "dds", "dng", "erf", "exr", "fff", "gpr", "hdr",
        "heics", "ico", "iiq", "j2k", "jp2", "jpf", "jpm", "jpx", "jxl", "jxr", "kdc", "mef", "mos", "mrw", "nef",
        "nrw", "orf", "pbm", "pcx", "pef", "pgm", "pnm", "ppm", "psb", "psd", "qoi", "raf", "raw", "rw2", "sr2", "srf",
        "srw", "svgz", "tga", "wdp", "x3f", "xbm", "xcf", "xpm",
    ])

    /// Removes what was handed longer ago than it is kept, and what a clock that was ahead has dated as much later.
    func removeOld(at now: Date = .now) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: Array(keys), options: [])
        for url in found ?? [] {
            guard let date = (try? url.resourceValues(forKeys: keys))?.contentModificationDate,
                abs(now.timeIntervalSince(date)) > Self.keptSeconds
            else { continue }
            try? FileManager.default.removeItem(at: url)
        }
    }
}

extension EncodedPicture.Format {
    /// The extensions of this format's files, the usual one first.
    fileprivate var pathExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .tiff: ["tiff", "tif"]
        case .heif: ["heif", "heic", "hif"]
        case .png, .gif, .webp, .bmp, .avif, .svg: [rawValue]
        }
    }
}
