import Foundation
import Testing

@testable import PhotoCore

@Suite("Addresses of searches on Nextcloud servers")
struct CloudSearchTests {
    private static let server = "https://cloud.example.org/sub"

    private func search(_ folder: String, _ text: String = "a & b") throws -> CloudSearch {
        let url = try #require(URL(string: folder))
        return try #require(CloudSearch(at: url, for: text))
    }

    @Test(arguments: [
        ("webdavs://cloud.example.org/sub/remote.php/webdav/", nil, "/files/anna/"),
        (
            "webdavs://cloud.example.org/sub/remote.php/webdav/B%C3%BCro%20%26/#recursive", nil,
            "/files/anna/B%C3%BCro%20%26/"
        ),
        ("webdavs://cloud.example.org/sub/remote.php/dav/files/ben%40x/a", "ben@x", "/files/anna/a/"),
    ])
    func `A search in a folder has an address of its own`(_ folder: String, _ person: String?, _ scope: String) throws {
        let search = try search(folder)
        #expect(search.interface.absoluteString == Self.server + "/remote.php/dav/")
        #expect(search.person == person)
        #expect(search.question(about: "anna") == .search(scope: scope, text: "a & b"))
        // As it is stored, and typed.
        #expect(CloudSearch(search.url) == search)
        #expect(try TypedLocation.parse(search.url.absoluteString).get() == search.url)
        #expect(DAVFolder(search.url) == nil)
        // For another text, from there.
        let other = try #require(CloudSearch(at: search.url, for: "c"))
        #expect(other.question(about: "anna") == .search(scope: scope, text: "c"))
    }

    @Test(arguments: [
        "webdavs://h/dav/photos/", "webdavs://h/public.php/webdav/", "webdavs://h/remote.php/dav/files/",
        "webdavs://h/remote.php/dav/", "webdavs://h/remote.php/", "https://h/remote.php/webdav/", "immich+https://h/",
        "nextcloud+https://h/remote.php/webdav/", "nextcloud+https://h/?search=x", "nextcloud+ftp://h/?search=x",
    ])
    func `Elsewhere nothing is searched`(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(!CloudSearch.isOffered(at: url) && CloudSearch(url) == nil)
    }

    @Test(arguments: ["", String(repeating: "x", count: 1025)])
    func `A text has a length`(_ text: String) throws {
        #expect(CloudSearch(at: try #require(URL(string: "webdavs://h/remote.php/webdav/")), for: text) == nil)
    }

    @Test func `No text leads out of the question`() throws {
        let search = try search("webdavs://h/remote.php/webdav/", "</literal><x a=\"&amp;]]>")
        let method = search.question(about: "a/../b<")
        let body = try #require(method.body?.text)
        #expect(body.contains("%&lt;/literal&gt;&lt;x a=\"&amp;amp;]]&gt;%</literal>"))
        #expect(body.contains("<href>/files/a/../b%3C/</href>"))
    }

    @Test func `A secret in the address is not stored`() throws {
        let url = try #require(URL(string: "nextcloud+https://anna:secret@h/remote.php/webdav/?search=x"))
        #expect(CloudSearch(url)?.url.absoluteString == "nextcloud+https://h/remote.php/webdav/?search=x")
    }
}
