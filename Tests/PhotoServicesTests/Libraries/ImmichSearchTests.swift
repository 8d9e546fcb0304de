import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Searching an Immich library for what it has")
struct ImmichSearchTests {
    @Test(arguments: ["404 Not Found", "405 Method Not Allowed", "410 Gone", "501 Not Implemented"])
    func `A server without a timeline is searched for the favourites, an album and a person too`(
        _ status: String
    ) throws {
        let server = try LoopbackServer.answering { request in
            request.path == "/api/search/metadata"
                ? .ok(Data(#"{"assets": {"items": [{"id": "a-1"}], "nextPage": null}}"#.utf8)) : .status(status)
        }
        defer { server.stop() }
        for part in ["/", "/?part=favourites", "/?album=b-2&name=x", "/?person=c-3&name=x"] {
            let opened = LibraryRig(.immich).open(server, part: part)
            #expect(opened.failure == nil && opened.facts.months == nil && opened.rows == 1)
        }
        let wishes = server.requests.filter { $0.method == "POST" }.compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.body))) as? [String: Any]
        }
        #expect(wishes.map { $0["isFavorite"] as? Bool } == [nil, true, nil, nil])
        #expect(wishes.map { $0["albumIds"] as? [String] } == [nil, nil, ["b-2"], nil])
        #expect(wishes.map { $0["personIds"] as? [String] } == [nil, nil, nil, ["c-3"]])
        #expect(wishes.allSatisfy { $0["order"] as? String == "desc" })
    }

    @Test(arguments: ["400 Bad Request", "403 Forbidden", "500 Internal Server Error"])
    func `A server that refuses its timeline is not searched instead`(_ status: String) throws {
        let server = try LoopbackServer { _ in .status(status) }
        defer { server.stop() }
        for part in ["/", "/?part=favourites"] {
            guard case .fetch = LibraryRig(.immich).open(server, part: part).failure else {
                Issue.record("It is no failure")
                continue
            }
        }
        #expect(server.asked.allSatisfy { $0.contains("timeline/buckets") })
    }

    /// The photos of a page of a search, of which there are `count`, and what follows them.
    private static func page(
        _ number: Int, of length: Int, _ count: Int, _ end: String
    ) -> LoopbackServer.Reply {
        let rows = (0..<count).dropFirst(max(0, number - 1) * length).prefix(length).map { #"{"id": "a-\#($0)"}"# }
        let assets = #"{"items": [\#(rows.joined(separator: ","))]\#(end)}"#
        return .ok(Data(#"{"albums": {"items": [], "total": 0}, "assets": \#(assets)}"#.utf8))
    }

    /// The page that a request to search is for; nil for other requests.
    private static func page(of request: LoopbackServer.Request) -> Int? {
        guard request.path.contains("/search/") else { return nil }
        let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
        return wish?["page"] as? Int
    }

    @Test(arguments: [
        (#", "nextPage": "%""#, 700, 3), (#", "nextPage": %"#, 700, 3), (#", "nextPage": null"#, 250, 1), ("", 250, 1),
    ])
    func `A page that is shorter than it may be is not the last one if the server names the next`(
        _ end: String, _ rows: Int, _ pages: Int
    ) throws {
        let server = try LoopbackServer.answering { request in
            guard let page = Self.page(of: request) else { return .status("404 Not Found") }
            let next = end.replacingOccurrences(of: "%", with: "\(page + 1)")
            return Self.page(page, of: 250, 700, page < 3 ? next : #", "nextPage": null"#)
        }
        defer { server.stop() }
        for part in ["/", "/?place=Lisbon"] {
            let before = server.asked.filter { $0.contains("/search/") }
            let opened = LibraryRig(.immich).open(server, part: part)
            let asked = server.asked.filter { $0.contains("/search/") }
            #expect(opened.failure == nil && opened.rows == rows)
            #expect(asked.count == before.count + pages)
        }
    }

    @Test func `A full page is the last one if the server says so`() throws {
        let server = try LoopbackServer.answering { request in
            guard let page = Self.page(of: request) else { return .status("404 Not Found") }
            return Self.page(page, of: 1000, 5000, #", "nextPage": null"#)
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?place=Lisbon").rows == 1000)
        #expect(server.requests.count == 1)
    }

    @Test func `A server that names a next page for ever is asked until one has nothing new`() throws {
        let server = try LoopbackServer.answering { request in
            guard let page = Self.page(of: request) else { return .status("404 Not Found") }
            return Self.page(min(page, 3), of: 10, 5000, #", "nextPage": "\#(page + 1)""#)
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?place=Lisbon").rows == 30)
        #expect(server.requests.count == 4)
    }

    @Test func `A search shows a thousand answers, however short the server's pages are`() throws {
        let server = try LoopbackServer.answering { request in
            guard let page = Self.page(of: request) else { return .status("404 Not Found") }
            return Self.page(page, of: 100, 5000, #", "nextPage": "\#(page + 1)""#)
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?search=beach").rows == 1000)
        #expect(server.requests.count == 10)
    }
}
