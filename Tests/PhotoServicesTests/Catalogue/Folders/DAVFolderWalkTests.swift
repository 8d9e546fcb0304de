import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("All photos of a WebDAV server's folders")
struct DAVFolderWalkTests {
    @Test func `What WebDAV folders listed is enough at first, and stays where the network goes away midway`() {
        let old = ["/p/": FolderPages.list("/p/", "a/", "1.jpg"), "/p/a/": FolderPages.list("/p/a/", "2.jpg")]
        let new = [
            "/p/": FolderPages.list("/p/", "a/", "1.jpg", "4.jpg"),
            "/p/a/": FolderPages.list("/p/a/", "2.jpg", "3.jpg"),
        ]
        let address = "webdav://h/p/#recursive"
        let pages = FolderPages(new, broken: ["/p/a/"], kept: old)
        let first = readFolders(pages, address)
        #expect(first.texts(.name) == ["1.jpg", "a/2.jpg"])
        #expect(first.catalogue.facts.isKept && pages.log.withLock { $0 }.isEmpty)
        let second = readFolders(pages, address, revalidates: true)
        #expect(second.texts(.name) == ["1.jpg", "4.jpg", "a/2.jpg"])
        #expect(!second.catalogue.facts.isKept && second.catalogue.facts.unreadableFolderCount == 1)
        // One that was not kept is asked for.
        let third = readFolders(FolderPages(new, kept: old.filter { $0.key == "/p/" }), address)
        #expect(third.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"] && third.catalogue.facts.isKept)
        let fourth = readFolders(FolderPages(new, kept: old), address, revalidates: true)
        #expect(fourth.texts(.name) == ["1.jpg", "4.jpg", "a/2.jpg", "a/3.jpg"] && !fourth.catalogue.facts.isKept)
    }

    /// What a folder of Nextcloud lists: folders with their tags, and photos.
    private static func cloud(_ path: String, _ tag: String, folders: [(String, String)] = [], photos: [String] = [])
        -> String
    {
        func response(_ href: String, _ tag: String?) -> String {
            "<D:response><D:href>\(href)</D:href><D:propstat><D:prop><D:resourcetype>"
                + (tag == nil ? "" : "<D:collection/>") + "</D:resourcetype><D:getetag>\(tag ?? "1")</D:getetag>"
                + #"<oc:fileid xmlns:oc="http://owncloud.org/ns">7</oc:fileid></D:prop>"#
                + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        }
        return #"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">"# + response(path, tag)
            + folders.map { response(path + $0.0 + "/", $0.1) }.joined()
            + photos.map { response(path + $0, nil) }.joined() + "</D:multistatus>"
    }

