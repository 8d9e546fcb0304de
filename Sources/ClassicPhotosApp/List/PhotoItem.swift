import GtkBridge
import PhotoCore

/// A widget for one photo: a row of the list, or a cell of the grid.
@MainActor
protocol PhotoItem: ListRow {
    /// The photo, and the action of its button.
    var binding: PhotoBinding { get }
    var name: Inscription { get }
    /// The photo or its placeholder.
    var picture: ItemPicture { get }
    /// Spins while the photo loads; created for the first load.
    var spinner: Spinner? { get set }
    /// Created for the first photo that can be retried.
    var retry: Button? { get set }
    /// Shows the photo's state, in the style of the item.
    func show(_ text: RowText, of record: PhotoRecord)
    /// Gives what depends on ``Style/textScale`` its form.
    func dressForText()
    func makeSpinner() -> Spinner
    func makeRetry() -> Button
    /// The frame of its visible part, in points of `list`.
    func frame(in list: Widget) -> Frame?
}

/// The photo of an item, from bind to unbind.
@MainActor
final class PhotoBinding {
    /// The photo; nil between two bindings.
    private(set) var record: PhotoRecord?
    /// The list's own widget around it, which screen readers see; nil between two bindings.
    private(set) var item: Widget?
    /// What screen readers read of the photo; nil between two bindings.
    private var text: RowText?
    /// Its place among all rows, in words; nil before it is known.
    private var place: String?
    /// What the item says now.
    private var said = Said()

    private struct Said: Equatable {
        var label: String?
        var description: String?
    }
    fileprivate let filterName: @MainActor (PhotoRecord) -> String
    fileprivate let onSettled: @MainActor (String) -> Void
    private let onRetry: @MainActor (PhotoRecord) -> Void

    /// `filterName` returns the name of a photo's filter; `onSettled` is called with what a row says that has the focus
    /// and whose photo has arrived or failed; `onRetry` with the photo whose button is pressed.
    init(
        filterName: @escaping @MainActor (PhotoRecord) -> String, onSettled: @escaping @MainActor (String) -> Void,
        onRetry: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        self.filterName = filterName
        self.onSettled = onSettled
        self.onRetry = onRetry
    }

    /// Retries the photo at the person's request.
    func retry() { if let record { onRetry(record) } }

    fileprivate func bind(_ record: PhotoRecord, to item: Widget?) {
        (self.record, self.item) = (record, item)
        (text, place, said) = (nil, nil, Said())
    }

    fileprivate func unbind() {
        if isShown { record?.stopObserving(as: self) }
        (record, item, text, place, isShown) = (nil, nil, nil, nil, false)
    }

    /// Whether the item shows the photo.
    fileprivate private(set) var isShown = false

    /// Returns whether the item is still to show the photo, and does so now.
    fileprivate func beginShowing() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    fileprivate func describe(_ text: RowText) {
        self.text = text
        describe()
    }

    fileprivate func place(at row: Int, of total: Int) {
        item?.setAccessiblePosition(row + 1, of: total)
        place = FindingText.position(row, of: total)
        describe()
    }

    /// Says what the photo is and where it is: GTK 4.8 does not pass its place on. Before the place is known, nothing:
    /// GTK sends every change to the accessibility bus, and in a fling 200 rows change in each frame.
    private func describe() {
        guard let item, let text, let place else { return }
        let parts = [text.description, place].filter { !$0.isEmpty }
        let now = Said(
            label: text.accessible, description: parts.joined(separator: localized(", ", context: "between parts")))
        if now.label != said.label { item.setAccessibleLabel(text.accessible) }
        if now.description != said.description { item.setAccessibleDescription(now.description ?? "") }
        said = now
    }
}

extension PhotoItem {
    var record: PhotoRecord? { binding.record }

    func bind(_ object: AnyObject, item: Widget?) {
        if let record = object as? PhotoRecord { binding.bind(record, to: item) }
    }

    func show() {
        guard let record, binding.beginShowing() else { return }
        name.text = record.name
        picture.show(record, fades: false)
        showText(of: record)
        record.observe(as: binding) { [weak self, weak record] change in
            guard let self, let record, binding.record === record else { return }
            // The photo fades only if the person has seen it unfiltered.
            if case .state(let old) = change { picture.show(record, fades: old.isDownloaded) }
            if change == .read {
                name.text = record.name
                picture.show(record, fades: false)
            }
            let text = showText(of: record)
            guard record.state.isFinal, hasFocus else { return }
            // Each attempt that fails is said, also in the same words.
            if case .state = change, record.state.isFailed { binding.onSettled("") }
            binding.onSettled(text.accessible)
        }
    }

    /// The desktop's size of text is another.
    func textScaleChanged() {
        dressForText()
        if let record, binding.isShown { showText(of: record) }
    }

    func placed(at row: Int, of total: Int) { binding.place(at: row, of: total) }

    func unbind() {
        let wasShown = binding.isShown
        binding.unbind()
        guard wasShown else { return }
        // The spinner keeps its place, so that GTK does not measure the unbound item again.
        spinner?.isSpinning = false
        picture.clear()
    }

    @discardableResult
    private func showText(of record: PhotoRecord) -> RowText {
        let text = RowText(record, filterName: binding.filterName(record))
        binding.describe(text)
        show(text, of: record)
        return text
    }

    func showSpinner(_ isShown: Bool) {
        guard isShown || spinner != nil else { return }
        let spinner = spinner ?? makeSpinner()
        self.spinner = spinner
        spinner.isSpinning = isShown
        spinner.isVisible = isShown
        // GTK resets the state when it shows a widget.
        spinner.setAccessibleHidden(true)
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
    func pictureFrame(in other: Widget) -> Frame? { picture.widget.frame(in: other) }

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

    /// Whether nothing more is to come.
    var isFinal: Bool {
        switch self {
        case .filtered, .failed, .folder: true
        case .new, .downloading, .downloaded: false
        }
    }

    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// The photo's pixels, if there are any.
    var pixels: PixelBuffer? {
        switch self {
        case .downloaded(let pixels), .filtered(let pixels): pixels
        case .new, .downloading, .failed, .folder: nil
        }
    }
}
