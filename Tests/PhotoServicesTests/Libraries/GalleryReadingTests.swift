import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// A gallery of photos that change, in pages of two.
private final class ChangingGallery: Sendable {
    /// The server's numbers of its photos, the first one first.
    let photos: Mutex<[Int]>
    /// A page that fails.
    let failing = Mutex<String?>(nil)
    /// Pages that fail once.
    let busy = Mutex<Set<String>>([])
    /// Whether it says how many photos there are.
    let counts: Bool
    /// Whether all photos have the same date: then each page has an order of its own, unless the number decides.
    let isTied: Bool
    private static let pageLength = 2

    init(_ photos: [Int], counts: Bool = true, isTied: Bool = false) {
        self.photos = Mutex(photos)
        (self.counts, self.isTied) = (counts, isTied)
    }

    /// All photos, as the page with this number has them.
    private func all(_ page: Int, _ order: String) -> [Int] {
        let all = photos.withLock { $0 }
        guard isTied else { return all }
        if order.hasSuffix("id desc") { return all.sorted(by: >) }
        let start = min(page, all.count)
        return Array(all[start...] + all[..<start])
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let items = URLComponents(string: request.path)?.queryItems ?? []
        // As PHP does.
        let value = { (name: String) in items.last { $0.name == name }?.value ?? "" }
        let page = value("page").isEmpty ? "0" : value("page")
        let isNewest = value("order").hasPrefix("id")
        if !isNewest, failing.withLock({ $0 }) == page { return .status("500 Internal Server Error") }
        if !isNewest, busy.withLock({ $0.remove(page) }) != nil { return .status("503 Service Unavailable") }
        let all = all(Int(page) ?? 0, value("order"))
        let first = min((Int(page) ?? 0) * Self.pageLength, all.count)
        let part = Array(all[first..<min(first + Self.pageLength, all.count)])
        let length = value("per_page") == "1" ? 1 : Self.pageLength
        let shown = isNewest ? Array(all.sorted(by: >).prefix(length)) : part
        let total = counts ? #","total_count":"\#(all.count)""# : ""
        let images = shown.map(Self.image).joined(separator: ",")
        return .ok(
            Data(
                #"{"stat":"ok","result":{"paging":{"page":\#(page)\#(total)},"images":[\#(images)]}}"#.utf8),
            type: "text/plain; charset=utf-8", headers: "Cache-Control: no-store\r\n")
    }

    private static func image(_ id: Int) -> String {
        // Some photos are added long after they were taken.
        """
        {"id":\(id),"file":"dsc_\(id).jpg","name":"Photo &amp; \(id)","width":"4000","height":3000,\
        "date_creation":"2024-10-0\(id > 6 ? id - 4 : id) 11:00:00","element_url":"upload/\(id).jpg"}
        """
    }
}

@Suite("Reading the photos of a gallery, and what is kept of them")
struct GalleryReadingTests {
    /// A gallery, and what is kept of it for several starts of the program.
    private struct Rig {
        let kept = LibraryStoreRig()
        let places = LibraryPlaces()
        let gallery: ChangingGallery
        let server: LoopbackServer
        let url: URL

        init(
            _ photos: [Int], counts: Bool = true, isTied: Bool = false, part: String = GalleryAddress.photos
        ) throws {
            let gallery = ChangingGallery(photos, counts: counts, isTied: isTied)
            self.gallery = gallery
            server = try LoopbackServer.answering { gallery.answer($0) }
            url = try #require(URL(string: server.url("/photos/").absoluteString + part))
        }

        /// Opens the gallery, as another start has it; a `check` asks its server.
        func open(check: Bool = false, known: BodyVersion? = nil) -> ListedCatalogue {
            let filler = GalleryFiller(
                DataFetcher(), places: places, store: kept.store()
            ) { [clock = kept.clock] in Double(clock.value) }
            return ListedCatalogue(
                filler, from: url, check: check, known: known, retries: PageRetries(firstWait: 0))
        }

        /// The pages that were asked for.
        var pages: Int { server.asked.filter { !$0.contains("order=id") }.count }
    }

