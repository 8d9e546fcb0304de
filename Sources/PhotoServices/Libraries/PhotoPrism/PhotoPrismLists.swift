import Foundation
import PhotoCore

/// The lists of a PhotoPrism library that are no timelines: its albums, people, places and folders, what is in them,
/// and what it finds.
struct PhotoPrismLists {
    typealias Pause = (inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    private let library: LibraryLocation
    private let fetcher: any DataFetching
    private let mostListed, mostPages: Int

    private static let pageLength = 1000
    /// Of photos: the server refuses those that begin further on.
    static let mostPages = LibraryLocation.mostOffset / pageLength + 1
    static let mostBytes = 64 << 20
    static var isOther: String { localized("The server does not answer as a PhotoPrism server does.") }

    /// The lists of `library`, which have at most this many names of a kind, and photos on at most this many pages.
    init(
        _ library: LibraryLocation, fetcher: any DataFetching, mostListed: Int = ListedParts.most,
        mostPages: Int = PhotoPrismLists.mostPages
    ) {
        (self.library, self.fetcher) = (library, fetcher)
        (self.mostListed, self.mostPages) = (mostListed, mostPages)
    }

    private func fetch(
        _ address: URL?, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Data {
        guard let address else { throw .noPhotos }
        let request = FetchRequest(url: address, limit: Self.mostBytes, revalidates: builder.revalidates)
        return try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
    }

    /// Calls `take` with each object of a list whose ID is new, page by page, until a page has none: a server may send
    /// the same one for ever.
    private func objects<Field: AssetField>(
        in list: String, with fields: Field.Type, longest: Int = ListedParts.longestName,
        _ builder: inout CatalogueBuilder, _ pause: Pause,
        _ take: (_ id: String, AssetColumns<Field>, _ row: Int, inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var known = ListedParts(upTo: mostListed, longest: longest)
        for first in stride(from: 0, to: mostListed, by: Self.pageLength) {
            let count = Self.pageLength
            let body = try fetch(library.url(of: "\(list)&count=\(count)&offset=\(first)"), &builder, pause)
            let objects = try AssetColumns<Field>(upTo: mostListed, in: body)
            guard objects.isList else { throw .notACatalogue(reason: Self.isOther) }
            let before = known.count
            for row in 0..<objects.count {
                let id = objects.text(.id, row)
                if known.takes(id) { try take(id, objects, row, &builder) }
            }
            guard objects.objectCount >= count, known.count > before, !known.isFull else { return }
            try pause(&builder)
        }
    }

    private func addPart(
        _ name: String, _ part: LibraryLocation.Part, to builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        builder.add(.name, name)
        builder.add(.location, LibraryLocation.address(of: part))
        try builder.endEntry(at: nil, isFolder: true)
    }

    /// Adds a row for each album, which opens.
    func addAlbums(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try objects(in: "albums?type=album&order=name", with: PhotoPrismAlbumField.self, &builder, pause) {
            (id, albums, row, builder) throws(CatalogueFailure) in
            guard LibraryLocation.isID(id) else { return }
            let name = albums.text(.title, row)
            try addPart(name, .album(id: id, name: name), to: &builder)
        }
    }

    /// Adds a row for each person with a name, who opens.
    func addPeople(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try objects(in: "subjects?type=person&order=name", with: PhotoPrismPersonField.self, &builder, pause) {
            (id, people, row, builder) throws(CatalogueFailure) in
            let name = people.text(.name, row)
            guard LibraryLocation.isID(id), !name.isEmpty else { return }
            try addPart(name, .person(id: id, name: name), to: &builder)
        }
    }

    /// Adds a row for each state in which photos were taken, which opens.
    func addPlaces(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try objects(in: "albums?type=state&order=name", with: PhotoPrismStateField.self, &builder, pause) {
            (state, _, _, builder) throws(CatalogueFailure) in
            try addPart(state, .place(state), to: &builder)
        }
    }

    /// Adds a row for each folder in the one at `path`, which opens, and the photos in it. Without a path it is the
    /// innermost one that all photos are in.
    func addFolder(_ path: String?, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: [String] = []
        // All are needed to know which is in which.
        try objects(
            in: "albums?type=folder&order=path", with: PhotoPrismFolderField.self, longest: ListedParts.longestPath,
            &builder, pause
        ) { (path, _, _, _) throws(CatalogueFailure) in known.append(path) }
        let paths = FolderPaths(known)
        let path = path ?? paths.top
        for folder in paths.folders(in: path) { try addPart(folder.name, .folder(folder.path), to: &builder) }
        guard paths.hasPhotos(in: path) else { return }
        try pause(&builder)
        try PhotoPrismLists(library.showing(.folder(path)), fetcher: fetcher).addPhotos(to: &builder, pause)
    }

    /// Adds what the server finds for a text, the newest first.
    func search(_ text: String, into builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        do throws(CatalogueFailure) {
            try addPhotos(to: &builder, pause)
        } catch {
            // A word before a colon names what the next one is about: "color:red". The server knows no others.
            guard case .fetch(.refused(status: 400, phrase: _, retryAfter: _)) = error, text.contains(":") else {
                throw error
            }
            let plain = library.showing(.search(text.replacing(":", with: " ")))
            try PhotoPrismLists(plain, fetcher: fetcher).addPhotos(to: &builder, pause)
        }
    }

    /// Adds the photos of the library's part, the newest first: as many as the server lists.
    func addPhotos(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        for page in 0..<mostPages {
            let address = library.photos(from: page * Self.pageLength, count: Self.pageLength)
            let photos = try PhotoPrismPhotos(in: fetch(address, &builder, pause))
            var hasNew = false
            // A photo that was added meanwhile moves the others.
            for row in 0..<photos.count where known.insert(photos.text(.id, row)).inserted {
                try photos.addRow(row, to: &builder)
                hasNew = true
            }
            guard hasNew, photos.count >= Self.pageLength else { return }
            try pause(&builder)
        }
        builder.facts.isCutByServer = true
    }
}

/// A field of an album.
enum PhotoPrismAlbumField: String, AssetField {
    case id = "UID"
    case title = "Title"
}

/// A field of a person.
enum PhotoPrismPersonField: String, AssetField {
    case id = "UID"
    case name = "Name"
}

/// A field of a state, which its name is asked for by.
enum PhotoPrismStateField: String, AssetField {
    case id = "State"
}

/// A field of a folder, which its path is asked for by.
enum PhotoPrismFolderField: String, AssetField {
    case id = "Path"
}
