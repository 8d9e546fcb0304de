import Foundation
import PhotoCore

/// Shows photos restored from the trash once the list contains them: a folder must be read again first.
@MainActor
final class ReturnedPhotos {
    private struct Wanted {
        let urls: Set<URL>
        /// The first one's former row.
        let row: Int
        let areSelected: Bool
        /// The open catalogue.
        let source: CatalogueSource?
    }

    private let list: PhotoListView
    private let photos: PhotoPresenter
    private let opening: CatalogueOpening
    private var wanted: Wanted?

    init(in list: PhotoListView, and photos: PhotoPresenter, of opening: CatalogueOpening) {
        self.list = list
        self.photos = photos
        self.opening = opening
    }

    /// These photos are back, the first of them near `row`. `isNewVersion`: the list is about to be replaced.
    func lead(to urls: [URL], near row: Int, selecting areSelected: Bool, inNewVersion isNewVersion: Bool) {
        let wanted = Wanted(urls: Set(urls), row: row, areSelected: areSelected, source: opening.source)
        // The current list may predate their removal.
        if !show(wanted) || isNewVersion { self.wanted = wanted }
    }

    func rowsChanged() {
        guard let wanted else { return }
        if wanted.source != opening.source || show(wanted) { self.wanted = nil }
    }

    /// Shows those in the list; false if there are none.
    private func show(_ wanted: Wanted) -> Bool {
        let records = RowAddresses(of: list.records).photos(at: wanted.urls, near: wanted.row)
        guard let first = records.first else { return false }
        if photos.isOpen {
            if photos.record !== first { photos.show(first) }
            return true
        }
        if wanted.areSelected {
            for (number, record) in records.enumerated() {
                if let row = list.records.row(of: record) { list.selection.select(row..<row + 1, only: number == 0) }
            }
        }
        list.focus(entry: list.records.entry(of: first))
        return true
    }
}
