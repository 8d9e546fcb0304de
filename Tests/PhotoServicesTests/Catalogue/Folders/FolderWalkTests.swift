import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("All photos of a server's folders")
struct FolderWalkTests {
    /// A server of folder pages, which answers at once.
    private final class Pages: DataFetching {
        private struct Nothing: FetchTask {
            var cancelled: @Sendable () -> Void = {}
            func cancel() { cancelled() }
        }
        let pages: [String: String]
        let redirects: [String: String]
        /// The pages whose connection breaks at their end.
        let broken: Set<String>
        /// The pages that go on without end.
        let endless: Set<String>
        /// The pages that were kept at an earlier time.
        let kept: [String: String]
        /// The pages that are refused, with the status.
        let refused: [String: Int]
        let log = Mutex<[String]>([])
        let cancelled = Mutex<Set<String>>([])

        init(
            _ pages: [String: String], redirects: [String: String] = [:], broken: Set<String> = [],
            endless: Set<String> = [], kept: [String: String] = [:], refused: [String: Int] = [:]
        ) {
            (self.pages, self.redirects, self.broken, self.endless) = (pages, redirects, broken, endless)
            (self.kept, self.refused) = (kept, refused)
        }

        /// With the query.
        private static func path(_ url: URL) -> String {
            url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        }

        func stream(
            _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
        ) -> any FetchTask {
            let path = Self.path(request.url)
            if request.mayBeKept, let page = kept[path] {
                let list = KeptList(body: Data(page.utf8), asked: 1)
                receive(.opened(FetchOpening(kept: KeptPage(list: list, url: request.url, contentType: nil))))
                flow.given(page.utf8.count) {}
                receive(.bytes(list.body))
                receive(.ended(nil))
                return Nothing()
            }
            let task = fetch(request, progress: { _ in }) { [broken, endless] result in
                switch result {
                case .success(let fetched):
                    receive(.opened(FetchOpening(url: fetched.url)))
                    flow.given(fetched.data.count) {}
                    receive(.bytes(fetched.data))
                    if endless.contains(path) { return }
                    receive(.ended(broken.contains(path) ? .timedOut(host: "h", seconds: 30) : nil))
                case .failure(let failure): receive(.ended(failure))
                }
            }
            _ = task
            return Nothing(cancelled: { [self] in cancelled.withLock { _ = $0.insert(path) } })
        }

        func fetch(
            _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
            completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
        ) -> any FetchTask {
            log.withLock { $0.append(request.url.absoluteString) }
            let path = Self.path(request.url)
            let url = redirects[path].flatMap { URL(string: $0) } ?? request.url
            if let status = refused[path] {
                completion(.failure(.refused(status: status, phrase: "")))
            } else if let page = pages[Self.path(url)] {
                completion(.success(FetchedData(data: Data(page.utf8), url: url)))
            } else {
                completion(.failure(.refused(status: 403, phrase: "Forbidden")))
            }
            return Nothing()
        }
    }

    private static func page(_ links: String...) -> String {
        "<html><title>Index of /</title><pre><a href=\"../\">../</a>\n"
            + links.map { "<a href=\"\($0)\">\($0.removingPercentEncoding ?? $0)</a>\n" }.joined() + "</pre></html>"
    }

    private func read(
        _ pages: Pages, _ address: String = "http://h/p/#recursive", revalidates: Bool = false
    ) -> ReadOutcome {
        let walk = FolderWalk(pages, as: .standard)
        #expect(walk.fills(Sample.url(address)))
        return ReadOutcome(of: Sample.url(address), filledBy: walk, revalidates: revalidates)
    }

