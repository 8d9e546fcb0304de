import GtkBridge
import PhotoCore

/// What shows one photo: a row of the list, or a cell of the grid.
@MainActor
protocol PhotoItem: ListRow {
    /// The photo shown, and who is told of it.
    var binding: PhotoBinding { get }
    /// The photo's name.
    var name: Inscription { get }
    /// The photo, or what stands in its place.
    var picture: any ItemPicture { get }
    /// Says what the photo's state is, in the item's own way.
    func show(_ text: RowText, of record: PhotoRecord)
    /// Stops what turns. Where it is stays where it is: an item that is let go of is not measured anew.
    func rest()
    /// Where what is seen of it is, in points of `list`.
    func frame(in list: Widget) -> Frame?
}

/// The photo that an item shows, between being bound to it and let go of it.
@MainActor
final class PhotoBinding {
    /// What is shown; nil between two bindings.
    fileprivate(set) var record: PhotoRecord?
    /// The list's own widget around it, which screen readers see; nil between two bindings.
    fileprivate(set) var item: Widget?
    fileprivate var hasDescription = false
    fileprivate let filterName: @MainActor (PhotoRecord) -> String
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// `filterName` is asked what a photo is called once it is filtered; `onRetry` gets the record whose button was
    /// pressed.
    init(
        filterName: @escaping @MainActor (PhotoRecord) -> String, onRetry: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        self.filterName = filterName
        self.onRetry = onRetry
    }

    /// The person wants the photo tried again.
    func retry() { if let record { onRetry(record) } }

    fileprivate func describe(_ record: PhotoRecord, _ label: String) {
        item?.setAccessibleLabel(label)
        guard !record.summary.isEmpty || hasDescription else { return }
        item?.setAccessibleDescription(record.summary)
        hasDescription = !record.summary.isEmpty
    }
}

extension PhotoItem {
    /// What is shown; nil between two bindings.
    var record: PhotoRecord? { binding.record }

    func bind(_ object: AnyObject, item: Widget?) {
        guard let record = object as? PhotoRecord else { return }
        binding.record = record
        binding.item = item
        name.text = RowText.line(record.name)
        picture.show(record.state, fades: false)
        showText(of: record)
        record.observer = { [weak self, weak record] change in
            guard let self, let record, binding.record === record else { return }
            // Fades where the person has seen the unfiltered photo, and nowhere else.
            if case .state(let old) = change { picture.show(record.state, fades: old.isDownloaded) }
            showText(of: record)
        }
    }

    func unbind() {
        binding.record?.observer = nil
        binding.record = nil
        binding.item = nil
        rest()
        picture.clear()
    }

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: binding.filterName(record))
        binding.describe(record, text.accessible)
        show(text, of: record)
    }

    /// Where its picture is, in points of `other`.
    func pictureFrame(in other: Widget) -> Frame? { picture.place.frame(in: other) }
}

extension PhotoItem {
    /// The list's widget, or its own while it has none.
    var outer: Widget { binding.item ?? widget }

    /// Whether it has the keyboard.
    var hasFocus: Bool { outer.hasFocus }

    /// Gives it the keyboard.
    func grabFocus() { outer.grabFocus() }

    /// The height in points it takes at the given width, margins included.
    func height(forWidth width: Double) -> Double { outer.minimumHeight(forWidth: width) }
}

extension PhotoRecord.State {
    /// Whether the photo is seen, but not its filtered form.
    var isDownloaded: Bool {
        if case .downloaded = self { true } else { false }
    }

    /// Whether the photo can't be had.
    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// What is to be seen of the photo.
    var pixels: PixelBuffer? {
        switch self {
        case .downloaded(let pixels), .filtered(let pixels): pixels
        case .new, .downloading, .failed: nil
        }
    }
}

extension Texture {
    /// A picture as it can be shown; nil for one without pixels.
    convenience init?(_ pixels: PixelBuffer) {
        guard pixels.width > 0, pixels.height > 0 else { return nil }
        self.init(
            width: pixels.width, height: pixels.height, bytesPerRow: pixels.bytesPerRow, rgba: pixels.bytes)
    }
}