    @Test(arguments: [
        (429, true), (500, true), (503, true), (401, false), (403, false), (404, false), (410, false),
    ])
    func `A WebDAV folder that fails keeps its photos, unless it is gone or forbidden`(status: Int, stays: Bool) {
        let all = [
            "/p/": FolderPages.list("/p/", "a/", "1.jpg"), "/p/a/": FolderPages.list("/p/a/", "b/", "2.jpg"),
            "/p/a/b/": FolderPages.list("/p/a/b/", "3.jpg"),
        ]
        let pages = FolderPages(all, kept: all, refused: ["/p/a/": status])
        let outcome = readFolders(pages, "webdav://h/p/#recursive", revalidates: true)
        #expect(outcome.texts(.name) == (stays ? ["1.jpg", "a/2.jpg", "a/b/3.jpg"] : ["1.jpg"]))
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1 && !outcome.catalogue.facts.isKept)
        // Where none were known, it is asked for again only if that may help.
        let server = FolderPages(all, refused: ["/p/a/": status])
        let unknown = readFolders(server, "webdav://h/p/#recursive", revalidates: true)
        #expect(unknown.texts(.name) == ["1.jpg"])
        #expect(unknown.catalogue.facts.unreadableFolderCount == 1)
        let tries = stays ? 1 + PageRetries.most : 1
        #expect(
            server.log.withLock { $0 } == ["http://h/p/"] + Array(repeating: "http://h/p/a/", count: tries))
    }

    @Test func `A WebDAV folder that fails in a busy moment is asked for again, and nothing is missing`() {
        let all = [
            "/p/": FolderPages.list("/p/", "a/", "1.jpg"), "/p/a/": FolderPages.list("/p/a/", "2.jpg"),
        ]
        for busy in [["/p/a/": PageRetries.most], ["/p/": 1, "/p/a/": 1]] {
            let outcome = readFolders(FolderPages(all, busy: busy), "webdav://h/p/#recursive")
            #expect(outcome.failure == nil && outcome.texts(.name) == ["1.jpg", "a/2.jpg"])
            #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        }
    }

    @Test func `Once a folder has failed for good, the others are asked for once`() {
        let all = ["/p/": FolderPages.list("/p/", "a/", "b/", "1.jpg")]
        let server = FolderPages(all, refused: ["/p/a/": 500, "/p/b/": 500])
        let outcome = readFolders(server, "webdav://h/p/#recursive")
        #expect(outcome.texts(.name) == ["1.jpg"] && outcome.catalogue.facts.unreadableFolderCount == 2)
        // The next folder is asked for ahead.
        let asked = server.log.withLock { $0 }
        #expect(asked.count { $0 == "http://h/p/a/" } == 1 + PageRetries.most)
        #expect(asked.count { $0 == "http://h/p/b/" } == 1)
    }

    @Test func `So does one whose list is cut short, or is a page of another kind`() {
        let old = [
            "/p/": Self.cloud("/p/", "1", folders: [("a", "2")], photos: ["1.jpg"]),
            "/p/a/": Self.cloud("/p/a/", "2", photos: ["2.jpg", "3.jpg"]),
        ]
        let cut = Self.cloud("/p/a/", "3", photos: ["2.jpg"]).dropLast(10)
        for (reply, unknown) in [(String(cut), ["1.jpg", "a/2.jpg"]), (FolderPages.page("login.jpg"), ["1.jpg"])] {
            let new = [
                "/p/": Self.cloud("/p/", "9", folders: [("a", "3")], photos: ["1.jpg"]), "/p/a/": reply,
            ]
            let address = "webdav://h/p/#recursive"
            let outcome = readFolders(FolderPages(new, kept: old), address, revalidates: true)
            #expect(outcome.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"])
            #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
            let first = readFolders(FolderPages(new), address)
            #expect(first.texts(.name) == unknown)
            #expect(first.catalogue.facts.unreadableFolderCount == 1)
        }
    }

    @Test(arguments: [FolderPages.page("login.jpg"), FolderPages.page("a/", "login.jpg")])
    func `A first page of another kind is no WebDAV folder, whatever it shows`(login: String) {
        let old = ["/p/": FolderPages.list("/p/", "a/", "1.jpg"), "/p/a/": FolderPages.list("/p/a/", "2.jpg")]
        for revalidates in [false, true] {
            let pages = FolderPages(["/p/": login], kept: revalidates ? old : [:])
            let outcome = readFolders(pages, "webdav://h/p/#recursive", revalidates: revalidates)
            #expect(outcome.failure == .noFolderList)
            #expect(outcome.catalogue.count == 0 && outcome.catalogue.facts.leadsTo == nil)
        }
    }

    @Test func `A WebDAV folder without folders in it is one, and asked for once`() {
        let listed = Self.cloud("/p/", "1", photos: ["1.jpg", "2.jpg"])
        let pages = FolderPages(["/p/": listed, "/none/": Self.cloud("/none/", "1")])
        let outcome = readFolders(pages, "webdav://h/p/#recursive")
        #expect(outcome.texts(.name) == ["1.jpg", "2.jpg"] && outcome.catalogue.facts.leadsTo == nil)
        #expect(pages.log.withLock { $0 } == ["http://h/p/"])
        let none = readFolders(pages, "webdav://h/none/#recursive")
        #expect(none.catalogue.count == 0 && none.failure != nil && none.catalogue.facts.leadsTo == nil)
    }

    @Test func `Of a cloud's folders, only those that have changed are asked for again`() {
        let old = [
            "/remote.php/webdav/": Self.cloud("/remote.php/webdav/", "1", folders: [("a", "2"), ("b", "3")]),
            "/remote.php/webdav/a/": Self.cloud("/remote.php/webdav/a/", "2", folders: [("c", "4")], photos: ["1.jpg"]),
            "/remote.php/webdav/a/c/": Self.cloud("/remote.php/webdav/a/c/", "4", photos: ["2.jpg"]),
            "/remote.php/webdav/b/": Self.cloud("/remote.php/webdav/b/", "3", photos: ["3.jpg"]),
        ]
        var new = old
        new["/remote.php/webdav/"] = Self.cloud(
            "/remote.php/webdav/", "9", folders: [("a", "2"), ("b", "8"), ("new", "7")])
        new["/remote.php/webdav/b/"] = Self.cloud("/remote.php/webdav/b/", "8", photos: ["3.jpg", "4.jpg"])
        new["/remote.php/webdav/new/"] = Self.cloud("/remote.php/webdav/new/", "7", photos: ["5.jpg"])
        let address = "webdav://h/remote.php/webdav/#recursive"
        let same = FolderPages(old, kept: old)
        #expect(readFolders(same, address, revalidates: true).texts(.name) == ["a/1.jpg", "a/c/2.jpg", "b/3.jpg"])
        #expect(same.log.withLock { $0 } == ["http://h/remote.php/webdav/"])
        let changed = FolderPages(new, kept: old)
        let outcome = readFolders(changed, address, revalidates: true)
        #expect(outcome.texts(.name) == ["a/1.jpg", "a/c/2.jpg", "b/3.jpg", "b/4.jpg", "new/5.jpg"])
        #expect(!outcome.catalogue.facts.isKept)
        #expect(
            Set(changed.log.withLock { $0 })
                == ["", "b/", "new/"].reduce(into: []) { $0.insert("http://h/remote.php/webdav/" + $1) })
    }
}
