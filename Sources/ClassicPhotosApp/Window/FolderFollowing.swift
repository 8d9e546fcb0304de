import Foundation
import GLibBridge
import PhotoCore
import PhotoServices
import Synchronization

/// Follows changes in the open folder and its subfolders.
///
/// A folder is watched before it is read. Changes during reading may be missing from the result, so the folder is read
/// again afterwards. A change never restarts a running read: copying may add files faster than a large folder can be
/// read.
@MainActor
final class FolderFollowing {
    enum Change {
        /// These files have new content.
        case files(Set<FilePath>)
        /// Files may have appeared or disappeared: read the folder again.
        case folder
    }

    /// The monitors of the shown catalogue and of the one being read, by address. The reading thread adds folders.
    private final class Monitors: Sendable {
        let monitors = Mutex<[URL: FolderMonitor]>([:])

        subscript(url: URL) -> FolderMonitor? {
            get { monitors.withLock { $0[url] } }
            set { monitors.withLock { $0[url] = newValue } }
        }

        func keep(_ kept: [URL?]) { monitors.withLock { $0 = $0.filter { kept.contains($0.key) } } }
    }

    /// Reads folders, and watches them from then on.
    let filler: FolderFiller
    var onChange: @MainActor (Change) -> Void = { _ in }
    private let monitors: Monitors
    private var shown: URL?
    private var reading: URL?
    /// Whether anything is read, which need not be a folder.
    private var isReading = false
    /// The folders that changed while something was read: a change does not restart it, nor replace it.
    private var outdated: Set<URL> = []
    private var timer: MainTimer?

    init() {
        let monitors = Monitors()
        self.monitors = monitors
        filler = FolderFiller { catalogue, folder in
            monitors[catalogue]?.watch(folder.url(isFolder: true).absoluteString)
        }
    }

    /// A read of `source` begins; `hasRead` ends it.
    func willRead(_ source: CatalogueSource) {
        isReading = true
        reading = source.folder?.url
        monitors.keep([shown, reading])
        guard let reading else { return }
        outdated.remove(reading)
        guard monitors[reading] == nil else { return }
        monitors[reading] = FolderMonitor { [weak self] in self?.changed($0, in: reading) }
    }

    /// The first rows of `source` are on screen, replacing the previous source.
    func show(_ source: CatalogueSource) {
        shown = source.folder?.url
        monitors.keep([shown, reading])
    }

    /// Everything was read: stops watching folders that are no longer included.
    func hasReadAll() {
        if let reading { monitors[reading]?.endRound() }
    }

    func hasRead() {
        isReading = false
        reading = nil
        monitors.keep([shown])
        let isOutdated = shown.map(outdated.contains) ?? false
        outdated = []
        guard isOutdated, let shown else { return }
        // The caller is just showing the result.
        timer = MainTimer(after: 0) { [weak self] in self?.changed([], in: shown) }
    }

    private func changed(_ addresses: Set<String>, in url: URL) {
        if url == shown, !addresses.isEmpty {
            onChange(.files(Set(addresses.compactMap { URL(string: $0)?.filePath })))
        }
        if isReading { outdated.insert(url) } else if url == shown { onChange(.folder) }
    }
}
