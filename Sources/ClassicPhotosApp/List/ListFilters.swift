import Foundation
import GtkBridge
import PhotoCore

/// Which filter each photo of the list has: its own, or the list's.
@MainActor
final class ListFilters {
    /// The filters that photos have of their own, in all windows.
    let own: PhotoChoices
    private let loader: PhotoLoader
    private let records: PhotoListModel
    private let list: Widget
    /// The photos whose filters have changed since their rows were last told; nil stands for any photo.
    private var changed: Set<URL?> = []
    /// Called when rows have to show other filters.
    var passWanted: (@MainActor () -> Void)?

    /// The filters of `records`, which `list` shows.
    init(of records: PhotoListModel, in list: Widget, own: PhotoChoices, loader: PhotoLoader) {
        (self.records, self.list, self.own, self.loader) = (records, list, own, loader)
        loader.ownFilter = { [weak self] in self?.ownFilter(of: $0) }
    }

    /// The filter of all photos that have none of their own.
    var common = FilterChoice(.sepia) {
        didSet {
            applyCommon()
            passWanted?()
        }
    }

    /// Has the loader filter for the display's scale.
    func applyCommon() {
        // Rows name their filter, also those whose picture it does not change.
        loader.setFilter(ListFilter(common, scale: Double(list.scaleFactor)), live: records.liveRecords)
    }

    /// The filter of the photo at `url`.
    func choice(of url: URL) -> FilterChoice { own[url] ?? common }
    /// The filter of a photo.
    func choice(of record: PhotoRecord) -> FilterChoice { record.photoURL.map(choice) ?? common }

    /// Gives a photo a filter of its own. The list's filter is none of its own: the photo follows the list again.
    func setChoice(_ choice: FilterChoice, of record: PhotoRecord) {
        guard let url = record.photoURL else { return }
        own[url] = choice == common ? nil : choice
    }

    private func ownFilter(of record: PhotoRecord) -> ListFilter? {
        guard !own.isEmpty else { return nil }
        return record.photoURL.flatMap { own[$0] }.map { ListFilter($0, scale: Double(list.scaleFactor)) }
    }

    /// The photo at `url` has another filter now; nil: any photo may have. While a photo's page lies over the list this
    /// waits: a slider that is dragged must not filter rows that nobody sees.
    func choiceChanged(of url: URL?) {
        changed.insert(url)
        if list.isMapped { showChanged() }
    }

    /// Has rows show the filters that have changed since this was last done.
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
