import GtkBridge
import PhotoCore

/// A widget for one photo: a row of the list, or a cell of the grid.
@MainActor
protocol PhotoItem: ListRow {
    /// The photo, and the action of its button.
    var binding: PhotoBinding { get }
    var name: Inscription { get }
    /// The photo or its placeholder.
    var picture: any ItemPicture { get }
    /// Spins while the photo loads; created for the first load.
    var spinner: Spinner? { get set }
    /// Created for the first photo that can be retried.
    var retry: Button? { get set }
    /// Shows the photo's state, in the style of the item.
    func show(_ text: RowText, of record: PhotoRecord)
    func makeSpinner() -> Spinner
    func makeRetry() -> Button
    /// The frame of its visible part, in points of `list`.
    func frame(in list: Widget) -> Frame?
}

/// The photo of an item, from bind to unbind.
@MainActor
final class PhotoBinding {
    /// The photo; nil between two bindings.
    fileprivate(set) var record: PhotoRecord?
    /// The list's own widget around it, which screen readers see; nil between two bindings.
    fileprivate(set) var item: Widget?
    fileprivate var hasDescription = false
    fileprivate let filterName: @MainActor (PhotoRecord) -> String
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// `filterName` returns the name of a photo's filter; `onRetry` is called with the photo whose button is pressed.
    init(
        filterName: @escaping @MainActor (PhotoRecord) -> String, onRetry: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        self.filterName = filterName
        self.onRetry = onRetry
    }

    /// Retries the photo at the person's request.
    func retry() { if let record { onRetry(record) } }

    fileprivate func describe(_ record: PhotoRecord, _ label: String) {
        item?.setAccessibleLabel(label)
        guard !record.summary.isEmpty || hasDescription else { return }
        item?.setAccessibleDescription(record.summary)
        hasDescription = !record.summary.isEmpty
    }
}

extension PhotoItem {
    var record: PhotoRecord? { binding.record }

    func bind(_ object: AnyObject, item: Widget?) {
        guard let record = object as? PhotoRecord else { return }
        binding.record = record
        binding.item = item
        name.text = record.name
        picture.show(record.state, fades: false)
        showText(of: record)
        record.observe(as: binding) { [weak self, weak record] change in
            guard let self, let record, binding.record === record else { return }
            // The photo fades only if the person has seen it unfiltered.
            if case .state(let old) = change { picture.show(record.state, fades: old.isDownloaded) }
            showText(of: record)
        }
    }

    func unbind() {
        binding.record?.stopObserving(as: binding)
        binding.record = nil
        binding.item = nil
        // The spinner keeps its place, so that GTK does not measure the unbound item again.
        spinner?.isSpinning = false
        picture.clear()
    }

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: binding.filterName(record))
        binding.describe(record, text.accessible)
        show(text, of: record)
    }

    func showSpinner(_ isShown: Bool) {
        guard isShown || spinner != nil else { return }
        let spinner = spinner ?? makeSpinner()
        self.spinner = spinner
        spinner.isSpinning = isShown
        spinner.isVisible = isShown
    }

    /// Shows Retry for a failed photo that can be retried.
    func showRetry(of record: PhotoRecord) {
        let isShown = record.canRetry
        guard isShown || retry != nil else { return }
        let made = retry == nil ? makeRetry() : nil
        made?.onClicked { [weak binding] in binding?.retry() }
        retry = retry ?? made
        retry?.isVisible = isShown
        if isShown { retry?.setAccessibleLabel(localized("Retry \(record.name)")) }
    }

    /// The frame of its picture, in points of `other`.
    func pictureFrame(in other: Widget) -> Frame? { picture.place.frame(in: other) }

    /// The list's widget, or its own without one.
    var outer: Widget { binding.item ?? widget }

    var hasFocus: Bool { outer.hasFocus }

    func grabFocus() { outer.grabFocus() }

    /// Its height at this width, in points, with margins.
    func height(forWidth width: Double) -> Double { outer.minimumHeight(forWidth: width) }
}

extension PhotoRecord.State {
    /// Whether the photo is shown unfiltered.
    var isDownloaded: Bool {
        if case .downloaded = self { true } else { false }
    }

    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// The photo's pixels, if there are any.
    var pixels: PixelBuffer? {
        switch self {
        case .downloaded(let pixels), .filtered(let pixels): pixels
        case .new, .downloading, .failed: nil
        }
    }
}
