import Foundation
import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite struct CloudSearchFillerTests {
    private static let principal = """
        <d:multistatus xmlns:d="DAV:"><d:response><d:href>/remote.php/dav/</d:href><d:propstat><d:prop>
        <d:current-user-principal><d:href>/remote.php/dav/principals/users/anna%20b/</d:href></d:current-user-principal>
        </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """

    private static func found(_ paths: String...) -> String { found(paths) }

    private static func found(_ paths: [String]) -> String {
        "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\">"
            + paths.map {
                "<d:response><d:href>\($0)</d:href><d:propstat><d:prop><d:getcontenttype>image/jpeg</d:getcontenttype>"
                    + "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
            }.joined() + "</d:multistatus>"
    }

    private func read(
        _ folder: String, person: String = principal, found: String
    ) throws -> (catalogue: Catalogue, failure: CatalogueFailure?, requests: [LoopbackServer.Request]) {
        let server = try LoopbackServer.answering { request in
            let body = Data((request.method == "SEARCH" ? found : person).utf8)
            return .raw(
                "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\nContent-Length: \(body.count)\r\n\r\n",
                body: body)
        }
        defer { server.stop() }
        let url = try #require(URL(string: "webdav://127.0.0.1:\(server.port)\(folder)"))
        let search = try #require(CloudSearch(at: url, for: "beach"))
        let filler = CloudSearchFiller(DataFetcher())
        #expect(filler.fills(search.url) && !filler.fills(url))
        var builder = CatalogueBuilder()
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: search.url) { _ throws(CatalogueFailure) in }
        } catch {
            failure = error
        }
        return (builder.finish(from: search.url), failure, server.requests)
    }

    @Test func `No more is shown than is asked for`() throws {
        let paths = (0...FetchMethod.mostFound).map { "/remote.php/dav/files/anna/\($0).jpg" }
        #expect(try read("/remote.php/webdav/", found: Self.found(paths)).catalogue.count == 1000)
        #expect(try read("/remote.php/webdav/", found: Self.found(paths.dropLast())).catalogue.count == 1000)
        #expect(try read("/remote.php/webdav/", found: Self.found(paths.dropLast(2))).catalogue.count == 999)
    }

    @Test func `What is found has as many bytes as it may have, and not one more`() throws {
        let most = CloudSearchFiller.mostBytesFound
        let found = Self.found("/remote.php/dav/files/anna/beach.jpg")
        for more in 0...1 {
            let padded = found + String(repeating: " ", count: most + more - found.utf8.count)
            let read = try read("/remote.php/webdav/", found: padded)
            #expect(read.failure == (more == 0 ? nil : .fetch(.tooLarge(limit: most))))
            #expect(read.catalogue.count == 1 - more)
        }
    }

    @Test func `The answer who asks has as many bytes as it may have, and not one more`() throws {
        let most = CloudSearchFiller.mostBytes
        for more in 0...1 {
            let person = Self.principal + String(repeating: " ", count: most + more - Self.principal.utf8.count)
            let read = try read(
                "/remote.php/webdav/", person: person, found: Self.found("/remote.php/dav/files/anna/beach.jpg"))
            #expect(read.failure == (more == 0 ? nil : .fetch(.tooLarge(limit: most))))
        }
    }

    @Test func `The server is asked who asks, and then for what has the text`() throws {
        let read = try read(
            "/remote.php/webdav/Holiday/",
            found: Self.found(
                "/remote.php/dav/files/anna/Holiday/beach.jpg", "/remote.php/dav/files/anna/b/Beach%202.jpg"))
        #expect(read.failure == nil)
        #expect((0..<read.catalogue.count).map(read.catalogue.name) == ["beach.jpg", "Beach 2.jpg"])
        #expect(
            (0..<2).map { (try? read.catalogue.location(at: $0).get())?.path }
                == ["/remote.php/dav/files/anna/Holiday/beach.jpg", "/remote.php/dav/files/anna/b/Beach 2.jpg"])
        #expect(read.requests.map(\.method) == ["PROPFIND", "SEARCH"])
        #expect(read.requests.allSatisfy { $0.path == "/remote.php/dav/" })
        let question = String(decoding: read.requests[1].body, as: UTF8.self)
        #expect(question.contains("<href>/files/anna%20b/Holiday/</href>") && question.contains("%beach%"))
        #expect(read.catalogue.facts.title?.contains("beach") == true)
    }

    @Test(arguments: ["a<b>&\"'", "]]>", "<!--", "ü%_\\", "a\u{1}b"])
    func `A question is XML, whatever is searched for`(_ text: String) throws {
        let url = try #require(URL(string: "webdav://h/remote.php/webdav/"))
        let search = try #require(CloudSearch(at: url, for: text))
        let body = try #require(search.question(about: "anna")?.body?.text)
        let parts = XMLReply(Data(body.utf8)).elements.first?.elements ?? []
        #expect(parts.map(\.name) == ["select", "from", "where", "orderby", "limit"])
        func texts(in element: XMLReply.Element) -> [String] {
            element.elements.isEmpty ? [element.text] : element.elements.flatMap(texts)
        }
        let condition = parts.dropFirst(2).first.map(texts) ?? []
        #expect(condition.joined() == "image/%%\(text.filter { $0 != "\u{1}" })%")
    }

    @Test func `A person whom the address names is not asked for, and nothing may be found`() throws {
        let read = try read("/remote.php/dav/files/ben/", found: Self.found())
        #expect(read.failure == nil && read.catalogue.count == 0)
        #expect(read.requests.map(\.method) == ["SEARCH"])
    }

    @Test(arguments: [true, false])
    func `Albums are the person's own, and those that others share, where the server has these`(
        _ hasOthers: Bool
    ) throws {
        @Sendable func folders(_ paths: String...) -> Data {
            let all = paths.map {
                "<d:response><d:href>\($0)</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype>"
                    + "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
            }
            return Data("<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\">\(all.joined())</d:multistatus>".utf8)
        }
        let own = "/remote.php/dav/photos/ben/albums/"
        let shared = "/remote.php/dav/photos/ben/sharedalbums/"
        let server = try LoopbackServer.answering { request in
            let body =
                request.path == own ? folders(own, own + "Am%20Meer/") : folders(shared, shared + "Trip%20(anna)/")
            guard request.path == own || hasOthers else { return .status("404 Not Found") }
            let head = "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\n"
            return .raw(head + "Content-Length: \(body.count)\r\n\r\n", body: body)
        }
        defer { server.stop() }
        let url = try #require(URL(string: "webdav://127.0.0.1:\(server.port)/remote.php/dav/files/ben/"))
        let search = try #require(CloudSearch(at: url, .albums))
        var builder = CatalogueBuilder()
        try CloudSearchFiller(DataFetcher()).fill(&builder, from: search.url) { _ throws(CatalogueFailure) in }
        let catalogue = builder.finish(from: search.url)
        #expect((0..<catalogue.count).map(catalogue.name) == ["Am Meer"] + (hasOthers ? ["Trip (anna)"] : []))
        #expect(catalogue.folders.count == catalogue.count)
        #expect(catalogue.folder(at: 0)?.absoluteString.hasSuffix(own + "Am%20Meer/") == true)
        #expect(server.requests.map(\.path) == [own, shared])
    }

    @Test(arguments: ["", "<html>", principal.replacing("/remote.php/dav/principals/users/anna%20b/", with: "/..")])
    func `Another answer says who did not answer`(_ answer: String) throws {
        let read = try read("/remote.php/webdav/", person: answer, found: Self.found())
        #expect(read.failure?.description.contains("Nextcloud") == true)
    }

    @Test(arguments: ["<html><p>No</p></html>", "{}", "", "words"])
    func `What is no list has no photos`(_ answer: String) throws {
        let read = try read("/remote.php/webdav/", found: answer)
        #expect(read.failure != nil && read.catalogue.count == 0)
    }
}
