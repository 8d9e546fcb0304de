import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What a gallery tells of its photos")
struct GalleryPhotosTests {
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

    @Test func `A gallery that protects its originals names them by a script, as its own pages write that`() throws {
        let picture = #""derivatives": {"small": {"url": "i.php?/a-sm.jpg&amp;b", "width": 576, "height": 324}}"#
        let rows = try Self.rows(
            """
            {"id": 7, "file": "a.jpg", "element_url": "action.php?id=7&amp;part=e&#38;x", "width": 600, "height": 338,
             \(picture)},
            {"id": 8, "file": "lake.mp4", "element_url": "action.php?id=8&amp;part=e", \(picture)}
            """)
        #expect(try rows.location(at: 0).get().absoluteString == "https://a.example/action.php?id=7&part=e&x")
        #expect(rows.thumbnailLocation(at: 0)?.absoluteString.hasPrefix("https://a.example/i.php?/a-sm.jpg&b") == true)
        #expect(rows.text(of: .description, at: 1) == "Video")
        let video = try rows.location(at: 1).get().absoluteString
        #expect(video == "https://a.example/i.php?/a-sm.jpg&b#action.php?id=8&part=e")
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