    @Test func `Photos of the folders within follow its own, and their names say where they are`() {
        let pages = Pages([
            "/p/": Self.page("b/", "a%20c/", "1.jpg", "notes.txt"), "/p/a%20c/": Self.page("2.jpg", "d/"),
            "/p/a%20c/d/": Self.page("3.jpg"), "/p/b/": Self.page("4.jpg"),
        ])
        #expect(
            read(pages).rows == [
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
        let pages = Pages(["/p/": "[\(listing)]", "/p/a%20b/": Self.page("2.jpg")])
        #expect(read(pages).rows == ["1.jpg -> http://h/p/1.jpg", "a b/2.jpg -> http://h/p/a%20b/2.jpg"])
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
        let pages = Pages([
            "/p/": Self.page("a/", "/p/a/", "./", "/p/", "/q/", "http://other/p/x/", "1.jpg"),
            "/p/a/": Self.page("/p/", "../a/", "2.jpg", "/p/b/"),
        ])
        #expect(read(pages).rows == ["1.jpg -> http://h/p/1.jpg", "a/2.jpg -> http://h/p/a/2.jpg"])
        #expect(pages.log.withLock { $0 } == ["http://h/p/", "http://h/p/a/"])
    }

    @Test func `Folders whose names are not UTF-8 are read like others`() {
        let pages = Pages([
            "/p/": Self.page("%E9t%E9/", "1.jpg"), "/p/%E9t%E9/": Self.page("2.jpg", "%FF/"),
            "/p/%E9t%E9/%FF/": Self.page("3.jpg"),
        ])
        #expect(
            read(pages).texts(.location)
                == ["http://h/p/1.jpg", "http://h/p/%E9t%E9/2.jpg", "http://h/p/%E9t%E9/%FF/3.jpg"])
        #expect(
            read(pages, "http://h/p/%E9t%E9/#recursive").texts(.location)
                == ["http://h/p/%E9t%E9/2.jpg", "http://h/p/%E9t%E9/%FF/3.jpg"])
        #expect(Set(pages.log.withLock { $0 }).count == 3)
    }

    @Test func `A folder that another one redirects to is listed once`() {
        let pages = Pages(
            ["/p/": Self.page("2024/", "latest/", "here/"), "/p/2024/": Self.page("2.jpg")],
            redirects: ["/p/latest/": "http://h/p/2024/", "/p/here/": "http://h/p/"])
        #expect(read(pages).rows == ["2024/2.jpg -> http://h/p/2024/2.jpg"])
    }

    @Test func `A folder that cannot be read is counted, and one without photos is not`() {
        let pages = Pages(["/p/": Self.page("locked/", "empty/", "1.jpg"), "/p/empty/": Self.page()])
        let outcome = read(pages)
        #expect(outcome.catalogue.count == 1 && outcome.failure == nil)
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
    }

    @Test func `Folders without end do end`() {
        let paths = (0...200).map { "/p/" + String(repeating: "d/", count: $0) }
        let folders = paths.enumerated().map { ($1, Self.page("d/", "\($0).jpg")) }
        let catalogue = read(Pages(Dictionary(uniqueKeysWithValues: folders))).catalogue
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
        let pages = Pages(Self.linked(["again/"], [:], Self.page("again/", "1.jpg", "2.jpg"), deepest: 70))
        let outcome = read(pages)
        #expect(outcome.rows == ["1.jpg -> http://h/p/1.jpg", "2.jpg -> http://h/p/2.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        #expect(pages.log.withLock { $0 } == ["http://h/p/", "http://h/p/again/"])
    }

    @Test func `Two links to a folder that lists only folders are not gone into`() {
        let own = ["b/": Self.page("1.jpg")]
        let pages = Pages(Self.linked(["a/", "c/"], own, Self.page("a/", "b/", "c/"), deepest: 6))
        let outcome = read(pages)
        #expect(outcome.rows == ["b/1.jpg -> http://h/p/b/1.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        // What tells that they are links is asked for.
        let asked = ["", "a/", "a/a/", "a/a/a/", "b/", "c/", "c/c/", "c/c/c/"].map { "http://h/p/" + $0 }
        #expect(pages.log.withLock { $0.sorted() } == asked.sorted())
    }

    @Test func `A link deep in a folder leads to none around it again`() {
        let (first, second) = (Self.page("a/", "1.jpg"), Self.page("b/", "2.jpg"))
        let third = Self.page("top/", "up/", "3.jpg")
        let pages = Pages([
            "/p/": first, "/p/a/": second, "/p/a/b/": third, "/p/a/b/top/": first, "/p/a/b/up/": second,
            "/p/a/b/top/a/": second, "/p/a/b/up/b/": third,
        ])
        #expect(read(pages).texts(.name) == ["1.jpg", "a/2.jpg", "a/b/3.jpg"])
        #expect(pages.log.withLock { $0.count } == 5)
    }

    @Test func `Folders that list the same and are not around each other are all read`() {
        let same = Self.page("x/", "1.jpg")
        let pages = Pages([
            "/p/": Self.page("a/", "b/"), "/p/a/": same, "/p/b/": same, "/p/a/x/": Self.page("2.jpg"),
            "/p/b/x/": Self.page("2.jpg"),
        ])
        #expect(read(pages).texts(.name) == ["a/1.jpg", "a/x/2.jpg", "b/1.jpg", "b/x/2.jpg"])
    }

    @Test func `Folders of the same names within each other are all read`() {
        let digits = Self.page("0/", "1/")
        var pages = Self.linked(["0/", "1/"], [:], digits, deepest: 2)
        for path in ["0/0/0/", "0/1/0/", "1/1/1/"] { pages["/p/" + path] = Self.page("1.jpg") }
        #expect(read(Pages(pages)).texts(.name) == ["0/0/0/1.jpg", "0/1/0/1.jpg", "1/1/1/1.jpg"])
        let twice = Pages(["/p/": Self.page("x/"), "/p/x/": Self.page("x/"), "/p/x/x/": Self.page("1.jpg")])
        #expect(read(twice).texts(.name) == ["x/x/1.jpg"])
    }

    @Test func `Folders beyond the most that are read are counted like those that cannot be read`() {
        let links = (0..<9).map { "\($0)/" }
        let pages = Pages(
            Dictionary(uniqueKeysWithValues: links.map { ("/p/" + $0, Self.page("1.jpg", "../0/", "../8/")) })
                .merging(["/p/": Self.page("0/", "1/", "2/", "3/", "4/", "5/", "6/", "7/", "8/")]) { $1 })
        // The first folder counts.
        let walk = FolderWalk(pages, as: .standard, mostFolders: 1 + 9)
        let all = ReadOutcome(of: Sample.url("http://h/p/#recursive"), filledBy: walk).catalogue
        #expect(all.count == 9 && all.facts.unreadableFolderCount == 0)
        let fewer = FolderWalk(pages, as: .standard, mostFolders: 1 + 6)
        let some = ReadOutcome(of: Sample.url("http://h/p/#recursive"), filledBy: fewer).catalogue
        #expect(some.count == 6 && some.facts.unreadableFolderCount >= 3)
    }

    @Test func `What is no folder is opened as what it is`() {
        let outcome = read(Pages(["/p/": "http://h/1.jpg\nhttp://h/2.jpg\n"]))
        #expect(outcome.catalogue.count == 0 && outcome.catalogue.facts.leadsTo == "http://h/p/")
    }

    @Test(arguments: ["PK\u{3}\u{4}", "Rar!\u{1A}\u{7}\u{0}"])
    func `An archive is opened as what it is`(start: String) {
        let outcome = read(Pages(["/p/": start + String(repeating: "\u{0}", count: 600)]))
        #expect(outcome.catalogue.count == 0 && outcome.catalogue.facts.leadsTo == "http://h/p/")
    }

    @Test func `Photos of a page that is cut short are there, and the folder is counted`() {
        let pages = Pages(
            ["/p/": Self.page("a/", "1.jpg"), "/p/a/": Self.page("2.jpg", "3.jpg")], broken: ["/p/a/"])
        let outcome = read(pages)
        #expect(outcome.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
    }

    @Test func `What WebDAV folders listed is enough at first, and stays where the network goes away midway`() {
        let old = ["/p/": Self.page("a/", "1.jpg"), "/p/a/": Self.page("2.jpg")]
        let new = ["/p/": Self.page("a/", "1.jpg", "4.jpg"), "/p/a/": Self.page("2.jpg", "3.jpg")]
        let address = "webdav://h/p/#recursive"
        let pages = Pages(new, broken: ["/p/a/"], kept: old)
        let first = read(pages, address)
        #expect(first.texts(.name) == ["1.jpg", "a/2.jpg"])
        #expect(first.catalogue.facts.isKept && pages.log.withLock { $0 }.isEmpty)
        let second = read(pages, address, revalidates: true)
        #expect(second.texts(.name) == ["1.jpg", "4.jpg", "a/2.jpg"])
        #expect(!second.catalogue.facts.isKept && second.catalogue.facts.unreadableFolderCount == 1)
        // One that was not kept is asked for.
        let third = read(Pages(new, kept: ["/p/": Self.page("a/", "1.jpg")]), address)
        #expect(third.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"] && third.catalogue.facts.isKept)
        let fourth = read(Pages(new, kept: old), address, revalidates: true)
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
            "/p/": Self.page("a/", "1.jpg"), "/p/a/": Self.page("b/", "2.jpg"), "/p/a/b/": Self.page("3.jpg"),
        ]
        let pages = Pages(all, kept: all, refused: ["/p/a/": status])
        let outcome = read(pages, "webdav://h/p/#recursive", revalidates: true)
        #expect(outcome.texts(.name) == (stays ? ["1.jpg", "a/2.jpg", "a/b/3.jpg"] : ["1.jpg"]))
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1 && !outcome.catalogue.facts.isKept)
        let unknown = read(Pages(all, refused: ["/p/a/": status]), "webdav://h/p/#recursive", revalidates: true)
        #expect(unknown.texts(.name) == ["1.jpg"])
        #expect(unknown.catalogue.facts.unreadableFolderCount == 1)
    }

    @Test func `So does one whose list is cut short, or is a page of another kind`() {
        let old = [
            "/p/": Self.cloud("/p/", "1", folders: [("a", "2")], photos: ["1.jpg"]),
            "/p/a/": Self.cloud("/p/a/", "2", photos: ["2.jpg", "3.jpg"]),
        ]
        let cut = Self.cloud("/p/a/", "3", photos: ["2.jpg"]).dropLast(10)
        for (reply, unknown) in [(String(cut), ["1.jpg", "a/2.jpg"]), (Self.page("login.jpg"), ["1.jpg"])] {
            let new = [
                "/p/": Self.cloud("/p/", "9", folders: [("a", "3")], photos: ["1.jpg"]), "/p/a/": reply,
            ]
            let address = "webdav://h/p/#recursive"
            let outcome = read(Pages(new, kept: old), address, revalidates: true)
            #expect(outcome.texts(.name) == ["1.jpg", "a/2.jpg", "a/3.jpg"])
            #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
            let first = read(Pages(new), address)
            #expect(first.texts(.name) == unknown)
            #expect(first.catalogue.facts.unreadableFolderCount == 1)
        }
    }

    @Test func `A WebDAV folder without folders in it is one, and asked for once`() {
        let listed = Self.cloud("/p/", "1", photos: ["1.jpg", "2.jpg"])
        let pages = Pages(["/p/": listed, "/none/": Self.cloud("/none/", "1")])
        let outcome = read(pages, "webdav://h/p/#recursive")
        #expect(outcome.texts(.name) == ["1.jpg", "2.jpg"] && outcome.catalogue.facts.leadsTo == nil)
        #expect(pages.log.withLock { $0 } == ["http://h/p/"])
        let none = read(pages, "webdav://h/none/#recursive")
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
        let same = Pages(old, kept: old)
        #expect(read(same, address, revalidates: true).texts(.name) == ["a/1.jpg", "a/c/2.jpg", "b/3.jpg"])
        #expect(same.log.withLock { $0 } == ["http://h/remote.php/webdav/"])
        let changed = Pages(new, kept: old)
        let outcome = read(changed, address, revalidates: true)
        #expect(outcome.texts(.name) == ["a/1.jpg", "a/c/2.jpg", "b/3.jpg", "b/4.jpg", "new/5.jpg"])
        #expect(!outcome.catalogue.facts.isKept)
        #expect(
            Set(changed.log.withLock { $0 })
                == ["", "b/", "new/"].reduce(into: []) { $0.insert("http://h/remote.php/webdav/" + $1) })
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
        let pages = Pages([
            "/?delimiter=/": Self.stored("", folders: ["a/"], photos: ["1.jpg"], next: "b/"),
            "/?delimiter=/&marker=b%2F": Self.stored("", folders: ["c/"], photos: ["2.jpg"]),
            "/?delimiter=/&prefix=a/": Self.stored("a/", folders: ["d/"], photos: ["3.jpg"]),
            "/?delimiter=/&prefix=a/d/": Self.stored("a/d/", photos: ["4.jpg"]),
            "/?delimiter=/&prefix=c/": Self.stored("c/", photos: ["5.jpg"]),
        ])
        let outcome = read(pages, "http://h/?delimiter=/#recursive")
        #expect(
            outcome.rows == [
                "1.jpg -> http://h/1.jpg", "2.jpg -> http://h/2.jpg", "a/3.jpg -> http://h/a/3.jpg",
                "a/d/4.jpg -> http://h/a/d/4.jpg", "c/5.jpg -> http://h/c/5.jpg",
            ])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
        #expect(pages.log.withLock { $0.count } == 5)
    }

    @Test func `A store that lists folders on further pages only is one, and no folder of it leads out`() {
        let pages = Pages([
            "/b?delimiter=/&prefix=a/": Self.stored("a/", photos: ["1.jpg"], next: "x"),
            "/b?delimiter=/&prefix=a/&marker=x": Self.stored("a/", folders: ["x/", "../y/"])
                .replacing("a/../y/", with: "y/"),
            "/b?delimiter=/&prefix=a/x/": Self.stored("a/x/", photos: ["2.jpg"]),
            "/b?delimiter=/&prefix=y/": Self.stored("y/", photos: ["3.jpg"]),
        ])
        let outcome = read(pages, "http://h/b?delimiter=/&prefix=a/#recursive")
        #expect(outcome.texts(.name) == ["1.jpg", "x/2.jpg"])
        #expect(pages.log.withLock { $0.count } == 3)
    }

    @Test func `Further pages without end do end, and those that are not read are counted`() {
        let steps = (0..<20).map { number in
            (
                number == 0 ? "/?delimiter=/" : "/?delimiter=/&marker=\(number)",
                Self.stored("", photos: ["\(number).jpg"], next: "\(number + 1)")
            )
        }
        let walk = FolderWalk(Pages(Dictionary(uniqueKeysWithValues: steps)), as: .standard, mostFolders: 8)
        let catalogue = ReadOutcome(of: Sample.url("http://h/?delimiter=/#recursive"), filledBy: walk).catalogue
        #expect(catalogue.count == 8 && catalogue.facts.unreadableFolderCount == 1)
        // A page that is its own next one, and one that leads back.
        for marker in ["1", "2"] {
            let pages = Pages([
                "/?delimiter=/": Self.stored("", photos: ["a.jpg"], next: "1"),
                "/?delimiter=/&marker=1": Self.stored("", photos: ["b.jpg"], next: marker),
                "/?delimiter=/&marker=2": Self.stored("", photos: ["c.jpg"], next: "1"),
            ])
            let outcome = read(pages, "http://h/?delimiter=/#recursive")
            #expect(outcome.catalogue.facts.unreadableFolderCount == 0)
            #expect(outcome.texts(.name) == (marker == "1" ? ["a.jpg", "b.jpg"] : ["a.jpg", "b.jpg", "c.jpg"]))
        }
    }

    @Test func `What turns out to be no page is not downloaded to its end`() {
        let film = "PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 100_000)
        let pages = Pages(
            ["/p/": Self.page("backup/", "1.jpg"), "/p/backup/": film], endless: ["/p/backup/"])
        let outcome = read(pages)
        #expect(outcome.rows == ["1.jpg -> http://h/p/1.jpg"])
        #expect(outcome.catalogue.facts.unreadableFolderCount == 1)
        #expect(pages.cancelled.withLock { $0.contains("/p/backup/") })
    }

    @Test func `A first page that cannot be read says so`() {
        guard case .fetch = read(Pages([:])).failure else {
            Issue.record("It does not say so")
            return
        }
    }

    @Test func `It can be cancelled`() {
        let pages = Pages(["/p/": Self.page("a/", "1.jpg"), "/p/a/": Self.page("2.jpg")])
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
