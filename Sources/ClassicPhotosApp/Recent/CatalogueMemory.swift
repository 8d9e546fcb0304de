import Foundation
import GLibBridge
import PhotoCore

/// Where a list starts: the first photo on screen, and the focused entry, if any.
typealias ListStart = (spot: ListPlace.Spot, focused: Int?)

/// What one window remembers of its catalogue: where the person stands, now and last time.
@MainActor
final class CatalogueMemory {
    private unowned let owner: PhotoWindow
    /// The place to which the list still has to return.
    private var awaited: PlaceReturn?
    /// Differs for each opened catalogue, and once something is searched for in it.
    private var opening = 0
    private var openedAt = 0
    /// A local catalogue of a hundred thousand photos is read within this time. An empty window for longer would look
    /// like a fault.
    private static let patienceMilliseconds = 1000
    /// What is searched for as soon as there are rows.
    private var search = ""
    private var restTimer: MainTimer?
    /// A program that is killed forgets this much; a person who looks around writes to the disk this often.
    private static let restMilliseconds = 3000
    private var keeping = PictureKeeping()
    private var namesKeeping = NamesKeeping()
    private let arrival = PhotoArrival()

    private var list: PhotoListView { owner.list }
    private var recent: RecentControl { owner.program.recent }

    init(of owner: PhotoWindow) { self.owner = owner }

    /// `source` is going to be opened: asks where the person stood in it, unless `place` says so. With `opensPhoto`,
    /// its focused photo opens as soon as the list is there.
    func willOpen(_ source: CatalogueSource, at place: CataloguePlace? = nil, opensPhoto: Bool = false) {
        awaited = nil
        arrival.expects(opensPhoto)
        search = ""
        restTimer = nil
        opening += 1
        openedAt = MonotonicClock.milliseconds
        if let place { awaited = PlaceReturn(to: place) }
        guard place == nil, !owner.isScreenshot else { return }
        let opening = opening
        recent.place(in: source) { [weak self] place in
            guard let self, let place, opening == self.opening else { return }
            awaited = PlaceReturn(to: place)
            // The rows may be there already.
            if owner.opening.source?.text == source.text, let catalogue = list.catalogue { grew(to: catalogue) }
        }
    }

    /// Whether the first rows wait for those where the person stood: their photos would be loaded for nothing.
    func waits(for catalogue: Catalogue) -> Bool {
        guard awaited?.step(in: catalogue) == .wait else { return false }
        return MonotonicClock.milliseconds - openedAt < Self.patienceMilliseconds
    }

    /// Where the list of a newly opened catalogue starts; nil for its beginning, or if that is not known yet.
    func start(in catalogue: Catalogue) -> ListStart? {
        guard let step = awaited?.step(in: catalogue) else { return nil }
        guard case .go(let spot, let focused) = step else {
            // If it is complete already, nothing else looks for the place.
            take(step, in: catalogue)
            return nil
        }
        awaited = nil
        return (spot, arrives(at: focused))
    }

    /// The list is about to stand at `entry`; nil if the photo that was meant is not in it. Returns the entry whose row
    /// gets the focus.
    private func arrives(at entry: Int?) -> Int? {
        let opens = arrival.arrives(at: entry) { [weak self] entry in
            guard let self, !owner.isClosed, let record = list.record(ofEntry: entry) else { return false }
            owner.show(record)
            return true
        }
        // The photo's page has it.
        return opens ? nil : entry
    }

    /// The list has other rows.
    func rowsChanged() { arrival.rowsChanged() }

    /// What was going to be opened is not: the list that stays is remembered again.
    func failedToOpen() {
        awaited = nil
        arrival.expects(false)
        opening += 1
    }

    /// The list has more rows: goes where the person stood, unless they have gone elsewhere.
    func grew(to catalogue: Catalogue) {
        guard let step = awaited?.step(in: catalogue) else { return }
        guard list.placing.geometry.isAtTop, owner.photos?.isOpen != true else {
            awaited = nil
            arrival.expects(false)
            return
        }
        take(step, in: catalogue)
    }

    private func take(_ step: PlaceReturn.Step, in catalogue: Catalogue) {
        switch step {
        case .wait: break
        case .stay: awaited = nil
        case .go(let spot, let focused):
            awaited = nil
            list.restore((spot, arrives(at: focused)))
        case .search:
            guard let place = awaited else { return }
            awaited = nil
            let opening = opening
            DispatchQueue.global(qos: .userInitiated).async { [weak self] in
                let step = place.find(in: catalogue)
                MainContext.shared.perform {
                    guard let self, opening == self.opening, self.list.placing.geometry.isAtTop else { return }
                    self.take(step, in: catalogue)
                }
            }
        }
    }

    /// Whether what the list holds in memory was removed from the disk since its catalogue was opened.
    var isForgotten: Bool { keeping.isForbidden }

    /// All pictures were removed from the disk: none comes back from memory.
    func picturesRemoved() {
        keeping.removed()
        namesKeeping.removed()
    }

    /// The catalogue's first rows are shown.
    func opened(_ source: CatalogueSource, title: String) {
        keeping = PictureKeeping()
        namesKeeping = NamesKeeping()
        if !owner.isScreenshot { recent.opened(source, title: title) }
    }

    /// The person may stand somewhere else: remembers the place soon, because a program may be killed.
    func stands() {
        guard !owner.isScreenshot, !owner.isClosed, restTimer == nil else { return }
        restTimer = MainTimer(after: Self.restMilliseconds) { [weak self] in
            guard let self else { return }
            restTimer = nil
            // The end of the movement follows.
            if !owner.isClosed, !list.movement.isMoving { remember(isLeaving: false) }
        }
    }

    /// The person looks for `text` in the catalogue that is being opened, and not at where they stood in it.
    func willFind(_ text: String) {
        search = text
        awaited = nil
        arrival.expects(false)
        // An answer that is on its way comes too late.
        opening += 1
    }

    /// The opened catalogue has rows: searches for what the person looks for.
    func find() {
        let text = search
        search = ""
        if !text.isEmpty { owner.pane.find(text) }
    }

    /// The window is about to show something else: remembers where the person stands.
    func leave() { remember(isLeaving: true) }

    private func remember(isLeaving: Bool) {
        guard !owner.isScreenshot, awaited == nil, let source = owner.opening.source, let catalogue = list.catalogue
        else { return }
        let record = owner.photos?.isOpen == true ? owner.photos?.record : nil
        let place: CataloguePlace?
        if let entry = record.flatMap(list.records.entry) {
            place = CataloguePlace(.init(entry: entry, offset: 0), isAtTop: entry == 0, focused: entry, in: catalogue)
        } else if let spot = list.visible.firstSpot {
            place = CataloguePlace(
                spot, isAtTop: list.placing.geometry.isAtTop, focused: list.visible.focusedEntry(wholly: true),
                in: catalogue)
        } else {
            // Not laid out yet.
            return
        }
        let records = record.map { [$0] } ?? list.visible.photos.map(\.record)
        var picture: PixelBuffer?
        if keeping.isDue(isLeaving: isLeaving) {
            picture = records.lazy.compactMap { self.list.pictures.picture(of: $0) }.first
        }
        if picture != nil { keeping.kept() }
        if namesKeeping.isDue(catalogue, isLeaving: isLeaving) {
            namesKeeping.kept(catalogue)
            recent.keepNames(in: catalogue, of: source)
        }
        recent.left(source, title: owner.opening.ownTitle, at: place, picture: picture)
    }
}
