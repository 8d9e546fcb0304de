import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// Fetches from a PhotoPrism server as the program does: with a session for catalogues and one for photos.
struct SessionRig {
    let server: LoopbackServer
    let places = LibraryPlaces()
    let asker: StubAsker
    let store = StubCredentialStore()
    let broker: CredentialBroker
    let photos, catalogues: DataFetcher

    init(_ sessions: SessionServer, at prefixes: [String] = [""], _ answers: CredentialAnswer...) throws {
        server = try LoopbackServer.answering(sessions.answer)
        asker = StubAsker { count in count <= answers.count ? answers[count - 1] : nil }
        broker = CredentialBroker(asker: asker, store: store)
        photos = DataFetcher(credentials: broker, places: places)
        catalogues = DataFetcher(credentials: broker, places: places)
        for prefix in prefixes {
            let url = try #require(URL(string: "photoprism+\(server.url("/" + prefix).absoluteString)"))
            places.add(try #require(LibraryLocation(url)?.place))
        }
    }

    func fetch(_ path: String = "api/v1/photos?count=1", by fetcher: DataFetcher? = nil) async
        -> Result<FetchedData, FetchFailure>
    {
        await fetch(server.url("/" + path), by: fetcher)
    }

    /// From `other` than the server.
    func fetch(_ other: LoopbackServer, by fetcher: DataFetcher? = nil) async -> Result<FetchedData, FetchFailure> {
        await fetch(other.url("/api/v1/photos"), by: fetcher)
    }

    /// With a login in the address.
    func fetch(_ path: String = "api/v1/photos", as login: String) async -> Result<FetchedData, FetchFailure> {
        await fetch(url(path, as: login))
    }

    func url(_ path: String, as login: String) -> URL {
        Sample.url("http://\(login)@127.0.0.1:\(server.port)/\(path)")
    }

    private func fetch(_ url: URL, by fetcher: DataFetcher? = nil) async -> Result<FetchedData, FetchFailure> {
        let request = FetchRequest(url: url)
        return await withCheckedContinuation { continuation in
            _ = (fetcher ?? photos).fetch(request, progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    func fetchMany(_ count: Int = 8) async -> [Result<FetchedData, FetchFailure>] {
        await withTaskGroup(of: Result<FetchedData, FetchFailure>.self) { group in
            for number in 0..<count {
                group.addTask { await fetch("api/v1/photos?count=\(number)", by: number < 4 ? photos : catalogues) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
