import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// The members of an index, and further pages, by the log of the server that has them.
@MainActor
@Suite("Members of an index", .timeLimit(.minutes(15))) struct IndexMemberTests {
    /// A list of the catalogue at a server's path, and how it is scrolled.
    @MainActor
    private final class List {
        private let mainContext = HandDrivenMainContext()
        private let loader: CatalogueLoader
        private let pages: NextPageLoader
        private(set) var catalogue: Catalogue?

        init(_ url: URL) {
            let fetcher = DataFetcher()
            loader = CatalogueLoader(fetcher: fetcher, formats: .standard, mainContext: mainContext)
            pages = NextPageLoader(fetcher: fetcher, formats: .standard, mainContext: mainContext)
            pages.grew = { [weak self] in self?.catalogue = $0 }
            loader.load(url) { [weak self] in
                if case .ended(let catalogue, nil) = $0 { self?.opened(catalogue) }
            }
            #expect(mainContext.run { self.catalogue != nil })
        }

        private func opened(_ catalogue: Catalogue) {
            self.catalogue = catalogue
            pages.begin(after: catalogue)
        }

        var names: [String] { (0..<(catalogue?.count ?? 0)).compactMap { catalogue?.name(at: $0) } }
        var hasMore: Bool { pages.trail.hasMore }
        var state: PageTrail.State { pages.trail.state }

        /// The person wants what failed once more.
        func goOn() {
            pages.goOn()
            #expect(mainContext.run { if case .reading = self.pages.trail.state { false } else { true } })
        }

        /// The list comes to rest at `reach`, and what it asks for arrives.
        func rest(_ reach: ListReach) {
            pages.reached(reach)
            #expect(mainContext.run { if case .reading = self.pages.trail.state { false } else { true } })
        }

        /// Scrolls to the end as often as there is more; returns what the server was asked for each time.
        func scrollToTheEnd(_ server: LoopbackServer) -> [[String]] {
            var asked: [[String]] = []
            while hasMore, asked.count < 50 {
                let before = server.asked.count
                rest(.elsewhere)
                #expect(server.asked.count == before)
                rest(.nearEnd)
                asked.append(Array(server.asked.dropFirst(before)))
            }
            return asked
        }
    }

    private static func collection(_ paths: [String]) -> String {
        let members = paths.map { path in
            #"{"id": "\#(path)", "type": "\#(path.hasPrefix("/m") ? "Manifest" : "Collection")"}"#
        }
        return #"{"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Collection", "id": "x", "#
            + #""items": [\#(members.joined(separator: ", "))]}"#
    }

    private static func manifest(_ name: String) -> String {
        #"{"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest", "id": "x", "items": ["#
            + #"{"type": "Canvas", "id": "c", "label": {"en": ["\#(name)"]}, "height": 4, "width": 6, "items": ["#
            + #"{"type": "AnnotationPage", "items": [{"type": "Annotation", "motivation": "painting", "#
            + #""body": {"type": "Image", "id": "https://i.example/\#(name).jpg"}}]}]}]}"#
    }

    @Test func `The manifests of collections are read as the list nears its end, each once`() throws {
        let documents: [String: String] = [
            "/c": Self.collection(["/c", "/m1", "/d", "/m1"]), "/d": Self.collection(["/c", "/d", "/m2"]),
            "/m1": Self.manifest("One"), "/m2": Self.manifest("Two"),
        ]
        let server = try LoopbackServer { .ok(Data((documents[$0] ?? "").utf8), type: "application/json") }
        defer { server.stop() }
        let list = List(server.url("/c"))
        #expect(server.asked == ["/c"] && list.names.isEmpty)
        #expect(list.scrollToTheEnd(server) == [["/m1"], ["/d"], ["/m2"]])
        #expect(list.names == ["One", "Two"])
        #expect(server.asked.sorted() == ["/c", "/d", "/m1", "/m2"])
    }

    @Test func `Sitemaps of indexes are read as the list nears its end, each once, in a circle too`() throws {
        func index(_ paths: String...) -> String {
            "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                + paths.map { "<sitemap><loc>\($0)</loc></sitemap>" }.joined() + "</sitemapindex>"
        }
        func map(_ names: String...) -> String {
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
                + "xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url><loc>https://p.example/</loc>"
                + names.map { "<image:image><image:loc>https://p.example/\($0).jpg</image:loc></image:image>" }.joined()
                + "</url></urlset>"
        }
        // Most maps of a site have no pictures.
        let documents: [String: String] = [
            "/1": index("/2", "/1", "/a"), "/2": index("/1", "/3", "/empty1", "/empty2", "/empty3", "/empty4", "/b"),
            "/3": index("/1", "/2"), "/a": map("sea"), "/b": map("pier", "hill"),
        ]
        let empty = map()
        let server = try LoopbackServer { .ok(Data((documents[$0] ?? empty).utf8), type: "application/xml") }
        defer { server.stop() }
        let list = List(server.url("/1"))
        #expect(server.asked == ["/1"] && list.names.isEmpty)
        let asked = list.scrollToTheEnd(server)
        #expect(asked == [["/2"], ["/3"], ["/empty1"], ["/empty2"], ["/empty3"], ["/empty4"], ["/b"], ["/a"]])
        #expect(list.names == ["pier.jpg", "hill.jpg", "sea.jpg"])
    }

    @Test func `Members that are gone, or are pages of errors, hide none that follow`() throws {
        let index = Self.collection(["/m1", "/m2", "/m3", "/m4"])
        let manifests = ["/m1": Self.manifest("One"), "/m4": Self.manifest("Four")]
        let server = try LoopbackServer { path in
            switch path {
            case "/c": .ok(Data(index.utf8), type: "application/json")
            case "/m2": .status("404 Not Found")
            case "/m3": .ok(Data("<!doctype html><html><p>Sorry</p></html>".utf8), type: "text/html")
            default: .ok(Data((manifests[path] ?? "").utf8), type: "application/json")
            }
        }
        defer { server.stop() }
        let list = List(server.url("/c"))
        for _ in 0..<4 { list.rest(.nearEnd) }
        #expect(server.asked == ["/c", "/m1", "/m2", "/m3", "/m4"])
        #expect(list.names == ["One", "Four"] && list.state == .incomplete(2))
        list.goOn()
        #expect(server.asked.last == "/m2" && list.state == .waiting)
    }

    @Test func `A member of no bytes is passed over like one that is gone, and wanted once more`() throws {
        let index = Self.collection(["/m1", "/m2", "/m3", "/m4"])
        let manifests = ["/c": index, "/m1": Self.manifest("One"), "/m4": Self.manifest("Four")]
        let server = try LoopbackServer { .ok(Data((manifests[$0] ?? "").utf8), type: "application/json") }
        defer { server.stop() }
        let list = List(server.url("/c"))
        for _ in 0..<4 { list.rest(.nearEnd) }
        #expect(server.asked == ["/c", "/m1", "/m2", "/m3", "/m4"])
        #expect(list.names == ["One", "Four"] && list.state == .incomplete(2))
        list.goOn()
        #expect(server.asked.last == "/m2" && list.state == .waiting)
    }

    @Test func `An index at an address that redirects is not read again by its first address`() throws {
        let (index, manifest) = (Self.collection(["/old", "/m"]), Self.manifest("One"))
        let server = try LoopbackServer { path in
            switch path {
            case "/old": .status("302 Found", headers: "Location: /new\r\n")
            case "/new": .ok(Data(index.utf8), type: "application/json")
            default: .ok(Data(manifest.utf8), type: "application/json")
            }
        }
        defer { server.stop() }
        let list = List(server.url("/old"))
        #expect(list.scrollToTheEnd(server) == [["/m"]])
        #expect(server.asked == ["/old", "/new", "/m"])
    }

    private static let blog = "<!doctype html><html><img src=1.jpg><a href='/2'>Older posts</a></html>"

    @Test(arguments: [
        "<!doctype html><html><p>The first post: hello.</p><a href='/1'>Newer posts</a></html>",
        "<!doctype html><html><header><img src=logo.png></header><p>Hello</p></html>", "",
    ]) func `The last page of a blog may have no photos`(last: String) throws {
        let blog = Self.blog
        let server = try LoopbackServer { path in .ok(Data((path == "/1" ? blog : last).utf8), type: "text/html") }
        defer { server.stop() }
        let list = List(server.url("/1"))
        list.rest(.nearEnd)
        #expect(server.asked == ["/1", "/2"] && list.names == ["1.jpg"] && list.state == .ended)
    }

    @Test func `A page of another kind, a login and a page that is not there are no last pages`() throws {
        let replies: [LoopbackServer.Reply] = [
            .ok(Data("<!doctype html><html><form><input type=password></form></html>".utf8), type: "text/html"),
            .ok(Data("[{\"name\": ".utf8), type: "application/json"),
            .raw("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\n<html><p>Not there."),
        ]
        let first = LoopbackServer.Reply.ok(Data(Self.blog.utf8), type: "text/html")
        for reply in replies {
            let server = try LoopbackServer { path in path == "/1" ? first : reply }
            defer { server.stop() }
            let list = List(server.url("/1"))
            list.rest(.nearEnd)
            guard case .failed = list.state else {
                #expect(Bool(false), "\(list.state)")
                continue
            }
        }
    }
}
