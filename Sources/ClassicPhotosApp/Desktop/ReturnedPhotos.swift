import Foundation
import PhotoCore

/// Leads back to photos that were brought back from the trash, once the list has them again: a folder is read anew
/// before it shows them.
@MainActor
final class ReturnedPhotos {
    private struct Wanted {
        let urls: Set<URL>
        /// Where the first of them was.
        let row: Int
        /// Whether they were selected.
        let areSelected: Bool
        /// What was open.
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

    /// These are back, the first of them near `row`. `isNewVersion` says whether the list is about to be another.
    func lead(to urls: [URL], near row: Int, selecting areSelected: Bool, inNewVersion isNewVersion: Bool) {
        let wanted = Wanted(urls: Set(urls), row: row, areSelected: areSelected, source: opening.source)
        // What the list shows now may be from before they were thrown away.
        if !show(wanted) || isNewVersion { self.wanted = wanted }
    }

    /// Other rows are shown.
    func rowsChanged() {
        guard let wanted else { return }
        if wanted.source != opening.source || show(wanted) { self.wanted = nil }
    }

    /// Shows those that the list has; false if it has none.
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
        list.focus(entry: first.id.entry)
        return true
    }
}
