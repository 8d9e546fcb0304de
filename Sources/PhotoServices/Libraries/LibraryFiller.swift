import Foundation
import PhotoCore

/// Opens a library of a server with an interface of its own: asks how many photos each month has, unless that is kept
/// from an earlier time. The months are read when they are on screen. Albums, people, places and folders are rows that
/// open; other parts are lists.
package struct LibraryFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces
    private let store: (any LibraryStoring)?

    /// Fetches by `fetcher`, whose requests are authorized by `places`. What the server tells is kept in `store`.
    package init(_ fetcher: any DataFetching, places: LibraryPlaces, store: (any LibraryStoring)? = nil) {
        (self.fetcher, self.places, self.store) = (fetcher, places, store)
    }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { LibraryLocation(url) != nil }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let library = LibraryLocation(url) else { return }
        if let place = library.place { places.add(place) }
        let interface = interface(of: library)
        builder.facts.title = library.title
        builder.facts.formatName = interface.formatName
        builder.facts.base = library.interface.absoluteString
        builder.facts.library = library
        guard interface.hasMonths else { return try interface.addRows(to: &builder, pause) }
        if !builder.revalidates, let kept = store?.months(of: library.url) {
            builder.facts.months = kept
            builder.facts.isKept = true
            return
        }
        let removals = store?.removals ?? 0
        guard let lists = try interface.months(&builder, pause) else {
            return try interface.addRows(to: &builder, pause)
        }
        let months = LibraryMonths(library.kind, lists)
        guard months.photoCount <= LibraryMonths.mostPhotos else {
            throw .tooManyPhotos(limit: LibraryMonths.mostPhotos)
        }
        builder.facts.months = months
        store?.keep(months, of: library.url, since: removals)
    }

    private func interface(of library: LibraryLocation) -> any LibraryInterface {
        switch library.kind {
        case .immich: ImmichInterface(library, fetcher: fetcher)
        case .photoPrism: PhotoPrismInterface(library, fetcher: fetcher)
        }
    }
}

/// How a part of a library is asked for.
protocol LibraryInterface {
    typealias Pause = (inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    /// What such a catalogue is called, for a person.
    var formatName: String { get }
    /// Whether the part may have months.
    var hasMonths: Bool { get }

    /// The months of the part, the newest first, those of the same month next to each other; nil if this server has
    /// none.
    func months(
        _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> [LibraryMonths.Month]?

    /// Adds what the part lists.
    func addRows(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure)
}
