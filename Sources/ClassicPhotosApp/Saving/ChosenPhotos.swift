import Foundation
import PhotoCore

/// Photos for an action: the one on its page, or the selected ones.
@MainActor
struct ChosenPhotos {
    let count: Int
    /// One of them, created on demand: there may be a million.
    let photo: @MainActor (Int) -> SavedPhoto

    init(_ photo: SavedPhoto) {
        count = 1
        self.photo = { _ in photo }
    }

    /// These entries of a catalogue, in this order; `filter` returns the filter of each.
    init(_ entries: [UInt32], in catalogue: Catalogue, filter: @escaping @MainActor (URL) -> FilterChoice) {
        count = entries.count
        photo = { index in
            let entry = Int(entries[index])
            let location = catalogue.location(at: entry)
            return SavedPhoto(
                name: catalogue.name(at: entry), location: location,
                filter: (try? location.get()).map(filter) ?? FilterChoice(.none),
                library: (try? location.get()).flatMap {
                    catalogue.libraryPhoto(at: $0, thumbnail: catalogue.thumbnailLocation(at: entry))
                })
        }
    }

    private init(count: Int, photo: @escaping @MainActor (Int) -> SavedPhoto) {
        self.count = count
        self.photo = photo
    }

    func some(_ numbers: [Int]) -> ChosenPhotos {
        ChosenPhotos(count: numbers.count) { [photo] in photo(numbers[$0]) }
    }
}
