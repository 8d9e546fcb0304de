import PhotoCore

/// Photos that something is to be done with: one that is looked at, or those that are selected.
@MainActor
struct ChosenPhotos {
    /// How many.
    let count: Int
    /// One of them, as it is when it is asked for: there may be a million.
    let photo: @MainActor (Int) -> KeptPhoto

    /// One photo.
    init(_ photo: KeptPhoto) {
        count = 1
        self.photo = { _ in photo }
    }

    /// These entries of a catalogue, in this order, seen through `filter`.
    init(_ entries: [UInt32], in catalogue: Catalogue, filter: FilterChoice) {
        count = entries.count
        photo = { index in
            let entry = Int(entries[index])
            return KeptPhoto(
                name: catalogue.name(at: entry), location: catalogue.location(at: entry), filter: filter)
        }
    }

    private init(count: Int, photo: @escaping @MainActor (Int) -> KeptPhoto) {
        self.count = count
        self.photo = photo
    }

    /// Those of them with these numbers.
    func some(_ numbers: [Int]) -> ChosenPhotos {
        ChosenPhotos(count: numbers.count) { [photo] in photo(numbers[$0]) }
    }
}
