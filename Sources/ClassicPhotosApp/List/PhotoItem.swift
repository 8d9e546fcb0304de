import GtkBridge
import PhotoCore

/// What shows one photo: a row of the list, or a cell of the grid.
@MainActor
protocol PhotoItem: ListRow {
    /// The photo shown, and what to call when its button is pressed.
    var binding: PhotoBinding { get }
    /// The photo's name.
    var name: Inscription { get }
    /// The photo, or what stands in its place.
    var picture: any ItemPicture { get }
    /// Turns while the photo loads; made when it first does.
    var spinner: Spinner? { get set }
    /// Made for the first photo that can be tried again.
    var retry: Button? { get set }
    /// Says what the photo's state is, in the item's own way.
    func show(_ text: RowText, of record: PhotoRecord)
    func makeSpinner() -> Spinner
    func makeRetry() -> Button
    /// Where its visible part is, in points of `list`.
    func frame(in list: Widget) -> Frame?
}

/// The photo that an item shows, between being bound to it and let go of it.
@MainActor
final class PhotoBinding {
    /// The photo; nil between two bindings.
    fileprivate(set) var record: PhotoRecord?
    /// The list's own widget around it, which screen readers see; nil between two bindings.
    fileprivate(set) var item: Widget?
    fileprivate var hasDescription = false
    fileprivate let filterName: @MainActor (PhotoRecord) -> String
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// `filterName` gives the name of a photo's filter; `onRetry` is called with the photo whose button is pressed.
    init(
        filterName: @escaping @MainActor (PhotoRecord) -> String, onRetry: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        self.filterName = filterName
        self.onRetry = onRetry
    }

    /// The person asks for the photo to be tried again.
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
            // It fades only where the person has seen the unfiltered photo.
            if case .state(let old) = change { picture.show(record.state, fades: old.isDownloaded) }
            showText(of: record)
        }
    }

    func unbind() {
        binding.record?.observer = nil
        binding.record = nil
        binding.item = nil
        // It keeps its place: an item that is unbound is not measured anew.
        spinner?.isSpinning = false
        picture.clear()
    }

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: binding.filterName(record))
        binding.describe(record, text.accessible)
        show(text, of: record)
    }

    /// Shows that the photo loads, or that it does not.
    func showSpinner(_ isShown: Bool) {
        guard isShown || spinner != nil else { return }
        let spinner = spinner ?? makeSpinner()
        self.spinner = spinner
        spinner.isSpinning = isShown
        spinner.isVisible = isShown
    }

    /// Shows Retry where a photo has failed and can be tried again.
    func showRetry(of record: PhotoRecord) {
        let isShown = record.canRetry
        guard isShown || retry != nil else { return }
        let made = retry == nil ? makeRetry() : nil
        made?.onClicked { [weak binding] in binding?.retry() }
        retry = retry ?? made
        retry?.isVisible = isShown
        if isShown { retry?.setAccessibleLabel("Retry \(record.name)") }
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

    /// Whether the photo has failed to load.
    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// What there is to show of the photo.
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