    private static func names(_ ids: [Int]) -> [String] { ids.map { "Photo & \($0)" } }

    @Test(arguments: [true, false])
    func `All pages are read, each photo once, with its date and size`(_ counts: Bool) throws {
        let rig = try Rig([5, 4, 3, 2, 2], counts: counts)
        defer { rig.server.stop() }
        let opened = rig.open()
        #expect(opened.failure == nil && opened.names == Self.names([5, 4, 3, 2]))
        #expect(rig.pages == 3)
        #expect(opened.catalogue.details(at: 0).date == "2024-10-05T11:00:00")
        #expect(opened.catalogue.details(at: 0).size == PixelSize(width: 4000, height: 3000))
        let location = try opened.catalogue.location(at: 0).get()
        #expect(location == rig.server.url("/photos/upload/5.jpg"))
    }

    @Test func `The next start shows a gallery without its server`() throws {
        let rig = try Rig([5, 4, 3])
        let first = rig.open()
        #expect(first.failure == nil && !first.catalogue.facts.isKept && first.version != nil)
        rig.server.stop()
        let second = rig.open()
        #expect(second.failure == nil && second.catalogue.facts.isKept && second.version == first.version)
        #expect(second.catalogue.hasSameContent(as: first.catalogue))
        // Its pictures are those of a place that a person signs in to.
        let place = try #require(GalleryAddress.place(of: rig.url))
        #expect(rig.places.opened(like: place) == place)
        // A check without an answer says why.
        guard case .fetch = rig.open(check: true, known: second.version).failure else {
            Issue.record("The server has answered.")
            return
        }
    }

    @Test func `A check of what has not changed asks one question`() throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        let first = rig.open()
        let (pages, asked) = (rig.pages, rig.server.asked.count)
        let check = rig.open(check: true, known: first.version)
        #expect(check.failure == nil && check.isUnchanged && check.names.isEmpty)
        #expect(rig.pages == pages && rig.server.asked.count == asked + 1)
    }

