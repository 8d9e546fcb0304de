import Foundation
import PhotoCore

/// Photos as files, for programs that want files: of those from the network, and of those that are seen otherwise than
/// their own files are. They stay for some days, for nobody tells when another program has done with one.
public struct HandedFiles: Sendable {
    private let folder: URL
    private let queue = DispatchQueue(label: "Handed files", qos: .userInitiated)

    /// A program that still has it open after a week has read it.
    private static let keptSeconds: TimeInterval = 7 * 24 * 3600

    /// The program's own: XDG_CACHE_HOME/classic-photos/handed.
    public static var standardFolder: URL {
        HTTPStore.standardFolder.deletingLastPathComponent().appendingPathComponent("handed", isDirectory: true)
    }

    /// Files in a folder of their own.
    public init(folder: URL = HandedFiles.standardFolder) { self.folder = folder }

    /// Makes a file of `data` that is called `name`, with the ending of what it is, if it has none. Tells where it is,
    /// or why it is not.
    public func place(
        _ data: Data, named name: String, on mainContext: any MainContextPerforming,
        completion: @escaping @MainActor @Sendable (Result<URL, SaveFailure>) -> Void
    ) {
        queue.async { [self] in
            let result = Result { () throws(SaveFailure) in try place(data, named: name) }
            mainContext.perform { completion(result) }
        }
    }

    /// Makes a folder for a file that somebody else writes. Tells where it is, or why it is not.
    public func makeFolder(
        on mainContext: any MainContextPerforming,
        completion: @escaping @MainActor @Sendable (Result<URL, SaveFailure>) -> Void
    ) {
        queue.async { [self] in
            let result = Result { () throws(SaveFailure) in try makeFolder() }
            mainContext.perform { completion(result) }
        }
    }

    /// Removes a folder in which there came to be no file.
    public func removeFolder(_ url: URL) {
        queue.async { try? FileManager.default.removeItem(at: url) }
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

    /// `name`, which ends as files of its kind do.
    static func name(_ name: String, of data: Data) -> String {
        let base = SavedName.clean(name)
        guard let format = EncodedPicture(data).format else { return base }
        let ending = URL(fileURLWithPath: "/\(base)").pathExtension.lowercased()
        let endings = format.pathExtensions
        return endings.contains(ending) ? base : SavedName.name(base, followedBy: endings[0])
    }

    private func removeOld() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: Array(keys), options: [])
        for url in found ?? [] {
            guard let date = (try? url.resourceValues(forKeys: keys))?.contentModificationDate,
                date.timeIntervalSinceNow < -Self.keptSeconds
            else { continue }
            try? FileManager.default.removeItem(at: url)
        }
    }
}

extension EncodedPicture.Format {
    /// What files of this format are called, the usual ending first.
    fileprivate var pathExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .tiff: ["tiff", "tif"]
        case .heif: ["heif", "heic", "hif"]
        case .png, .gif, .webp, .bmp, .avif, .svg: [rawValue]
        }
    }
}
