import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// What the servers of libraries list besides months.
extension FuzzTarget {
    static let nameLists = [lists, folders, tickets]

    /// Albums, people, places, folders and photos, as servers of both kinds list them. All requests have one answer.
    private static let lists = FuzzTarget(name: "lists") { document in
        let fetcher = OneAnswer(body: Data(document))
        let parts: [LibraryLocation.Part] = [
            .albums, .people, .places, .folders, .folder("/mnt/photos"), .place("Lisbon"), .search("beach: 1"),
        ]
        for address in ["immich+https://host", "photoprism+https://host"] {
            guard let library = URL(string: address).flatMap({ LibraryLocation($0) }) else { continue }
            for part in parts { show(library.showing(part), fetcher) }
        }
    }

    private static func show(_ library: LibraryLocation, _ fetcher: OneAnswer) {
        var builder = CatalogueBuilder()
        do throws(CatalogueFailure) {
            let filler = LibraryFiller(fetcher, places: LibraryPlaces())
            try filler.fill(&builder, from: library.url) { _ throws(CatalogueFailure) in }
        } catch {
            _ = error.description
        }
        let catalogue = builder.finish(from: library.url)
        var known: Set<String> = []
        for row in 0..<catalogue.count {
            _ = (catalogue.details(at: row), catalogue.name(at: row))
            guard catalogue.isFolder(at: row), let address = catalogue.url(of: .location, at: row) else { continue }
            expect(known.insert(address.absoluteString).inserted, "\(address) is there twice")
            expect(library.part(at: address) != nil, "\(address) opens nothing")
        }
    }

    /// The paths of folders, one a line.
    private static let folders = FuzzTarget(name: "folders") { document in
        let lines = lines(of: document)
        let paths = FolderPaths(lines)
        for path in [paths.top] + lines.prefix(4) {
            for folder in paths.folders(in: path).prefix(4) {
                expect(!folder.path.isEmpty, "A folder has no path")
                let isThere = paths.hasPhotos(in: folder.path) || !paths.folders(in: folder.path).isEmpty
                expect(isThere, "\(folder) has nothing in it")
            }
        }
    }

    /// The tickets in the head of a reply: the first line, and the last one.
    private static let tickets = FuzzTarget(name: "tickets") { document in
        let lines = lines(of: document)
        let tickets = PictureTickets(["x-preview-token": lines.first ?? "", "x-download-token": lines.last ?? ""])
        for path in [LibraryLocation.thumbnail("2f"), LibraryLocation.original("2f", of: "p1")] {
            let address = "https://host/api/v1/" + path
            let asked = tickets.apply(to: address)
            expect(shape(of: asked) == shape(of: address), "\(asked) leads elsewhere")
            _ = tickets.withdraw(from: asked)
        }
    }

    /// What no ticket may change: the server, and the number of the address's parts.
    private static func shape(of address: String) -> [String] {
        let parts = URLComponents(string: address)
        let counts = [parts?.path.split(separator: "/").count, parts?.queryItems?.count].map { "\($0 ?? 0)" }
        return [parts?.host ?? ""] + counts
    }

    private static func lines(of document: [UInt8]) -> [String] {
        String(decoding: document, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }
}

/// Answers all requests with the same body.
struct OneAnswer: DataFetching {
    private struct Ended: FetchTask {
        func cancel() {}
    }

    let body: Data

    func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        completion(.success(FetchedData(data: body, url: request.url)))
        return Ended()
    }
}
