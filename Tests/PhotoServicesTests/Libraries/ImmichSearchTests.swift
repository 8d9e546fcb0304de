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

    @Test func `A search asks for what the timeline shows, of servers of every age`() throws {
        let server = try LoopbackServer { _ in .ok(Data(#"{"assets": {"items": [{"id": "a-1"}]}}"#.utf8)) }
        defer { server.stop() }
        for part in ["/?search=beach", "/?place=Lisbon"] {
            #expect(LibraryRig(.immich).open(server, part: part).failure == nil)
        }
        let wishes = server.requests.compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.body))) as? [String: Any]
        }
        #expect(wishes.count >= 3)
        for wish in wishes {
            #expect(wish["visibility"] as? String == "timeline")
            #expect(wish["isVisible"] as? Bool == true && wish["isArchived"] as? Bool == false)
        }
    }

    @Test(arguments: [("", 3), ("/?place=Lisbon", 2)])
    func `A server that always sends the same photos is not asked for ever`(
        _ part: String, _ requests: Int
    ) throws {
        let rows = (0..<1000).map { #"{"id": "a-\#($0)", "originalFileName": "\#($0).jpg"}"# }
        let answer = Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8)
        let server = try LoopbackServer.answering { request in
            request.path.contains("search/") ? .ok(answer) : .status("404 Not Found")
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server, part: part)
        #expect(opened.failure == nil && opened.rows == 1000)
        #expect(server.requests.count == requests)
    }

    @Test func `A page with nothing but photos in the trash is not the last one`() throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let rows = (0..<(page == 1 ? 1000 : 3)).map { #"{"id": "a-\#(page)-\#($0)", "isTrashed": \#(page == 1)}"# }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?place=Lisbon").rows == 3)
    }

    @Test func `A smart search that begins with what has the name goes on`() throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let last = request.path.hasSuffix("smart") ? 2 : 1
            let rows = (0..<(page <= last ? 250 : 0)).map { #"{"id": "a-\#(page)-\#($0)"}"# }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?search=beach").rows == 500)
    }

    @Test func `A server without a timeline is searched for everything, a thousand at a time`() throws {
        let server = try LoopbackServer.answering { request in
            guard request.path == "/api/search/metadata", request.method == "POST" else {
                return .status("404 Not Found")
            }
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let rows = (0..<(page == 3 ? 7 : 1000)).map {
                #"{"id": "a-\#(page)-\#($0)", "originalFileName": "\#(page).jpg"}"#
            }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server)
        #expect(opened.failure == nil)
        #expect(opened.facts.months == nil)
        #expect(opened.rows == 2007)
    }

    @Test(arguments: [(400, 800), (500, 1000), (501, 1000)])
    func `A search shows a thousand answers, however long the server's pages are`(_ each: Int, _ wanted: Int) throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let isFirst = wish?["page"] as? Int == 1
            let kind = request.path.hasSuffix("smart") ? "s" : "m"
            let rows = (0..<(isFirst ? each : 0)).map {
                #"{"id": "\#(kind)-\#($0)", "originalFileName": "\#($0).jpg"}"#
            }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?search=beach").rows == wanted)
    }
}
