import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("WebDAV over HTTP")
struct DAVListingTests {
    private static func response(_ href: String, folder: Bool = false, more: String = "") -> String {
        "<D:response><D:href>\(href)</D:href><D:propstat><D:prop><D:resourcetype>"
            + (folder ? "<D:collection/>" : "") + "</D:resourcetype>\(more)</D:prop>"
            + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }

    private static func multistatus(_ responses: String...) -> Data {
        Data(
            ("<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">" + responses.joined() + "</D:multistatus>").utf8)
    }

    /// What a server with these folders lists, read as a window reads it.
    private static func read(_ folders: [String: Data], _ start: String) throws -> (Catalogue, [LoopbackServer.Request])
    {
        let server = try LoopbackServer.answering { request in
            guard let body = folders[request.path] else { return .status("404 Not Found") }
            return .raw(
                "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\nContent-Length: \(body.count)\r\n\r\n",
                body: body)
        }
        defer { server.stop() }
        let fetcher = DataFetcher()
        let text = "webdav://127.0.0.1:\(server.port)\(start)"
        let url = try TypedLocation.parse(text).get()
        let walk = FolderWalk(fetcher, as: .standard)
        if walk.fills(url) {
            var builder = CatalogueBuilder()
            try walk.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
            return (builder.finish(from: url), server.requests)
        }
        let read = FolderRead(url, with: fetcher, as: .standard)
        while !read.waits() {}
        if let failure = read.outcome.failure { throw failure }
        return (read.outcome.catalogue, server.requests)
    }

    @Test func `Pictures and folders of a folder are rows; itself and other files are not`() throws {
        let (catalogue, requests) = try Self.read(
            [
                "/dav/photos/": Self.multistatus(
                    Self.response("/dav/photos/", folder: true),
                    Self.response("/dav/photos/B%C3%BCro/", folder: true),
                    Self.response("/dav/photos/no%20slash", folder: true),
                    Self.response(
                        "/dav/photos/a%20%26%20b.JPG",
                        more: "<D:getlastmodified>Tue, 01 Jul 2025 12:00:00 GMT</D:getlastmodified>"),
                    Self.response("/dav/photos/scan", more: "<D:getcontenttype>image/png</D:getcontenttype>"),
                    Self.response("/dav/photos/notes.txt", more: "<D:getcontenttype>text/plain</D:getcontenttype>"))
            ], "/dav/photos")
        #expect((0..<catalogue.count).map(catalogue.name) == ["Büro", "no slash", "a & b.JPG", "scan"])
        #expect(catalogue.folderCount == 2)
        #expect(catalogue.folder(at: 1)?.path(percentEncoded: true) == "/dav/photos/no%20slash/")
        #expect(catalogue.details(at: 2).date != nil)
        #expect(try catalogue.location(at: 2).get().absoluteString.hasSuffix("/dav/photos/a%20%26%20b.JPG"))
        #expect(requests.count == 1)
        #expect(requests[0].method == "PROPFIND")
        #expect(requests[0].fields["depth"] == "1")
        #expect(String(decoding: requests[0].body, as: UTF8.self).contains("<resourcetype/>"))
    }

    @Test func `With the folders in it, each is asked for once`() throws {
        let (catalogue, requests) = try Self.read(
            [
                "/p/": Self.multistatus(
                    Self.response("/p/", folder: true), Self.response("/p/in/", folder: true),
                    Self.response("/elsewhere/", folder: true), Self.response("/p/1.jpg")),
                "/p/in/": Self.multistatus(
                    Self.response("/p/in/", folder: true), Self.response("/p/", folder: true),
                    Self.response("/p/in/2.jpg")),
            ], "/p/#recursive")
        #expect((0..<catalogue.count).map(catalogue.name) == ["1.jpg", "in/2.jpg"])
        #expect(requests.map(\.path) == ["/p/", "/p/in/"])
    }

    @Test func `Whole addresses, other prefixes and properties that are not there are understood`() throws {
        let document = Data(
            """
            <multistatus xmlns="DAV:"><response><href>http://nas/p/</href><propstat><prop><resourcetype><collection/>\
            </resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>
            <response><href>http://nas/p/x.png</href><propstat><prop><resourcetype><collection/></resourcetype></prop>\
            <status>HTTP/1.1 404 Not Found</status></propstat></response></multistatus>
            """.utf8)
        let (catalogue, _) = try Self.read(["/p/": document], "/p/")
        #expect((0..<catalogue.count).map(catalogue.name) == ["x.png"])
        #expect(catalogue.folderCount == 0)
    }
}
