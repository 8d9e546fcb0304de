import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Loads the photo shown in the detail that its view needs, then those that may be next; nothing while photos fly by.
@MainActor
final class PhotoLoads {
    enum Event {
        case pixels
        case status
        /// Any photo's status, after all else.
        case any
    }

    /// A photo of at most this many pixels gets its full detail before it is zoomed: 128 MB, and a quarter of a second.
    private static let cheapPixels = 32_000_000
    /// A large photo's detail is released this long after it was last zoomed.
    private static let closeMilliseconds = 3000

    let services: PhotoLoad.Services
    /// When the list was opened, in seconds since 1970: what its rows have fetched since is not asked for again.
    var seenSince: Double?
    var onEvent: (@MainActor (Event) -> Void)?
    /// Answers which photos may be next, the most likely first.
    var neighbours: (@MainActor () -> [PhotoRecord])?
    /// Whether these are loaded before they are shown; those that are loaded already stay.
    var loadsAhead: @MainActor () -> Bool = { true }
    /// Answers what a library has of a photo.
    var library: (@MainActor (PhotoRecord) -> LibraryPhoto?)?
    private let view: @MainActor () -> PhotoViewport
    private var loads: [URL: PhotoLoad] = [:]
    private var shown: PhotoRecord?
    /// Whether photos fly by: the list's own rule of movement and rest.
    private var flight = ScrollActivity()
    private var restTimer: MainTimer?
    private var detailTimer: MainTimer?
    private var player: PhotoPlayer?
    /// The frame that a moving photo shows now.
    private var frame: [Int: PhotoLayer]?

    /// Loads nothing yet; `view` answers how the page shows the photo.
    init(_ services: PhotoLoad.Services, view: @escaping @MainActor () -> PhotoViewport) {
        self.services = services
        self.view = view
    }

    var current: PhotoLoad? { shown?.photoURL.flatMap { loads[$0] } }
    /// What there is of the photo shown, by level of detail.
    var layers: [Int: PhotoLayer] { frame ?? current?.layers ?? [:] }

    // MARK: - Failures

    /// Whether the photo shown has failed, and may come if it is tried again.
    var hasFailed: Bool {
        if case .failed(let failure) = current?.status { failure.canRetry } else { false }
    }

    /// What failed may come now: the network is back, a server accepts a password, or the person asks.
    func retryFailed() { if hasFailed { current?.retry() } }

    // MARK: - What is shown

    /// Another photo is shown, or none; `load` begins it.
    func show(_ record: PhotoRecord?) {
        player = nil
        frame = nil
        shown = record
    }

    /// Another photo was shown by a step: loading begins once the steps pause.
    func step() { handle(.movement) }

    private func handle(_ event: ScrollActivity.Event) {
        for action in flight.handle(event, at: MonotonicClock.milliseconds) {
            switch action {
            case .suspend: break
            case .wake(let milliseconds):
                restTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.timer) }
            case .look: load()
            }
        }
    }

    /// Loads the photo shown, and gives up what neither is shown nor may be next.
    func load() {
        guard !flight.isMoving else { return }
        let near = (neighbours?() ?? []).map(\.photoURL)
        drop { $0 != shown?.photoURL && !near.contains($0) }
        guard let shown, let load = load(of: shown) else { return }
        for other in loads.values {
            other.isUrgent = other === load
            if other !== load { releaseDetail(of: other) }
        }
        load.want(view().detail)
        changed(load)
    }

    /// The load of a photo, which may be a new one; nil if it has no address.
    private func load(of record: PhotoRecord) -> PhotoLoad? {
        guard let url = record.photoURL else { return nil }
        if let load = loads[url] { return load }
        let load = PhotoLoad(url, services: services, seenSince: seenSince, library: library?(record))
        load.observer = { [weak self, weak load] in
            if let load { self?.changed(load) }
        }
        loads[url] = load
        return load
    }

    private func changed(_ load: PhotoLoad) {
        defer { onEvent?(.any) }
        guard load === current else { return releaseDetail(of: load) }
        onEvent?(.pixels)
        onEvent?(.status)
        play(load)
        guard load.status.isFinal, !flight.isMoving else { return }
        let next = loadsAhead() ? neighbours?() ?? [] : []
        for neighbour in next.compactMap({ self.load(of: $0) }) where neighbour.status == .waiting {
            neighbour.want(.fitting(view().pixels))
        }
        if isCheap(load) { load.want(.level(0)) }
    }

    private func isCheap(_ load: PhotoLoad) -> Bool {
        !load.showsPreview && load.uprightSize.map { $0.width * $0.height <= Self.cheapPixels } == true
    }

    /// The view shows another part of the photo, or in another size.
    func viewChanged() {
        guard let load = current, !flight.isMoving else { return }
        load.want(view().detail)
        guard view().zoom == .fit, !isCheap(load), !load.layers.isEmpty else {
            detailTimer = nil
            return
        }
        guard detailTimer == nil else { return }
        detailTimer = MainTimer(after: Self.closeMilliseconds) { [weak self, weak load] in
            guard let self else { return }
            detailTimer = nil
            if load === current { releaseDetail() }
        }
    }

    // MARK: - The photos of a slideshow

    /// Loads a photo before it is shown.
    func prepare(_ record: PhotoRecord) {
        guard record.photoURL != shown?.photoURL, let load = load(of: record) else { return }
        if load.status == .waiting, !flight.isMoving, current?.status.isFinal == true {
            load.want(.fitting(view().pixels))
        }
    }

    func readiness(of url: URL) -> Slideshow.Readiness {
        switch loads[url]?.status {
        case .ready: .sharp
        case .failed: .failed
        case .waiting, .fetching, .decoding, nil: .coming
        }
    }

    // MARK: - Memory

    /// Gives up all but what is seen: memory is short.
    func releaseMemory() {
        drop { $0 != shown?.photoURL }
        releaseDetail()
    }

    func dropAll() {
        show(nil)
        drop { _ in true }
        restTimer = nil
        detailTimer = nil
        flight = ScrollActivity()
    }

    private func drop(where isDropped: (URL) -> Bool) {
        for (url, load) in loads where isDropped(url) {
            load.observer = nil
            load.cancel()
            loads[url] = nil
        }
    }

    /// Gives up the detail that is not seen.
    func releaseDetail() {
        for load in loads.values where load !== current { releaseDetail(of: load) }
        guard let load = current, view().zoom == .fit else { return }
        releaseDetail(of: load)
        onEvent?(.pixels)
    }

    /// Keeps only what the screen shows of the photo as a whole.
    private func releaseDetail(of load: PhotoLoad) {
        guard load.status == .ready, let size = load.uprightSize else { return }
        load.release(finerThan: PhotoDetail.fitting(view().pixels).level(of: size))
    }

    private func play(_ load: PhotoLoad) {
        guard let photo = load.photo, let frames = photo.frames, player == nil else { return }
        let size = photo.orientation.turned(photo.size)
        player = PhotoPlayer(
            frames, for: PlayTime(isStill: !Style.hasAnimations), queue: services.queue,
            mainContext: services.mainContext,
            level: { [weak self] in self?.view().detail.level(of: size) ?? 0 }
        ) { [weak self, weak load] planes in
            guard let self, let load, current === load else { return }
            let layers = planes.map {
                ($0, PhotoLayer($1, level: $0, of: photo.size, orientation: photo.orientation))
            }
            frame = Dictionary(uniqueKeysWithValues: layers)
            onEvent?(.pixels)
        }
    }
}
