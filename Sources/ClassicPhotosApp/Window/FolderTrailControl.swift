import PhotoCore

/// Opens folders from their rows in one window, and leads back to the list in which they were, at its place.
@MainActor
final class FolderTrailControl {
    private unowned let owner: PhotoWindow
    private var trail = FolderTrail<CatalogueSource, CataloguePlace>()

    init(of owner: PhotoWindow) {
        self.owner = owner
        owner.commands.add(.folderBack) { [weak self] in self?.goBack() }
        update()
    }

    /// Opens the folder of a row.
    func open(_ record: PhotoRecord) {
        guard let folder = record.folder else { return }
        let source = owner.opening.source
        let target = source?.folder(at: folder) ?? .url(folder)
        if let source { trail.enters(target, from: source.unmounted, at: place(of: record)) }
        owner.opening.open(target)
    }

    /// The list at its scroll position, with the focus on the row.
    private func place(of record: PhotoRecord) -> CataloguePlace? {
        let list = owner.list
        guard let catalogue = list.catalogue, let spot = list.visible.firstSpot else { return nil }
        return CataloguePlace(
            spot, isAtTop: list.placing.geometry.isAtTop, focused: list.records.entry(of: record), in: catalogue)
    }

    private func goBack() {
        guard let step = trail.goesBack() else { return }
        owner.opening.open(step.source, at: step.place)
    }

    /// The list of `source` is shown.
    func shows(_ source: CatalogueSource) {
        trail.shows(source.unmounted)
        update()
    }

    private func update() {
        owner.commands.set(.folderTrail, isMet: trail.leadsBack)
        owner.header.showBack(trail.leadsBack)
    }
}