    @Test(arguments: [[6, 5, 4, 3], [5, 4], [5, 4, 7], [8, 7, 6, 5, 4, 3]])
    func `A check finds what is new and what is gone`(_ now: [Int]) throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        let first = rig.open()
        rig.gallery.photos.withLock { $0 = now }
        #expect(rig.open().names == first.names)
        let check = rig.open(check: true, known: first.version)
        #expect(check.failure == nil && !check.isUnchanged && check.names == Self.names(now))
        #expect(rig.open().names == check.names)
    }

    @Test func `Of new photos alone, no page is read again`() throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        var known = rig.open().version
        let pages = rig.pages
        // The second one is added while the first one is no part of the pages that are kept.
        for photos in [[5, 8, 4, 3], [9, 5, 8, 4, 3]] {
            rig.gallery.photos.withLock { $0 = photos }
            let check = rig.open(check: true, known: known)
            #expect(check.failure == nil && check.names == Self.names(photos) && rig.pages == pages)
            let kept = rig.open()
            #expect(kept.catalogue.facts.isKept && kept.names == check.names && kept.version == check.version)
            #expect(check.version != known)
            known = check.version
            #expect(rig.open(check: true, known: known).isUnchanged)
        }
        // One that is gone changes all.
        rig.gallery.photos.withLock { $0 = [9, 5, 8, 4] }
        #expect(rig.open(check: true, known: known).names == Self.names([9, 5, 8, 4]) && rig.pages > pages)
        #expect(rig.open().names == Self.names([9, 5, 8, 4]))
    }

    @Test func `After a day, all pages are read again`() throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        _ = rig.open()
        rig.kept.clock.value = 86_400
        let kept = rig.open()
        #expect(kept.catalogue.facts.isKept && kept.version == nil)
    }

    @Test func `A list that breaks off is not kept as a whole one`() throws {
        let rig = try Rig([5, 4, 3])
        rig.gallery.failing.withLock { $0 = "1" }
        let first = rig.open()
        guard case .fetch(.refused(status: 500, phrase: _, retryAfter: _)) = first.failure else {
            Issue.record("\(first.names)")
            return
        }
        #expect(first.names == Self.names([5, 4]))
        rig.server.stop()
        let second = rig.open()
        #expect(second.failure != nil && !second.catalogue.facts.isKept && second.names.isEmpty)
    }

    @Test func `Pages that fail in a busy moment are asked for again, and nothing is missing`() throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        rig.gallery.busy.withLock { $0 = ["0", "1"] }
        let opened = rig.open()
        #expect(opened.failure == nil && opened.names == Self.names([5, 4, 3]))
        #expect(rig.pages == 4)
    }

    @Test(arguments: [
        GalleryAddress.photos, GalleryAddress.favourites, GalleryAddress.album(1, name: "A"),
        GalleryAddress.tag(1, name: "A"),
    ])
    func `Photos with the same date are on one page each`(_ part: String) throws {
        let rig = try Rig([1, 2, 3, 4, 5], isTied: true, part: part)
        defer { rig.server.stop() }
        let opened = rig.open()
        #expect(opened.failure == nil && opened.names == Self.names([5, 4, 3, 2, 1]))
        #expect(rig.open().catalogue.facts.isKept)
    }

    @Test func `A list with fewer photos than its server counts is not kept as a whole one`() throws {
        let rig = try Rig([5, 4, 3, 2, 2])
        defer { rig.server.stop() }
        for _ in 0..<2 {
            let opened = rig.open()
            #expect(opened.failure == nil && opened.names == Self.names([5, 4, 3, 2]))
            #expect(!opened.catalogue.facts.isKept && opened.version == nil)
        }
    }

    @Test func `Where a reading ends before its last page, the pages of two times are not shown as one list`() throws {
        let rig = try Rig([5, 4, 3])
        let first = rig.open()
        rig.gallery.photos.withLock { $0 = [8, 7, 6, 5, 4, 3] }
        rig.gallery.failing.withLock { $0 = "1" }
        #expect(rig.open(check: true, known: first.version).failure != nil)
        rig.server.stop()
        let next = rig.open()
        #expect(next.failure != nil && !next.catalogue.facts.isKept && next.names.isEmpty)
    }

    @Test func `A reading that fails at its first page leaves what is kept`() throws {
        let rig = try Rig([5, 4, 3])
        defer { rig.server.stop() }
        let first = rig.open()
        rig.gallery.photos.withLock { $0 = [8, 7, 6, 5, 4, 3] }
        rig.gallery.failing.withLock { $0 = "0" }
        #expect(rig.open(check: true, known: first.version).failure != nil)
        #expect(rig.open().names == first.names)
    }

    @Test func `What was kept of a gallery that is empty by now does not stay`() throws {
        let rig = try Rig([5])
        defer { rig.server.stop() }
        let first = rig.open()
        rig.gallery.photos.withLock { $0 = [] }
        #expect(rig.open(check: true, known: first.version).names.isEmpty)
        rig.gallery.photos.withLock { $0 = [4] }
        let last = rig.open()
        #expect(last.names == Self.names([4]) && !last.catalogue.facts.isKept)
    }

    @Test func `Favourites and answers are kept, and always read again`() throws {
        let rig = try Rig([5, 4, 3], part: GalleryAddress.favourites)
        defer { rig.server.stop() }
        #expect(rig.open().version == nil)
        let kept = rig.open()
        #expect(kept.catalogue.facts.isKept && kept.version == nil && kept.names == Self.names([5, 4, 3]))
    }

    @Test func `A failure is said in the server's words`() throws {
        let text = #"{"stat": "fail", "err": 501, "message": "Method name is not valid"}"#
        let server = try LoopbackServer { _ in .ok(Data(text.utf8)) }
        defer { server.stop() }
        var builder = CatalogueBuilder()
        #expect(throws: CatalogueFailure.notACatalogue(reason: "Method name is not valid")) {
            try GalleryFiller(DataFetcher()).fill(
                &builder, from: server.url("/" + GalleryAddress.photos)
            ) { _ throws(CatalogueFailure) in }
        }
    }
}
