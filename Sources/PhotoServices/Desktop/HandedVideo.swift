import Foundation
import PhotoCore

/// A library's video as a file for the desktop's player. Its name and its bytes are the server's: what is called
/// something else would be opened by another program.
package enum HandedVideo {
    /// The video at `file`, which gets another name if its own has no video's ending; nil if it is no video. Reads its
    /// beginning.
    package static func checked(_ file: URL) -> URL? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let beginning = try? handle.read(upToCount: ForeignContent.byteCount), isVideo(beginning) else {
            return nil
        }
        if VideoAddress.endings.contains(file.pathExtension.lowercased()) { return file }
        let named = file.deletingLastPathComponent().appendingPathComponent(
            SavedName.name(file.lastPathComponent, followedBy: "mp4"))
        return (try? FileManager.default.moveItem(at: file, to: named)) == nil ? nil : named
    }

    private static func isVideo(_ beginning: Data) -> Bool {
        ForeignContent(beginning, type: nil) == .video || beginning.starts(with: "OggS".utf8)
    }
}
