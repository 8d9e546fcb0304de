import CGLib
import Foundation
import PhotoCore

/// Half-written files of killed programs: this program's thumbnails, replies and saved photos, and settings; and what
/// was handed to other programs long ago. A worker removes them some time after the start.
public struct Leftovers: Sendable {
    /// A day, in seconds: no write takes that long.
    static let oldAfter = 86_400
    /// The beginning of the names of this program's half-written thumbnails.
    static let thumbnailPrefix = ".classic-photos-"
    /// The name of files that GIO is writing.
    private static let settingsPrefix = ".goutputstream-"

    private let thumbnails: FilePath
    private let settings: FilePath
    private let replies: FilePath
    private let notes: HiddenFileNotes
    private let cache: FilePath
    private let handed: HandedFiles

    /// Those among the thumbnails in `thumbnails`, the settings in `settings`, the replies in `replies`, the hidden
    /// files in `notes`, the archives in `cache`, and the files in `handed`.
    init(
        thumbnails: FilePath, settings: FilePath, replies: FilePath, notes: HiddenFileNotes, cache: FilePath,
        handed: HandedFiles
    ) {
        (self.thumbnails, self.settings, self.replies, self.notes) = (thumbnails, settings, replies, notes)
        (self.cache, self.handed) = (cache, handed)
    }

    /// The desktop's thumbnails, the folder of GLib's settings files, and this program's own folders.
    public static var standard: Leftovers {
        Leftovers(
            thumbnails: ThumbnailPlace.defaultRoot.filePath,
            settings: FilePath(cString: g_get_user_config_dir()).appending("glib-2.0").appending("settings"),
            replies: HTTPStore.standardFolder.filePath, notes: .standard,
            cache: BaseFolder.cache.path, handed: HandedFiles())
    }

    /// Removes them. Blocks on the disk.
    public func remove(now: Int = Int(Date().timeIntervalSince1970)) {
        let sizes = ["normal", "large", "x-large", "xx-large"].map(thumbnails.appending)
        let failures = thumbnails.appending("fail").entries().filter(\.isFolder)
        for folder in sizes + failures {
            for file in folder.entries(beginningWith: Self.thumbnailPrefix) {
                if WriterLock.removeAbandoned(file) == .unknown, isOld(file, now) { file.remove() }
            }
        }
        for file in settings.entries(beginningWith: Self.settingsPrefix) where isSettingLeft(file, now) {
            file.remove()
        }
        AbandonedBodies(in: replies).remove()
        notes.removeAbandoned()
        for file in cache.entries(beginningWith: SpoolFile.prefix) where isOld(file, now) { file.remove() }
        handed.removeOld(at: Date(timeIntervalSince1970: Double(now)))
    }

    /// GIO locks nothing, but has the file open until it has its name. Programs of other people and in other containers
    /// cannot be seen: they get the second that a write takes.
    private func isSettingLeft(_ file: FilePath, _ now: Int) -> Bool {
        isOld(file, now) || age(of: file, now).map { abs($0) > 1 } == true && !OpenFiles.contain(file)
    }

    /// One that is younger than now is from a clock that was ahead, and would stay until then.
    private func isOld(_ file: FilePath, _ now: Int) -> Bool {
        age(of: file, now).map { abs($0) > Self.oldAfter } ?? false
    }

    /// In seconds, less than 0 if the clock was set back; nil if it is no file of this person.
    private func age(of file: FilePath, _ now: Int) -> Int? {
        guard let known = file.status(), known.st_mode & S_IFMT == S_IFREG, known.st_uid == getuid() else {
            return nil
        }
        let (age, isBeyondAll) = now.subtractingReportingOverflow(known.st_mtim.tv_sec)
        // No time is further from now than this; the least number has no absolute value.
        if isBeyondAll { return now > known.st_mtim.tv_sec ? Int.max : -Int.max }
        return max(age, -Int.max)
    }
}
