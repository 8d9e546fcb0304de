import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Runs a slideshow on the page of one photo: asks `Slideshow` what to do, and does it.
@MainActor
final class SlideshowPlayer {
    struct Settings: Equatable {
        /// For how long each photo is shown.
        var seconds = 5
        var isRandom = false
        /// Whether it starts again after the last.
        var goesRound = true
        var fades = true
    }

    var onPause: (@MainActor () -> Void)?
    /// Called with a photo that failed and is skipped.
    var onPassOver: (@MainActor (PhotoRecord) -> Void)?
    var onEnd: (@MainActor () -> Void)?

    private let photos: PhotoPresenter
    private let list: PhotoListView
    /// The entries that it shows; nil for whatever the list shows.
    private let entries: [UInt32]?
    private var settings: Settings
    private var show: Slideshow
    private let fade: SlideFade
    private var timer: MainTimer?
    private var isActing = false
    private var looksAgain = false
    private var isOver = false
    /// The photos that wait for their months to be read: the one shown, or the next.
    private var awaited: [PhotoRecord] = []

    /// A show of `entries`, or of all the list, from `record` on, on the page of `photos`.
    init(_ photos: PhotoPresenter, of entries: [UInt32]?, from record: PhotoRecord, settings: Settings) {
        self.photos = photos
        list = photos.list
        self.entries = entries
        self.settings = settings
        fade = SlideFade(on: photos.page.canvas)
        show = Slideshow(
            SlideOrder(count: 1, startingAt: 0, isRandom: false, goesRound: false), intervalMilliseconds: 0)
        show = Self.show(settings, count: count, from: place(of: record))
    }

    private static func show(_ settings: Settings, count: Int, from place: Int) -> Slideshow {
        Slideshow(
            SlideOrder(
                count: count, startingAt: place, isRandom: settings.isRandom, goesRound: settings.goesRound),
            intervalMilliseconds: settings.seconds * 1000)
    }

    var isPaused: Bool { show.isPaused }

    /// The photos that are to be there before they are shown.
    var nextPhotos: [PhotoRecord] { show.order.upcoming().flatMap(photo).map { [$0] } ?? [] }

    // MARK: - What a person does

    func pauseOrGoOn() {
        handle(.pauseOrGoOn)
        onPause?()
    }

    /// Space would lead to the next photo; answers whether that was meant for the show.
    func pressed(_ key: KeyPress) -> Bool {
        guard key.plainName == "space" else { return false }
        pauseOrGoOn()
        return true
    }

    func step(isNext: Bool) { handle(.step(isNext: isNext)) }

    func change(to settings: Settings) {
        let isAnother = (settings.isRandom, settings.goesRound) != (self.settings.isRandom, self.settings.goesRound)
        self.settings = settings
        if isAnother {
            show.order = Self.show(settings, count: count, from: show.order.current).order
        }
        show.interval = settings.seconds * 1000
        handle(.look)
    }

    func end() {
        guard !isOver else { return }
        isOver = true
        timer = nil
        fade.stop()
        awaitMonths(of: [])
        onEnd?()
    }

    // MARK: - What happens

    /// A photo has become sharp or failed, or other rows are in the list.
    func look() { handle(.look) }

    private func handle(_ event: Slideshow.Event) {
        guard !isOver else { return }
        // Showing a photo may tell of it at once.
        guard !isActing else {
            looksAgain = true
            return
        }
        isActing = true
        if entries == nil { show.order.grow(to: count) }
        for action in show.handle(event, at: MonotonicClock.milliseconds, readiness: readiness) { perform(action) }
        isActing = false
        if looksAgain {
            looksAgain = false
            return handle(.look)
        }
        guard !isOver else { return }
        let near = [show.order.current, show.order.upcoming()].compactMap(\.self).compactMap { photo(at: $0) }
        awaitMonths(of: near.filter { $0.isUnread && !hasFailed($0) })
    }

    /// Has the months of these photos read, and looks again when they are.
    private func awaitMonths(of records: [PhotoRecord]) {
        guard !records.elementsEqual(awaited, by: { $0 === $1 }) else { return }
        for record in awaited { record.stopObserving(as: self) }
        awaited = records
        for record in records {
            record.observe(as: self) { [weak self] change in
                switch change {
                case .read, .state: self?.handle(.look)
                case .isInProgress, .isStale, .isCutShort, .summary: break
                }
            }
        }
        if !records.isEmpty { list.library.want([photos.record].compactMap(\.self) + records) }
    }

    private func hasFailed(_ record: PhotoRecord) -> Bool {
        if case .failed = record.state { true } else { false }
    }

    private func perform(_ action: Slideshow.Action) {
        switch action {
        case .show(let place, let fades):
            guard let record = photo(at: place) else { return }
            let image = fades && settings.fades && Style.hasAnimations ? photos.page.canvas.image : nil
            fade.stop()
            photos.show(record)
            if let image { fade.begin(from: image) }
        case .prepare(let place): if let photo = photo(at: place) { photos.loads.prepare(photo) }
        case .passOver(let place): if let record = photo(at: place) { onPassOver?(record) }
        case .wake(let milliseconds):
            timer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.look) }
        case .end: end()
        }
    }

    // MARK: - Places

    private var count: Int { entries?.count ?? list.records.photoCount }

    private func photo(at place: Int) -> PhotoRecord? {
        guard let entries else { return list.records.photo(at: place) }
        guard entries.indices.contains(place) else { return nil }
        return list.records.row(ofEntry: Int(entries[place])).flatMap(list.records.record)
    }

    private func place(of record: PhotoRecord) -> Int {
        guard let entries else { return list.records.photoNumber(of: record) ?? 0 }
        guard let entry = list.records.entry(of: record) else { return 0 }
        return entries.firstIndex(of: UInt32(entry)) ?? 0
    }

    private func readiness(_ place: Int) -> Slideshow.Readiness {
        guard let record = photo(at: place) else { return .failed }
        if record.isUnread { return hasFailed(record) ? .failed : .coming }
        return record.photoURL.map(photos.loads.readiness) ?? .failed
    }
}
