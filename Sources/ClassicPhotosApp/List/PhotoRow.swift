import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one record: its picture, name and state, and nothing that the record's state does not say.
@MainActor
final class PhotoRow: ListRow {
    let widget: Widget
    /// What is shown; nil between two bindings.
    private(set) var record: PhotoRecord?

    private let placeholder = Image(side: RowStyle.iconSide)
    private let photo = Image(side: RowStyle.pictureSide)
    private let filteredPhoto = Image(side: RowStyle.pictureSide)
    private let name = Label()
    private let status = Label()
    private let reason = Label()
    private let spinner = Spinner()
    private let retry = Button("_Retry")
    /// The list's own widget around the row, which screen readers see.
    private var item: Widget?
    /// Takes the unfiltered photo away once the filtered one has faded over it.
    private var fadeEnd: MainTimer?

    private let filterName: @MainActor () -> String

    /// `filterName` is asked what a filtered photo is called; `onRetry` gets the record whose button was pressed.
    init(filterName: @escaping @MainActor () -> String, onRetry: @escaping @MainActor (PhotoRecord) -> Void) {
        self.filterName = filterName
        let row = Box(.horizontal, spacing: 12)
        widget = row
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(makePicture())
        row.append(makeText())
        spinner.align(vertically: .center)
        row.append(spinner)
        retry.align(vertically: .center)
        row.append(retry)
        retry.onClicked { [weak self] in
            if let record = self?.record { onRetry(record) }
        }
    }

    private func makePicture() -> Widget {
        placeholder.addClass("photo-placeholder")
        placeholder.setSizeRequest(width: RowStyle.pictureSide, height: RowStyle.pictureSide)
        let picture = Overlay(child: placeholder)
        picture.add(photo)
        picture.add(filteredPhoto)
        picture.addClass("photo-picture")
        picture.clipToOutline()
        picture.align(vertically: .center)
        return picture
    }

    private func makeText() -> Widget {
        name.addClass("heading")
        status.addClass("caption")
        reason.addClass("caption")
        reason.addClass("dim-label")
        reason.wrap(lines: 2)
        let text = Box(.vertical, spacing: 3)
        text.align(vertically: .center)
        text.expand(horizontally: true)
        for label in [name, status, reason] { text.append(label) }
        return text
    }

    // MARK: - The row's life

    func bind(_ object: AnyObject, item: Widget?) {
        guard let record = object as? PhotoRecord else { return }
        self.record = record
        self.item = item
        name.text = record.name
        showPicture(of: record.state, fades: false)
        showText(of: record)
        record.observer = { [weak self, weak record] change in
            guard let self, let record, self.record === record else { return }
            if case .state(let old) = change { showPicture(of: record.state, fades: old.isDownloaded) }
            showText(of: record)
        }
    }

    func unbind() {
        record?.observer = nil
        record = nil
        item = nil
        spinner.isSpinning = false
        photo.setTexture(nil)
        filteredPhoto.setTexture(nil)
        filteredPhoto.removeClass("photo-fade")
        fadeEnd = nil
    }

    /// Its upper and lower edge in `list`, margins included.
    func itemExtent(in list: Widget) -> ClosedRange<Double>? { (item ?? widget).verticalExtent(in: list) }

    // MARK: - Showing a state

    private func showText(of record: PhotoRecord) {
        let text = RowText(record, filterName: filterName())
        status.text = text.status
        reason.text = text.reason
        reason.isVisible = !text.reason.isEmpty
        reason.setTooltip(text.reason.isEmpty ? nil : text.reason)
        item?.setAccessibleLabel(text.accessible)
        spinner.isSpinning = record.isInProgress
        spinner.isVisible = record.isInProgress
        showFailure(of: record.state)
    }

    /// `fades` where the person has seen the unfiltered photo, and nowhere else.
    private func showPicture(of state: PhotoRecord.State, fades: Bool) {
        filteredPhoto.removeClass("photo-fade")
        fadeEnd = nil
        switch state {
        case .new, .downloading, .failed:
            photo.setTexture(nil)
            filteredPhoto.setTexture(nil)
            placeholder.setIcon(placeholderIcon(for: state))
            return
        case .downloaded(let pixels):
            photo.setTexture(texture(of: pixels))
            filteredPhoto.setTexture(nil)
        case .filtered(let pixels):
            // The unfiltered photo stays below while the filtered one fades over it.
            if !fades { photo.setTexture(nil) }
            filteredPhoto.setTexture(texture(of: pixels))
            if fades {
                filteredPhoto.addClass("photo-fade")
                fadeEnd = MainTimer(after: RowStyle.fadeMilliseconds) { [weak self] in self?.photo.setTexture(nil) }
            }
        }
        // A translucent photo would let it through.
        placeholder.setIcon(nil)
    }

    private func placeholderIcon(for state: PhotoRecord.State) -> String {
        if case .failed = state { RowStyle.failedIcon } else { RowStyle.placeholderIcon }
    }

    private func showFailure(of state: PhotoRecord.State) {
        guard case .failed(let failure) = state else {
            status.addClass("dim-label")
            placeholder.removeClass("failed")
            status.removeClass("error")
            retry.isVisible = false
            return
        }
        placeholder.addClass("failed")
        status.removeClass("dim-label")
        status.addClass("error")
        retry.isVisible = failure.canRetry
        retry.setAccessibleLabel("Retry \(name.text)")
    }

    private func texture(of pixels: PixelBuffer) -> Texture? {
        guard pixels.width > 0, pixels.height > 0 else { return nil }
        return Texture(
            width: pixels.width, height: pixels.height, bytesPerRow: pixels.bytesPerRow, rgba: pixels.bytes)
    }
}

extension PhotoRecord.State {
    fileprivate var isDownloaded: Bool {
        if case .downloaded = self { true } else { false }
    }
}
