import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("One row a photo in feeds", .timeLimit(.minutes(15)))
struct FeedPhotosTests {
    private func rss(_ items: String, declared: Bool = true) -> ReadOutcome {
        let names =
            declared
            ? "xmlns:media='http://search.yahoo.com/mrss/' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'"
            : ""
        return ReadOutcome(
            "<rss version='2.0' \(names)><channel>\(items)</channel></rss>".utf8, from: Sample.url("http://h/feed.xml"),
            as: .standard)
    }

    @Test func `A preview and the link to its file are one photo`() {
        let outcome = rss(
            """
            <item><title>T</title><description>&lt;a href="/c/1">&lt;img src="http://p/evening4711.jpeg?width=640">\
            &lt;/a> &lt;a href="http://i/evening4711.jpeg">[link]&lt;/a></description></item>
            """)
        #expect(outcome.texts(.location) == ["http://i/evening4711.jpeg"])
        #expect(outcome.texts(.thumbnail) == ["http://p/evening4711.jpeg?width=640"])
    }

    @Test func `Of several photos, an item's thumbnail is that of one`() {
        let photos = (1...3).map { "<media:content url='http://h/dsc_100\($0).jpg' medium='image'/>" }.joined()
        for (thumbnail, owner) in [("dsc_1002.jpg?w=150", 1), ("dsc_1003-150x100.jpg", 2), ("other.jpg", 0)] {
            let outcome = rss("<item>\(photos)<media:thumbnail url='http://h/\(thumbnail)'/></item>")
            #expect(outcome.texts(.location).count == 3)
            #expect(outcome.texts(.thumbnail) == (0..<3).map { $0 == owner ? "http://h/\(thumbnail)" : "-" })
        }
        // A group's thumbnail is its own photo's.
        let group = "<media:content url='http://h/a.jpg'/><media:thumbnail url='http://h/t.jpg'/>"
        let outcome = rss(
            "<item><media:content url='http://h/b.jpg'/><media:group>\(group)</media:group></item>")
        #expect(outcome.texts(.location) == ["http://h/b.jpg", "http://h/a.jpg"])
        #expect(outcome.texts(.thumbnail) == ["-", "http://h/t.jpg"])
    }

    @Test(arguments: [
        ["image.php?id=1", "image.php?id=2"], ["20240501-harbour-a.jpg", "20240501-harbour-b.jpg"],
        ["hotel-h1.jpg", "hotel-h2.jpg"], ["cube-3x3.jpg", "cube-4x4.jpg"], ["s1/cover.jpg", "s2/cover.jpg"],
        ["IMG-1024.jpg", "IMG-1025.jpg"], ["w2-tokyo/01.jpg", "w3-kyoto/01.jpg"], ["a-1024x683.jpg", "b-1024x683.jpg"],
    ])
    func `Photos that differ in numbers and letters are two`(_ names: [String]) {
        let images = names.map { "&lt;img src='http://h/\($0)'>" }.joined()
        let outcome = rss("<item><title>T</title><description>\(images)</description></item>")
        #expect(outcome.texts(.location) == names.map { "http://h/" + $0 })
        // The same for the owner of a thumbnail.
        let files = ["img?id=1", "img?id=2"].map { "<media:content url='http://h/\($0)' medium='image'/>" }.joined()
        let small = rss("<item>\(files)<media:thumbnail url='http://h/img?id=2&amp;width=100'/></item>")
        #expect(small.texts(.thumbnail) == ["-", "http://h/img?id=2&width=100"])
    }

