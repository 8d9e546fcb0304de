import Foundation
import PhotoCore

/// Opens an Immich library: asks how many photos each month has, unless that is kept from an earlier time. The months
/// are read when they are on screen. Albums, people, places and folders are rows that open, and a
/// search is a list.
package struct ImmichFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces
    private let store: (any LibraryStoring)?

    /// Fetches by `fetcher`, whose requests are authorized by `places`. What the server tells is kept in `store`.
    package init(_ fetcher: any DataFetching, places: LibraryPlaces, store: (any LibraryStoring)? = nil) {
        (self.fetcher, self.places, self.store) = (fetcher, places, store)
    }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { LibraryLocation(url)?.kind == .immich }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let library = LibraryLocation(url) else { return }
        if let place = library.place { places.add(place) }
        builder.facts.title = library.title
        builder.facts.formatName = localized("Immich library")
        builder.facts.base = library.interface.absoluteString
        builder.facts.library = library
        let lists = ImmichLists(library, fetcher: fetcher)
        switch library.part {
        case .albums: try lists.addAlbums(to: &builder, pause)
        case .people: try lists.addPeople(to: &builder, pause)
        case .places: try lists.addPlaces(to: &builder, pause)
        case .folders: try lists.addFolder(nil, to: &builder, pause)
        case .folder(let path): try lists.addFolder(path, to: &builder, pause)
        case .place(let name): try lists.addPhotos(of: name, to: &builder, pause)
        case .search(let text): try lists.search(text, into: &builder, pause)
        case .timeline, .favourites, .album, .person: try fillMonths(of: library, into: &builder, pause)
        }
    }

    private func fillMonths(
        of library: LibraryLocation, into builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        if !builder.revalidates, let kept = store?.months(of: library.url) {
            builder.facts.months = kept
            builder.facts.isKept = true
            return
        }
        let removals = store?.removals ?? 0
        for isOld in [false, true] {
            do throws(CatalogueFailure) {
                guard let address = library.months(forOldServers: isOld) else { return }
                let fetch = BlockingFetch(
                    FetchRequest(url: address, limit: Self.mostBytes, revalidates: builder.revalidates), with: fetcher)
                let body = try fetch.wait(with: &builder, pause)
                let months = LibraryMonths(.immich, try Self.months(in: body, of: library, isOld))
                guard months.photoCount <= LibraryMonths.mostPhotos else {
                    throw .tooManyPhotos(limit: LibraryMonths.mostPhotos)
                }
                builder.facts.months = months
                store?.keep(months, of: library.url, since: removals)
                return
            } catch {
                // The timeline belongs to the server's own pages, and may have another name one day.
                if case .fetch(.refused(status: 404, phrase: _, retryAfter: _)) = error, library.part == .timeline {
                    return try ImmichLists(library, fetcher: fetcher).addAll(to: &builder, pause)
                }
                // Servers before 1.133 say what they miss.
                guard !isOld, case .fetch(.refused(status: 400, phrase: _, retryAfter: _)) = error else { throw error }
            }
        }
    }

    static let mostBytes = 4 << 20

    /// The months in `[{"timeBucket": "2024-05-01", "count": 12}]`, newest first.
    static func months(
        in body: Data, of library: LibraryLocation, _ isOld: Bool = false
    ) throws(CatalogueFailure) -> [LibraryMonths.Month] {
        guard let answer = (try? JSONSerialization.jsonObject(with: body)) as? [Any] else {
            throw .notACatalogue(reason: localized("The server does not answer as an Immich server does."))
        }
        var months: [(name: String, month: LibraryMonths.Month)] = []
        for case let bucket as [String: Any] in answer.prefix(LibraryMonths.mostMonths) {
            guard let name = bucket["timeBucket"] as? String, let count = count(bucket["count"]), count > 0,
                let address = library.month(name, forOldServers: isOld)
            else { continue }
            months.append((name, LibraryMonths.Month(month: month(name), count: count, address: address)))
        }
        return months.sorted { $0.name > $1.name }.map(\.month)
    }

    private static func count(_ value: Any?) -> Int? {
        if let text = value as? String { return Int(text) }
        guard let number = (value as? NSNumber)?.doubleValue, number >= 0, number <= 1e9 else { return nil }
        return Int(number)
    }

    /// The month of "2024-05-01", or of the same with a time.
    private static func month(_ name: String) -> TimelineMonth? {
        let parts = name.prefix(7).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month) else {
            return nil
        }
        return TimelineMonth(year: year, month: month)
    }
}
