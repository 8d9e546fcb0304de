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
        "nextcloud+https://h/remote.php/webdav/", "nextcloud+https://h/remote.php/webdav/?part=x",
        "nextcloud+https://h/?search=x", "nextcloud+ftp://h/?search=x",
    ])
    func `Elsewhere nothing is searched`(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(!CloudSearch.isOffered(at: url) && CloudSearch(url) == nil)
    }

    @Test(arguments: [
        (CloudSearch.Wish.favourites, "favourites", []),
        (
            .albums, "albums",
            [
                "webdavs://h/s/remote.php/dav/photos/b%20%26/albums/",
                "webdavs://h/s/remote.php/dav/photos/b%20%26/sharedalbums/",
            ]
        ), (.places, "places", ["webdavs://h/s/remote.php/dav/photos/b%20%26/places/"]),
    ])
    func `What a server keeps in order has an address of its own`(
        _ wish: CloudSearch.Wish, _ name: String, _ lists: [String]
    ) throws {
        for folder in ["webdavs://h/s/remote.php/webdav/", "webdavs://h/s/remote.php/webdav/?search=x"] {
            let url = try #require(
                URL(string: folder.replacing("webdavs", with: folder.contains("?") ? "nextcloud+https" : "webdavs")))
            let search = try #require(CloudSearch(at: url, wish))
            #expect(search.url.absoluteString == "nextcloud+https://h/s/remote.php/webdav/?part=" + name)
            #expect(CloudSearch(search.url) == search)
            #expect(try TypedLocation.parse(search.url.absoluteString).get() == search.url)
            #expect(search.lists(of: "b &").map(\.url.absoluteString) == lists)
            let question = lists.isEmpty ? FetchMethod.search(scope: "/files/b%20%26/", text: nil) : nil
            #expect(search.question(about: "b &") == question)
        }
    }

    @Test func `Favourites are asked for by their mark`() throws {
        let body = try #require(FetchMethod.search(scope: "/files/anna/", text: nil).body?.text)
        #expect(body.contains("<literal>yes</literal>") && body.contains("favorite") && !body.contains("%%"))
    }

    @Test(arguments: [
        ("webdav://h/remote.php/dav/photos/anna/albums/Am%20Meer/", CloudSearch.Wish.albums),
        ("webdav://h/remote.php/dav/photos/anna/sharedalbums/x/", .albums),
        ("webdav://h/remote.php/dav/photos/anna/places/Lisbon/", .places),
        ("webdav://h/remote.php/dav/photos/anna/", nil), ("webdav://h/remote.php/dav/files/anna/albums/x/", nil),
        ("https://h/remote.php/dav/photos/anna/albums/x/", nil),
    ])
    func `An album is opened from the list of albums, and all of the person's files are searched there`(
        _ address: String, _ list: CloudSearch.Wish?
    ) throws {
        let url = try #require(URL(string: address))
        #expect(CloudSearch.list(ofFolderAt: url) == list)
        guard list != nil else { return }
        let search = try #require(CloudSearch(at: url, for: "sea"))
        #expect(search.question(about: "anna") == .search(scope: "/files/anna/", text: "sea"))
        let library = try #require(LibraryAddress("webdav://h/remote.php/webdav/"))
        let album = try #require(LibraryAddress(address))
        #expect(album.isWithin(library) && !album.isLibrary && !library.isWithin(album))
        #expect(!album.isWithin(try #require(LibraryAddress("webdav://other/remote.php/webdav/"))))
    }

    @Test(arguments: ["", String(repeating: "x", count: 1025)])
    func `A text has a length`(_ text: String) throws {
        #expect(CloudSearch(at: try #require(URL(string: "webdavs://h/remote.php/webdav/")), for: text) == nil)
    }

    @Test func `No text leads out of the question`() throws {
        let search = try search("webdavs://h/remote.php/webdav/", "</literal><x a=\"&amp;]]>")
        let body = try #require(search.question(about: "a/../b<")?.body?.text)
        #expect(body.contains("%&lt;/literal&gt;&lt;x a=\"&amp;amp;]]&gt;%</literal>"))
        #expect(body.contains("<href>/files/a/../b%3C/</href>"))
    }

    @Test func `A secret in the address is not stored`() throws {
        let url = try #require(URL(string: "nextcloud+https://anna:secret@h/remote.php/webdav/?search=x"))
        #expect(CloudSearch(url)?.url.absoluteString == "nextcloud+https://h/remote.php/webdav/?search=x")
    }
}
