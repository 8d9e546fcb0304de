import PhotoCore

/// What memory holds of a list's photos, for those who show them elsewhere.
@MainActor
final class ListPictures {
    private let records: PhotoListModel
    private let held: HeldPhotos

    /// Of the photos of `records`, in `held`.
    init(of records: PhotoListModel, in held: HeldPhotos) { (self.records, self.held) = (records, held) }

    /// A photo's row picture in memory, unfiltered if possible.
    func picture(of record: PhotoRecord) -> PixelBuffer? {
        if let url = record.rowURL, case .decoded(let pixels) = held.original(of: url) { return pixels }
        return record.state.pixels
    }

    /// The same of an entry, without making a record.
    func picture(ofEntry entry: Int) -> PixelBuffer? {
        guard let catalogue = records.catalogue,
            let url = catalogue.thumbnailLocation(at: entry) ?? (try? catalogue.location(at: entry).get()),
            case .decoded(let pixels) = held.original(of: url)
        else { return nil }
        return pixels
    }

    /// A photo's upright size in pixels, if its row or the catalogue knows it.
    func photoSize(of record: PhotoRecord) -> PixelSize? {
        // Not the size of a row picture from the catalogue: only its shape is that of the photo.
        record.photoURL.flatMap(held.photoSize)
            ?? records.entry(of: record).flatMap { records.catalogue?.details(at: $0).size }
    }
}
