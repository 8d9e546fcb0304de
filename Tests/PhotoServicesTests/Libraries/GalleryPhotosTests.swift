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

@Suite("The photos of a gallery")
struct GalleryPhotosTests {
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

        struct Listed {
            let catalogue: Catalogue
            let failure: CatalogueFailure?
            let version: BodyVersion?
            let isUnchanged: Bool
            var names: [String] { (0..<catalogue.count).map(catalogue.name) }
        }

        /// Opens the gallery, as another start has it; a `check` asks its server.
        func open(check: Bool = false, known: BodyVersion? = nil) -> Listed {
            let filler = GalleryFiller(
                DataFetcher(), places: places, store: kept.store()
            ) { [clock = kept.clock] in Double(clock.value) }
            var builder = CatalogueBuilder()
            (builder.revalidates, builder.known) = (check, known)
            builder.retries = PageRetries(firstWait: 0)
            var failure: CatalogueFailure?
            do throws(CatalogueFailure) {
                try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
            } catch {
                failure = error
            }
            let (version, isUnchanged) = (builder.version, builder.isUnchanged)
            return Listed(
                catalogue: builder.finish(from: url), failure: failure, version: version, isUnchanged: isUnchanged)
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

    // MARK: - Photos

    private static func rows(_ images: String) throws -> Catalogue {
        let text = #"{"stat": "ok", "result": {"paging": {}, "images": [\#(images)]}}"#
        let page = try GalleryPhotos(in: Data(text.utf8))
        #expect(page.isAnswer && page.total == nil)
        var builder = CatalogueBuilder()
        for photo in page.photos { try photo.addRow(photo.id ?? 1, to: &builder) }
        builder.facts.base = "https://a.example/"
        return builder.finish(from: try #require(URL(string: "https://a.example/")))
    }

    /// The smaller pictures of a photo, by their longest sides.
    private static func derivatives(_ sizes: KeyValuePairs<String, Int>, height: Int? = nil) -> String {
        let all = sizes.map { name, side in
            #""\#(name)": {"url": "_data/i/a-\#(name).jpg", "width": \#(side), "height": \#(height ?? side / 2)}"#
        }
        return #""element_url": "a.jpg", "derivatives": {\#(all.joined(separator: ","))}"#
    }

    @Test func `Row and page have pictures of their sizes`() throws {
        let all = Self.derivatives(["square": 600, "thumb": 144, "small": 576, "medium": 792, "xxlarge": 1656])
        for (pictures, row, page) in [
            (all, "small", "xxlarge"),
            (Self.derivatives(["xxlarge": 1656, "thumb": 144]), "xxlarge", "xxlarge"),
            (Self.derivatives(["thumb": 144, "2small": 240]), "2small", "2small"),
        ] {
            let rows = try Self.rows(#"{"id": 7, "width": 6000, "height": 3000, \#(pictures)}"#)
            let thumbnail = try #require(rows.thumbnailLocation(at: 0))
            #expect(thumbnail.absoluteString == "https://a.example/_data/i/a-\(row).jpg?photo=7.\(page)")
            let picture = try #require(GalleryPicture(thumbnail))
            #expect(picture.photo == 7)
            #expect(picture.preview?.absoluteString == "https://a.example/_data/i/a-\(page).jpg")
            #expect(try rows.location(at: 0).get().absoluteString == "https://a.example/a.jpg")
        }
    }

    @Test func `A file that is little larger than its pictures is shown itself`() throws {
        let small = Self.derivatives(["thumb": 144, "large": 1008])
        let rows = try Self.rows(#"{"id": 7, "width": 1200, "height": 600, \#(small)}"#)
        let thumbnail = try #require(rows.thumbnailLocation(at: 0))
        let picture = try #require(GalleryPicture(thumbnail))
        #expect(picture.preview == nil)
    }

    @Test func `The size is upright`() throws {
        let upright = Self.derivatives(["small": 300], height: 600)
        let rows = try Self.rows(#"{"id": 7, "width": 6000, "height": 3000, \#(upright)}"#)
        #expect(rows.details(at: 0).size == PixelSize(width: 3000, height: 6000))
    }

    @Test(arguments: [
        ("1", true), ("1000000", true), ("0", false), ("-1", false), ("1000001", false), ("9223372036854775807", false),
        ("9223372036854775808", false), ("-9223372036854775808", false), ("1e3", false), ("null", false),
    ])
    func `A side has one to a million pixels, or is not known`(_ side: String, _ isKnown: Bool) throws {
        for sides in [#""width": \#(side), "height": 300"#, #""width": 300, "height": "\#(side)""#] {
            let picture = #""thumb": {"url": "t.jpg", \#(sides)}"#
            let rows = try Self.rows(#"{"id": 7, "element_url": "a.jpg", \#(sides), "derivatives": {\#(picture)}}"#)
            #expect((rows.details(at: 0).size != nil) == isKnown)
            #expect(rows.thumbnailLocation(at: 0) != nil)
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("9223372036854775807", .max), ("9223372036854775808", nil), ("-1", nil), ("1e3", nil),
            ("null", nil),
        ] as [(String, Int?)])
    func `A number of photos is not negative, or is not known`(_ text: String, _ total: Int?) throws {
        let answer = #"{"stat": "ok", "result": {"paging": {"total_count": \#(text)}, "images": [{"id": 1}]}}"#
        #expect(try GalleryPhotos(in: Data(answer.utf8)).total == total)
        let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
        defer { server.stop() }
        var builder = CatalogueBuilder()
        try GalleryFiller(DataFetcher()).fill(&builder, from: server.url("/" + GalleryAddress.photos)) {
            _ throws(CatalogueFailure) in
        }
        #expect(builder.count == 1)
    }

    @Test func `Anything may be absent, or something else`() throws {
        let rows = try Self.rows(
            """
            {}, {"id": "8", "name": null, "file": "b.jpg", "element_url": "b.jpg", "derivatives": []}, 9, null, [],
            {"id": 9, "element_url": 5, "width": "x", "derivatives": {"thumb": {"url": "c.jpg"}, "x": 5},
             "date_creation": null, "date_available": "2024-10-06 20:00:00", "comment": "<b>Sea</b>",
             "categories": [{"id": 3, "name": "No", "images": [{"id": 4}]}]}
            """)
        #expect(rows.count == 3)
        #expect(throws: (any Error).self) { try rows.location(at: 0).get() }
        #expect(rows.name(at: 1) == "b.jpg" && rows.thumbnailLocation(at: 1) == nil)
        #expect(rows.details(at: 2).date == "2024-10-06T20:00:00")
        #expect(rows.details(at: 2).description == "Sea")
        #expect(rows.details(at: 2).size == nil)
    }

    @Test(arguments: [0, 1])
    func `A page has as many photos as it may have, and not one more`(_ more: Int) throws {
        let images = Array(repeating: #"{"id":1}"#, count: GalleryPhotos.mostPhotos + more).joined(separator: ",")
        let page = try GalleryPhotos(in: Data(#"{"stat":"ok","result":{"images":[\#(images)]}}"#.utf8))
        #expect(page.photos.count == GalleryPhotos.mostPhotos)
    }

    @Test(arguments: ["", "<html>", "[]", "{}", "null", #"{"stat": 5}"#, #"{"stat": "fail"}"#])
    func `Another answer is none`(_ text: String) {
        let page = try? GalleryPhotos(in: Data(text.utf8))
        #expect(page?.isAnswer != true)
    }

    // MARK: - What it knows

    private static func photo(
        at url: String = "https://a.example/sub/upload/a.jpg", _ thumbnail: String, in gallery: String
    ) throws -> LibraryPhoto? {
        GalleryFacts.photo(
            at: try #require(URL(string: url)), thumbnail: try #require(URL(string: thumbnail)),
            in: [try #require(URL(string: gallery))])
    }

    @Test func `A video has its picture's address, is marked, and is for the player`() throws {
        let pictures =
            #""derivatives": {"small": {"url": "_data/i/v-sm.jpg", "width": 576, "height": 324}, "#
            + #""xxlarge": {"url": "_data/i/v-xx.jpg", "width": 1656, "height": 932}}"#
        let rows = try Self.rows(
            """
            {"id": 7, "file": "lake.MP4", "element_url": "upload/lake%201.MP4", "comment": "Cold", \(pictures)},
            {"id": 8, "file": "b.jpg", "element_url": "upload/b.jpg", "width": 6000, "height": 4000, \(pictures)},
            {"id": 9, "file": "c.webm", "element_url": "upload/c.webm", "derivatives": {}}
            """)
        #expect((0..<3).map { rows.text(of: .description, at: $0) } == ["Video · Cold", nil, "Video"])
        let location = try rows.location(at: 0).get()
        #expect(location.absoluteString == "https://a.example/_data/i/v-xx.jpg#upload/lake%201.MP4")
        let thumbnail = try #require(rows.thumbnailLocation(at: 0)).absoluteString
        let gallery = "https://a.example/" + GalleryAddress.photos
        let video = try #require(try Self.photo(at: location.absoluteString, thumbnail, in: gallery))
        #expect(video.video?.absoluteString == "https://a.example/upload/lake%201.MP4" && video.preview == nil)
        #expect(video.facts.absoluteString.hasSuffix("image_id=7"))
        let saved = SavedPhoto(name: rows.name(at: 0), location: .success(location), library: video)
        #expect(saved.fileName == "lake 1.MP4")
        let other = try rows.location(at: 1).get().absoluteString
        let picture = try #require(rows.thumbnailLocation(at: 1)).absoluteString
        #expect(try Self.photo(at: other, picture, in: gallery)?.video == nil)
        // Without a picture, there is only the file.
        #expect(try rows.location(at: 2).get().absoluteString == "https://a.example/upload/c.webm")
    }

    @Test func `A photo has a picture for a page, a page of the server's, and facts`() throws {
        let thumbnail = "https://a.example/sub/_data/i/a-2s.jpg?photo=7.xx"
        for part in [GalleryAddress.photos, GalleryAddress.album(3, name: "Sea"), GalleryAddress.favourites] {
            let photo = try #require(try Self.photo(thumbnail, in: "https://a.example/sub/" + part))
            #expect(photo.preview?.absoluteString == "https://a.example/sub/_data/i/a-xx.jpg")
            #expect(photo.page?.absoluteString == "https://a.example/sub/picture.php?/7")
            let facts = "https://a.example/sub/ws.php?format=json&method=pwg.images.getInfo&image_id=7"
            #expect(photo.facts.absoluteString == facts && photo.video == nil)
        }
        for gallery in ["https://b.example/sub/", "https://a.example/other/", "http://a.example/sub/"] {
            #expect(try Self.photo(thumbnail, in: gallery + GalleryAddress.photos) == nil)
        }
        let gallery = "https://a.example/sub/" + GalleryAddress.photos
        #expect(try Self.photo("https://a.example/sub/a.jpg", in: gallery) == nil)
    }

    @Test func `What the server knows is shown`() throws {
        let answer = """
            {"stat": "ok", "result": {"id": 7, "file": "dsc_7.jpg", "filesize": "1024", "width": "6000",
            "height": 4000, "name": "Sea", "comment": "<p>Cold &amp; wide</p>", "author": "Anna",
            "date_creation": "2024-10-05 11:00:00", "rates": {"score": "4.25", "average": 4, "count": 3},
            "tags": [{"id": 1, "name": "Sea &amp; sand"}, {"id": 2}, 3, {"name": "Winter"}],
            "latitude": "38.7", "longitude": -9.1}}
            """
        let facts = try #require(GalleryFacts.facts(in: Data(answer.utf8)))
        #expect(facts.fileName == "dsc_7.jpg" && facts.byteCount == 1 << 20)
        #expect(facts.size == PixelSize(width: 6000, height: 4000))
        #expect(facts.description == "Cold & wide" && facts.author == "Anna" && facts.rating == 4.25)
        #expect(facts.tags == ["Sea & sand", "Winter"])
        #expect(facts.camera.date == "2024:10:05 11:00:00")
        #expect(facts.camera.latitude == 38.7 && facts.camera.longitude == -9.1)
    }

    @Test func `A photo of which little is known has few facts`() throws {
        let answer = """
            {"stat": "ok", "result": {"id": 7, "filesize": null, "width": "x", "author": "", "comment": null,
            "rating_score": null, "rates": [], "tags": {}, "date_creation": "0000-00-00 00:00:00", "latitude": ""}}
            """
        #expect(GalleryFacts.facts(in: Data(answer.utf8)) == LibraryFacts())
        for text in ["", "[]", "{}", #"{"stat": "fail", "result": {"id": 7}}"#, #"{"stat": "ok", "result": {}}"#] {
            #expect(GalleryFacts.facts(in: Data(text.utf8)) == nil, "\(text)")
        }
    }
}
