import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Photos moved to the trash together, and the data to restore the list.
struct ThrownPhotos {
    let files: [TrashedFile]
    let place: Place
    /// The former list of pictures, if it was one: folders update themselves.
    var source: CatalogueSource?

    struct Place {
        /// The first and the last row.
        let rows: ClosedRange<Int>
        /// Whether they were chosen by selection; otherwise by focus or on the page.
        let areSelected: Bool
    }
}

/// A move to the trash that has not ended.
private struct PhotoMove {
    let files: Set<URL>
    /// Set when it is undone before its end.
    let isUnwanted = CancellationFlag()
}

@MainActor
final class PhotoTrash {
    private let list: PhotoListView
    private let photos: PhotoPresenter
    private let opening: CatalogueOpening
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private let trash = Trash(mainContext: MainContext.shared)
    private let returned: ReturnedPhotos
    /// The stack of actions that can be undone.
    private var thrown: [ThrownPhotos] = []
    /// They end in their order.
    private var moves: [PhotoMove] = []
    var onChange: (@MainActor () -> Void)?

    /// The desktop's file manager offers undo for as long.
    private static let offerSeconds = 10

    init(
        in list: PhotoListView, and photos: PhotoPresenter, of opening: CatalogueOpening,
        in window: ApplicationWindow, _ toasts: ToastOverlay
    ) {
        self.list = list
        self.photos = photos
        self.opening = opening
        self.window = window
        self.toasts = toasts
        returned = ReturnedPhotos(in: list, and: photos, of: opening)
    }

    var canBringBack: Bool { !thrown.isEmpty || lastMove != nil }

    private var lastMove: PhotoMove? { moves.last { !$0.isUnwanted.isCancelled } }

    func rowsChanged() { returned.rowsChanged() }

    /// Moves those that are files to the trash. `unread` more are meant, which nothing is known of.
    func throwAway(_ targets: [PhotoTarget], unread: Int) {
        if targets.isEmpty, unread == 0 { return }
        let files = targets.filter(\.isLocal)
        guard !files.isEmpty else {
            let text = targets.isEmpty ? FindingText.leftOut(unread) : DesktopText.nothingToTrash
            return toasts.say(text)
        }
        // They stay in the list until the move ends.
        let urls = files.map(\.url).filter { url in !moves.contains { $0.files.contains(url) } }
        guard !urls.isEmpty else { return }
        let place = place
        let move = PhotoMove(files: Set(urls))
        moves.append(move)
        onChange?()
        trash.move(urls, until: move.isUnwanted) { [weak self] outcome in
            self?.thrownAway(outcome, remote: targets.count - files.count, unread: unread, from: place)
        }
    }

    private var place: ThrownPhotos.Place {
        let entries = photos.isOpen ? [] : list.selection.shownEntries
        let ends = [entries.first, entries.last].compactMap { $0.flatMap { list.records.row(ofEntry: Int($0)) } }
        if let first = ends.min(), let last = ends.max() { return .init(rows: first...last, areSelected: true) }
        let row = photos.row ?? list.meant.focused.flatMap(list.records.row) ?? 0
        return .init(rows: row...row, areSelected: false)
    }

    private func thrownAway(_ outcome: Trash.Outcome, remote: Int, unread: Int, from place: ThrownPhotos.Place) {
        let move = moves.removeFirst()
        let gone = outcome.trashed.map(\.original) + outcome.outOfReach
        if !gone.isEmpty {
            var thrown = ThrownPhotos(files: outcome.trashed, place: place)
            leave(Set(gone), place)
            thrown.source = forget(gone)
            let trashed = DesktopText.trashed(gone.map(\.shownName), remote: remote)
            let text = FindingText.adding(leftOut: unread, to: trashed)
            if outcome.trashed.isEmpty {
                toasts.say(text)
            } else if move.isUnwanted.isCancelled {
                restore(thrown)
            } else {
                self.thrown.append(thrown)
                toasts.say(text, button: .undo, seconds: Self.offerSeconds)
            }
        }
        onChange?()
        if !outcome.failed.isEmpty {
            window.sayFailure(DesktopText.failed(outcome.failed.map { ($0.url.shownName, $0.failure.description) }))
        }
    }

    /// Shows the photo that replaces removed ones, on the page and in the list: the next, or the previous one after the
    /// last.
    private func leave(_ gone: Set<URL>, _ place: ThrownPhotos.Place) {
        // The list may or may not contain removed photos, even earlier ones.
        let gone = gone.union(thrown.flatMap(\.files).map(\.original))
        func next(from row: Int) -> PhotoRecord? {
            RowAddresses(of: list.records).photo(inPlaceOf: row, leaving: gone)
        }
        if let record = photos.record {
            guard let url = record.photoURL, gone.contains(url), let row = photos.row else { return }
            if let next = next(from: row), let number = photos.number, let other = list.records.photoNumber(of: next) {
                photos.step(other - number)
            } else {
                photos.close()
            }
        } else if let next = next(from: place.rows.upperBound) {
            if place.areSelected { list.select(next) } else { list.focus(entry: list.records.entry(of: next)) }
        }
    }

    /// Removes photos from a list of pictures, and returns the former list. A catalogue still names them: their rows
    /// then report that they are missing.
    private func forget(_ gone: [URL]) -> CatalogueSource? {
        let set = Set(gone)
        guard case .url(let url) = opening.source, let list = PictureList(url),
            let rest = PictureList(list.pictures.filter { !set.contains($0) }).url
        else {
            filesChanged(gone)
            return nil
        }
        let before = opening.source
        opening.follow(.url(rest))
        return before
    }

    private func filesChanged(_ files: [URL]) {
        if opening.source?.folder == nil { list.loading.filesChanged(Set(files.map(\.filePath))) }
    }

    // MARK: - Bringing back

    func bringBack() {
        if let lastMove {
            lastMove.isUnwanted.cancel()
        } else if let last = thrown.popLast() {
            toasts.dismissOffer()
            restore(last)
        }
        onChange?()
    }

    private func restore(_ thrown: ThrownPhotos) {
        trash.restore(thrown.files) { [weak self] outcome in self?.broughtBack(outcome, thrown) }
    }

    private func broughtBack(_ outcome: Trash.Restoring, _ thrown: ThrownPhotos) {
        let back = outcome.restored.map(\.original)
        if !back.isEmpty {
            if let source = thrown.source { opening.follow(source) } else { filesChanged(back) }
            let isNewVersion = thrown.source != nil || opening.source?.folder != nil
            returned.lead(
                to: back, near: thrown.place.rows.lowerBound, selecting: thrown.place.areSelected,
                inNewVersion: isNewVersion)
            toasts.say(DesktopText.restored(back.map(\.shownName)))
        }
        if !outcome.failed.isEmpty {
            window.sayFailure(
                DesktopText.failed(outcome.failed.map { ($0.file.original.shownName, $0.failure.description) }))
        }
    }
}
