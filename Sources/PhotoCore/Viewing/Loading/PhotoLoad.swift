import Foundation

/// One photo on its way to being looked at: its bytes through the list's own fetchers, so that what the row has fetched
/// is not fetched again; then as much detail as is asked for, and more when it is.
///
/// Lives on the main context. Fetching and decoding happen elsewhere; what comes back is dropped once it is cancelled.
@MainActor
public final class PhotoLoad {
    /// What all loads of a window share.
    public struct Services {
        /// Gets the bytes.
        let fetcher: any DataFetching
        /// Makes pixels of them.
        let decoder: any PhotoDecoding
        /// Where the results are handed over.
        public let mainContext: any MainContextPerforming
        /// Decodes, two photos at a time: the one looked at and one that may be next.
        public let queue = OperationQueue()

        /// Services of these.
        public init(
            fetcher: any DataFetching, decoder: any PhotoDecoding, mainContext: any MainContextPerforming
        ) {
            self.fetcher = fetcher
            self.decoder = decoder
            self.mainContext = mainContext
            queue.name = "Photo queue"
            queue.maxConcurrentOperationCount = 2
            queue.qualityOfService = .userInitiated
        }
    }

    /// Where the photo is.
    let url: URL
    /// How far it is.
    public private(set) var status = PhotoStatus.waiting
    /// What is known of it, once some of it is decoded; its planes are those decoded first.
    public private(set) var photo: DecodedPhoto?
    /// Its levels of detail that are there.
    public private(set) var layers: [Int: PhotoLayer] = [:]
    /// A smaller picture of it, upright, that came before it.
    public private(set) var preview: PhotoPlane?
    /// Its bytes, once they are there.
    public private(set) var fetched: FetchedData?
    /// All of the photo's bytes, once they are there: saving the photo need not fetch them.
    public var wholeData: Data? { fetched.flatMap { $0.extent == .whole ? $0.data : nil } }
    /// Whether all that there is of it is there, and its end is not: what there is can be shown.
    public var isCutShort: Bool { !isPartial && photo?.problem == .cutShort }
    /// Called at every change; set by the object that shows it.
    public var observer: (@MainActor () -> Void)?
    /// Whether it is looked at now, and goes before those that may be next.
    public var isUrgent = false {
        didSet { decoding?.queuePriority = isUrgent ? .veryHigh : .low }
    }

    private let services: Services
    private let seenSince: Double?
    /// Its size as its first bytes say, before any of it is decoded.
    private var statedSize: PixelSize?
    private var task: (any FetchTask)?
    private var decoding: PhotoDecodeOperation?
    private var detail: PhotoDetail?
    /// Counts the attempts: what comes of an earlier one is dropped.
    private var attempt = 0
    /// While it arrives: whether the layers are of a part of it, what decodes a part, and the part that comes after
    /// that.
    private var isPartial = false
    private var partialDecoding: PhotoDecodeOperation?
    private var nextPart: Data?

    /// The photo at `url`, of which nothing is loaded yet. What a row has fetched after `seenSince`, in seconds since
    /// 1970, is used as it is.
    public init(_ url: URL, services: Services, seenSince: Double? = nil) {
        self.url = url
        self.seenSince = seenSince
        self.services = services
    }

    /// Its size once upright, as soon as that is known.
    public var uprightSize: PixelSize? { photo.map { $0.orientation.turned($0.size) } ?? statedSize }

    // MARK: - Asking

    /// Begins, or goes on until there is as much detail as this. Nothing is done twice.
    public func want(_ detail: PhotoDetail) {
        self.detail = detail
        switch status {
        case .waiting: fetch()
        // What is cut short can be looked at closely too, as far as it goes.
        case .ready, .failed: decodeIfNeeded()
        case .fetching, .decoding: break
        }
    }

    /// Tries again after a failure.
    public func retry() {
        guard case .failed = status else { return }
        forget()
        status = .waiting
        // What is kept on disk is what has failed.
        fetch(revalidates: true)
        observer?()
    }

    /// Gives up what is under way; what is there stays, and can be gone on from.
    public func cancel() {
        attempt += 1
        task?.cancel()
        task = nil
        decoding?.cancel()
        decoding = nil
        endParts()
        switch status {
        case .fetching: status = .waiting
        case .decoding: status = layers.isEmpty ? .waiting : decodedStatus
        case .waiting, .ready, .failed: break
        }
    }

    /// Lets go of all levels finer than `level`.
    public func release(finerThan level: Int) {
        layers = layers.filter { $0.key >= level }
        photo = photo.map {
            DecodedPhoto(
                size: $0.size, orientation: $0.orientation, format: $0.format, planes: [:],
                finestLevel: $0.finestLevel, problem: $0.problem, frames: $0.frames)
        }
    }

    private func forget() {
        cancel()
        fetched = nil
        preview = nil
    }

    // MARK: - Fetching

