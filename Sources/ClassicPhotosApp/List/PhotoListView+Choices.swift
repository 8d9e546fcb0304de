import Foundation
import PhotoCore

/// Which filter each photo has.
extension PhotoListView {
    /// The filter of a photo: its own, or the list's.
    func filterChoice(of record: PhotoRecord) -> FilterChoice {
        guard case .success(let url) = record.location else { return filter }
        return choices[url] ?? filter
    }
}
