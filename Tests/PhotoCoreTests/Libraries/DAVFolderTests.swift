import Foundation
import Testing

@testable import PhotoCore

@Suite("Folders of WebDAV servers")
struct DAVFolderTests {
    @Test(arguments: [
        ("webdav://h/remote.php/webdav/", true), ("webdavs://h/sub/remote.php/dav/files/anna", true),
        ("webdav://h/remote.php/webdav/Holiday/", false), ("webdav://h/remote.php/dav/files/", false),
        ("webdav://h/remote.php/dav/files/anna/a/", false), ("webdav://h/", false), ("webdav://h/webdav/", false),
    ])
    func `All of a person's files are in one folder of a server`(_ address: String, _ isAll: Bool) throws {
        #expect(DAVFolder(try #require(URL(string: address)))?.hasAllFiles == isAll)
    }

    @Test func `A folder is typed with its scheme, keeps no password, and is asked for over HTTP`() throws {
        let url = try TypedLocation.parse("webdavs://anna:secret@example.org:8443/My Photos").get()
        #expect(url.absoluteString == "webdavs://example.org:8443/My%20Photos/")
        let folder = try #require(DAVFolder(url))
        #expect(folder.address.absoluteString == "https://example.org:8443/My%20Photos/")
        #expect(!folder.isRecursive)
        #expect(folder.recursive.url.absoluteString == "webdavs://example.org:8443/My%20Photos/#recursive")
        #expect(try #require(DAVFolder(folder.recursive.url)).isRecursive)
        let plain = try TypedLocation.parse("webdav://nas/a?b#c").get()
        #expect(DAVFolder(plain)?.address.absoluteString == "http://nas/a%3Fb%23c/")
    }

    @Test(arguments: ["webdav:", "webdavs://", "webdav:///a", "webdav:nas/a", "webdav://nas:99999/"])
    func `What names no server is refused`(text: String) {
        #expect(throws: LocationFailure.self) { try TypedLocation.parse(text).get() }
    }

    @Test func `Folders of the same server open in the same way; others do not`() throws {
        let folder = try #require(DAVFolder(TypedLocation.parse("webdavs://example.org/a/#recursive").get()))
        let inner = try #require(URL(string: "https://example.org/a/b/"))
        #expect(folder.folder(at: inner)?.url.absoluteString == "webdavs://example.org/a/b/")
        for other in ["http://example.org/a/b/", "https://example.com/a/", "https://example.org:8080/a/"] {
            #expect(folder.folder(at: try #require(URL(string: other))) == nil)
        }
    }

    @Test func `Its request is a PROPFIND, whose reply is not kept`() throws {
        let folder = try #require(URL(string: "webdav://nas/photos/"))
        let request = FetchRequest.catalogue(folder)
        #expect((request.method, request.url.absoluteString) == (.folder, "http://nas/photos/"))
        #expect(FetchRequest.catalogue(request.url).method == .get)
    }
}
