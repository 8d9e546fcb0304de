import Foundation

/// One photo loaded for its page: its bytes through the list's fetchers, so that data fetched for the row is not
/// fetched again; then the wanted detail, and more on demand. Of a library's photo, the server's smaller picture first:
/// the photo itself is fetched when more detail is wanted.
///
/// Lives on the main context. Fetching and decoding happen elsewhere; results after a cancellation are dropped.
@MainActor
package final class PhotoLoad {
    /// The shared services of a window's loads.
    package struct Services {
        let fetcher: any DataFetching
        let decoder: any PhotoDecoding
        /// Receives the results.
        package let mainContext: any MainContextPerforming
        /// Decodes two photos at a time: the current one and a likely next one.
        package let queue = OperationQueue("Photo queue", atOnce: 2)

        package init(
            fetcher: any DataFetching, decoder: any PhotoDecoding, mainContext: any MainContextPerforming
        ) {
            self.fetcher = fetcher
            self.decoder = decoder
            self.mainContext = mainContext
        }
    }

    let url: URL
    package private(set) var status = PhotoStatus.waiting
    /// Its facts, once partly decoded; its planes are those decoded last.
    package var photo: DecodedPhoto? { levels.photo }
    /// The available levels of detail.
    package var layers: [Int: PhotoLayer] { levels.layers }
    /// A smaller upright picture that arrived earlier.
    package var preview: PhotoPlane? { bytes.preview }
    /// Its bytes, once fetched.
    package var fetched: FetchedData? { bytes.fetched }
    /// All of the photo's bytes, once fetched: saving need not fetch them again.
    package var wholeData: Data? { fetched.flatMap { $0.extent == .whole ? $0.data : nil } }
    /// Whether all available data has arrived and the end is missing: the rest can be shown.
    package var isCutShort: Bool { levels.isCutShort }
    /// Its upright size, as soon as it is known.
    package var uprightSize: PixelSize? { levels.uprightSize ?? bytes.statedSize ?? library?.size }
    /// What the photo's library knows of it, once it has told.
    package var facts: LibraryFacts? { library?.facts }
    /// Whether the library's smaller picture is shown for the photo.
    package var showsPreview: Bool { levels.isPreview }
    /// Called at every change; set by the page.
    package var observer: (@MainActor () -> Void)?
    /// Whether it is shown now, and has priority over likely next ones.
    package var isUrgent = false {
        didSet { decoding.prioritize(priority) }
    }

    private let services: Services
    private let seenSince: Double?
    private let bytes: PhotoBytes
    private let library: LibraryLoad?
    /// Whether the photo is fetched only if the library's picture does not suffice, which is not known yet.
    private var awaitsLibrary = false
    private let decoding: PhotoDecode
    private let partDecoding: PhotoDecode
    private var levels = DecodedLevels()
    private var detail: PhotoDetail?
    /// While the photo arrives: the part to decode after the current one.
    private var nextPart: Data?

    /// The photo at `url`, before loading. A reply received after `seenSince`, in seconds since 1970, is used
    /// unchecked. `library` says where more is known of it.
    package init(_ url: URL, services: Services, seenSince: Double? = nil, library: LibraryPhoto? = nil) {
        self.url = url
        self.seenSince = seenSince
        self.services = services
        bytes = PhotoBytes(services: services)
        self.library = library.map { LibraryLoad($0, services: services, seenSince: seenSince) }
        decoding = PhotoDecode(services: services)
        partDecoding = PhotoDecode(services: services)
    }

    private var priority: Operation.QueuePriority { isUrgent ? .veryHigh : .low }

    // MARK: - Asking

    /// Loads until there is this much detail. Repeats nothing.
    package func want(_ detail: PhotoDetail) {
        self.detail = detail
        switch status {
        case .waiting: begin()
        case .ready where levels.isPreview: if !previewSuffices { fetch() }
        // A photo that is cut short can be enlarged too, as far as it goes.
        case .ready, .failed: decodeIfNeeded()
        case .fetching, .decoding: break
        }
    }

    /// Retries after a failure.
    package func retry() {
        guard case .failed = status else { return }
        cancel()
        bytes.forget()
        status = .waiting
        if library?.forgetFailures() == true {
            begin()
        } else {
            // The copy on disk is what has failed.
            fetch(revalidates: true)
        }
        observer?()
    }

    /// Cancels running work; results so far stay, and loading can continue.
    package func cancel() {
        bytes.cancel()
        library?.cancel()
        awaitsLibrary = false
        decoding.cancel()
        endParts()
        switch status {
        case .fetching: status = .waiting
        case .decoding: status = layers.isEmpty ? .waiting : levels.status
        case .waiting, .ready, .failed: break
        }
    }

    package func release(finerThan level: Int) { levels.release(finerThan: level) }

    // MARK: - The library's picture

    /// Loads the library's smaller picture, if there is one, and the photo itself if that does not suffice.
    private func begin() {
        guard let library else { return fetch() }
        if !library.hasEnded { library.start { [weak self] in self?.libraryAnswered() } }
        guard library.hasPicture else { return fetch() }
        awaitsLibrary = true
        status = .fetching(fraction: nil)
        if library.hasEnded { libraryAnswered() }
    }

    private func libraryAnswered() {
        if let library, let picture = library.picture, let size = library.size {
            levels.show(preview: picture, of: size)
        }
        if awaitsLibrary, library?.hasEnded == true {
            awaitsLibrary = false
            if previewSuffices { status = .ready } else { fetch() }
        }
        observer?()
    }

    private var previewSuffices: Bool { levels.previewSuffices(for: detail ?? .level(0)) }

    // MARK: - Fetching

    private func fetch(revalidates: Bool = false) {
        if let fetched { return decode(fetched) }
        status = .fetching(fraction: nil)
        let request = FetchRequest(
            url: url, revalidates: revalidates, sharesBytes: true, seenSince: seenSince,
            refusesDrawings: MadePicture.isAt(url, of: nil))
        bytes.fetch(request) { [weak self] in
            self?.progressed($0)
        } ended: { [weak self] in
            self?.fetched($0)
        }
    }

    private func progressed(_ progress: FetchProgress) {
        status = .fetching(fraction: progress.fraction)
        if isUrgent, let bytes = progress.bytes { decodePart(bytes) }
        observer?()
    }

    private func fetched(_ result: Result<FetchedData, FetchFailure>) {
        switch result {
        case .success(let fetched): decode(fetched)
        // Not by this load: it can be requested again.
        case .failure(.cancelled): status = .waiting
        case .failure(let failure): status = .failed(.fetch(failure))
        }
        observer?()
    }

    // MARK: - Parts

    /// Shows the available part of an arriving photo: of a JPEG, its upper part, or the whole less sharply. For other
    /// formats, each step would cost as much as the whole.
    private func decodePart(_ bytes: Data) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), photo == nil || levels.isPartial, !levels.isPreview else {
            return
        }
        guard !partDecoding.isUnderWay else {
            nextPart = bytes
            return
        }
        partDecoding.start(bytes, at: partDetail) { [weak self] in self?.decodedPart($0) }
    }

    /// Nobody zooms into what has not arrived.
    private var partDetail: PhotoDetail {
        if case .fitting = detail { detail ?? .level(2) } else { .level(2) }
    }

    private func decodedPart(_ result: Result<DecodedPhoto, DecodeFailure>) {
        if case .success(let photo) = result { levels.add(photo, isPartial: true) }
        if let bytes = nextPart.take() { decodePart(bytes) }
        observer?()
    }

    private func endParts() {
        partDecoding.cancel()
        nextPart = nil
    }

    // MARK: - Decoding

    private func decodeIfNeeded() {
        if let detail, let fetched, levels.lacks(detail) { decode(fetched) }
    }

    private func decode(_ fetched: FetchedData) {
        guard !decoding.isUnderWay else { return }
        endParts()
        // An error stays visible while more detail is decoded.
        if levels.status == .ready || levels.isPartial { status = .decoding }
        decoding.start(
            fetched.data, at: detail ?? .level(0), priority: priority,
            checked: { [fetcher = services.fetcher, url] result in
                // Before the URL can be requested again.
                if result.problem?.isOfBytes == true { fetcher.discard(url) }
            },
            ended: { [weak self] in self?.decoded($0) })
    }

    private func decoded(_ result: Result<DecodedPhoto, DecodeFailure>) {
        switch result {
        case .success(let photo):
            levels.add(photo, isPartial: false)
            status = levels.status
            // More detail may be wanted by now.
            decodeIfNeeded()
        case .failure(.cancelled): status = layers.isEmpty ? .waiting : levels.status
        // It is decoded when it is shown: the photo that is open has the memory.
        case .failure(.outOfMemory) where !isUrgent: status = layers.isEmpty ? .waiting : levels.status
        case .failure(let failure): status = .failed(.decode(failure))
        }
        observer?()
    }
}

extension Result<DecodedPhoto, DecodeFailure> {
    /// The photo's error, even if something can be shown.
    fileprivate var problem: DecodeFailure? {
        switch self {
        case .success(let photo): photo.problem
        case .failure(let failure): failure
        }
    }
}

/// The progress of a photo on its page.
package enum PhotoStatus: Sendable, Equatable {
    /// Idle.
    case waiting
    /// Fetching; the fraction, 0 to 1, if the length is known.
    case fetching(fraction: Double?)
    case decoding
    /// Ready at the wanted sharpness.
    case ready
    /// Failed, or incomplete: the available part is shown.
    case failed(PhotoFailure)

    /// Whether nothing more happens by itself.
    package var isFinal: Bool {
        switch self {
        case .ready, .failed: true
        case .waiting, .fetching, .decoding: false
        }
    }
}
