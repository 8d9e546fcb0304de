import Foundation
import PhotoCore

/// The lists of an Immich library that are no timelines: its albums, people, places and folders, and what it
/// finds.
struct ImmichLists {
    typealias Pause = (inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    private let library: LibraryLocation
    private let fetcher: any DataFetching

    /// Pages of a search; a smart search puts everything in an order, and its end is arbitrary.
    private static let mostPages = 4
    private static let pageLength = 250
    static let mostAnswers = mostPages * pageLength
    static let mostBytes = 64 << 20

    init(_ library: LibraryLocation, fetcher: any DataFetching) { (self.library, self.fetcher) = (library, fetcher) }

    private func answer(
        _ path: String, _ method: FetchMethod = .get, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Any {
        guard let address = URL(string: path, relativeTo: library.interface)?.absoluteURL else { throw .noPhotos }
        let request = FetchRequest(url: address, limit: Self.mostBytes, method: method)
        let body = try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
        guard let answer = try? JSONSerialization.jsonObject(with: body) else {
            throw .notACatalogue(reason: localized("The server does not answer as an Immich server does."))
        }
        return answer
    }

    /// Adds a row for each album, which opens.
    func addAlbums(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let albums = try answer("albums", .get, &builder, pause) as? [Any] ?? []
        for case let album as [String: Any] in albums {
            let name = album["albumName"] as? String ?? ""
            try addFolder(album["id"], name, to: &builder) { .album(id: $0, name: name) }
        }
    }

    /// Adds a row for each person with a name, who opens.
    func addPeople(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        for page in 1...Self.mostPagesOfPeople {
            let answer = try answer("people?withHidden=false&page=\(page)&size=1000", .get, &builder, pause)
            let people = (answer as? [String: Any])?["people"] as? [Any] ?? answer as? [Any] ?? []
            for case let person as [String: Any] in people {
                let name = person["name"] as? String ?? ""
                guard !name.isEmpty else { continue }
                try addFolder(person["id"], name, to: &builder) { .person(id: $0, name: name) }
            }
            // Servers before 1.106 tell all at once.
            guard (answer as? [String: Any])?["hasNextPage"] as? Bool == true, !people.isEmpty else { return }
            try pause(&builder)
        }
    }

    static let mostPagesOfPeople = 100

    /// Adds a row for each city in which photos were taken, which opens. The server names one photo of each.
    func addPlaces(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let photos = try answer("search/cities", .get, &builder, pause) as? [Any] ?? []
        var known: Set<String> = []
        for case let photo as [String: Any] in photos {
            let city = (photo["exifInfo"] as? [String: Any])?["city"] as? String ?? ""
            guard !city.isEmpty, city.utf8.count <= Self.longestPlace, known.insert(city).inserted else { continue }
            builder.add(.name, city)
            builder.add(.location, LibraryLocation.address(of: .place(city)))
            try builder.endEntry(at: nil, isFolder: true)
        }
    }

    /// In bytes; no city's name is longer.
    private static let longestPlace = 512

    /// Adds the photos of a city, the newest first.
    func addPhotos(of city: String, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        try find(
            ["city": city, "order": "desc"], "search/metadata", &known, &builder, pause,
            pages: 1...Self.mostPagesOfAll, length: 1000)
    }

    /// Adds a row for each folder in the one at `path`, which opens, and the photos in it. Without a path it is the
    /// innermost one that all photos are in.
    func addFolder(_ path: String?, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let known = try answer("view/folder/unique-paths", .get, &builder, pause) as? [Any] ?? []
        let paths = FolderPaths(known.compactMap { $0 as? String }.filter { $0.utf8.count <= Self.longestPath })
        let path = path ?? paths.top
        for folder in paths.folders(in: path) {
            builder.add(.name, folder.name)
            builder.add(.location, LibraryLocation.address(of: .folder(folder.path)))
            try builder.endEntry(at: nil, isFolder: true)
        }
        guard paths.hasPhotos(in: path) else { return }
        try pause(&builder)
        guard let address = library.photos(inFolder: path) else { return }
        let request = FetchRequest(url: address, limit: Self.mostBytes)
        let body = try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
        let assets = try ImmichAssets(in: body)
        for row in 0..<assets.count where assets.text(.isTrashed, row) != "true" {
            // The server takes "_" for any letter, and a path for the end of another one.
            let place = assets.text(.originalPath, row).split(separator: "/", omittingEmptySubsequences: false)
            guard place.count < 2 || place.dropLast().joined(separator: "/") == path else { continue }
            try assets.addRow(row, date: assets.date(row), to: &builder)
        }
    }

    /// In bytes; no file system has longer paths.
    private static let longestPath = 4096

    private func addFolder(
        _ id: Any?, _ name: String, to builder: inout CatalogueBuilder, _ part: (String) -> LibraryLocation.Part
    ) throws(CatalogueFailure) {
        guard let id = id as? String, LibraryLocation.isID(id) else { return }
        builder.add(.name, name)
        builder.add(.location, LibraryLocation.address(of: part(id)))
        try builder.endEntry(at: nil, isFolder: true)
    }

    /// Adds the photos whose file names have `text`, and those in which the server sees it.
    func search(_ text: String, into builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        try find(["originalFileName": text], "search/metadata", &known, &builder, pause, most: Self.mostAnswers)
        do throws(CatalogueFailure) {
            try find(["query": text], "search/smart", &known, &builder, pause, most: Self.mostAnswers)
        } catch {
            // A server without machine learning knows names only.
            guard case .fetch(.refused) = error else { throw error }
        }
    }

    /// Adds everything, the newest first: for servers without a timeline.
    func addAll(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        try find(
            ["order": "desc"], "search/metadata", &known, &builder, pause, pages: 1...Self.mostPagesOfAll, length: 1000)
    }

    /// As many photos as a catalogue may have.
    private static let mostPagesOfAll = 10_000

    private func find(
        _ wish: [String: String], _ path: String, _ known: inout Set<String>, _ builder: inout CatalogueBuilder,
        _ pause: Pause, pages: ClosedRange<Int> = 1...mostPages, length: Int = pageLength, most: Int = .max
    ) throws(CatalogueFailure) {
        guard let address = URL(string: path, relativeTo: library.interface)?.absoluteURL else { return }
        for page in pages where known.count < most {
            var question: [String: Any] = wish
            (question["page"], question["size"]) = (page, length)
            let text = (try? JSONSerialization.data(withJSONObject: question, options: .sortedKeys)) ?? Data()
            let request = FetchRequest(
                url: address, limit: Self.mostBytes, method: .question(String(decoding: text, as: UTF8.self)))
            let body = try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
            let assets = try ImmichAssets(in: body)
            for row in 0..<assets.count where assets.text(.isTrashed, row) != "true" {
                guard known.count < most, known.insert(assets.text(.id, row)).inserted else { continue }
                try assets.addRow(row, date: assets.date(row), to: &builder)
            }
            try pause(&builder)
            if assets.count < length { return }
        }
    }
}