    private func fetch(revalidates: Bool = false) {
        if let fetched { return decode(fetched) }
        status = .fetching(fraction: nil)
        attempt += 1
        let attempt = attempt
        let context = services.mainContext
        let pace = ProgressPace()
        let request = FetchRequest(
            url: url, revalidates: revalidates, sharesBytes: true, seenSince: seenSince)
        task = services.fetcher.fetch(request) { [weak self] progress in
            guard pace.isNews(progress) || progress.bytes != nil || progress.preview != nil else { return }
            context.perform { self?.progressed(progress, attempt) }
        } completion: { [weak self] result in
            context.perform { self?.fetched(result, attempt) }
        }
    }

    private func progressed(_ progress: FetchProgress, _ attempt: Int) {
        guard attempt == self.attempt, case .fetching = status else { return }
        status = .fetching(fraction: progress.fraction)
        if let pixels = progress.preview { preview = PhotoPlane.make(pixels) }
        if let bytes = progress.bytes {
            noteSize(bytes)
            if isUrgent { decodePart(bytes) }
        }
        observer?()
    }

    private func fetched(_ result: Result<FetchedData, FetchFailure>, _ attempt: Int) {
        guard attempt == self.attempt else { return }
        task = nil
        switch result {
        case .success(let fetched):
            self.fetched = fetched
            noteSize(fetched.data)
            decode(fetched)
        case .failure(.cancelled):
            // By somebody else than this load: it can be asked for again.
            status = .waiting
        case .failure(let failure): status = .failed(.fetch(failure))
        }
        observer?()
    }

    /// The shape of the photo is known long before its pixels are.
    private func noteSize(_ bytes: Data) {
        if statedSize == nil { statedSize = PhotoHeader.uprightSize(of: bytes) }
    }

    // MARK: - What has come so far

    /// Shows what there is of a photo that still arrives: of a JPEG, its upper part, or all of it but less sharply. Of
    /// other formats each look would cost as much as the whole.
    private func decodePart(_ bytes: Data) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), photo == nil || isPartial else { return }
        guard partialDecoding == nil else {
            nextPart = bytes
            return
        }
        let attempt = attempt
        let operation = PhotoDecodeOperation(bytes, at: partDetail, decoder: services.decoder) {
            [weak self, context = services.mainContext] result in
            context.perform { self?.decodedPart(result, attempt) }
        }
        partialDecoding = operation
        services.queue.addOperation(operation)
    }

    /// Nobody looks closely at what is not there yet.
    private var partDetail: PhotoDetail {
        if case .fitting = detail { detail ?? .level(2) } else { .level(2) }
    }

    private func decodedPart(_ result: Result<DecodedPhoto, DecodeFailure>, _ attempt: Int) {
        guard attempt == self.attempt, partialDecoding != nil else { return }
        partialDecoding = nil
        if case .success(let photo) = result {
            isPartial = true
            layers = [:]
            show(photo)
        }
        if let bytes = nextPart {
            nextPart = nil
            decodePart(bytes)
        }
        observer?()
    }

    private func endParts() {
        partialDecoding?.cancel()
        partialDecoding = nil
        nextPart = nil
    }

    private func show(_ photo: DecodedPhoto) {
        self.photo = photo
        for (level, plane) in photo.planes {
            layers[level] = PhotoLayer(plane, level: level, of: photo.size, orientation: photo.orientation)
        }
    }

    // MARK: - Decoding

    private var decodedStatus: PhotoStatus {
        guard let problem = photo?.problem, problem != .cutShort else { return .ready }
        return .failed(.decode(problem))
    }

    private func decodeIfNeeded() {
        guard let detail, let photo, let size = uprightSize, let fetched, photo.frames == nil else { return }
        let level = max(photo.finestLevel, detail.level(of: size))
        guard let finest = layers.keys.min(), finest > level else { return }
        decode(fetched)
    }

    private func decode(_ fetched: FetchedData) {
        guard decoding == nil else { return }
        endParts()
        // What is wrong with it stays said while more of it is decoded.
        if decodedStatus == .ready || isPartial { status = .decoding }
        let attempt = attempt
        let operation = PhotoDecodeOperation(
            fetched.data, at: detail ?? .level(0), decoder: services.decoder
        ) { [weak self, context = services.mainContext, fetcher = services.fetcher, url] result in
            // Before anybody can ask for it again.
            if result.problem?.isOfBytes == true { fetcher.discard(url) }
            context.perform { self?.decoded(result, attempt) }
        }
        operation.queuePriority = isUrgent ? .veryHigh : .low
        decoding = operation
        services.queue.addOperation(operation)
    }

    private func decoded(_ result: Result<DecodedPhoto, DecodeFailure>, _ attempt: Int) {
        guard attempt == self.attempt else { return }
        decoding = nil
        switch result {
        case .success(let photo):
            if isPartial { layers = [:] }
            isPartial = false
            show(photo)
            status = decodedStatus
            // More may have been asked for meanwhile.
            decodeIfNeeded()
        case .failure(.cancelled): status = layers.isEmpty ? .waiting : decodedStatus
        case .failure(let failure): status = .failed(.decode(failure))
        }
        observer?()
    }
}

extension Result<DecodedPhoto, DecodeFailure> {
    /// What is wrong with the photo, whether or not there is something to be seen of it.
    fileprivate var problem: DecodeFailure? {
        switch self {
        case .success(let photo): photo.problem
        case .failure(let failure): failure
        }
    }
}
