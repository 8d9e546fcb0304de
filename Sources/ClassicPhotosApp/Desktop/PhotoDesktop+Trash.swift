import Foundation
import GtkBridge
import PhotoCore
import PhotoServices

/// Photos that were thrown away together, and what brings the list back that they were in.
struct ThrownPhotos {
    let files: [TrashedFile]
    /// What the list of pictures was called with them, where it was one: folders follow by themselves.
    var source: CatalogueSource?
}

/// Throwing photos away, and bringing them back.
extension PhotoDesktop {
    /// As long as the desktop's own file manager offers to undo it.
    private static let offerSeconds = 10

    func throwAway(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal)
        guard !files.isEmpty else { return say(DesktopText.nothingToTrash) }
        let next = owner.photos?.isOpen == true ? nil : owner.list.rowAfterSelection
        trash.move(files.map(\.url)) { [weak self] outcome in
            self?.thrownAway(outcome, remote: targets.count - files.count, next: next)
        }
    }

    private func thrownAway(_ outcome: Trash.Outcome, remote: Int, next: PhotoRecord?) {
        let gone = outcome.trashed.map(\.original) + outcome.outOfReach
        if !gone.isEmpty {
            var thrown = ThrownPhotos(files: outcome.trashed)
            leave(Set(gone), next: next)
            thrown.source = forget(gone)
            let text = DesktopText.trashed(gone.map(\.shownName), remote: remote)
            if outcome.trashed.isEmpty {
                say(text)
            } else {
                self.thrown.append(thrown)
                owner.toasts.say(
                    text, button: "Undo", action: "win.\(DesktopAction.undo.name)", seconds: Self.offerSeconds)
            }
            update()
        }
        if !outcome.failed.isEmpty {
            fail(DesktopText.failed(outcome.failed.map { ($0.url.shownName, $0.failure.description) }))
        }
    }

    /// Shows the next photo in the place of one that has gone; in the list, selects the one after those that have.
    private func leave(_ gone: Set<URL>, next: PhotoRecord?) {
        if let photos = owner.photos, let record = photos.record {
            guard let url = PhotoPresenter.url(of: record), gone.contains(url), let row = photos.row else { return }
            // The list may have followed already, or not even yet what was thrown away before.
            let gone = gone.union(thrown.flatMap(\.files).map(\.original))
            let follows = row..<min(row + Self.mostGone, max(row, owner.list.shownCount))
            let goesBefore = max(0, row - Self.mostGone)..<row
            let next = (Array(follows) + goesBefore.reversed()).first { row in
                owner.list.photo(at: row).flatMap(PhotoPresenter.url).map { !gone.contains($0) } ?? false
            }
            if let next { photos.step(next - row) } else { photos.close() }
        } else if let next {
            owner.list.select(next)
        }
    }

    /// Faster than the list follows, nobody throws away more photos one by one.
    private static let mostGone = 100

    /// Takes photos out of a list of pictures, and gives back what that was before. A catalogue goes on naming them: their
    /// rows then say that they are not there.
    private func forget(_ gone: [URL]) -> CatalogueSource? {
        let set = Set(gone)
        guard case .url(let url) = owner.source, let list = PictureList(url),
            let rest = PictureList(list.pictures.filter { !set.contains($0) }).url
        else {
            filesChanged(gone)
            return nil
        }
        let before = owner.source
        owner.followSource(.url(rest))
        return before
    }

    private func filesChanged(_ files: [URL]) {
        if owner.source?.folder == nil { owner.list.filesChanged(Set(files.map(\.filePath))) }
    }

    // MARK: - Bringing back

    func bringBack() {
        guard let last = thrown.popLast() else { return }
        owner.toasts.dismissOffer()
        update()
        trash.restore(last.files) { [weak self] outcome in self?.broughtBack(outcome, last) }
    }

    private func broughtBack(_ outcome: Trash.Restoring, _ thrown: ThrownPhotos) {
        let back = outcome.restored.map(\.original)
        if !back.isEmpty {
            if let source = thrown.source { owner.followSource(source) } else { filesChanged(back) }
            say(DesktopText.restored(back.map(\.shownName)))
        }
        if !outcome.failed.isEmpty {
            fail(
                DesktopText.failed(outcome.failed.map { ($0.file.original.shownName, $0.failure.description) }))
        }
    }
}
