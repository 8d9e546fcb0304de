import Foundation
import GtkBridge
import PhotoCore

/// The filter of each photo: its own, or the list's.
@MainActor
final class ListFilters {
    /// The photos' own filters, in all windows.
    let own: PhotoChoices
    private let loader: PhotoLoader
    private let records: PhotoListModel
    private let list: Widget
    /// The photos whose filters have changed since their rows were last updated; nil means any photo.
    private var changed: Set<URL?> = []
    /// Called when filters change behind a photo's page.
    var changedWhileHidden: (@MainActor () -> Void)?
    /// Called when rows need other filters.
    var passWanted: (@MainActor () -> Void)?

    /// The filters of `records`, shown by `list`.
    init(of records: PhotoListModel, in list: Widget, own: PhotoChoices, loader: PhotoLoader) {
        (self.records, self.list, self.own, self.loader) = (records, list, own, loader)
        loader.ownFilter = { [weak self] in self?.ownFilter(of: $0) }
    }

    /// The filter of all photos without their own.
    var common = FilterChoice(.sepia) {
        didSet {
            applyCommon()
            passWanted?()
        }
    }

    /// Sets the loader's filter, at the display's scale.
    func applyCommon() {
        // Rows name their filter, even if it does not change their picture.
        loader.setFilter(ListFilter(common, scale: Double(list.scaleFactor)), live: records.liveRecords)
    }

    func choice(of url: URL) -> FilterChoice { own[url] ?? common }
    func choice(of record: PhotoRecord) -> FilterChoice { record.photoURL.map(choice) ?? common }

    /// Gives a photo its own filter. The list's filter removes it: the photo follows the list again.
    func setChoice(_ choice: FilterChoice, of record: PhotoRecord) {
        guard let url = record.photoURL else { return }
        own[url] = choice == common ? nil : choice
    }

    private func ownFilter(of record: PhotoRecord) -> ListFilter? {
        guard !own.isEmpty else { return nil }
        return record.photoURL.flatMap { own[$0] }.map { ListFilter($0, scale: Double(list.scaleFactor)) }
    }

    /// The filter of the photo at `url` has changed; nil: of any photo. Behind a photo's page the update waits:
    /// dragging a slider must not filter hidden rows.
    func choiceChanged(of url: URL?) {
        changed.insert(url)
        if list.isMapped { showChanged() } else { changedWhileHidden?() }
    }

    /// Updates the rows whose filters have changed since the last update.
    func showChanged() {
        guard !changed.isEmpty else { return }
        let urls = changed
        changed = []
        let records = records.liveRecords.filter { record in
            record.photoURL.map { urls.contains(nil) || urls.contains($0) } ?? false
        }
        loader.filtersChanged(of: records)
        passWanted?()
    }
}
