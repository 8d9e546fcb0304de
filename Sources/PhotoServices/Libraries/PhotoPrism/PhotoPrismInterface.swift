import Foundation
import PhotoCore

/// The interface of a PhotoPrism server: https://docs.photoprism.app/developer-guide/api/.
struct PhotoPrismInterface: LibraryInterface {
    private let library: LibraryLocation
    private let fetcher: any DataFetching
    private let lists: PhotoPrismLists

    /// Fetches by `fetcher`.
    init(_ library: LibraryLocation, fetcher: any DataFetching) {
        (self.library, self.fetcher) = (library, fetcher)
        lists = PhotoPrismLists(library, fetcher: fetcher)
    }

    var formatName: String { localized("PhotoPrism library") }

    var hasMonths: Bool { library.part == .timeline }

    func addRows(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        switch library.part {
        case .albums: try lists.addAlbums(to: &builder, pause)
        case .people: try lists.addPeople(to: &builder, pause)
        case .places: try lists.addPlaces(to: &builder, pause)
        case .folders: try lists.addFolder(nil, to: &builder, pause)
        case .folder(let path): try lists.addFolder(path, to: &builder, pause)
        case .search(let text): try lists.search(text, into: &builder, pause)
        case .timeline, .favourites, .album, .person, .place: try lists.addPhotos(to: &builder, pause)
        }
    }

    func months(
        _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> [LibraryMonths.Month]? {
        guard let address = library.moments else { return [] }
        let body: Data
        do throws(CatalogueFailure) {
            body = try fetch(address, &builder, pause)
        } catch {
            // A key may be for photos alone, without the calendar.
            guard case .fetch(.refused(status: 403...404, phrase: _, retryAfter: _)) = error else { throw error }
            return nil
        }
        var months = try Self.months(in: body, of: library)
        for dates in [LibraryLocation.Dates.noMonth, .noYear] {
            months += Self.lists(dates, try count(dates, &builder, pause), nil, in: library)
        }
        return months
    }

    private func fetch(
        _ address: URL, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Data {
        let request = FetchRequest(url: address, limit: Self.mostBytes, revalidates: builder.revalidates)
        return try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
    }

    /// How many photos have these dates, which the server counts in no month: by questions for one photo, of which the
    /// first usually has no answer.
    private func count(
        _ dates: LibraryLocation.Dates, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Int {
        func has(_ number: Int) throws(CatalogueFailure) -> Bool {
            guard number <= LibraryLocation.mostOffset,
                let address = library.photos(dates, from: number, count: 1, of: 0)
            else { return false }
            do throws(CatalogueFailure) {
                return try PhotoPrismPhotos(in: fetch(address, &builder, pause)).count > 0
            } catch {
                // A server that does not understand the question, or the number, has none to show. Without an answer
                // they may be there, and what is kept must not say that there are none.
                guard case .fetch(.refused(status: 400, phrase: _, retryAfter: _)) = error else { throw error }
                return false
            }
        }
        // Photos below `known` are there; there is none at `most`.
        var (known, most) = (0, 1)
        while try has(most - 1) { (known, most) = (most, most * 2) }
        while most - known > 1 {
            let middle = known + (most - known) / 2
            if try has(middle - 1) { known = middle } else { most = middle }
        }
        return known
    }

    static let mostBytes = 4 << 20

    /// The months in `[{"Year": 2024, "Month": 5, "PhotoCount": 12}]`, newest first: a long one is several lists.
    static func months(in body: Data, of library: LibraryLocation) throws(CatalogueFailure) -> [LibraryMonths.Month] {
        let answer = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
        // What has no photos is null.
        guard let moments = answer as? [Any] ?? (answer is NSNull ? [] : nil) else {
            throw .notACatalogue(reason: PhotoPrismLists.isOther)
        }
        var counts: [TimelineMonth: Int] = [:]
        for case let moment as [String: Any] in moments.prefix(LibraryMonths.mostMonths) {
            // One month that says more than a library may have would cost all others.
            guard let year = number(moment["Year"]), (1...9999).contains(year),
                let month = number(moment["Month"]), (1...12).contains(month),
                let count = number(moment["PhotoCount"]), (1...LibraryMonths.mostPhotos).contains(count)
            else { continue }
            counts[TimelineMonth(year: year, month: month)] = count
        }
        guard counts.values.reduce(0, +) <= LibraryMonths.mostPhotos else {
            throw .tooManyPhotos(limit: LibraryMonths.mostPhotos)
        }
        return counts.sorted { $0.key > $1.key }.flatMap { lists(.month($0.key), $0.value, $0.key, in: library) }
    }

    /// The lists of `count` photos with these dates.
    private static func lists(
        _ dates: LibraryLocation.Dates, _ count: Int, _ month: TimelineMonth?, in library: LibraryLocation
    ) -> [LibraryMonths.Month] {
        stride(from: 0, to: count, by: LibraryLocation.mostInList).compactMap { first in
            library.photos(dates, from: first, of: count).map { address in
                LibraryMonths.Month(
                    month: month, count: min(count - first, LibraryLocation.mostInList), address: address)
            }
        }
    }

    private static func number(_ value: Any?) -> Int? {
        if let text = value as? String { return Int(text) }
        return (value as? NSNumber).flatMap { LibraryText.whole($0.doubleValue) }
    }
}
