import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What the page of one photo needs of the list.
extension PhotoListView {
    /// Calls `body` with the row that is clicked, or on which Enter is pressed.
    func onActivate(_ body: @escaping @MainActor (Int) -> Void) { list.onActivate(body) }

    /// The photo of a row; nil past the ends.
    func photo(at row: Int) -> PhotoRecord? { row >= 0 ? records.record(at: row) : nil }

    /// What memory holds of a photo's row picture, unfiltered where it does.
    func heldPicture(of record: PhotoRecord) -> PixelBuffer? {
        if let url = record.rowURL, case .decoded(let pixels) = loader.held.original(of: url) { return pixels }
        switch record.state {
        case .downloaded(let pixels), .filtered(let pixels): return pixels
        case .new, .downloading, .failed: return nil
        }
    }

    /// A photo's upright size in pixels, as far as its row has learned it, or the catalogue says.
    func photoSize(of record: PhotoRecord) -> PixelSize? {
        // A row that shows a picture of its own tells nothing of the photo but its shape.
        if case .success(let url) = record.location, let size = loader.held.photoSize(of: url) { return size }
        return details(of: record)?.size
    }

    /// What the catalogue says of a photo.
    func details(of record: PhotoRecord) -> PhotoDetails? { records.catalogue?.details(at: record.id.entry) }

    /// Where the picture of a row is, in points of `widget`; nil where it is not on screen.
    func pictureFrame(ofRow row: Int, in widget: Widget) -> Frame? {
        guard let frame = boundRow(row)?.pictureFrame(in: widget), let view = view.frame(in: widget),
            frame.y + frame.height > view.y, frame.y < view.y + view.height
        else { return nil }
        return frame
    }

    private func boundRow(_ row: Int) -> PhotoRow? {
        guard list.isMapped, let record = photo(at: row) else { return nil }
        return factory.boundRows.lazy.compactMap { $0 as? PhotoRow }
            .first { $0.record === record && $0.widget.isMapped }
    }

    /// The list goes out of sight: all that it loads is given up, for the photo goes before it.
    func pause() { giveUpScreen() }

    /// The list is in sight again: shows `row`, gives it the keyboard, and calls `done` once it lies where it will.
    func resume(at row: Int, done: @escaping @MainActor () -> Void) {
        shownAgain = FrameRequest(of: list, .laidOut) { [weak self] in
            guard let self, list.isMapped, list.height > 0 else { return }
            if let extent = boundRow(row)?.itemExtent(in: list), extent.lowerBound >= 0,
                extent.upperBound <= list.height
            {
                shownAgain = nil
                boundRow(row)?.grabFocus()
                done()
            } else if scrollsLeft > 0 {
                // It takes a layout until the row is where it was asked for.
                scrollsLeft -= 1
                list.scroll(to: row)
                shownAgain?.request()
            } else {
                shownAgain = nil
                list.grabFocus()
                done()
            }
        }
        scrollsLeft = 3
        shownAgain?.request()
    }

    /// The person asks for what has failed to be tried again.
    func willRetryByHand() { retriesByHand?() }
}
