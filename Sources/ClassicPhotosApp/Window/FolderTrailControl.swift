import Foundation
import PhotoCore

/// Opens folders from their rows in one window, and leads back to the list in which they were, at its place.
@MainActor
final class FolderTrailControl {
    private unowned let owner: PhotoWindow
    private var trail = FolderTrail<CatalogueSource, CataloguePlace>()

    init(of owner: PhotoWindow) {
        self.owner = owner
        owner.commands.add(.folderBack) { [weak self] in self?.goBack() }
        for (command, part) in [
            (Command.libraryAll, LibraryLocation.Part.timeline), (.libraryFavourites, .favourites),
            (.libraryAlbums, .albums), (.libraryPeople, .people), (.libraryPlaces, .places),
            (.libraryFolders, .folders),
        ] {
            owner.commands.add(command) { [weak self] in self?.open(part) }
        }
        owner.commands.add(.librarySearch) { [weak self] in self?.searchLibrary() }
        update()
    }

    /// Opens another part of the open library, from where Back leads here.
    func open(_ part: LibraryLocation.Part) {
        guard let source = owner.opening.source, case .url(let url) = source, let library = LibraryLocation(url) else {
            return
        }
        enter(.url(library.showing(part).url), from: source)
    }

    private func enter(_ target: CatalogueSource, from source: CatalogueSource) {
        if target == source { return }
        trail.enters(target, from: source, at: owner.list.isEmpty ? nil : placeOfScreen)
        owner.opening.open(target)
    }

    private var placeOfScreen: CataloguePlace? {
        let list = owner.list
        guard let catalogue = list.catalogue, let spot = list.visible.firstSpot else { return nil }
        return CataloguePlace(spot, isAtTop: list.placing.geometry.isAtTop, focused: nil, in: catalogue)
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

    /// Asks the server for what is searched for, or for a text first.
    private func searchLibrary() {
        let text = owner.pane.text
        guard !text.isEmpty else {
            owner.pane.isShown = true
            return
        }
        if case .url(let url)? = owner.opening.source,
            let search = CloudSearch(at: url, for: text)?.url ?? GalleryAddress.search(at: url, for: text)
        {
            enter(.url(search), from: .url(url))
        } else {
            open(.search(text))
        }
    }

    /// The list of `source` is shown.
    func shows(_ source: CatalogueSource) {
        trail.shows(source.unmounted)
        let url: URL? = if case .url(let url) = source { url } else { nil }
        let isLibrary = url.flatMap { LibraryLocation($0) } != nil
        let isSearchable = url.map { CloudSearch.isOffered(at: $0) || GalleryAddress.part(at: $0) != nil }
        let canSearch = isLibrary || isSearchable == true
        owner.commands.set(.library, isMet: isLibrary)
        owner.commands.set(.serverSearch, isMet: canSearch)
        owner.pane.offersServer = canSearch
        update()
    }

    private func update() {
        owner.commands.set(.folderTrail, isMet: trail.leadsBack)
        owner.header.showBack(trail.leadsBack)
    }
}
