import Foundation
import PhotoCore

extension ChosenPhotos {
    /// These entries of a catalogue, in this order; `filter` returns the filter of each. Months that are not read are
    /// read by `reader`.
    init(
        _ entries: [UInt32], in catalogue: Catalogue, reader: SectionReader?,
        filter: @escaping @MainActor (URL) -> FilterChoice
    ) {
        self.init(
            ChosenEntries(entries, in: catalogue, reader: reader) { entry, catalogue in
                let location = catalogue.location(at: entry)
                return SavedPhoto(
                    name: catalogue.name(at: entry), location: location,
                    filter: (try? location.get()).map(filter) ?? FilterChoice(.none),
                    library: (try? location.get()).flatMap {
                        catalogue.libraryPhoto(at: $0, thumbnail: catalogue.thumbnailLocation(at: entry))
                    })
            })
    }
}
