import Foundation

/// Saves photos, unchanged or exported: one, or many to a folder, a few at a time. Months that are not read are read
/// when it is their turn, one at a time. Reports progress and the outcome. A failure stops no other photo.
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
    private var photos: ChosenPhotos
    /// The month that is being read.
    private var reading: UnreadPhotos?
    private var missedPhotos: [SavedPhoto] = []
    private var missedMonths: [UnreadPhotos] = []
    private let services: Services
    private let seenSince: Double?
    private let limit: Int
    private var changed: (@MainActor () -> Void)?
    private var ended: (@MainActor (SaveOutcome) -> Void)?
    private var work: [Int: any SaveWork] = [:]
    /// How many photos and months were begun.
    private var begunCount = 0
    private var outcome: SaveOutcome
    private let names = FolderNames()

    /// Saves `photos`. Does not revalidate replies received after `seenSince`, in seconds since 1970; fails photos with
    /// more than `limit` bytes.
    package init(
        _ kind: Kind, _ photos: ChosenPhotos, to target: Target, services: Services, seenSince: Double? = nil,
        limit: Int = FetchRequest.maximumPhotoByteCount
    ) {
        self.kind = kind
        self.target = target
        self.photos = photos
        self.services = services
        self.seenSince = seenSince
        self.limit = limit
        progress = SaveProgress(total: photos.count)
        outcome = SaveOutcome(total: photos.count)
    }

    /// The same for `count` photos; asks `photo` for each in turn.
    package convenience init(
        _ kind: Kind, count: Int, to target: Target, services: Services, seenSince: Double? = nil,
        limit: Int = FetchRequest.maximumPhotoByteCount, photo: @escaping @MainActor (Int) -> SavedPhoto
    ) {
        self.init(
            kind, ChosenPhotos(count: count, photo: photo), to: target, services: services, seenSince: seenSince,
            limit: limit)
    }

    /// Whether it waits for the list of a month.
    package var isReading: Bool { reading != nil && work.isEmpty }

    /// What was not saved and may be tried again: as much of it as is remembered.
    package var missed: ChosenPhotos { ChosenPhotos(missedPhotos, then: missedMonths) }

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
        reading?.cancel()
        reading = nil
        outcome.isCancelled = true
        end()
    }

    // MARK: - One after the other

    private func beginMore() {
        // A loop, because an immediate failure makes room for the next.
        while ended != nil, reading == nil, work.count < mostAtOnce, let next = photos.next() {
            let number = begunCount
            begunCount += 1
            switch next {
            case .photo(let photo): begin(photo, number)
            case .unread(let month): read(month, number)
            }
        }
        if work.isEmpty, reading == nil { end() }
    }

    private func read(_ month: UnreadPhotos, _ number: Int) {
        reading = month
        month.read { [weak self] outcome in
            guard let self, reading != nil, ended != nil else { return }
            reading = nil
            take(outcome, of: month, number)
            changed?()
            beginMore()
        }
        changed?()
    }

    private func take(_ read: UnreadPhotos.Outcome, of month: UnreadPhotos, _ number: Int) {
        let change = read.known.entries.count + read.missingCount - month.count
        progress.total += change
        outcome.total += change
        photos.insert(read.known)
        guard read.missingCount > 0 else { return }
        let failure = read.failure ?? .location(.unread)
        progress.leaveOut(read.missingCount)
        // What is known of a part of it would be saved twice.
        if read.known.entries.isEmpty, mayRemember(missedMonths.count) { missedMonths.append(month) }
        outcome.add(unread: read.missingCount, of: month.name, failure, number)
    }

    private func mayRemember(_ count: Int) -> Bool { count < SaveOutcome.mostRemembered }

    private func begin(_ photo: SavedPhoto, _ number: Int) {
        currentName = photo.name
        progress.begin(number)
        switch photo.location {
        case .failure(let failure):
            progress.end(number)
            add(.failure(.location(failure)), number, photo)
        case .success(let url):
            let tell: @Sendable (SaveStep) -> Void = { [weak self, context = services.mainContext] step in
                context.perform { self?.take(step, number, photo) }
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

    private func take(_ step: SaveStep, _ number: Int, _ photo: SavedPhoto) {
        // Not after a cancellation.
        guard work[number] != nil else { return }
        switch step {
        case .moved(let part):
            progress.move(number, to: part)
            changed?()
        case .ended(let result):
            work[number] = nil
            progress.end(number)
            add(result, number, photo)
            changed?()
            beginMore()
        }
    }

    private func add(_ result: Result<SavedPhotoFile, PhotoSaveFailure>, _ number: Int, _ photo: SavedPhoto) {
        let before = outcome.missingCount
        outcome.add(result, number, photo.name)
        if outcome.missingCount > before, mayRemember(missedPhotos.count) { missedPhotos.append(photo) }
    }

    private func end() {
        let ended = ended
        self.ended = nil
        changed = nil
        ended?(outcome)
    }
}
