import Foundation
import PhotoCore

/// The interface of an Immich server: https://api.immich.app.
struct ImmichInterface: LibraryInterface {
    private let library: LibraryLocation
    private let fetcher: any DataFetching
    private let lists: ImmichLists

    /// Fetches by `fetcher`.
    init(_ library: LibraryLocation, fetcher: any DataFetching) {
        (self.library, self.fetcher) = (library, fetcher)
        lists = ImmichLists(library, fetcher: fetcher)
    }

    var formatName: String { localized("Immich library") }

    var hasMonths: Bool {
        switch library.part {
        case .timeline, .favourites, .album, .person: true
        case .albums, .people, .places, .folders, .folder, .place, .search: false
        }
    }

    func addRows(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        switch library.part {
        case .albums: try lists.addAlbums(to: &builder, pause)
        case .people: try lists.addPeople(to: &builder, pause)
        case .places: try lists.addPlaces(to: &builder, pause)
        case .folders: try lists.addFolder(nil, to: &builder, pause)
        case .folder(let path): try lists.addFolder(path, to: &builder, pause)
        case .place(let name): try lists.addPhotos(of: name, to: &builder, pause)
        case .search(let text): try lists.search(text, into: &builder, pause)
        case .timeline, .favourites, .album, .person: try lists.addAll(to: &builder, pause)
        }
    }

    func months(
        _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> [LibraryMonths.Month]? {
        for isOld in [false, true] {
            do throws(CatalogueFailure) {
                guard let address = library.months(forOldServers: isOld) else { return [] }
                let fetch = BlockingFetch(
                    FetchRequest(url: address, limit: Self.mostBytes, revalidates: builder.revalidates), with: fetcher)
                return try Self.months(in: try fetch.wait(with: &builder, pause), of: library, isOld)
            } catch {
                // The timeline belongs to the server's own pages, and may have another name one day.
                if Self.meansNoTimeline(error) { return nil }
                // Servers before 1.133 say what they miss.
                guard !isOld, case .fetch(.refused(status: 400, phrase: _, retryAfter: _)) = error else { throw error }
            }
        }
        return []
    }

    static let mostBytes = 4 << 20

    /// Whether a server says that it has no such list: not found, not allowed for what it is, gone, or not implemented.
    private static func meansNoTimeline(_ failure: CatalogueFailure) -> Bool {
        if case .fetch(let failure) = failure { meansNoTimeline(failure) } else { false }
    }

    /// The same of one of its lists.
    static func meansNoTimeline(_ failure: FetchFailure) -> Bool {
        guard case .refused(let status, _, _) = failure else { return false }
        return [404, 405, 410, 501].contains(status)
    }

    /// The months in `[{"timeBucket": "2024-05-01", "count": 12}]`, newest first.
    static func months(
        in body: Data, of library: LibraryLocation, _ isOld: Bool = false
    ) throws(CatalogueFailure) -> [LibraryMonths.Month] {
        guard let answer = (try? JSONSerialization.jsonObject(with: body)) as? [Any] else {
            throw .notACatalogue(reason: localized("The server does not answer as an Immich server does."))
        }
        var months: [(name: String, month: LibraryMonths.Month)] = []
        for case let bucket as [String: Any] in answer.prefix(LibraryMonths.mostMonths) {
            // One month that says more than a library may have would cost all others.
            guard let name = bucket["timeBucket"] as? String, let count = count(bucket["count"]),
                (1...LibraryMonths.mostPhotos).contains(count), let address = library.month(name, forOldServers: isOld)
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
    static func month(_ name: String) -> TimelineMonth? {
        let parts = name.prefix(7).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month) else {
            return nil
        }
        return TimelineMonth(year: year, month: month)
    }
}
