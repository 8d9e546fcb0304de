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
                    Self.response("/dav/photos/.thumbnails/", folder: true),
                    Self.response("/dav/photos/._a%20%26%20b.JPG"),
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

    private static let cloud = #" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns""#

    /// A photo of Nextcloud, with its upright sides.
    private static func photo(
        _ name: String, taken: String, sides: (Int, Int) = (4032, 3024), checksums: String = ""
    ) -> String {
        response(
            "/remote.php/webdav/\(name)",
            more: "<D:getlastmodified>Tue, 01 Jul 2025 12:00:00 GMT</D:getlastmodified><oc:fileid\(cloud)>7</oc:fileid>"
                + "<nc:metadata-photos-original_date_time\(cloud)>\(taken)</nc:metadata-photos-original_date_time>"
                + "<nc:metadata-photos-size\(cloud)><width>\(sides.0)</width><height>\(sides.1)</height>"
                + "</nc:metadata-photos-size><nc:metadata-photos-ifd0\(cloud)><Orientation>6</Orientation>"
                + "</nc:metadata-photos-ifd0>"
                + "<oc:checksums\(cloud)><oc:checksum>\(checksums)</oc:checksum></oc:checksums>")
    }

    @Test func `Nextcloud tells when photos were taken, their upright sizes and their checksums`() throws {
        let sum = String(repeating: "aB", count: 20)
        let listed = Self.multistatus(
            Self.response("/remote.php/webdav/", folder: true),
            Self.photo("a.jpg", taken: "1710504000", checksums: "SHA1:\(sum) MD5:00 ADLER32:12345678"),
            Self.photo("b.jpg", taken: "0", sides: (3024, 4032), checksums: "ADLER32:12345678"))
        let (catalogue, requests) = try Self.read(["/remote.php/webdav/": listed], "/remote.php/webdav/")
        let texts = { (field: CatalogueField) in (0..<catalogue.count).map { catalogue.text(of: field, at: $0) } }
        #expect(texts(.date) == ["2024-03-15T12:00:00", "Tue, 01 Jul 2025 12:00:00 GMT"])
        #expect(texts(.width) == ["4032", "3024"] && texts(.height) == ["3024", "4032"])
        #expect(texts(.checksum) == ["sha1:" + sum.lowercased(), nil])
        #expect(String(decoding: requests[0].body, as: UTF8.self).contains("metadata-photos-size"))
        // Others would say of each file that they have nothing of this.
        let (_, others) = try Self.read(["/dav/": listed], "/dav/")
        #expect(!String(decoding: others[0].body, as: UTF8.self).contains("nextcloud"))
    }

    @Test(arguments: [
        ("/remote.php/dav/photos/anna/albums/A/7-a.jpg", "a.jpg"),
        ("/remote.php/dav/photos/anna/albums/A/8-a.jpg", "8-a.jpg"),
        ("/remote.php/webdav/7-a.jpg", "7-a.jpg"), ("/remote.php/dav/photos/anna/places/B/7-", "7-"),
    ])
    func `The number before a name in an album is none of it`(_ address: String, _ shown: String) {
        var properties = CloudProperties()
        properties.take("fileid", Array("7".utf8))
        let name = Array((address.split(separator: "/").last ?? "").utf8)
        #expect(String(decoding: properties.name(name, at: Array(address.utf8)), as: UTF8.self) == shown)
        #expect(Array(CloudProperties().name(name, at: Array(address.utf8))) == name)
    }

    @Test(arguments: [
        ("1", "1970-01-01T00:00:01"), ("-86400", "1969-12-31T00:00:00"), ("253402300799", "9999-12-31T23:59:59"),
        ("-5364662400", "1800-01-01T00:00:00"), ("253402300800", nil), ("-5364662401", nil), ("1e300", nil),
        ("-1e300", nil), ("NaN", nil), ("inf", nil), ("", nil), ("0", nil), ("soon", nil),
        ("1.9", "1970-01-01T00:00:01"),
    ])
    func `A time is one between the years 1800 and 9999`(_ text: String, _ date: String?) {
        var properties = CloudProperties()
        properties.take("metadata-photos-original_date_time", Array(text.utf8))
        #expect(properties.taken.map { String(decoding: $0, as: UTF8.self) } == date)
    }

    private static let checksums: [(String, String)] = [
        ("MD5:" + String(repeating: "0f", count: 16), "md5:" + String(repeating: "0f", count: 16)), ("SHA1:0f", ""),
        ("SHA1:" + String(repeating: "é", count: 20), ""), ("", ""), (String(repeating: "x", count: 100_000), ""),
        (
            "MD5:" + String(repeating: "0f", count: 16) + " SHA1:" + String(repeating: "1e", count: 20),
            "sha1:" + String(repeating: "1e", count: 20)
        ),
    ]

    @Test(arguments: checksums)
    func `The strongest checksum counts, if it is one`(_ text: String, _ checksum: String) {
        var properties = CloudProperties()
        properties.take("checksum", Array(text.utf8))
        #expect(String(decoding: properties.checksum, as: UTF8.self) == checksum)
    }

    @Test func `Only the tags of Nextcloud's folders tell of what is in them`() {
        for (tag, id, version) in [("\"a\"", "7", "etag:\"a\""), ("\"a\"", "", nil), ("", "7", nil)] {
            var properties = CloudProperties()
            properties.take("getetag", Array(tag.utf8))
            properties.take("fileid", Array(id.utf8))
            #expect(properties.version.map { String(decoding: $0, as: UTF8.self) } == version)
        }
        var long = CloudProperties()
        long.take("fileid", [55])
        long.take("getetag", [UInt8](repeating: 97, count: 101))
        #expect(long.version == nil)
    }

    @Test func `A video that Nextcloud has a picture of is a row, marked, with that picture`() throws {
        let file = { (id: String, type: String, has: String) in
            "<oc:fileid\(Self.cloud)>\(id)</oc:fileid><D:getetag>&quot;5f&quot;</D:getetag><D:getcontenttype>\(type)"
                + "</D:getcontenttype><nc:has-preview\(Self.cloud)>\(has)</nc:has-preview>"
        }
        let listed = { (folder: String) in
            Self.multistatus(
                Self.response(folder, folder: true),
                Self.response("\(folder)a%20b.mp4", more: file("71", "video/mp4", "true")),
                Self.response("\(folder)c.mp4", more: file("72", "video/mp4", "false")),
                Self.response("\(folder)d.mov", more: file("73", "application/octet-stream", "true")),
                Self.response("\(folder)e.pdf", more: file("74", "application/pdf", "true")),
                Self.response("\(folder)f.jpg", more: file("75", "image/jpeg", "true")))
        }
        let inCloud = "/cloud/remote.php/dav/files/anna/"
        let (catalogue, requests) = try Self.read([inCloud: listed(inCloud)], inCloud)
        #expect((0..<catalogue.count).map(catalogue.name) == ["a b.mp4", "d.mov", "f.jpg"])
        #expect((0..<3).map { catalogue.text(of: .description, at: $0) } == ["Video", "Video", nil])
        let location = try catalogue.location(at: 0).get()
        #expect(location.path == "/cloud/index.php/core/preview")
        #expect(location.query == "fileId=71&x=2048&y=2048&a=1&forceIcon=0&c=5f")
        let thumbnail = try #require(catalogue.thumbnailLocation(at: 0))
        let video = try #require(CloudFacts.photo(at: location, thumbnail: thumbnail))
        let host = try #require(requests.first?.fields["host"])
        #expect(video.video?.absoluteString == "http://\(host)\(inCloud)a%20b.mp4")
        #expect(video.facts == video.video && video.preview == nil)
        #expect(video.page?.path == "/cloud/index.php/f/71")
        let photo = try catalogue.location(at: 2).get()
        #expect(photo.path == inCloud + "f.jpg")
        let (elsewhere, _) = try Self.read(["/dav/": listed("/dav/")], "/dav/")
        #expect((0..<elsewhere.count).map(elsewhere.name) == ["f.jpg"])
    }

    @Test func `Of a photo that Nextcloud has smaller pictures of, the row shows one`() throws {
        let preview = { (has: String) in "<nc:has-preview\(Self.cloud)>\(has)</nc:has-preview>" }
        let file = { (id: String, tag: String, has: String) in
            "<oc:fileid\(Self.cloud)>\(id)</oc:fileid><D:getetag>\(tag)</D:getetag>" + preview(has)
        }
        let listed = { (folder: String) in
            Self.multistatus(
                Self.response(folder, folder: true),
                Self.response("\(folder)a.jpg", more: file("71", "&quot;5f3c&quot;", "true")),
                Self.response("\(folder)b.jpg", more: file("72", "&quot;5f3d&quot;", "false")),
                Self.response("\(folder)c.jpg", more: file("7x", "&quot;5f3e&quot;", "true")),
                Self.response("\(folder)d.jpg", more: preview("true")))
        }
        let inCloud = "/cloud/remote.php/dav/files/anna/"
        let (catalogue, requests) = try Self.read([inCloud: listed(inCloud)], inCloud)
        let pictures = (0..<catalogue.count).map { catalogue.thumbnailLocation(at: $0) }
        let picture = try #require(pictures[0])
        #expect(picture.path == "/cloud/index.php/core/preview")
        #expect(picture.query == "fileId=71&x=512&y=512&a=1&forceIcon=0&c=5f3c")
        #expect(pictures.dropFirst().allSatisfy { $0 == nil })
        #expect(String(decoding: requests[0].body, as: UTF8.self).contains("has-preview"))
        // Elsewhere they would be nowhere.
        let (elsewhere, _) = try Self.read(["/dav/": listed("/dav/")], "/dav/")
        #expect(elsewhere.count == 4 && (0..<4).allSatisfy { elsewhere.thumbnailLocation(at: $0) == nil })
    }
}
