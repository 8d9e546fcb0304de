import Foundation
import PhotoCore

/// The lists of an Immich library that are no timelines: its albums, people, places and folders, and what it
/// finds.
struct ImmichLists {
    typealias Pause = (inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    private let library: LibraryLocation
    private let fetcher: any DataFetching
    private let mostListed, mostPagesOfAll: Int

    /// Pages of a search; a smart search puts everything in an order, and its end is arbitrary.
    private static let mostPages = 4
    private static let pageLength = 250
    static let mostAnswers = mostPages * pageLength
    static let mostBytes = 64 << 20

    /// The lists of `library`, which have at most this many names of a kind, and photos on at most this many pages.
    init(
        _ library: LibraryLocation, fetcher: any DataFetching, mostListed: Int = ListedParts.most,
        mostPagesOfAll: Int = ImmichLists.mostPagesOfAll
    ) {
        (self.library, self.fetcher) = (library, fetcher)
        (self.mostListed, self.mostPagesOfAll) = (mostListed, mostPagesOfAll)
    }

    private func fetch(
        _ address: URL?, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Data {
        guard let address else { throw .noPhotos }
        let request = FetchRequest(url: address, limit: Self.mostBytes)
        return try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
    }

    /// Adds a row for each album, which opens: the person's own, and those that others share with the person, which
    /// servers before 3.0 list apart.
    func addAlbums(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known = ListedParts(upTo: mostListed)
        try addAlbums("albums", &known, to: &builder, pause)
        try pause(&builder)
        do throws(CatalogueFailure) {
            try addAlbums("albums?shared=true", &known, to: &builder, pause)
        } catch {
            // A server that does not know the question has listed all.
            guard case .fetch(.refused(status: 400, phrase: _, retryAfter: _)) = error else { throw error }
        }
    }

    private func addAlbums(
        _ path: String, _ known: inout ListedParts, to builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) {
        let body = try fetch(library.url(of: path), &builder, pause)
        let albums = try AssetColumns<ImmichAlbumField>(upTo: mostListed, in: body)
        for row in 0..<albums.count {
            let (id, name) = (albums.text(.id, row), albums.text(.name, row))
            guard known.takes(id), LibraryLocation.isID(id) else { continue }
            try addPart(name, .album(id: id, name: name), to: &builder)
        }
    }

    /// Adds a row for each person with a name, who opens.
    func addPeople(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known = ListedParts(upTo: mostListed)
        for page in 1...Self.mostPagesOfPeople {
            let address = library.url(of: "people?withHidden=false&page=\(page)&size=1000")
            let body = try fetch(address, &builder, pause)
            let people = try AssetColumns<ImmichPersonField>(upTo: mostListed, in: body)
            let before = known.count
            for row in 0..<people.count {
                let (id, name) = (people.text(.id, row), people.text(.name, row))
                guard known.takes(id), LibraryLocation.isID(id), !name.isEmpty else { continue }
                try addPart(name, .person(id: id, name: name), to: &builder)
            }
            // Servers before 1.106 list all at once. Another one may send the same page for ever.
            guard people.says(.hasNextPage), known.count > before else { return }
            try pause(&builder)
        }
    }

    static let mostPagesOfPeople = 100

    /// Adds a row for each city in which photos were taken, which opens. The server names one photo of each.
    func addPlaces(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let body = try fetch(library.url(of: "search/cities"), &builder, pause)
        let photos = try ImmichAssets(upTo: mostListed, in: body)
        var known = ListedParts(upTo: mostListed)
        for row in 0..<photos.count {
            let city = photos.text(.city, row)
            if known.takes(city) { try addPart(city, .place(city), to: &builder) }
        }
    }

    /// Adds the photos of a city, the newest first.
    func addPhotos(of city: String, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try findAll(["city": city], &builder, pause)
    }

    /// Adds a row for each folder in the one at `path`, which opens, and the photos in it. Without a path it is the
    /// innermost one that all photos are in.
    func addFolder(_ path: String?, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let known = try fetch(library.url(of: "view/folder/unique-paths"), &builder, pause)
        let paths = try FolderPaths(folderPaths(in: known))
        let path = path ?? paths.top
        for folder in paths.folders(in: path) { try addPart(folder.name, .folder(folder.path), to: &builder) }
        guard paths.hasPhotos(in: path) else { return }
        try pause(&builder)
        let assets = try ImmichAssets(in: fetch(library.photos(inFolder: path), &builder, pause))
        for row in 0..<assets.count where assets.text(.isTrashed, row) != "true" {
            // The server takes "_" for any letter, and a path for the end of another one.
            let place = assets.text(.originalPath, row).split(separator: "/", omittingEmptySubsequences: false)
            guard place.count < 2 || place.dropLast().joined(separator: "/") == path else { continue }
            try assets.addRow(row, date: assets.date(row), to: &builder)
        }
    }

    /// The texts in an array, event by event; any other answer has none.
    private func folderPaths(in body: Data) throws(CatalogueFailure) -> [String] {
        var (paths, known) = ([String](), ListedParts(upTo: mostListed, longest: ListedParts.longestPath))
        var (isList, depth) = (false, 0)
        try body.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try JSONEvents.read(bytes) { event in
                switch event {
                case .startArray:
                    if depth == 0 { isList = true }
                    depth += 1
                case .startObject: depth += 1
                case .endArray, .endObject: depth -= 1
                case .string(let text) where isList && depth == 1:
                    let path = String(decoding: text, as: UTF8.self)
                    if known.takes(path) { paths.append(path) }
                default: break
                }
                return !known.isFull && depth <= Self.mostLevels
            }
        }
        return paths
    }

    /// A list of texts has one.
    private static let mostLevels = 16

    private func addPart(
        _ name: String, _ part: LibraryLocation.Part, to builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        builder.add(.name, name)
        builder.add(.location, LibraryLocation.address(of: part))
        try builder.endEntry(at: nil, isFolder: true)
    }

    /// Adds the photos whose file names have `text`, and those in which the server sees it.
    func search(_ text: String, into builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        let named = try find(
            ["originalFileName": text], Self.finding, &builder, pause, most: Self.mostAnswers)
        do throws(CatalogueFailure) {
            _ = try find(
                ["query": text], "search/smart", unless: named, &builder, pause, most: Self.mostAnswers,
                triesAgain: false)
        } catch {
            // A server without machine learning knows names only.
            guard case .fetch(.refused) = error else { throw error }
        }
    }

    /// Adds all photos of the library's part, the newest first: for servers without a timeline.
    func addAll(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try findAll(Self.wish(for: library.part), &builder, pause)
    }

    /// What finds the photos of a part.
    static func wish(for part: LibraryLocation.Part) -> [String: Any] {
        switch part {
        case .favourites: ["isFavorite": true]
        case .album(let id, _): ["albumIds": [id]]
        case .person(let id, _): ["personIds": [id]]
        case .timeline, .albums, .people, .places, .place, .folders, .folder, .search: [:]
        }
    }

    /// Adds all photos that the server finds for a wish, the newest first.
    private func findAll(
        _ wish: [String: Any], _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) {
        var wish = wish
        wish["order"] = "desc"
        _ = try find(wish, Self.finding, &builder, pause, pages: mostPagesOfAll, length: Self.longestPage)
    }

    /// Where photos are found by what is known of them.
    static let finding = "search/metadata"
    /// As many photos as a page may have.
    static let longestPage = 1000

    /// How many pages a server may make of a full one.
    private static let mostShortPages = 10
    /// As many photos as a catalogue may have.
    static let mostPagesOfAll = 10_000

    /// Adds what the server finds, page by page, until a page has nothing new: the server may send the same one for
    /// ever. No more than fit on this many full pages; a server's own may be shorter. Returns the IDs of all, `unless`
    /// they are `known`.
    private func find(
        _ wish: [String: Any], _ path: String, unless known: Set<String> = [], _ builder: inout CatalogueBuilder,
        _ pause: Pause, pages: Int = mostPages, length: Int = pageLength, most: Int = .max, triesAgain: Bool = true
    ) throws(CatalogueFailure) -> Set<String> {
        var found: Set<String> = []
        var page = 1
        guard let address = library.url(of: path) else { return found }
        // A page of a few photos is no reason to ask a million times.
        while found.count < pages * length, page <= pages * Self.mostShortPages, builder.count < most {
            let request = FetchRequest(
                url: address, limit: Self.mostBytes, method: Self.question(wish, page: page, length: length))
            let fetch = BlockingFetch(request, with: fetcher, triesAgain: triesAgain)
            let body = try fetch.wait(with: &builder, pause)
            let assets = try ImmichAssets(in: body)
            let before = found.count
            for row in 0..<assets.count {
                let id = assets.text(.id, row)
                guard found.insert(id).inserted, builder.count < most, !known.contains(id),
                    assets.text(.isTrashed, row) != "true"
                else { continue }
                try assets.addRow(row, date: assets.date(row), to: &builder)
            }
            guard found.count > before, Self.hasNext(after: assets, of: length) else { break }
            page += 1
            try pause(&builder)
        }
        return found
    }

    /// The question for a page of at most this many photos that the server finds for a wish.
    static func question(_ wish: [String: Any], page: Int, length: Int) -> FetchMethod {
        var question = wish
        (question["page"], question["size"]) = (page, length)
        // Without it, servers tell neither a photo's size nor its place.
        question["withExif"] = true
        // Neither archived photos nor the films of motion photos. Servers before 1.133 know the other two, and each
        // ignores those that it does not know.
        question["visibility"] = "timeline"
        (question["isVisible"], question["isArchived"]) = (true, false)
        let text = (try? JSONSerialization.data(withJSONObject: question, options: .sortedKeys)) ?? Data()
        return .question(String(decoding: text, as: UTF8.self))
    }

    /// Whether a page follows one that may have this many photos: the server says so, or says nothing after a full one.
    static func hasNext(after page: ImmichAssets, of length: Int) -> Bool {
        switch page.told(.nextPage) {
        case .text(let next): !["", "0", "false"].contains(next)
        case .null: false
        case .nothing: page.count >= length
        }
    }
}
