import Foundation
import PhotoCore

/// The lists of a PhotoPrism library that are no timelines: its albums, people, places and folders, what is in them,
/// and what it finds.
struct PhotoPrismLists {
    typealias Pause = (inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    private let library: LibraryLocation
    private let fetcher: any DataFetching

    private static let pageLength = 1000
    /// As many as a catalogue may have rows.
    private static let mostPages = 10_000
    /// Of folders, which are all needed to know which is in which.
    private static let mostFolders = 200_000
    static let mostBytes = 64 << 20
    static var isOther: String { localized("The server does not answer as a PhotoPrism server does.") }

    init(_ library: LibraryLocation, fetcher: any DataFetching) { (self.library, self.fetcher) = (library, fetcher) }

    private func fetch(
        _ address: URL?, _ builder: inout CatalogueBuilder, _ pause: Pause
    ) throws(CatalogueFailure) -> Data {
        guard let address else { throw .noPhotos }
        let request = FetchRequest(url: address, limit: Self.mostBytes, revalidates: builder.revalidates)
        return try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
    }

    /// Calls `take` with each object of a list, page by page; until it returns false.
    private func objects(
        in list: String, _ builder: inout CatalogueBuilder, _ pause: Pause,
        _ take: ([String: Any], inout CatalogueBuilder) throws(CatalogueFailure) -> Bool
    ) throws(CatalogueFailure) {
        for page in 0..<Self.mostPages {
            let (count, first) = (Self.pageLength, page * Self.pageLength)
            let body = try fetch(library.url(of: "\(list)&count=\(count)&offset=\(first)"), &builder, pause)
            let answer = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
            guard let objects = answer as? [Any] ?? (answer is NSNull ? [] : nil) else {
                throw .notACatalogue(reason: Self.isOther)
            }
            for case let object as [String: Any] in objects {
                guard try take(object, &builder) else { return }
            }
            guard objects.count >= count else { return }
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
        try objects(in: "albums?type=album&order=name", &builder, pause) { (album, builder) throws(CatalogueFailure) in
            let name = album["Title"] as? String ?? ""
            if let id = album["UID"] as? String, LibraryLocation.isID(id) {
                try addPart(name, .album(id: id, name: name), to: &builder)
            }
            return true
        }
    }

    /// Adds a row for each person with a name, who opens.
    func addPeople(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        try objects(in: "subjects?type=person&order=name", &builder, pause) {
            (person, builder) throws(CatalogueFailure) in
            let name = person["Name"] as? String ?? ""
            if let id = person["UID"] as? String, LibraryLocation.isID(id), !name.isEmpty {
                try addPart(name, .person(id: id, name: name), to: &builder)
            }
            return true
        }
    }

    /// Adds a row for each state in which photos were taken, which opens.
    func addPlaces(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        try objects(in: "albums?type=state&order=name", &builder, pause) { (album, builder) throws(CatalogueFailure) in
            let state = album["State"] as? String ?? ""
            guard !state.isEmpty, state.utf8.count <= Self.longestPlace, known.insert(state).inserted else {
                return true
            }
            try addPart(state, .place(state), to: &builder)
            return true
        }
    }

    /// In bytes; no state's name is longer.
    private static let longestPlace = 512

    /// Adds a row for each folder in the one at `path`, which opens, and the photos in it. Without a path it is the
    /// innermost one that all photos are in.
    func addFolder(_ path: String?, to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: [String] = []
        try objects(in: "albums?type=folder&order=path", &builder, pause) { (album, _) throws(CatalogueFailure) in
            if let path = album["Path"] as? String, path.utf8.count <= Self.longestPath { known.append(path) }
            return known.count < Self.mostFolders
        }
        let paths = FolderPaths(known)
        let path = path ?? paths.top
        for folder in paths.folders(in: path) { try addPart(folder.name, .folder(folder.path), to: &builder) }
        guard paths.hasPhotos(in: path) else { return }
        try pause(&builder)
        try PhotoPrismLists(library.showing(.folder(path)), fetcher: fetcher).addPhotos(to: &builder, pause)
    }

    /// In bytes; no file system has longer paths.
    private static let longestPath = 4096

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

    /// Adds the photos of the library's part, the newest first.
    func addPhotos(to builder: inout CatalogueBuilder, _ pause: Pause) throws(CatalogueFailure) {
        var known: Set<String> = []
        for page in 0..<Self.mostPages {
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
    }
}
