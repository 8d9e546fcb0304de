import GtkBridge
import PhotoCore

/// Exporting photos as they are seen.
extension PhotoWindow {
    /// Asks what the photo of the page is to be, and where, and exports it.
    func export(_ record: PhotoRecord) {
        let photo = shown(record)
        askWhatToExport(
            ChosenPhotos(photo), title: "“\(photo.name)”", filter: photo.filter,
            size: photos?.current?.uprightSize.map(photo.turn.turned))
    }

    /// The same for those that are selected.
    func exportSelection() {
        guard let selectedPhotos else { return }
        let title =
            selectedPhotos.count == 1 ? "“\(selectedPhotos.photo(0).name)”" : LoadingText.photos(selectedPhotos.count)
        askWhatToExport(selectedPhotos, title: title, filter: list.filter, size: nil)
    }

    private func askWhatToExport(_ chosen: ChosenPhotos, title: String, filter: FilterChoice, size: PixelSize?) {
        let formats = keepingServices.formats
        guard !formats.isEmpty else { return sayFailure("Nothing that writes pictures is installed.") }
        let dialog = ExportDialog(
            parent: window, photos: title, choice: ExportChoice(program.settings), formats: formats,
            filter: filter.kind == .none ? nil : filter.displayName, size: size)
        // Kept until the next: a key that closes it comes back to its widgets once more.
        exportDialog = dialog
        dialog.present { [weak self] choice in
            guard let self, let choice else { return }
            choice.remember(in: program.settings)
            askWhereToKeep(.export(choice.options), chosen)
        }
    }
}
