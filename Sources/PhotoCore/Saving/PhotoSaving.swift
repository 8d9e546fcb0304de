import Foundation

/// Saves photos, unchanged or exported: one, or many to a folder, a few at a time. Reports progress and the outcome. A
/// failure stops no other photo.
@MainActor
package final class PhotoSaving {
    /// The kind of file.
    package enum Kind: Sendable, Equatable {
        /// The unchanged bytes.
        case original
        /// A picture of the pixels as shown.
        case export(ExportOptions)

        package func fileName(for name: String) -> String {
            switch self {
            case .original: name
            case .export(let options): SavedName.name(name, endingIn: options.format.pathExtension)
            }
        }
    }

    /// The destination.
    package enum Target: Sendable, Equatable {
        /// The file at this path; the person has agreed to replace it.
        case file(FilePath)
        /// New files in this folder, with unused names.
        case folder(FilePath)
    }

    /// The shared services.
    package struct Services: Sendable {
        let fetcher: any DataFetching
        let exporter: PhotoExporter
        let mainContext: any MainContextPerforming
        /// Originals mostly wait for the network, so several run at once.
        let savingQueue = DispatchQueue(label: "Saving", qos: .userInitiated, attributes: .concurrent)
        /// One at a time: each sometimes uses all cores, and the memory of hundreds of megapixels.
        let exportQueue = DispatchQueue(label: "Exporting", qos: .userInitiated)

        package var formats: [ExportOptions.Format] { exporter.encoder.formats }

        package init(fetcher: any DataFetching, exporter: PhotoExporter, mainContext: any MainContextPerforming) {
            self.fetcher = fetcher
            self.exporter = exporter
            self.mainContext = mainContext
        }
    }

    /// The list's default number of downloads is too many in addition to it; with two, one is exported while the next
    /// arrives.
    private var mostAtOnce: Int {
        switch kind {
        case .original: 4
        case .export: 2
        }
    }

    package private(set) var progress: SaveProgress
    /// The name of the photo begun last.
    package private(set) var currentName = ""
    package let kind: Kind

    private let target: Target
    private let photo: @MainActor (Int) -> SavedPhoto
    private let services: Services
    private let seenSince: Double?
    private let limit: Int
    private var changed: (@MainActor () -> Void)?
    private var ended: (@MainActor (SaveOutcome) -> Void)?
    private var work: [Int: any SaveWork] = [:]
    private var next = 0
    private var outcome: SaveOutcome
    private let names = FolderNames()

    /// Saves `count` photos; asks `photo` for each in turn. Does not revalidate replies received after `seenSince`, in
    /// seconds since 1970; fails photos with more than `limit` bytes.
    package init(
        _ kind: Kind, count: Int, to target: Target, services: Services, seenSince: Double? = nil,
        limit: Int = FetchRequest.maximumPhotoByteCount, photo: @escaping @MainActor (Int) -> SavedPhoto
    ) {
        self.kind = kind
        self.target = target
        self.photo = photo
        self.services = services
        self.seenSince = seenSince
        self.limit = limit
        progress = SaveProgress(total: count)
        outcome = SaveOutcome(total: count)
    }

    /// Begins. Calls `changed` at each change of `progress`, and `ended` once.
    package func start(changed: @escaping @MainActor () -> Void, ended: @escaping @MainActor (SaveOutcome) -> Void) {
        self.changed = changed
        self.ended = ended
        beginMore()
    }

    /// Cancels running saves and begins no more; finished files stay. Calls `ended` at once.
    package func cancel() {
        for each in work.values { each.cancel() }
        work = [:]
        outcome.isCancelled = true
        end()
    }

    // MARK: - One after the other

    private func beginMore() {
        // A loop, because an immediate failure makes room for the next.
        while ended != nil, work.count < mostAtOnce, next < progress.total {
            let number = next
            next += 1
            begin(number)
        }
        if work.isEmpty, next == progress.total { end() }
    }

    private func begin(_ number: Int) {
        let photo = photo(number)
        currentName = photo.name
        progress.begin(number)
        switch photo.location {
        case .failure(let failure):
            progress.end(number)
            outcome.add(.failure(.location(failure)), number, photo.name)
        case .success(let url):
            let tell: @Sendable (SaveStep) -> Void = { [weak self, context = services.mainContext] step in
                context.perform { self?.take(step, number, photo.name) }
            }
            let work: any SaveWork
            if let library = photo.library, case .folder = target {
                work = NamedSave(library, fetcher: services.fetcher, context: services.mainContext) {
                    [weak self] name in
                    self?.makeWork(photo, url, called: name, tell: tell)
                }
            } else {
                work = makeWork(photo, url, called: nil, tell: tell)
            }
            self.work[number] = work
            work.start()
        }
        changed?()
    }

    private func makeWork(
        _ photo: SavedPhoto, _ url: URL, called name: String?, tell: @escaping @Sendable (SaveStep) -> Void
    ) -> any SaveWork {
        let place = place(of: photo, called: name)
        let video = kind == .original ? photo.library?.video : nil
        let request = FetchRequest(
            url: video ?? url, limit: video == nil ? limit : LibraryPhoto.mostVideoBytes, seenSince: seenSince)
        switch kind {
        case .original:
            return OriginalSave(
                request, held: video == nil ? photo.held : nil, to: place, fetcher: services.fetcher,
                queue: services.savingQueue, tell: tell)
        case .export(let options):
            return ExportSave(
                request, photo, options, to: place, fetcher: services.fetcher, exporter: services.exporter,
                queue: services.exportQueue, tell: tell)
        }
    }

    /// Does not access the disk: the worker does.
    private func place(of photo: SavedPhoto, called name: String?) -> SavedPlace {
        switch target {
        case .file(let path): return .file(path)
        case .folder(let folder):
            let wanted = kind.fileName(for: name.map { SavedName.clean($0) } ?? photo.fileName)
            return .folder(folder, name: names.first(for: wanted), wanted: wanted, names: names)
        }
    }

    private func take(_ step: SaveStep, _ number: Int, _ name: String) {
        // Not after a cancellation.
        guard work[number] != nil else { return }
        switch step {
        case .moved(let part):
            progress.move(number, to: part)
            changed?()
        case .ended(let result):
            work[number] = nil
            progress.end(number)
            outcome.add(result, number, name)
            changed?()
            beginMore()
        }
    }

    private func end() {
        let ended = ended
        self.ended = nil
        changed = nil
        ended?(outcome)
    }
}
