import Foundation
import PhotoCore

/// Photos that something is to be done with: one that is looked at, or those that are selected.
@MainActor
struct ChosenPhotos {
    /// How many.
    let count: Int
    /// One of them, as it is when it is asked for: there may be a million.
    let photo: @MainActor (Int) -> SavedPhoto

    /// One photo.
    init(_ photo: SavedPhoto) {
        count = 1
        self.photo = { _ in photo }
    }

    /// These entries of a catalogue, in this order; `filter` says what each is seen through.
    init(_ entries: [UInt32], in catalogue: Catalogue, filter: @escaping @MainActor (URL) -> FilterChoice) {
        count = entries.count
        photo = { index in
            let entry = Int(entries[index])
            let location = catalogue.location(at: entry)
            return SavedPhoto(
                name: catalogue.name(at: entry), location: location,
                filter: (try? location.get()).map(filter) ?? FilterChoice(.none))
        }
    }

    private init(count: Int, photo: @escaping @MainActor (Int) -> SavedPhoto) {
        self.count = count
        self.photo = photo
    }

    /// Those of them with these numbers.
    func some(_ numbers: [Int]) -> ChosenPhotos {
        ChosenPhotos(count: numbers.count) { [photo] in photo(numbers[$0]) }
    }
}
