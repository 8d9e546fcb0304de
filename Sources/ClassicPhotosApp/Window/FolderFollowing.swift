import Foundation
import GLibBridge
import PhotoCore
import PhotoServices
import Synchronization

/// Follows what happens in the folder that is open, and in those within it.
///
/// A folder is watched before it is read. What happens while it is read may be missing from what was read, so the
/// folder is read once more after that reading has ended. A change never restarts a reading: files that are copied into
/// a folder come faster than a large folder can be read.
@MainActor
final class FolderFollowing {
    /// What has become of the folder on screen.
    enum Change {
        /// These files have other content now.
        case files(Set<FilePath>)
        /// Files may have come or gone: the folder is to be read again.
        case folder
    }

    /// The monitors of the catalogue on screen and of the one that is read, by their addresses. The thread that reads
    /// adds folders to them.
    private final class Monitors: Sendable {
        let monitors = Mutex<[URL: FolderMonitor]>([:])

        subscript(url: URL) -> FolderMonitor? {
            get { monitors.withLock { $0[url] } }
            set { monitors.withLock { $0[url] = newValue } }
        }

        func keep(_ kept: [URL?]) { monitors.withLock { $0 = $0.filter { kept.contains($0.key) } } }
    }

    /// Reads folders, which are watched from then on.
    let filler: FolderFiller
    /// Gets what happens.
    var onChange: @MainActor (Change) -> Void = { _ in }
    private let monitors: Monitors
    private var shown: URL?
    private var reading: URL?
    /// Those that have changed while something was read.
    private var outdated: Set<URL> = []
    private var timer: MainTimer?

    /// Follows nothing yet.
    init() {
        let monitors = Monitors()
        self.monitors = monitors
        filler = FolderFiller { catalogue, folder in
            monitors[catalogue]?.watch(folder.url(isFolder: true).absoluteString)
        }
    }

    /// A reading of `source` begins, and ends with `hasRead`.
    func willRead(_ source: CatalogueSource) {
        reading = source.folder?.url
        monitors.keep([shown, reading])
        guard let reading else { return }
        outdated.remove(reading)
        guard monitors[reading] == nil else { return }
        monitors[reading] = FolderMonitor { [weak self] in self?.changed($0, in: reading) }
    }

    /// The first rows of `source` are on screen, in the place of what was there.
    func show(_ source: CatalogueSource) {
        shown = source.folder?.url
        monitors.keep([shown, reading])
    }

    /// All of it was read: folders that are no longer in it are followed no longer.
    func hasReadAll() {
        if let reading { monitors[reading]?.endRound() }
    }

    /// The reading has ended, whatever its outcome.
    func hasRead() {
        reading = nil
        monitors.keep([shown])
        let isOutdated = shown.map(outdated.contains) ?? false
        outdated = []
        guard isOutdated, let shown else { return }
        // The caller is in the middle of showing what was read.
        timer = MainTimer(after: 0) { [weak self] in self?.changed([], in: shown) }
    }

    private func changed(_ addresses: Set<String>, in url: URL) {
        if url == shown, !addresses.isEmpty {
            onChange(.files(Set(addresses.compactMap { URL(string: $0)?.filePath })))
        }
        if reading != nil { outdated.insert(url) } else if url == shown { onChange(.folder) }
    }
}