    @Test(arguments: [
        ("harbour-300x200.jpg", "harbour-1024x683.jpg", "harbour-1024x683.jpg", "harbour-300x200.jpg"),
        ("harbour-1024x683.jpg", "harbour-300x200.jpg", "harbour-1024x683.jpg", "harbour-300x200.jpg"),
        ("harbour-300x200.jpg", "harbour.jpg", "harbour.jpg", "harbour-300x200.jpg"),
        ("harbour.jpg", "harbour-300x200.jpg", "harbour.jpg", "harbour-300x200.jpg"),
        ("s320/pier.jpg", "s1600/pier.jpg", "s1600/pier.jpg", "s320/pier.jpg"),
    ])
    func `A picture of an excerpt and that of the whole text are one`(
        _ first: String, _ second: String, _ photo: String, _ small: String
    ) {
        let images = [first, second].map { "&lt;img src='http://h/up/\($0)'>" }.joined()
        let outcome = rss("<item><title>T</title><description>\(images)</description></item>")
        #expect(outcome.texts(.location) == ["http://h/up/" + photo])
        #expect(outcome.texts(.thumbnail) == ["http://h/up/" + small])
    }

    @Test func `A picture of many items adorns them, and an author's face is none`() {
        let face = "<media:content url='http://h/u/7' medium='image'/>"
        let items = (0..<12).map { "<item><media:content url='\($0).jpg'/>\(face)</item>" }.joined()
        #expect(rss(items).texts(.location) == (0..<12).map { "\($0).jpg" })
        let author = "<media:content url='http://h/avatar/7' medium='image'/>"
        #expect(
            rss("<item>\(author)<media:content url='1.jpg'/></item><item>\(author)</item>").texts(.location) == [
                "1.jpg"
            ])
    }

    @Test func `A feed of words alone says that its entries have no pictures, an empty one that it is empty`() {
        let words = rss("<item><title>A</title></item><item><title>B</title><description>b</description></item>")
        let json = ReadOutcome(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": [{"id": "1", "content_text": "b"}]}
            """.utf8, from: Sample.url("http://h/feed.json"), as: .standard)
        for outcome in [words, json] {
            #expect(outcome.catalogue.count == 0)
            #expect(
                outcome.failure?.description == "There are no photos in this feed: its entries have no pictures.")
        }
        #expect(rss("<title>A</title>").failure?.description == "The catalogue contains no photos.")
    }

    @Test func `A photo in two items is one row`() {
        let item = "<item><enclosure url='1.jpg'/></item>"
        #expect(rss(item + item + "<item><enclosure url='2.jpg'/></item>").texts(.location) == ["1.jpg", "2.jpg"])
    }

    @Test func `An episode's artwork is its photo`() {
        let outcome = rss(
            """
            <itunes:image href='show.jpg'/><item><title>A</title><enclosure url='a.mp3' type='audio/mpeg'/>\
            <itunes:image href='a.jpg'/></item><item><title>B</title></item>
            """)
        #expect(outcome.rows == ["A -> http://h/a.jpg"])
    }

    @Test(arguments: [
        "<media:content url='v' type='application/x-shockwave-flash'/>", "<enclosure url='1.mp4' type='video/mp4'/>",
        "<media:group><media:content url='v' medium='video'/><media:content url='v.torrent'/></media:group>",
    ])
    func `A film's stills are no photos, those of a sound and pictures beside the film are`(film: String) {
        let still = "<media:thumbnail url='s.jpg'/><itunes:image href='a.jpg'/>"
        #expect(rss("<item>\(film)\(still)</item>").texts(.location) == [])
        let sound = "<enclosure url='1.mp3' type='audio/mpeg'/>"
        #expect(rss("<item>\(sound)\(still)</item>").texts(.location) == ["s.jpg"])
        let text = "<description>&lt;img src='1.jpg'></description>"
        #expect(rss("<item>\(film)\(still)\(text)</item>").texts(.location) == ["1.jpg"])
        let picture = "<enclosure url='1.jpg' type='image/jpeg'/>"
        #expect(rss("<item>\(film)\(picture)\(still)</item>").texts(.location) == ["1.jpg"])
    }

    @Test func `Of one photo in several widths without heights the widest is the photo`() {
        let address = "http://h/5472.jpg?width="
        let sizes = [("140", "1a"), ("460", "2b")].map { (width: $0.0, url: "\(address)\($0.0)&amp;s=\($0.1)") }
        for sizes in [sizes, sizes.reversed()] {
            let stated = sizes.map { "<media:content width='\($0.width)' url='\($0.url)'/>" }.joined()
            let silent = sizes.map { "<media:content url='\($0.url)'/>" }.joined()
            #expect(rss("<item>\(stated)</item>").texts(.location) == ["\(address)460&s=2b"])
            #expect(rss("<item>\(silent)</item>").texts(.location) == ["\(address)460&s=2b"])
        }
    }

    @Test func `The smallest file of a group that suffices for a row is the photo's thumbnail`() {
        let sizes = [100, 600, 1200, 3000].map { side in
            "<media:content url='\(side).jpg' medium='image' width='\(side)' height='\(side / 2)'/>"
        }
        let text = "<description>&lt;img src='t.jpg' width='150' height='75'></description>"
        for sizes in [sizes, sizes.reversed()] {
            let group = "<media:group>\(sizes.joined())</media:group>"
            #expect(rss("<item>\(group)\(text)</item>").rows == ["3000.jpg -> http://h/3000.jpg"])
            #expect(rss("<item>\(group)\(text)</item>").texts(.thumbnail) == ["600.jpg"])
            let named = "<media:thumbnail url='s.jpg'/>"
            #expect(rss("<item>\(group)\(named)</item>").texts(.thumbnail) == ["s.jpg"])
        }
        let few = "<media:group>\(sizes[0])\(sizes[3])</media:group>"
        #expect(rss("<item>\(few)</item>").texts(.thumbnail) == ["-"])
    }

    @Test func `The one picture in the text of an item with one file shows that file`() {
        func thumbnails(_ text: String) -> [String] {
            rss("<item><enclosure url='/1/1_ab_b.jpg'/><description>\(text)</description></item>").texts(.thumbnail)
        }
        #expect(thumbnails("&lt;img src='/1/1_ab_m.jpg'>") == ["/1/1_ab_m.jpg"])
        #expect(thumbnails("&lt;img src='/1/2_cd_m.jpg'>") == ["-"])
        #expect(thumbnails("&lt;img src='/1/1_ab_m.jpg'>&lt;img src='/1/1_ab_s.jpg'>") == ["-"])
    }

    @Test func `A prefix that is not declared means what it usually means`() {
        let outcome = rss(
            """
            <item><title>A &amp;amp; B</title><media:content url='1.jpg'/><media:thumbnail url='s.jpg'/>\
            <dc:creator>Ann</dc:creator></item>
            <item><content:encoded><![CDATA[<img src=2.jpg>]]></content:encoded><x:content url='3.jpg'/></item>
            """, declared: false)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == ["1.jpg", "2.jpg"])
        #expect(outcome.texts(.thumbnail) == ["s.jpg", "-"] && outcome.texts(.author) == ["Ann", "-"])
        #expect(outcome.texts(.name).first == "A & B")
    }

    @Test func `Of several thumbnails the smallest that suffices is the row's`() {
        let sizes = [("75", "75"), ("240", "180"), ("640", "480")]
        let small = sizes.map { "<media:thumbnail url='\($0.0).jpg' width='\($0.0)' height='\($0.1)'/>" }
        for order in [small, small.reversed()] {
            #expect(rss("<item><enclosure url='1.jpg'/>\(order.joined())</item>").texts(.thumbnail) == ["240.jpg"])
        }
        let tiny = "<description>&lt;a href='1.jpg'>&lt;img src='s.jpg'>&lt;/a></description>"
        #expect(rss("<item>\(small[0])\(tiny)</item>").texts(.thumbnail) == ["s.jpg"])
    }

    @Test func `A post without a title is called as it begins`() {
        let long = String(repeating: "word ", count: 40)
        let outcome = rss(
            "<item><description>Two from the marsh</description><enclosure url='1.jpg'/></item>"
                + "<item><description>\(long)</description><enclosure url='2.jpg'/></item>")
        #expect(outcome.texts(.name)[0] == "Two from the marsh" && outcome.texts(.description)[0] == "-")
        #expect(outcome.texts(.name)[1].hasSuffix("word…") && outcome.texts(.name)[1].count < 110)
    }

    @Test func `A JSON Feed's picture in several items adorns them, and another size of an item's image is it`() {
        func item(_ number: Int, _ more: String = "") -> String {
            """
            {"id": "\(number)", "image": "https://h.example/\(number)/lake-s1600.jpg", \
            "content_html": "<img src='https://h.example/\(number)/lake-s640.jpg'>\(more)"}
            """
        }
        let portrait = "<img src='https://h.example/ann-in-the-hills.jpg' alt='Ann'>"
        for count in [2, 3, 8, 12] {
            let items = (1...count).map { item($0, portrait) }.joined(separator: ",")
            let text = #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(items)]}"#
            for pieceByteCount in [7, 64 << 10] {
                let outcome = ReadOutcome(
                    text.utf8, from: Sample.url("https://h.example/feed.json"), as: .standard,
                    pieceByteCount: pieceByteCount)
                #expect(outcome.failure == nil)
                let photos = (1...count).map { "https://h.example/\($0)/lake-s1600.jpg" }
                let found = outcome.texts(.location)
                #expect(found.filter { !$0.contains("ann") } == photos)
                #expect(found.filter { $0.contains("ann") }.count == (count < 3 ? count : 0))
            }
        }
    }

    @Test func `Attachments of a JSON Feed's item are photos, however their names resemble that of its image`() {
        let names = ["a", "b", "c"].map { "https://h.example/IMG_20240501_\($0).jpg" }
        let files = names.dropFirst().map { #"{"url": "\#($0)", "mime_type": "image/jpeg"}"# }
        let text =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "image": "\#(names[0])", "#
            + #""attachments": [\#(files.joined(separator: ","))]}]}"#
        let outcome = ReadOutcome(text.utf8, from: Sample.url("https://h.example/feed.json"), as: .standard)
        #expect(outcome.texts(.location) == names)
    }

    @Test func `The items of a JSON Feed that breaks off are there`() {
        let text = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "image": "1.jpg"}, {"id":"#
        let outcome = ReadOutcome(text.utf8, from: Sample.url("https://h.example/feed.json"), as: .standard)
        #expect(outcome.failure != nil && outcome.texts(.location) == ["1.jpg"])
    }

    @Test func `A JSON Feed's items show the pictures in their text`() {
        let text = """
            {"version": "https:\\/\\/jsonfeed.org\\/version\\/1.1", "items": [{"id": "1", "url": "http://h/b/post", \
            "title": "A &amp; B", "image": "http://h/b/1.jpg", "content_html": \
            "<img src='1.jpg'><a href='2.jpg'><img src='s.jpg' alt='Two'></a><img src='x.gif' width=1>"}, \
            {"id": "2", "content_html": "<p>None</p>"}, {"content_html": "<img src='3.jpg'>", "title": 7}]}
            """
        let outcome = ReadOutcome(text.utf8, from: Sample.url("http://h/feed.json"), as: .standard)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == ["http://h/b/1.jpg", "http://h/b/2.jpg", "3.jpg"])
        #expect(outcome.texts(.thumbnail) == ["-", "http://h/b/s.jpg", "-"])
        #expect(outcome.texts(.name).prefix(2) == ["A & B", "Two"])
        for pieceByteCount in [1, 7] {
            let pieces = ReadOutcome(
                text.utf8, from: Sample.url("http://h/feed.json"), as: .standard, pieceByteCount: pieceByteCount)
            #expect(pieces.isSame(as: outcome))
        }
    }
}
