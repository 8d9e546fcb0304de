import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Lists that a cloud's server refuses")
@MainActor
struct CloudListsTests {
    nonisolated private static let person = """
        <?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/remote.php/dav/</d:href><d:propstat>
        <d:prop><d:current-user-principal><d:href>/remote.php/dav/principals/users/anna/</d:href>
        </d:current-user-principal></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        </d:multistatus>
        """

    /// A server that answers questions other than who asks with these statuses.
    private static func server(
        albums: String, places: String, search: String, person: String = "207 Multi-Status"
    ) throws -> LoopbackServer {
        try LoopbackServer.answering { request in
            let line =
                switch (request.method, request.path) {
                case ("SEARCH", _): search
                case (_, "/remote.php/dav/photos/anna/albums/"): albums
                case (_, "/remote.php/dav/photos/anna/places/"): places
                default: person
                }
            let body = line.hasPrefix("207") ? Self.person : ""
            return .raw(
                "HTTP/1.1 \(line)\r\nContent-Type: application/xml\r\nContent-Length: \(body.utf8.count)\r\n\r\n",
                body: Data(body.utf8))
        }
    }

    private func list(_ server: LoopbackServer, _ wish: CloudSearch.Wish) throws -> CloudSearch.List {
        let url = try url(of: server)
        return try #require(CloudSearch(at: url, wish)).list
    }

    /// A window that asks.
    private final class Window: Sendable {}
    private let window = Window()

    private func url(of server: LoopbackServer) throws -> URL {
        let web = server.url("/remote.php/webdav/").absoluteString
        return try #require(URL(string: "webdav\(web.dropFirst("http".count))"))
    }

    @Test(arguments: ["404 Not Found", "403 Forbidden", "501 Not Implemented", "405 Method Not Allowed"])
    func `A list that is refused is known, and the server is asked once`(_ line: String) throws {
        let server = try Self.server(albums: line, places: "207 Multi-Status", search: line)
        defer { server.stop() }
        let context = HandDrivenMainContext()
        let lists = CloudLists(DataFetcher(), mainContext: context)
        let changes = Mutex(0)
        let (address, refused) = (
            try url(of: server), Set([try list(server, .albums), try list(server, .favourites)])
        )
        for _ in 0..<3 { lists.ask(at: address, for: window) { changes.withLock { $0 += 1 } } }
        #expect(context.run { changes.withLock { $0 } == 2 })
        #expect(lists.refused == refused)
        lists.ask(at: address, for: window) { changes.withLock { $0 += 1 } }
        #expect(server.requests.count(where: { $0.path == "/remote.php/dav/" && $0.method == "PROPFIND" }) == 1)
        // Only one favourite is asked for.
        let search = try #require(server.requests.first { $0.method == "SEARCH" })
        #expect(String(decoding: search.body, as: UTF8.self).contains("<nresults>1</nresults>"))
    }

