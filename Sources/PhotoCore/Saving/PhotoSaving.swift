import Foundation

/// Takes photos along, as they came or exported: one, or many into a folder, a few at a time; tells how far it is, and
/// at the end what became of them. One that fails stops no other.
@MainActor
public final class PhotoSaving {
    /// What is made of the photos.
    public enum Kind: Sendable, Equatable {
        /// The bytes as they came.
        case original
        /// A picture of the shown pixels.
        case export(ExportOptions)

        /// What the file of a photo that came as one called `name` may be called.
        public func fileName(for name: String) -> String {
            switch self {
            case .original: name
            case .export(let options): SavedName.name(name, endingIn: options.format.pathExtension)
            }
        }
    }

    /// Where to.
    public enum Target: Sendable, Equatable {
        /// The file at this path, whose replacement the person has agreed to.
        case file(FilePath)
        /// Files in this folder, under names of their own that no other file there has.
        case folder(FilePath)
    }

    /// What all share.
    public struct Services: Sendable {
        let fetcher: any DataFetching
        let exporter: PhotoExporter
        let mainContext: any MainContextPerforming
        /// Originals are mostly waited for, so several at once.
        let savingQueue = DispatchQueue(label: "Saving", qos: .userInitiated, attributes: .concurrent)
        /// One at a time: each takes all cores now and then, and the memory of some hundred megapixels.
        let exportQueue = DispatchQueue(label: "Exporting", qos: .userInitiated)

        /// What can be exported as.
        public var formats: [ExportOptions.Format] { exporter.encoder.formats }

        /// Services of these.
        public init(
            fetcher: any DataFetching, exporter: PhotoExporter, mainContext: any MainContextPerforming
        ) {
            self.fetcher = fetcher
            self.exporter = exporter
            self.mainContext = mainContext
        }
    }

    /// As many downloads as the list has by default are too many beside it; two let one be exported while the next
    /// comes.
    private var mostAtOnce: Int {
        switch kind {
        case .original: 4
        case .export: 2
        }
    }

    /// How far it is.
    public private(set) var progress: SaveProgress
    /// The name of the photo begun last.
    public private(set) var currentName = ""
    /// What is made of the photos.
    public let kind: Kind

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
    /// Names given in the folder.
    private let names = FolderNames()

    /// Takes `count` photos along, of which `photo` is asked when their turn comes. What was received after
    /// `seenSince`, in seconds since 1970, is not asked for again; what has more than `limit` bytes is given up.
    public init(
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

    /// Begins. `changed` is called when `progress` is another, `ended` once.
    public func start(
        changed: @escaping @MainActor () -> Void, ended: @escaping @MainActor (SaveOutcome) -> Void
    ) {
        self.changed = changed
        self.ended = ended
        beginMore()
    }

    /// Gives up what is under way, and begins no more; what is finished stays. `ended` is called at once.
    public func cancel() {
        for each in work.values { each.cancel() }
        work = [:]
        outcome.isCancelled = true
        end()
    }

    // MARK: - One after the other

    private func beginMore() {
        // A loop, for one that fails at once makes room for the next.
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
            let work = makeWork(photo, url) { [weak self, context = services.mainContext] step in
                context.perform { self?.take(step, number, photo.name) }
            }
            self.work[number] = work
            work.start()
        }
        changed?()
    }

    private func makeWork(
        _ photo: SavedPhoto, _ url: URL, tell: @escaping @Sendable (SaveStep) -> Void
    ) -> any SaveWork {
        let place = place(of: photo)
        let request = FetchRequest(url: url, limit: limit, seenSince: seenSince)
        switch kind {
        case .original:
            return OriginalSave(
                request, held: photo.held, to: place, fetcher: services.fetcher, queue: services.savingQueue, tell: tell
            )
        case .export(let options):
            return ExportSave(
                request, photo, options, to: place, fetcher: services.fetcher, exporter: services.exporter,
                queue: services.exportQueue, tell: tell)
        }
    }

    /// Nothing is asked of the disk here: the worker does that.
    private func place(of photo: SavedPhoto) -> SavedPlace {
        switch target {
        case .file(let path): return .file(path)
        case .folder(let folder):
            let wanted = kind.fileName(for: photo.fileName)
            return .folder(folder, name: names.first(for: wanted), wanted: wanted, names: names)
        }
    }

    private func take(_ step: SaveStep, _ number: Int, _ name: String) {
        // Not if it was cancelled.
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
