import Foundation
import PhotoCore
import Synchronization
import Testing

@testable import PhotoServices

@Suite("The demo's server")
struct DemoServerTests {
    /// Pictures of a few pixels: this does not test the painting.
    private static let sketch = DemoStudio { DemoLandscape(number: $0).paint(size: PixelSize(width: 16, height: 12)) }

    private static func port(_ url: URL) throws -> Int { try #require(url.port) }

    @Test(arguments: [0, 60, 3000])
    func `serves its catalogue, whole and in order`(count: Int) throws {
        let server = DemoServer(count: count, studio: Self.sketch)
        let url = try server.start()
        #expect(url.host == "127.0.0.1" && url.path == "/demo.plist")
        for version in ["1.1", "1.0"] {
            let reply = try HTTPProbe.reply(url.path, on: Self.port(url), version: version)
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "application/x-plist")
            let list = try PropertyListSerialization.propertyList(from: reply.body, format: nil)
            #expect((list as? [String: String])?.count == count)
        }
    }

    @Test func `paints a photo as a JPEG, with its length, an ETag, and not to be kept`() throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        let port = try Self.port(server.start())
        let reply = try HTTPProbe.reply("/photos/17.jpg", on: port)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "image/jpeg")
        #expect(reply.headers["content-length"] == "\(reply.body.count)")
        #expect(reply.headers["cache-control"] == "no-store")
        #expect(reply.body.starts(with: [0xFF, 0xD8, 0xFF]) && reply.body.suffix(2) == Data([0xFF, 0xD9]))
        #expect(try HTTPProbe.reply("/photos/17.jpg", on: port).body == reply.body)

        let tag = try #require(reply.headers["etag"])
        let again = try HTTPProbe.reply("/photos/17.jpg", on: port, headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
        #expect(try HTTPProbe.reply("/photos/18.jpg", on: port).headers["etag"] != tag)
    }

    @Test func `answers for the rows that are wrong on purpose`() throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        let port = try Self.port(server.start())
        #expect(try HTTPProbe.reply("/photos/28.jpg", on: port).status == 404)
        let text = try HTTPProbe.reply("/photos/34.jpg", on: port)
        #expect(text.status == 200)
        #expect(text.headers["content-type"]?.hasPrefix("text/plain") == true)
        #expect(text.text.contains("no picture"))
    }

    @Test(
        arguments: ["/demo.plist", "/photos/3.jpg", "/photos/8.jpg", "/no"])
    func `answers HEAD like GET, without the body`(path: String) throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        let port = try Self.port(server.start())
        var get = try HTTPProbe.reply(path, on: port)
        let head = try HTTPProbe.reply(to: "HEAD", path, on: port)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        get = HTTPProbe.Reply(status: 0, headers: get.headers.filter { $0.key != "date" }, body: get.body)
        #expect(head.headers.filter { $0.key != "date" } == get.headers)
    }

    @Test(arguments: ["/", "/photos/0.jpg", "/photos/61.jpg", "/photos/-3.jpg", "/photos/"])
    func `knows nothing else`(path: String) throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        #expect(try HTTPProbe.reply(path, on: Self.port(server.start())).status == 404)
    }

    @Test(arguments: ["POST", "PUT", "DELETE"])
    func `refuses to be changed`(method: String) throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        let reply = try HTTPProbe.reply(
            to: method, "/photos/1.jpg", on: Self.port(server.start()), headers: ["Content-Length: 0"])
        #expect(reply.status == 405)
        #expect(reply.headers["allow"] == "GET, HEAD")
    }

    @Test func `stops, closes its port, and can start again`() throws {
        let server = DemoServer(count: 60, studio: Self.sketch)
        let url = try server.start()
        #expect(try server.start() == url)
        server.stop()
        server.stop()
        #expect(throws: HTTPProbe.Broken.self) { try HTTPProbe(port: Self.port(url)) }
        #expect(try HTTPProbe.reply("/photos/1.jpg", on: Self.port(server.start())).status == 200)
    }
}
