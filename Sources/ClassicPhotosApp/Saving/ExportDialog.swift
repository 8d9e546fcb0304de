import GtkBridge
import PhotoCore

/// Asks for export options.
///
/// The window retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class ExportDialog {
    private let dialog: DialogWindow
    private let formats: [ExportOptions.Format]
    private let quality = SpinButton(ExportOptions.qualities, step: 5) {
        NumberFormats.current.percent(Double($0) / 100)
    }
    private let limiting = Switch()
    private let side = SpinButton(ExportOptions.sides, step: 100) {
        let number = NumberFormats.current.whole($0)
        return localizedCount($0, "\(number) pixel", "\(number) pixels")
    }
    private let metadata = Switch()
    private let filtering = Switch()
    private let qualityRow: ActionRow
    private let sideRow: ActionRow
    private var format: ChoiceButtons?

    /// A dialog about `photos` with the initial `choice`, and the non-empty `formats`. `filter` is the filter shown, if
    /// any; `size` that of a single photo.
    init(
        parent: ApplicationWindow, photos: String, choice: ExportChoice, formats: [ExportOptions.Format],
        filter: String?, size: PixelSize?
    ) {
        self.formats = formats
        dialog = DialogWindow(
            parent: parent, title: localized("Export"), width: 420, accept: localized("_Export…"),
            cancel: DialogLabel.cancel)
        qualityRow = ActionRow(localized("_Quality"), subtitle: localized("1 to 100"), quality)
        sideRow = ActionRow(localized("Longest _Side"), subtitle: localized("Pixels"), isUnit: true, side)
        let content = Box(.vertical, spacing: 18)
        content.setMargins(vertical: 18, horizontal: 12)
        for group in [makeFormat(photos), makeSize(size), makeContents(filter)] { content.append(group) }
        dialog.setContent(content)
        show(choice)
        limiting.onSwitched { [weak self] in self?.refresh() }
        refresh()
    }

    private func makeFormat(_ title: String) -> PreferencesGroup {
        let group = PreferencesGroup(title)
        let buttons = ChoiceButtons(formats.map(\.displayName)) { [weak self] in self?.refresh() }
        format = buttons
        group.append(ActionRow(localized("_Format"), buttons))
        group.append(qualityRow)
        return group
    }

    private func makeSize(_ size: PixelSize?) -> PreferencesGroup {
        let group = PreferencesGroup(localized("Size"))
        let original =
            size.map { size in
                let numbers = NumberFormats.current
                let (width, height) = (numbers.plain(size.width), numbers.plain(size.height))
                return localized("The photo has \(width) × \(height) pixels")
            } ?? localized("Smaller photos keep their size")
        group.append(ActionRow(localized("_Limit the Size"), subtitle: original, limiting))
        group.append(sideRow)
        return group
    }

    private func makeContents(_ filter: String?) -> PreferencesGroup {
        let group = PreferencesGroup(localized("Contents"))
        group.append(
            ActionRow(localized("Keep _Metadata"), subtitle: localized("Camera, date, place, captions"), metadata))
        let row = ActionRow(localized("_Apply the Filter"), subtitle: filter ?? "", filtering)
        row.isVisible = filter != nil
        group.append(row)
        return group
    }

    private func show(_ choice: ExportChoice) {
        format?.chosen = formats.firstIndex(of: choice.format) ?? 0
        quality.value = choice.quality
        limiting.isOn = choice.limitsSize
        side.value = choice.longestSide
        metadata.isOn = choice.keepsMetadata
        filtering.isOn = choice.isFiltered
    }

    /// Updates which inputs are available.
    private func refresh() {
        qualityRow.isEnabled = choice.format.hasQuality
        sideRow.isEnabled = limiting.isOn
    }

    private var choice: ExportChoice {
        ExportChoice(
            format: formats[format?.chosen ?? 0], quality: quality.value, limitsSize: limiting.isOn,
            longestSide: side.value, keepsMetadata: metadata.isOn, isFiltered: filtering.isOn)
    }

    /// Shows it; calls `answered` with the choice, or nil.
    func present(_ answered: @escaping @MainActor (ExportChoice?) -> Void) {
        dialog.present { [weak self] isAccepted in answered(isAccepted ? self?.choice : nil) }
    }
}
