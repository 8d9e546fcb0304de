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
}
