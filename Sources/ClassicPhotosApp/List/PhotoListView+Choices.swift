import Foundation
import PhotoCore

/// Which filter each photo has.
extension PhotoListView {
    /// The filter of a photo: its own, or the list's.
    func filterChoice(of record: PhotoRecord) -> FilterChoice {
        guard case .success(let url) = record.location else { return filter }
        return filterChoice(of: url)
    }

    /// The filter of the photo at `url`: its own, or the list's.
    func filterChoice(of url: URL) -> FilterChoice { choices[url] ?? filter }

    /// Gives a photo a filter of its own. The list's is none of its own: with that it goes on with the list.
    func setChoice(_ choice: FilterChoice, of record: PhotoRecord) {
        guard case .success(let url) = record.location else { return }
        choices[url] = choice == filter ? nil : choice
    }

    /// The filter that a photo has of its own, for its row's picture; nil where it goes with the list.
    func ownFilter(of record: PhotoRecord) -> ListFilter? {
        guard !choices.isEmpty, case .success(let url) = record.location else { return nil }
        return choices[url].map { ListFilter($0, scale: Double(list.scaleFactor)) }
    }

    /// The photo at `url` has another filter now, or any photo may have. While the page of a photo lies over the list
    /// this waits: a slider that is dragged is not to filter rows that nobody sees.
    func choiceChanged(of url: URL?) {
        changedChoices.insert(url)
        if list.isMapped { showChangedChoices() }
    }

    /// Has rows show the filters that photos were given since this was last done.
    func showChangedChoices() {
        guard !changedChoices.isEmpty else { return }
        let isAny = changedChoices.contains(nil)
        let urls = Set(changedChoices.compactMap(\.self))
        changedChoices = []
        let meant = records.liveRecords.filter { record in
            guard case .success(let url) = record.location else { return false }
            return isAny || urls.contains(url)
        }
        loader.filtersChanged(of: meant)
        handle(.passWanted)
    }
}
