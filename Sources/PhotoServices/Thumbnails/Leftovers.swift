import CGLib
import Foundation
import PhotoCore

/// Half-written files of killed programs: this program's thumbnails, and settings. A worker removes them some time
/// after the start.
public struct Leftovers: Sendable {
    /// A day, in seconds: no write takes that long.
    static let oldAfter = 86_400
    /// The name of this program's half-written thumbnails, before the process id.
    static let thumbnailPrefix = ".classic-photos-"
    /// The name of files that GIO is writing.
    private static let settingsPrefix = ".goutputstream-"

    private let thumbnails: FilePath
    private let settings: FilePath

    /// Those among the thumbnails in `thumbnails` and the settings in `settings`.
    init(thumbnails: FilePath, settings: FilePath) {
        (self.thumbnails, self.settings) = (thumbnails, settings)
    }

    /// The desktop's thumbnails, and the folder of GLib's settings files.
    public static var standard: Leftovers {
        Leftovers(
            thumbnails: ThumbnailPlace.defaultRoot.filePath,
            settings: FilePath(cString: g_get_user_config_dir()).appending("glib-2.0").appending("settings"))
    }

    /// Removes them. Blocks on the disk.
    public func remove(now: Int = Int(Date().timeIntervalSince1970)) {
        let sizes = ["normal", "large", "x-large", "xx-large"].map(thumbnails.appending)
        let failures = thumbnails.appending("fail").entries().filter(\.isFolder)
        for folder in sizes + failures {
            for file in folder.entries(beginningWith: Self.thumbnailPrefix) where isThumbnailLeft(file, now) {
                file.remove()
            }
        }
        for file in settings.entries(beginningWith: Self.settingsPrefix) where isOld(file, now) { file.remove() }
    }

    /// Its writer has ended, or its process id belongs to another program.
    private func isThumbnailLeft(_ file: FilePath, _ now: Int) -> Bool {
        let number = file.shownName.dropFirst(Self.thumbnailPrefix.count).prefix { $0 != "-" }
        if let writer = pid_t(number), writer > 0, kill(writer, 0) != 0, errno == ESRCH { return true }
        return isOld(file, now)
    }

    private func isOld(_ file: FilePath, _ now: Int) -> Bool {
        guard let known = file.status(), known.st_mode & S_IFMT == S_IFREG, known.st_uid == getuid() else {
            return false
        }
        let (age, isBeyondAll) = now.subtractingReportingOverflow(known.st_mtim.tv_sec)
        return isBeyondAll ? now > known.st_mtim.tv_sec : age > Self.oldAfter
    }
}
