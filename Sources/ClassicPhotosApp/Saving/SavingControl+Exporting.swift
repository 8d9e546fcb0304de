import GtkBridge
import PhotoCore

extension SavingControl {
    /// Asks for options and a file for the photo of the page, and exports it.
    func export(_ record: PhotoRecord) {
        let photo = shown(record)
        askWhatToExport(
            ChosenPhotos(photo), title: SavingText.title(photo.name), filter: Self.text(of: photo.filter),
            size: owner.photos?.current?.uprightSize.map(photo.turn.turned))
    }

    /// The same for the list's selected photos, or the focused one.
    func exportMeant() {
        guard let meantPhotos else { return }
        let one = meantPhotos.one
        let title = one.map { SavingText.title($0.name) } ?? LoadingText.photos(meantPhotos.count)
        // Some may have filters of their own.
        let own = one != nil || owner.list.filters.own.isEmpty ? nil : localized("Each photo’s own filter")
        let filter = own ?? Self.text(of: one?.filter ?? owner.list.filters.common)
        askWhatToExport(meantPhotos, title: title, filter: filter, size: nil)
    }

    private static func text(of filter: FilterChoice) -> String? { filter.kind == .none ? nil : filter.displayName }

    private func askWhatToExport(_ chosen: ChosenPhotos, title: String, filter: String?, size: PixelSize?) {
        let formats = services.formats
        guard !formats.isEmpty else { return owner.window.sayFailure(localized("No picture encoder is installed.")) }
        let dialog = ExportDialog(
            parent: owner.window, photos: title, choice: ExportChoice(owner.program.settings), formats: formats,
            filter: filter, size: size)
        exportDialog = dialog
        dialog.present { [weak self] choice in
            guard let self, let choice else { return }
            choice.remember(in: owner.program.settings)
            askWhereToSave(.export(choice.options), chosen)
        }
    }
}
