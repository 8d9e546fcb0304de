import Foundation

/// Keeps the recent catalogues between starts: the list in XDG_STATE_HOME/classic-photos/recent, its pictures and the
/// names of its photos in XDG_CACHE_HOME/classic-photos/recent. Several processes may share both.
///
/// All calls return at once; a queue of its own waits for the disk. Failures are ignored: a home that cannot be written
/// remembers nothing.
package final class RecentStore: Sendable {
    private let folder: FilePath
    private let pictures: FilePath
    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Recent catalogues", qos: .userInitiated)
    /// Reads only, and may take long: what is to be written does not wait for it.
    private let searchQueue = DispatchQueue(label: "Names in recent catalogues", qos: .userInitiated)

    /// The list in `folder`, and the pictures in `pictures`; both are created on demand.
    package init(folder: FilePath, pictures: FilePath, mainContext: any MainContextPerforming) {
        (self.folder, self.pictures, self.mainContext) = (folder, pictures, mainContext)
    }

    /// The program's own.
    package convenience init(mainContext: any MainContextPerforming) {
        self.init(
            folder: BaseFolder.state.path.appending("recent"), pictures: BaseFolder.cache.path.appending("recent"),
            mainContext: mainContext)
    }

    /// Passes the list. Removes what killed programs have left.
    package func read(_ completion: @escaping @MainActor @Sendable (RecentCatalogues) -> Void) {
        queue.async { [self] in
            for folder in [folder, pictures] { Self.removeAbandoned(in: folder) }
            let catalogues = stored
            mainContext.perform { completion(catalogues) }
        }
    }

    /// The list, with all changes so far. Waits for the disk: never on the main context.
    package func readNow() -> RecentCatalogues { queue.sync { stored } }

    /// Changes the list as it is on the disk, and passes it. Pictures of removed catalogues are removed.
    package func apply(
        _ change: RecentCatalogues.Change, _ completion: @escaping @MainActor @Sendable (RecentCatalogues) -> Void
    ) {
        queue.async { [self] in
            let lock = takeLock()
            defer { if lock >= 0 { close(lock) } }
            var catalogues = stored
            let old = catalogues
            catalogues.apply(change)
            if catalogues != old {
                write(catalogues.fileBytes, to: list)
                removePictures(notOf: catalogues)
            }
            let new = catalogues
            mainContext.perform { completion(new) }
        }
    }

    /// Keeps the picture of the catalogue at `address`, if that is in the list.
    package func keep(_ picture: PixelBuffer, of address: String) {
        queue.async { [self] in
            guard let entry = stored[address], let small = RecentPicture(picture) else { return }
            write(small.fileBytes, to: pictures.appending(entry.pictureName))
        }
    }

    /// Passes the pictures of `catalogues` by their addresses, as far as there are some.
    package func pictures(
        of catalogues: [RecentCatalogue], _ completion: @escaping @MainActor @Sendable ([String: PixelBuffer]) -> Void
    ) {
        queue.async { [self] in
            var found: [String: PixelBuffer] = [:]
            for entry in catalogues {
                let bytes = pictures.appending(entry.pictureName).firstBytes(RecentPicture.longestFile + 1)
                found[entry.address] = bytes.flatMap { RecentPicture(fileBytes: $0)?.pixels }
            }
            let pictures = found
            mainContext.perform { completion(pictures) }
        }
    }

    /// Keeps the names in `catalogue`, which is at `address`, if that is in the list.
    package func keepNames(in catalogue: Catalogue, of address: String) {
        queue.async { [self] in
            guard let entry = stored[address] else { return }
            write(RecentNames(of: catalogue).fileBytes, to: pictures.appending(entry.namesName))
            boundNames()
        }
    }

    /// Passes what matches `query` of the catalogues at `addresses`: at most `most`, in the order of the addresses,
    /// each with its address. Nothing if `flag` is cancelled.
    package func find(
        _ query: SearchQuery, at addresses: [String], most: Int, flag: CancellationFlag,
        _ completion: @escaping @MainActor @Sendable ([(address: String, found: RecentNames.Found)]) -> Void
    ) {
        searchQueue.async { [self] in
            var found: [(address: String, found: RecentNames.Found)] = []
            for address in addresses where found.count < most && !flag.isCancelled {
                let names = names(of: address)?.find(query, most: most - found.count) { flag.isCancelled }
                found += (names ?? []).map { (address, $0) }
            }
            let results = flag.isCancelled ? [] : found
            mainContext.perform { completion(results) }
        }
    }

    /// Passes the rows of `entries`, by the address of their catalogue, as far as their names are kept.
    package func rows(
        of entries: [String: Set<Int>],
        _ completion: @escaping @MainActor @Sendable ([String: [RecentNames.Found]]) -> Void
    ) {
        searchQueue.async { [self] in
            let rows = entries.reduce(into: [:]) { rows, each in
                rows[each.key] = names(of: each.key)?.rows(of: each.value)
            }
            mainContext.perform { completion(rows) }
        }
    }

    /// Removes all pictures and names: they show what the cache no longer has.
    package func removePictures() { queue.async { [self] in removePictures(notOf: RecentCatalogues()) } }

    /// Waits until everything is on the disk, for at most this many seconds.
    package func waitUntilIdle(seconds: Double) {
        let group = DispatchGroup()
        queue.async(group: group) {}
        _ = group.wait(timeout: .now() + seconds)
    }

    // MARK: - The disk

    private var list: FilePath { folder.appending("catalogues.json") }

    private var stored: RecentCatalogues {
        list.firstBytes(RecentCatalogues.longestFile + 1).map { RecentCatalogues(fileBytes: $0) } ?? RecentCatalogues()
    }

    /// Excludes other processes until the descriptor is closed; -1 in a home that cannot be written.
    private func takeLock() -> CInt {
        Self.make(folder)
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX) }
        return descriptor
    }

    /// Replaces the file at `path` in one step.
    private func write(_ bytes: Data, to path: FilePath) {
        Self.make(path.parent)
        Self.removeAbandoned(in: path.parent)
        let new = path.parent.appending(Self.temporary + UUID().uuidString)
        // Only its owner may read it: it says what the person looked at.
        let descriptor = WriterLock.create(new)
        guard descriptor >= 0 else { return }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWritten = (try? file.write(contentsOf: bytes)) != nil && fsync(descriptor) == 0
        if !isWritten || new.move(replacing: path) != 0 { new.remove() }
    }

    private static let temporary = ".new-"

    private static func removeAbandoned(in folder: FilePath) {
        for left in folder.entries(beginningWith: temporary) { WriterLock.removeAbandoned(left) }
    }

    private static func make(_ folder: FilePath) {
        try? FileManager.default.createDirectory(
            at: folder.url(isFolder: true), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func removePictures(notOf catalogues: RecentCatalogues) {
        let known = Set(catalogues.all.flatMap { [$0.pictureName, $0.namesName] })
        for picture in pictures.entries() where !known.contains(picture.shownName) {
            // Another process may be writing one.
            if picture.shownName.hasPrefix(".") { WriterLock.removeAbandoned(picture) } else { picture.remove() }
        }
    }

    private func names(of address: String) -> RecentNames? {
        let file = pictures.appending(RecentCatalogue(address: address, title: "").namesName)
        return file.firstBytes(RecentNames.longestFile + 1).flatMap(RecentNames.init(fileBytes:))
    }

    /// Removes names, the oldest first, as long as there are too many of them.
    private func boundNames() {
        let files = pictures.entries().filter { $0.hasSuffix(".names") }.compactMap { file in
            // Any program may have written anything there.
            file.status().map { (file: file, time: $0.st_mtim, size: min(Int(clamping: $0.st_size), 1 << 32)) }
        }
        var rest = files.reduce(0) { $0 + $1.size }
        let oldest = files.sorted { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
        for each in oldest where rest > RecentNames.longestFiles {
            each.file.remove()
            rest -= each.size
        }
    }
}