    @Test func `A server that does not answer now is asked again`() throws {
        let server = try Self.server(
            albums: "207 Multi-Status", places: "207 Multi-Status", search: "207 Multi-Status", person: "503 Busy")
        defer { server.stop() }
        let context = HandDrivenMainContext()
        let lists = CloudLists(DataFetcher(), mainContext: context)
        let address = try url(of: server)
        #expect(
            context.run {
                lists.ask(at: address, for: window) {}
                return server.requests.count >= 2
            })
        #expect(lists.refused.isEmpty)
    }

    // MARK: - Answers in a chosen order

    nonisolated private static let interface = Sample.url("https://a.example/remote.php/dav/")
    nonisolated private static let folder = Sample.url("webdavs://a.example/remote.php/webdav/")
    nonisolated private static let albums = Sample.url("https://a.example/remote.php/dav/photos/anna/albums/")
    nonisolated private static let places = Sample.url("https://a.example/remote.php/dav/photos/anna/places/")

    /// The list of `wish` at the server of these addresses.
    private func list(_ wish: CloudSearch.Wish) throws -> CloudSearch.List {
        try #require(CloudSearch(at: Self.folder, wish)).list
    }

    /// Lets `lists` take an answer of the server.
    private func answer(
        _ url: URL, _ result: Result<Data, FetchFailure>, _ fetcher: StubFetcher, _ context: HandDrivenMainContext
    ) {
        let isAsked = fetcher.answer(url, result)
        #expect(isAsked, "\(url)")
        context.drain()
    }

    private static let notFound = FetchFailure.refused(status: 404, phrase: "")

    @Test(arguments: [FetchFailure.refused(status: 503, phrase: ""), .refused(status: 429, phrase: ""), .cancelled])
    func `One list that is refused and another whose answer fails are no reason to ask for ever`(
        _ failure: FetchFailure
    ) throws {
        let (fetcher, context) = (StubFetcher(), HandDrivenMainContext())
        defer { fetcher.end() }
        let lists = CloudLists(fetcher, mainContext: context)
        let changes = Counter()
        let window = window
        let (noPlaces, noAlbums) = (Set([try list(.places)]), Set([try list(.albums)]))
        // As a sidebar that looks again at all that it shows.
        let changed: CloudLists.Change = {
            _ = changes.next()
            lists.ask(at: Self.folder, for: window) { _ = changes.next() }
        }
        lists.ask(at: Self.folder, for: window, changed: changed)
        answer(Self.interface, .success(Data(Self.person.utf8)), fetcher, context)
        #expect(fetcher.asked == [Self.interface, Self.interface, Self.albums, Self.places])
        answer(Self.albums, .failure(failure), fetcher, context)
        answer(Self.interface, .success(Data()), fetcher, context)
        answer(Self.places, .failure(Self.notFound), fetcher, context)
        #expect(changes.count == 1 && fetcher.open.isEmpty && fetcher.asked.count == 4)
        #expect(lists.refused == noPlaces)

        // When the sidebar is shown again, only what is not known is asked.
        lists.ask(at: Self.folder, for: window, changed: changed)
        answer(Self.interface, .success(Data(Self.person.utf8)), fetcher, context)
        #expect(fetcher.open == [Self.albums])
        answer(Self.albums, .failure(Self.notFound), fetcher, context)
        #expect(changes.count == 2 && fetcher.open.isEmpty)
        lists.ask(at: Self.folder, for: window, changed: changed)
        #expect(fetcher.asked.count == 6)
        #expect(lists.refused == noPlaces.union(noAlbums))
    }

    @Test func `A failure after the refusals of other lists does not ask again by itself either`() throws {
        let (fetcher, context) = (StubFetcher(), HandDrivenMainContext())
        defer { fetcher.end() }
        let lists = CloudLists(fetcher, mainContext: context)
        let window = window
        lists.ask(at: Self.folder, for: window) { lists.ask(at: Self.folder, for: window) {} }
        answer(Self.interface, .success(Data(Self.person.utf8)), fetcher, context)
        answer(Self.places, .failure(Self.notFound), fetcher, context)
        answer(Self.albums, .failure(.cancelled), fetcher, context)
        answer(Self.interface, .failure(.cancelled), fetcher, context)
        #expect(fetcher.open.isEmpty && fetcher.asked.count == 4)
    }

    @Test func `Another window that asks meanwhile is told too`() throws {
        let (fetcher, context) = (StubFetcher(), HandDrivenMainContext())
        defer { fetcher.end() }
        let lists = CloudLists(fetcher, mainContext: context)
        let (first, second, third) = (Counter(), Counter(), Counter())
        let (other, last) = (Window(), Window())
        lists.ask(at: Self.folder, for: window) { _ = first.next() }
        lists.ask(at: Self.folder, for: other) { _ = second.next() }
        answer(Self.interface, .success(Data(Self.person.utf8)), fetcher, context)
        answer(Self.albums, .failure(Self.notFound), fetcher, context)
        lists.ask(at: Self.folder, for: last) { _ = third.next() }
        answer(Self.places, .failure(Self.notFound), fetcher, context)
        #expect([first, second, third].map(\.count) == [2, 2, 1])
    }
}
