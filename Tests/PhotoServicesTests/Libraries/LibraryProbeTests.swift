import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Finding out which library answers")
struct LibraryProbeTests {
    private static func find(
        _ answers: [String: String], at path: String = "", isPage: Bool = false
    ) async throws -> (URL?, [String]) {
        let server = try LoopbackServer { path in
            answers[path].map { .ok(Data($0.utf8)) } ?? .status("404 Not Found")
        }
        defer { server.stop() }
        let found = await withCheckedContinuation { continuation in
            _ = LibraryProbe(DataFetcher()).find(at: server.url(path), isPage: isPage) {
                continuation.resume(returning: $0)
            }
        }
        return (found, server.requests.map { "\($0.method) \($0.path)" })
    }

    @Test(arguments: [
        ("/.well-known/immich", #"{"api": {"endpoint": "/api"}}"#, "immich+http://*/"),
        (
            "/.well-known/immich", #"{"api": {"endpoint": "https://photos.example.org/api"}}"#,
            "immich+https://photos.example.org/"
        ),
        ("/api/server/ping", #"{"res": "pong"}"#, "immich+http://*/"),
        (
            "/status.php", #"{"installed": true, "versionstring": "30.0.1", "productname": "Nextcloud"}"#,
            "webdav://*/remote.php/webdav/"
        ),
        ("/api/v1/status", #"{"status": "operational"}"#, "photoprism+http://*/"),
        (
            "/ws.php?format=json&method=pwg.session.getStatus",
            #"{"stat": "ok", "result": {"username": "guest", "status": "guest"}}"#,
            "http://*/" + GalleryAddress.photos
        ),
        ("/", #"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"/>"#, "webdav://*/"),
    ])
    func `A library is known by its answer`(_ path: String, _ body: String, _ wanted: String) async throws {
        let (found, _) = try await Self.find([path: body])
        let text = found?.absoluteString.replacing(/127\.0\.0\.1:[0-9]+/, with: "*")
        #expect(text == wanted)
    }

    @Test(arguments: [
        ("/trips?list-type=2&max-keys=1", "/trips", "s3://trips/"),
        ("/trips?list-type=2&max-keys=1", "/trips/2024/May", "s3://trips/2024/May/"),
    ])
    func `A bucket that anyone may list is a library`(_ asked: String, _ path: String, _ wanted: String) async throws {
        let listing = #"<?xml version="1.0"?><ListBucketResult xmlns="x"><Name>trips</Name></ListBucketResult>"#
        let (found, requests) = try await Self.find([asked: listing], at: path)
        let location = try #require(found.flatMap { S3Location($0) })
        #expect(found?.absoluteString.hasPrefix(wanted + "?endpoint=http") == true)
        #expect(location.bucket == "trips" && location.endpoint?.host == "127.0.0.1")
        #expect(requests.last == "GET " + asked)
        // A listing of another bucket is none of what is asked for.
        let other = listing.replacing("trips", with: "others")
        #expect(try await Self.find([asked: other], at: path).0 == nil)
    }

    @Test(arguments: [
        ("/trips", "<Error><Code>AccessDenied</Code><RequestId>1</RequestId></Error>", "s3://trips/?endpoint=http"),
        (
            "/trips/2024/May", "<Error><Code>AccessDenied</Code><BucketName>trips</BucketName></Error>",
            "s3://trips/2024/May/?endpoint=http"
        ),
        ("/trips", "<Error><Code>AccessDenied</Code><BucketName>others</BucketName></Error>", nil),
        ("/trips", "<Error><Code>NoSuchBucket</Code></Error>", nil), ("/trips", "<html>AccessDenied</html>", nil),
        ("", "<Error><Code>AccessDenied</Code></Error>", nil),
    ])
    func `A bucket that only those with a key may list is a library`(_ path: String, _ body: String, _ wanted: String?)
        async throws
    {
        let server = try LoopbackServer { asked in
            guard asked.hasSuffix("?list-type=2&max-keys=1") else { return .status("404 Not Found") }
            let head = "HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\n"
            return .raw(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        }
        defer { server.stop() }
        let found = await withCheckedContinuation { continuation in
            _ = LibraryProbe(DataFetcher()).find(at: server.url(path)) { continuation.resume(returning: $0) }
        }
        #expect((found == nil) == (wanted == nil))
        #expect(wanted.map { found?.absoluteString.hasPrefix($0) == true } ?? true)
    }

    @Test(arguments: [
        ("photos.s3.eu-central-1.example.org", "photos"), ("a.b.s3-eu.example.org", "a.b"), ("s3.example.org", nil),
        ("localhost", nil), ("photos.example.org", nil), ("s3.s3.example.org", "s3"),
    ])
    func `A store's host may begin with the bucket`(_ host: String, _ bucket: String?) {
        #expect(LibraryProbe.bucket(inHost: host) == bucket)
    }

    @Test func `A probe that has ended keeps no request`() async throws {
        let server = try LoopbackServer { _ in .status("404 Not Found") }
        defer { server.stop() }
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: StubDecoder())
        weak var left: ProbeTask?
        let found = await withCheckedContinuation { continuation in
            left = LibraryProbe(fetcher).find(at: server.url("/")) { continuation.resume(returning: $0) }
        }
        #expect(found == nil)
        #expect(becomesTrue { left == nil })
    }

    @Test(arguments: [0, 1])
    func `An answer has as many bytes as it may have, and not one more`(_ more: Int) async throws {
        let answer = #"{"res": "pong"}"#
        let padded = answer + String(repeating: " ", count: LibraryProbe.mostBytes + more - answer.utf8.count)
        let (found, _) = try await Self.find(["/api/server/ping": padded])
        #expect((found == nil) == (more == 1))
    }

    @Test func `A server below a path is asked there`() async throws {
        let (found, asked) = try await Self.find(["/photos/api/server/ping": #"{"res":"pong"}"#], at: "/photos")
        #expect(found?.path == "/photos" || found?.path == "/photos/")
        #expect(asked == ["GET /.well-known/immich", "GET /photos/api/server/ping"])
    }

    @Test(arguments: [
        ("/cloud/apps/photos/?dir=/a#b", "/cloud/status.php", #"{"installed": true, "versionstring": "30.0.1"}"#),
        ("/index.php/apps/files/files/12?dir=/", "/status.php", #"{"installed": true, "versionstring": "30.0.1"}"#),
        ("/library/browse", "/api/v1/status", #"{"status": "operational"}"#),
        (
            "/gallery/index.php?/category/3-a.b", "/gallery/ws.php?format=json&method=pwg.session.getStatus",
            #"{"stat": "ok", "result": {"username": "guest", "status": "guest"}}"#
        ),
        ("/photos/albums/0-1", "/photos/api/server/ping", #"{"res": "pong"}"#),
        ("/cloud.example/", "/cloud.example/api/server/ping", #"{"res": "pong"}"#),
        ("/a/b/c/d/e/f/g/x.html", "/status.php", #"{"installed": true, "versionstring": "30.0.1"}"#),
    ])
    func `The address of a page of a library leads to it`(_ page: String, _ path: String, _ answer: String) async throws
    {
        let (found, asked) = try await Self.find([path: answer], at: page, isPage: true)
        #expect(found != nil)
        #expect(asked.last == "GET " + path && Set(asked).count == asked.count)
        // Eight questions about its own folder, and four each about three around it.
        #expect(asked.count <= 8 + 3 * 4)
        #expect(asked.allSatisfy { !$0.contains("dir=") && !$0.contains("category") && !$0.contains("x.html") })
    }

    @Test func `The folder around a page is asked for no files`() async throws {
        let folder = #"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"/>"#
        let (found, asked) = try await Self.find(["/": folder], at: "/photos/page.html", isPage: true)
        #expect(found == nil && asked.contains("PROPFIND /photos/") && !asked.contains("PROPFIND /"))
    }

    @Test(arguments: [
        [:], ["/.well-known/immich": "{}", "/api/server/ping": "[]", "/status.php": #"{"installed": true}"#],
        ["/.well-known/immich": #"{"api": {"endpoint": "file:///etc/api"}}"#],
        ["/.well-known/immich": #"{"api": "x"}"#, "/api/v1/status": #"{"status": 7}"#, "/": "<html>"],
        ["/ws.php?format=json&method=pwg.session.getStatus": #"{"stat": "fail", "err": 501}"#],
    ])
    func `Other servers are no libraries, and are asked eight times at most`(_ answers: [String: String]) async throws {
        let (found, asked) = try await Self.find(answers)
        #expect(found == nil)
        #expect(asked.count == 8)
    }

    /// A WebDAV server whose folder has more than one answer may have; it may say what it is when it is asked.
    private static func webDAV(says: Bool) throws -> LoopbackServer {
        let head = #"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">"#
        return try LoopbackServer.answering { request in
            guard request.path == "/photos/" else { return .status("404 Not Found") }
            switch (request.method, request.fields["depth"]) {
            case ("OPTIONS", _):
                let field = says ? "DAV: 1, 2\r\n" : ""
                return .status("200 OK", headers: "Allow: OPTIONS, GET, PROPFIND\r\n" + field)
            case ("PROPFIND", "0"): return .ok(Data((head + "</D:multistatus>").utf8), type: "application/xml")
            case ("PROPFIND", _):
                let files = String(repeating: " ", count: LibraryProbe.mostBytes + 1 - head.utf8.count)
                return .ok(Data((head + files).utf8), type: "application/xml")
            default: return .status("405 Method Not Allowed")
            }
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `A WebDAV folder of any number of files is known, and is not listed for that`(
        _ says: Bool, _ keeps: Bool
    ) async throws {
        let server = try Self.webDAV(says: says)
        defer { server.stop() }
        let fetcher: any DataFetching =
            keeps
            ? CachingFetcher(network: DataFetcher(), store: nil, decoder: StubDecoder()) : DataFetcher()
        let found = await withCheckedContinuation { continuation in
            _ = LibraryProbe(fetcher).find(at: server.url("/photos")) { continuation.resume(returning: $0) }
        }
        #expect(found?.absoluteString == "webdav://127.0.0.1:\(server.port)/photos/")
        let asked = server.requests.filter { $0.path == "/photos/" && $0.method != "GET" }
        #expect(asked.map(\.method) == (says ? ["OPTIONS"] : ["OPTIONS", "PROPFIND"]))
        #expect(asked.allSatisfy { $0.fields["depth"] != "1" })
    }

    @Test func `Where nobody answers, nobody is asked again`() async throws {
        let server = try LoopbackServer { _ in .status("404 Not Found") }
        let url = server.url("")
        server.stop()
        let found = await withCheckedContinuation { continuation in
            _ = LibraryProbe(DataFetcher()).find(at: url) { continuation.resume(returning: $0) }
        }
        #expect(found == nil)
    }
}
