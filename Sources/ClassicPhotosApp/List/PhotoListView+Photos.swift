import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What the page of one photo needs of the list.
extension PhotoListView {
    /// Calls `body` with the row that is clicked, or on which Enter is pressed.
    func onActivate(_ body: @escaping @MainActor (PhotoRecord) -> Void) {
        for layout in [rowLayout, gridLayout] as [any PhotoLayout] {
            let items = layout.items
            items.onActivate { [weak self] row in
                if let record = self?.photo(at: row) { body(record) }
            }
            items.onClick { [weak self, weak items] x, y in
                guard let self, let place = items?.frame(in: list) else { return }
                if let record = photo(atX: place.x + x, y: place.y + y) { body(record) }
            }
        }
    }

    /// The photo at a place of the list, in points.
    func photo(atX x: Double, y: Double) -> PhotoRecord? {
        rows(between: y, and: y).first { $0.frame.x <= x && x < $0.frame.x + $0.frame.width }?.row.record
    }

    /// What is opened by somebody who names no row: that which had the keyboard last, or is selected, or is the first
    /// on screen.
    var photoToOpen: PhotoRecord? {
        if let lastFocused = placing.lastFocused, row(of: lastFocused) != nil { return lastFocused }
        let selected = selection.shownEntries.first.flatMap { records.row(ofEntry: Int($0)) }
        return (selected ?? firstRowOnScreen).flatMap(photo)
    }

    /// The photo of a row; nil past the ends.
    func photo(at row: Int) -> PhotoRecord? { row >= 0 ? records.record(at: row) : nil }

    /// What memory holds of a photo's row picture, unfiltered where it does.
    func heldPicture(of record: PhotoRecord) -> PixelBuffer? {
        if let url = record.rowURL, case .decoded(let pixels) = loader.held.original(of: url) { return pixels }
        return record.state.pixels
    }

    /// A photo's upright size in pixels, as far as its row has learned it, or the catalogue says.
    func photoSize(of record: PhotoRecord) -> PixelSize? {
        // A row that shows a picture of its own tells nothing of the photo but its shape.
        if case .success(let url) = record.location, let size = loader.held.photoSize(of: url) { return size }
        return details(of: record)?.size
    }

    /// What the catalogue says of a photo.
    func details(of record: PhotoRecord) -> PhotoDetails? { records.catalogue?.details(at: record.id.entry) }

    /// The row of a photo; nil where none shows it any more.
    func row(of record: PhotoRecord) -> Int? { records.row(of: record) }

    /// Where the row picture of a photo is, in points of `widget`; nil where it is not on screen.
    func pictureFrame(of record: PhotoRecord, in widget: Widget) -> Frame? {
        guard let frame = boundRow(record)?.pictureFrame(in: widget), let view = list.frame(in: widget),
            frame.y + frame.height > view.y, frame.y < view.y + view.height
        else { return nil }
        return frame
    }

    /// The list goes out of sight: all that it loads is given up, for the photo goes before it.
    func pause() { giveUpScreen() }

    /// The list is in sight again: shows the row of `record`, gives it the keyboard, and calls `done` once it lies
    /// where it will. A row that is on screen stays where it is.
    func resume(at record: PhotoRecord, done: @escaping @MainActor () -> Void) {
        placing.comeBack(to: record, done: done)
    }

    /// The person asks for what has failed to be tried again.
    func willRetryByHand() { retriesByHand?() }
}
