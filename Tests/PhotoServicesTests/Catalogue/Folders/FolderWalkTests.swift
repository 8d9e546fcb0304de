import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("All photos of a server's folders")
struct FolderWalkTests {
    @Test func `Photos of the folders within follow its own, and their names say where they are`() {
        let pages = FolderPages([
            "/p/": FolderPages.page("b/", "a%20c/", "1.jpg", "notes.txt"), "/p/a%20c/": FolderPages.page("2.jpg", "d/"),
            "/p/a%20c/d/": FolderPages.page("3.jpg"), "/p/b/": FolderPages.page("4.jpg"),
        ])
        #expect(
            readFolders(pages).rows == [
                "1.jpg -> http://h/p/1.jpg", "b/4.jpg -> http://h/p/b/4.jpg",
                "a c/2.jpg -> http://h/p/a%20c/2.jpg", "a c/d/3.jpg -> http://h/p/a%20c/d/3.jpg",
            ])
        #expect(Set(pages.log.withLock { $0 }).count == pages.log.withLock { $0.count })
    }

    @Test(arguments: [
        #"{"name":"a b","type":"directory","mtime":"Mon, 01 Jan 2024 10:00:00 GMT"},"#
            + #"{"name":"1.jpg","type":"file","mtime":"Mon, 01 Jan 2024 10:00:00 GMT","size":9}"#,
        #"{"name":"a b/","url":"./a%20b/","is_dir":true},{"name":"1.jpg","url":"./1.jpg","is_dir":false,"size":9}"#,
    ])
    func `Folders that a server lists in JSON are read like those of its pages`(listing: String) {
        let pages = FolderPages(["/p/": "[\(listing)]", "/p/a%20b/": FolderPages.page("2.jpg")])
        #expect(readFolders(pages).rows == ["1.jpg -> http://h/p/1.jpg", "a b/2.jpg -> http://h/p/a%20b/2.jpg"])
    }

    @Test(arguments: [
        #"{"name":"..","type":"directory"}"#, #"{"name":"a/b","type":"directory"}"#, #"{"type":"directory"}"#,
        #"{"name":"a/","url":"https://elsewhere/a/"}"#, #"{"name":"a","type":"file"}"#,
        #"{"folder":{"name":"a","type":"directory"}}"#,
    ])
    func `What leads out, or is no folder, is no folder in such a list`(record: String) {
        let photo = #"{"name":"1.jpg","type":"file","mtime":"Mon, 01 Jan 2024 10:00:00 GMT","size":9}"#
        let outcome = ReadOutcome("[\(photo),\(record)]".utf8, from: Sample.url("http://h/p/"), as: .standard)
        #expect(outcome.catalogue.folderCount == 0 && outcome.rows == ["1.jpg -> http://h/p/1.jpg"])
    }

    @Test func `Folders are read once, and only below the first`() {
        let pages = FolderPages([
            "/p/": FolderPages.page("a/", "/p/a/", "./", "/p/", "/q/", "http://other/p/x/", "1.jpg"),
            "/p/a/": FolderPages.page("/p/", "../a/", "2.jpg", "/p/b/"),
        ])
        #expect(readFolders(pages).rows == ["1.jpg -> http://h/p/1.jpg", "a/2.jpg -> http://h/p/a/2.jpg"])
        #expect(pages.log.withLock { $0 } == ["http://h/p/", "http://h/p/a/"])
    }

    @Test func `Folders whose names are not UTF-8 are read like others`() {
        let pages = FolderPages([
            "/p/": FolderPages.page("%E9t%E9/", "1.jpg"), "/p/%E9t%E9/": FolderPages.page("2.jpg", "%FF/"),
            "/p/%E9t%E9/%FF/": FolderPages.page("3.jpg"),
        ])
        #expect(
            readFolders(pages).texts(.location)
                == ["http://h/p/1.jpg", "http://h/p/%E9t%E9/2.jpg", "http://h/p/%E9t%E9/%FF/3.jpg"])
        #expect(
            readFolders(pages, "http://h/p/%E9t%E9/#recursive").texts(.location)
                == ["http://h/p/%E9t%E9/2.jpg", "http://h/p/%E9t%E9/%FF/3.jpg"])
        #expect(Set(pages.log.withLock { $0 }).count == 3)
    }

    @Test func `A folder that another one redirects to is listed once`() {
        let pages = FolderPages(
            ["/p/": FolderPages.page("2024/", "latest/", "here/"), "/p/2024/": FolderPages.page("2.jpg")],
            redirects: ["/p/latest/": "http://h/p/2024/", "/p/here/": "http://h/p/"])
        #expect(readFolders(pages).rows == ["2024/2.jpg -> http://h/p/2024/2.jpg"])
    }

    @Test func `A folder that cannot be read is counted, and one without photos is not`() {
        let pages = FolderPages([
            "/p/": FolderPages.page("locked/", "empty/", "1.jpg"), "/p/empty/": FolderPages.page(),
        ])
        let outcome = readFolders(pages)
        #expect(outcome.catalogue.count == 1 && outcome.failure == nil)
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
    }

    @Test func `Folders without end do end`() {
        let paths = (0...200).map { "/p/" + String(repeating: "d/", count: $0) }
        let folders = paths.enumerated().map { ($1, FolderPages.page("d/", "\($0).jpg")) }
        let catalogue = readFolders(FolderPages(Dictionary(uniqueKeysWithValues: folders))).catalogue
        #expect(catalogue.count == FolderWalk.deepest + 1)
        #expect(catalogue.facts.unreadableFolderCount == 1)
    }

    /// The page of a folder in which `links` lead to it, and those of its own folders, down to as many links.
    private static func linked(
        _ links: [String], _ own: [String: String], _ page: String, deepest: Int
    ) -> [String: String] {
        var pages: [String: String] = [:]
        var paths = ["/p/"]
        for _ in 0...deepest {
            for path in paths {
                pages[path] = page
                for (name, page) in own { pages[path + name] = page }
            }
            paths = paths.flatMap { path in links.map { path + $0 } }
        }
        return pages
    }

    @Test func `A link to the folder itself is not gone into, and adds no rows`() {
        let pages = FolderPages(Self.linked(["again/"], [:], FolderPages.page("again/", "1.jpg", "2.jpg"), deepest: 70))
        let outcome = readFolders(pages)
        #expect(outcome.rows == ["1.jpg -> http://h/p/1.jpg", "2.jpg -> http://h/p/2.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        #expect(pages.log.withLock { $0 } == ["http://h/p/", "http://h/p/again/"])
    }

    @Test func `Two links to a folder that lists only folders are not gone into`() {
        let own = ["b/": FolderPages.page("1.jpg")]
        let pages = FolderPages(Self.linked(["a/", "c/"], own, FolderPages.page("a/", "b/", "c/"), deepest: 9))
        let outcome = readFolders(pages)
        #expect(outcome.rows == ["b/1.jpg -> http://h/p/b/1.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        // What tells that they are links is asked for.
        let far = ["a/", "c/"].map { String(repeating: $0, count: 9) }
        let asked = (["", "a/", "b/", "c/"] + far).map { "http://h/p/" + $0 }
        #expect(pages.log.withLock { $0.sorted() } == asked.sorted())
    }

    @Test func `A link deep in a folder leads to none around it again`() {
        let (first, second) = (FolderPages.page("a/", "1.jpg"), FolderPages.page("b/", "2.jpg"))
        let third = FolderPages.page("top/", "up/", "3.jpg")
        let pages = FolderPages([
            "/p/": first, "/p/a/": second, "/p/a/b/": third, "/p/a/b/top/": first, "/p/a/b/up/": second,
            "/p/a/b/top/a/": second, "/p/a/b/up/b/": third,
        ])
        #expect(readFolders(pages).texts(.name) == ["1.jpg", "a/2.jpg", "a/b/3.jpg"])
        #expect(pages.log.withLock { $0.count } == 5)
    }

    @Test func `Folders that list the same and are not around each other are all read`() {
        let same = FolderPages.page("x/", "1.jpg")
        let pages = FolderPages([
            "/p/": FolderPages.page("a/", "b/"), "/p/a/": same, "/p/b/": same, "/p/a/x/": FolderPages.page("2.jpg"),
            "/p/b/x/": FolderPages.page("2.jpg"),
        ])
        #expect(readFolders(pages).texts(.name) == ["a/1.jpg", "a/x/2.jpg", "b/1.jpg", "b/x/2.jpg"])
    }

    @Test func `Folders of the same names within each other are all read`() {
        let digits = FolderPages.page("0/", "1/")
        var pages = Self.linked(["0/", "1/"], [:], digits, deepest: 2)
        for path in ["0/0/0/", "0/1/0/", "1/1/1/"] { pages["/p/" + path] = FolderPages.page("1.jpg") }
        #expect(readFolders(FolderPages(pages)).texts(.name) == ["0/0/0/1.jpg", "0/1/0/1.jpg", "1/1/1/1.jpg"])
        // Four digits, with folders alone down to the last.
        var deep = Self.linked(["0/", "1/"], [:], digits, deepest: 3)
        let places = (0..<16).map { number in (0..<4).map { "\(number >> (3 - $0) & 1)/" }.joined() }
        for path in places { deep["/p/" + path] = FolderPages.page("1.jpg") }
        let all = readFolders(FolderPages(deep))
        #expect(all.texts(.name) == places.map { $0 + "1.jpg" })
        #expect(all.catalogue.facts.unreadableFolderCount == 0)
        let twice = FolderPages([
            "/p/": FolderPages.page("x/"), "/p/x/": FolderPages.page("x/"), "/p/x/x/": FolderPages.page("1.jpg"),
        ])
        #expect(readFolders(twice).texts(.name) == ["x/x/1.jpg"])
    }

    @Test func `Folders beyond the most that are read are counted like those that cannot be read`() {
        let links = (0..<9).map { "\($0)/" }
        let pages = FolderPages(
            Dictionary(uniqueKeysWithValues: links.map { ("/p/" + $0, FolderPages.page("1.jpg", "../0/", "../8/")) })
                .merging(["/p/": FolderPages.page("0/", "1/", "2/", "3/", "4/", "5/", "6/", "7/", "8/")]) { $1 })
        // The first folder counts.
        let walk = FolderWalk(pages, as: .standard, mostFolders: 1 + 9)
        let all = ReadOutcome(of: Sample.url("http://h/p/#recursive"), filledBy: walk).catalogue
        #expect(all.count == 9 && all.facts.unreadableFolderCount == 0)
        let fewer = FolderWalk(pages, as: .standard, mostFolders: 1 + 6)
        let some = ReadOutcome(of: Sample.url("http://h/p/#recursive"), filledBy: fewer).catalogue
        #expect(some.count == 6 && some.facts.unreadableFolderCount >= 3)
    }

    @Test func `What is no folder is opened as what it is`() {
        let outcome = readFolders(FolderPages(["/p/": "http://h/1.jpg\nhttp://h/2.jpg\n"]))
        #expect(outcome.catalogue.count == 0 && outcome.catalogue.facts.leadsTo == "http://h/p/")
    }

    @Test(arguments: ["PK\u{3}\u{4}", "Rar!\u{1A}\u{7}\u{0}"])
    func `An archive is opened as what it is`(start: String) {
        let outcome = readFolders(FolderPages(["/p/": start + String(repeating: "\u{0}", count: 600)]))
        #expect(outcome.catalogue.count == 0 && outcome.catalogue.facts.leadsTo == "http://h/p/")
    }

    @Test func `Photos of a page that is cut short are there, and the folder is counted`() {
        let pages = FolderPages(
            ["/p/": FolderPages.page("a/", "1.jpg"), "/p/a/": FolderPages.page("2.jpg", "3.jpg")], broken: ["/p/a/"])
        let outcome = readFolders(pages)
        #expect(outcome.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
    }

    /// What a store lists below a prefix: folders, photos, and the marker of the next page.
    private static func stored(_ prefix: String, folders: [String] = [], photos: [String] = [], next: String? = nil)
        -> String
    {
        "<ListBucketResult><Prefix>\(prefix)</Prefix>"
            + "<IsTruncated>\(next != nil)</IsTruncated>" + (next.map { "<NextMarker>\($0)</NextMarker>" } ?? "")
            + photos.map { "<Contents><Key>\(prefix)\($0)</Key></Contents>" }.joined()
            + folders.map { "<CommonPrefixes><Prefix>\(prefix)\($0)</Prefix></CommonPrefixes>" }.joined()
            + "</ListBucketResult>"
    }

    @Test func `Folders of a store differ by their prefixes, and are read with their further pages`() {
        let pages = FolderPages([
            "/?delimiter=/": Self.stored("", folders: ["a/"], photos: ["1.jpg"], next: "b/"),
            "/?delimiter=/&marker=b%2F": Self.stored("", folders: ["c/"], photos: ["2.jpg"]),
            "/?delimiter=/&prefix=a/": Self.stored("a/", folders: ["d/"], photos: ["3.jpg"]),
            "/?delimiter=/&prefix=a/d/": Self.stored("a/d/", photos: ["4.jpg"]),
            "/?delimiter=/&prefix=c/": Self.stored("c/", photos: ["5.jpg"]),
        ])
        let outcome = readFolders(pages, "http://h/?delimiter=/#recursive")
        #expect(
            outcome.rows == [
                "1.jpg -> http://h/1.jpg", "2.jpg -> http://h/2.jpg", "a/3.jpg -> http://h/a/3.jpg",
                "a/d/4.jpg -> http://h/a/d/4.jpg", "c/5.jpg -> http://h/c/5.jpg",
            ])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        #expect(pages.log.withLock { $0.count } == 5)
    }

    @Test func `A store that lists folders on further pages only is one, and no folder of it leads out`() {
        let pages = FolderPages([
            "/b?delimiter=/&prefix=a/": Self.stored("a/", photos: ["1.jpg"], next: "x"),
            "/b?delimiter=/&prefix=a/&marker=x": Self.stored("a/", folders: ["x/", "../y/"])
                .replacing("a/../y/", with: "y/"),
            "/b?delimiter=/&prefix=a/x/": Self.stored("a/x/", photos: ["2.jpg"]),
            "/b?delimiter=/&prefix=y/": Self.stored("y/", photos: ["3.jpg"]),
        ])
        let outcome = readFolders(pages, "http://h/b?delimiter=/&prefix=a/#recursive")
        #expect(outcome.texts(.name) == ["1.jpg", "x/2.jpg"])
        #expect(pages.log.withLock { $0.count } == 3)
    }

    @Test func `Further pages that only a reply's header names are read, and an explanation names them`() {
        let pages = FolderPages(
            [
                "/p/": FolderPages.page("a/", "1.jpg"), "/p/?page=2": FolderPages.page("b/", "2.jpg"),
                "/p/?page=3": FolderPages.page("3.jpg"), "/p/a/": FolderPages.page("4.jpg"),
                "/p/b/": FolderPages.page("5.jpg"), "/p/b/?page=2": FolderPages.page("6.jpg"),
            ],
            links: [
                "/p/": "</p/?page=2>; rel=\"next\"", "/p/?page=2": "<?page=3>; rel=next, </p/>; rel=prev",
                // These lead out, and back.
                "/p/a/": "</q/?page=2>; rel=next", "/p/b/": "<?page=2>; rel=next", "/p/b/?page=2": "</p/b/>; rel=next",
            ])
        let outcome = readFolders(pages)
        #expect(outcome.texts(.name) == ["1.jpg", "2.jpg", "3.jpg", "a/4.jpg", "b/5.jpg", "b/6.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        #expect(pages.log.withLock { $0.count } == 6)
        let explanation = CatalogueExplanation(of: Sample.url("http://h/p/"), with: pages, as: .standard)
        #expect(explanation.lines.last == "goes on at http://h/p/?page=2")
    }

    @Test func `Further pages without end do end, and those that are not read are counted`() {
        let steps = (0..<20).map { number in
            (
                number == 0 ? "/?delimiter=/" : "/?delimiter=/&marker=\(number)",
                Self.stored("", photos: ["\(number).jpg"], next: "\(number + 1)")
            )
        }
        let walk = FolderWalk(FolderPages(Dictionary(uniqueKeysWithValues: steps)), as: .standard, mostFolders: 8)
        let catalogue = ReadOutcome(of: Sample.url("http://h/?delimiter=/#recursive"), filledBy: walk).catalogue
        #expect(catalogue.count == 8 && catalogue.facts.unreadableFolderCount == 1)
        // A page that is its own next one, and one that leads back.
        for marker in ["1", "2"] {
            let pages = FolderPages([
                "/?delimiter=/": Self.stored("", photos: ["a.jpg"], next: "1"),
                "/?delimiter=/&marker=1": Self.stored("", photos: ["b.jpg"], next: marker),
                "/?delimiter=/&marker=2": Self.stored("", photos: ["c.jpg"], next: "1"),
            ])
            let outcome = readFolders(pages, "http://h/?delimiter=/#recursive")
            #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
            #expect(outcome.texts(.name) == (marker == "1" ? ["a.jpg", "b.jpg"] : ["a.jpg", "b.jpg", "c.jpg"]))
        }
    }

    @Test func `What turns out to be no page is not downloaded to its end`() {
        let film = "PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 100_000)
        let pages = FolderPages(
            ["/p/": FolderPages.page("backup/", "1.jpg"), "/p/backup/": film], endless: ["/p/backup/"])
        let outcome = readFolders(pages)
        #expect(outcome.rows == ["1.jpg -> http://h/p/1.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
        #expect(pages.cancelled.withLock { $0.contains("/p/backup/") })
    }

    @Test func `A first page that cannot be read says so`() {
        guard case .fetch = readFolders(FolderPages([:])).failure else {
            Issue.record("It does not say so")
            return
        }
    }

    @Test func `It can be cancelled`() {
        let pages = FolderPages(["/p/": FolderPages.page("a/", "1.jpg"), "/p/a/": FolderPages.page("2.jpg")])
        var builder = CatalogueBuilder()
        #expect(throws: CatalogueFailure.cancelled) {
            try FolderWalk(pages, as: .standard).fill(&builder, from: Sample.url("http://h/p/#recursive")) {
                (_) throws(CatalogueFailure) in
                throw .cancelled
            }
        }
    }

    @Test(arguments: [
        ("http://h/p/", "http://h/p/#recursive"), ("https://h/pics", "https://h/pics#recursive"),
        ("http://h/2024.05.01/", "http://h/2024.05.01/#recursive"),
        ("http://h/a.plist", nil), ("http://h/?of=1", nil), ("file:///p/", nil),
        ("https://b.example/?delimiter=/", "https://b.example/?delimiter=/#recursive"),
        ("https://h/b?list-type=2&prefix=a/&delimiter=/", "https://h/b?list-type=2&prefix=a/&delimiter=/#recursive"),
        ("https://h/feed.xml?prefix=a", nil),
    ])
    func `An address may be a folder's if it has no ending, or ends in a slash`(address: String, opens: String?) {
        #expect(WebFolder(mayBe: Sample.url(address))?.url.absoluteString == opens)
    }
}
