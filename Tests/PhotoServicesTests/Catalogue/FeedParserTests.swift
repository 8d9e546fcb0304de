import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Feeds", .timeLimit(.minutes(15)))
struct FeedParserTests {
    private static let namespaces =
        "xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/' "
        + "xmlns:content='http://purl.org/rss/1.0/modules/content/' xmlns:atom='http://www.w3.org/2005/Atom'"

    private func rss(_ items: String, channel: String = "", pieceByteCount: Int = 1 << 20) -> ReadOutcome {
        let text = "<rss version='2.0' \(Self.namespaces)><channel>\(channel)\n\(items)</channel></rss>"
        return ReadOutcome(
            text.utf8, from: Sample.url("http://h/a/feed.xml"), as: .standard, pieceByteCount: pieceByteCount)
    }

    private func atom(_ entries: String, attributes: String = "") -> ReadOutcome {
        let names = "xmlns='http://www.w3.org/2005/Atom' xmlns:media='http://search.yahoo.com/mrss/'"
        let text = "<feed \(names) \(attributes)>\(entries)</feed>"
        return ReadOutcome(text.utf8, from: Sample.url("http://h/a/feed.xml"), as: .standard)
    }

    // MARK: Real feeds

    private static let world = ["Sea, at night", "Bergsee", "漢字の山", "مرحبا بالعالم", "👩‍👩‍👧 Family", "x < y && z > \\"]

    private static let feeds = SampleFile.all.filter {
        $0.folder == "feed-rss-atom" && !$0.url.path.contains("windows-1252")
    }

    @Test(arguments: feeds)
    func `Every producer's feed has the same names, and dates that can be read`(file: SampleFile) throws {
        let outcome = try file.read()
        #expect(outcome.texts(.name) == Self.world)
        // XML::RSS writes dates only in version 1.0, and Ruby writes no authors.
        let dates = outcome.texts(.date).map { CatalogueDate.seconds($0) ?? 0 }
        #expect(dates.allSatisfy { $0 > 1_714_000_000 } || file.url.path.contains(#/xml-rss-(0.91|2.0)/#))
        #expect(Set(outcome.texts(.author)).isSubset(of: ["Ann Müller", "Photograph: Ann Müller", "-"]))
        #expect(outcome.catalogue.facts.title?.isEmpty == false)
    }

    @Test func `Flickr's feed says all that it knows of a photo`() throws {
        let outcome = try SampleFile("feed-rss-atom/flickr-rss.xml").read()
        let details = outcome.catalogue.details(at: 0)
        #expect(details.thumbnail?.absoluteString == "http://photos.example.org/small/1.jpg")
        #expect(details.description == "She said \"calm\"; it was.")
        #expect(details.author == "Ann Müller" && details.size == PixelSize(width: 4001, height: 3000))
        #expect(details.license == "https://creativecommons.org/licenses/by/4.0/")
        #expect(details.date == "2024-05-01T12:00:00+02:00")
        #expect(details.page?.absoluteString == "https://www.flickr.com/photos/ann/0/")
        #expect(outcome.catalogue.facts.title == "Uploads from Ann")
        #expect(outcome.positions.first == .line(7))
    }

    @Test(arguments: [
        "media-groups-atom.xml", "feedpp-media.xml", "wordpress.xml", "xhtml-atom.xml", "xml-rss-0.91.xml",
    ])
    func `Where a feed has thumbnails, rows have them`(name: String) throws {
        let outcome = try SampleFile("feed-rss-atom/\(name)").read()
        let found = (0..<6).map { outcome.catalogue.thumbnailLocation(at: $0)?.absoluteString ?? "-" }
        #expect(found == (1...6).map { "http://photos.example.org/small/\($0).jpg" })
    }

    @Test func `Of one photo in several sizes the largest is the photo`() throws {
        for name in ["newspaper.xml", "media-groups-atom.xml"] {
            let outcome = try SampleFile("feed-rss-atom/\(name)").read()
            #expect(!outcome.texts(.location).contains { $0.contains("?") } && outcome.catalogue.count == 6)
        }
    }

    // MARK: Which pictures

    private static let itemsWithPhotos: [(String, [String])] = [
        ("<enclosure url='1.jpg' type='image/jpeg' length='1'/>", ["1.jpg"]), ("<enclosure url='1.jpg'/>", ["1.jpg"]),
        (
            "<enclosure url='1' type='image/png'/><enclosure url='2.png' type='application/octet-stream'/>",
            ["1", "2.png"]
        ),
        ("<enclosure url='1.mp3' type='audio/mpeg'/>", []), ("<enclosure url='1.jpg' type='audio/mpeg'/>", []),
        ("<media:content url='1'/>", []), ("<media:content url='1' medium='image'/>", ["1"]),
        ("<media:content url='1.jpg' medium='video'/>", []),
        ("<media:content url='1.jpg'/><media:content url='2.jpg'/>", ["1.jpg", "2.jpg"]),
        (
            "<media:content url='1.jpg?w=1' width='1' height='1'/>"
                + "<media:content url='1.jpg?w=2' width='2' height='2'/>",
            ["1.jpg?w=2"]
        ),
        (
            "<enclosure type='image/jpeg' url='file.php?id=101'/><enclosure type='image/jpeg' url='file.php?id=102'/>",
            ["file.php?id=101", "file.php?id=102"]
        ),
        (
            "<media:content medium='image' url='i.php?id=1&amp;width=9' width='9' height='9'/>"
                + "<media:content medium='image' url='i.php?id=2&amp;width=9' width='9' height='9'/>"
                + "<media:content medium='image' url='i.php?id=1&amp;width=99' width='99' height='99'/>",
            ["i.php?id=1&width=99", "i.php?id=2&width=9"]
        ),
        (
            "<media:group><media:content url='1.jpg' width='9' height='9'/>"
                + "<media:content url='2.jpg' isDefault='true'/></media:group>",
            ["2.jpg"]
        ),
        (
            "<media:content url='1.jpg'/><enclosure url='2.jpg'/><description>&lt;img src='3.jpg'></description>",
            ["1.jpg"]
        ),
        ("<enclosure url='2.jpg'/><description>&lt;img src='3.jpg'></description>", ["2.jpg"]),
        (
            "<description>&lt;p>A &lt;img src='3.jpg?a&amp;amp;b'>&lt;IMG SRC=4.jpg></description>",
            ["3.jpg?a&b", "4.jpg"]
        ),
        (
            "<content:encoded><![CDATA[<img src=3.jpg><img src=1.gif width=1>]]></content:encoded>"
                + "<description>&lt;img src=3.jpg></description>",
            ["3.jpg"]
        ),
        ("<media:thumbnail url='t.jpg'/>", ["t.jpg"]),
        ("<media:thumbnail url='t.jpg'/><description>&lt;img src='3.jpg'></description>", ["3.jpg"]),
        ("<media:content url='1.mp4' type='video/mp4'><media:thumbnail url='t.jpg'/></media:content>", []),
        ("<title>Only text</title>", []), ("<enclosure url='a.jpg?x=1&amp;y=2&#38;z=&lt;'/>", ["a.jpg?x=1&y=2&z=<"]),
        ("<media:content url='data:image/png;base64,AA' medium='image'/>", []),
    ]

    @Test(arguments: itemsWithPhotos)
    func `An item's photos are those that it names first`(item: String, locations: [String]) {
        let outcome = rss("<item><title>T</title>\(item)</item><item><enclosure url='last.jpg'/></item>")
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == locations + ["last.jpg"])
    }

    @Test func `A thumbnail next to text is that of its first picture`() {
        let outcome = rss(
            "<item><media:thumbnail url='t.jpg'/>"
                + "<description>&lt;img src='1.jpg'>&lt;img src='2.jpg' alt='B'></description></item>")
        #expect(outcome.texts(.thumbnail) == ["t.jpg", "-"] && outcome.texts(.description) == ["-", "B"])
    }

    @Test func `A feed without pictures has no photos`() {
        #expect(rss("<item><title>Text</title></item>").failure == .noPhotosInFeed)
        #expect(rss("").failure == .noPhotos)
    }

    // MARK: What is said

    @Test func `What is said of a file counts more than what is said of its group, its item and all`() {
        let outcome = rss(
            """
            <item><title>I</title><media:credit>CI</media:credit><media:group><media:title>G</media:title>
            <media:content url='1.jpg'><media:title>F</media:title><media:copyright>©F</media:copyright>\
            </media:content></media:group>
            <media:group><media:title>G2</media:title><media:content url='2.jpg'/></media:group>\
            <media:content url='3.jpg'/></item>
            """, channel: "<title>All</title><media:copyright>©A</media:copyright><media:credit>CA</media:credit>")
        #expect(outcome.texts(.name) == ["F", "G2", "I"])
        #expect(outcome.texts(.license) == ["©F", "©A", "©A"])
        #expect(outcome.texts(.author) == ["CI", "CI", "CI"])
        #expect(outcome.catalogue.facts.title == "All")
    }

    @Test(arguments: [
        ("<author>ann@x.org (Ann)</author>", "Ann"), ("<author>ann@x.org</author>", "ann@x.org"),
        ("<dc:creator>Ann</dc:creator><author>b@x.org (Bob)</author>", "Ann"),
        ("<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>", "Ann, Bob"),
        ("<media:credit role='photographer'>Ann</media:credit><dc:creator>Bob</dc:creator>", "Ann"),
        ("<media:credit role='actor'>Ann</media:credit><dc:creator>Bob</dc:creator>", "Bob"),
        ("<atom:author><atom:name>Ann</atom:name><atom:email>a@x.org</atom:email></atom:author>", "Ann"),
    ]) func `Authors are named`(item: String, author: String) {
        #expect(rss("<item><enclosure url='1.jpg'/>\(item)</item>").texts(.author) == [author])
    }

    @Test(arguments: [
        ("<title>A &amp;amp; B</title>", "A & B"), ("<title>A &lt; B &amp; C</title>", "A < B & C"),
        ("<title><![CDATA[<b>A</b>&nbsp;B &copy;]]></title>", "A B ©"), ("<title>\n  A\n  B </title>", "A B"),
        ("<title>I</title><media:title>M</media:title>", "M"), ("<title/>", "-"),
        ("<title>&amp;lt;b&amp;gt;</title>", "<b>"),
    ]) func `Titles are text, whether they were written as HTML or not`(item: String, name: String) {
        #expect(rss("<item>\(item)<enclosure url='1.jpg'/></item>").texts(.name) == [name])
    }

    @Test func `Atom says how its text is written`() {
        let outcome = atom(
            """
            <title type='html'>&lt;i>All&lt;/i></title><entry><title>&lt;b> &amp;amp;</title>\
            <link rel='enclosure' href='1.jpg'/>
            <summary type='html'>&lt;p>S&lt;/p>&lt;p>T</summary></entry>
            <entry><title type='text'>&lt;b></title><link rel='enclosure' href='2.jpg'/></entry>
            <entry><title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>A <b>b</b></div></title>
            <content type='xhtml'>\
            <div xmlns='http://www.w3.org/1999/xhtml'><a href='3.jpg'><img src='s.jpg'/></a>C</div></content></entry>
            <entry><content type='image/jpeg' src='4.jpg'/><author><name>X</name></author><rights>R</rights></entry>
            """)
        #expect(outcome.texts(.location) == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
        #expect(outcome.texts(.name) == ["&", "<b>", "A b", "-"])
        #expect(outcome.texts(.description) == ["S T", "-", "C", "-"])
        #expect(outcome.texts(.thumbnail) == ["-", "-", "s.jpg", "-"])
        #expect(outcome.texts(.author).last == "X" && outcome.texts(.license).last == "R")
        #expect(outcome.catalogue.facts.title == "All")
    }

    @Test(arguments: [
        ("<link>http://h/p</link><guid>http://h/g</guid>", "http://h/p"), ("<guid>http://h/g</guid>", "http://h/g"),
        ("<guid isPermaLink='false'>http://h/g</guid>", "-"), ("<guid>tag:x</guid>", "-"),
        ("<atom:link rel='alternate' href='p'/>", "p"), ("<atom:link rel='self' href='p'/>", "-"),
    ]) func `The page is the item's link`(item: String, page: String) {
        #expect(rss("<item><enclosure url='1.jpg'/>\(item)</item>").texts(.page) == [page])
    }

    // MARK: Bases

    @Test func `Relative addresses are resolved by the bases around them`() {
        let outcome = atom(
            """
            <entry><link rel='enclosure' href='1.jpg'/></entry>
            <entry xml:base='c/'><link rel='enclosure' href='2.jpg'/><media:thumbnail url='t 2.jpg'/></entry>
            <entry xml:base='http://other/x/'><content type='html' xml:base='y/'>&lt;img src='3.jpg'></content></entry>
            <entry xml:base='file:///etc/'><link rel='enclosure' href='4.jpg'/></entry>\
            <entry><link rel='enclosure' href='/5.jpg'/></entry>
            """, attributes: "xml:base='http://h/b/'")
        #expect(
            outcome.rows.map { $0.components(separatedBy: "-> ")[1] } == [
                "http://h/b/1.jpg", "http://h/b/c/2.jpg", "http://other/x/y/3.jpg", "http://h/b/4.jpg",
                "http://h/5.jpg",
            ])
        #expect(outcome.catalogue.thumbnailLocation(at: 1)?.absoluteString == "http://h/b/c/t%202.jpg")
        #expect(rss("<item><enclosure url='../1.jpg'/></item>").rows == ["1.jpg -> http://h/1.jpg"])
    }

    // MARK: Malformed feeds

    @Test(arguments: [
        ("<item><enclosure url='2.jpg'/></channel>", "An element is closed by the wrong tag."),
        ("<item><title>a & b</title></item>", "An & or < stands alone"),
        ("<item><title>&nbsp;</title></item>", "An entity is undefined"),
        ("<item><enclosure url='2.jpg'></item>", "closed by the wrong tag"),
        ("<item a=1></item>", "tag is not well formed"),
    ]) func `A feed that goes wrong midway has the photos before, and says where`(rest: String, reason: String) {
        let outcome = rss("<item><enclosure url='1.jpg'/></item>\n\(rest)")
        #expect(outcome.texts(.location) == ["1.jpg"])
        let said = outcome.failure?.description ?? "none"
        #expect(said.contains("Line 3: ") && said.contains(reason), "\(said)")
    }

    @Test func `Entities are refused in feeds as everywhere`() {
        for root in ["<rss><channel><item><title>&a20;</title>", "<feed><title>&a20;</title>"] {
            let text = XMLPushParserTests.billionLaughs.replacing("DOCTYPE plist", with: "DOCTYPE rss") + root
            #expect(
                Sample.failure(Data(text.utf8))?.description.contains("declares its own document type") == true)
        }
    }

    @Test func `A wrong encoding is refused, and one that is declared is read`() throws {
        let bytes = Array("<rss><channel><item><title>".utf8) + [0xE9] + Array("</title></item></channel></rss>".utf8)
        #expect(ReadOutcome(bytes, as: .standard).failure?.description.contains("document’s encoding") == true)
        let outcome = try SampleFile("feed-rss-atom/windows-1252.xml").read()
        #expect(outcome.texts(.name) == ["Café", "Über allen Gipfeln", "Ærø", "España; Málaga", "Straße", "Ångström"])
    }

    @Test func `Texts and attributes of megabytes, and deep nesting, do no harm`() {
        let long = String(repeating: "x", count: 3 << 20)
        let nested = String(repeating: "<x>", count: 200_000) + String(repeating: "</x>", count: 200_000)
        let html = String(repeating: "&lt;b>", count: 300_000)
        let outcome = rss(
            """
            <item><title>\(long)</title><description>\(long)</description>\
            <enclosure url='\(long)' type='image/jpeg'/></item>
            <item>\(nested)<enclosure url='2.jpg'/></item>\
            <item><description>\(html)</description><enclosure url='3.jpg'/></item>
            <item><content:encoded>\(nested)</content:encoded>\
            <media:group>\(nested)<media:content url='4.jpg'/></media:group></item>
            """)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location).suffix(3) == ["2.jpg", "3.jpg", "4.jpg"])
        #expect(outcome.catalogue.location(at: 0) == .failure(.entry(.tooLong)))
    }

    @Test func `An item of ten thousand files has a thousand photos`() {
        let files = (0..<10_000).map { "<media:content url='\($0).jpg'/>" }.joined()
        #expect(rss("<item>\(files)</item>").catalogue.count == 1000)
    }

    @Test func `Every piecewise reading of a feed is the same`() {
        let items = """
            <item><title>é &amp; <![CDATA[<b>漢</b>]]></title><media:content url='1.jpg?a&amp;b'>\
            <media:title type='html'>A&amp;amp;B</media:title></media:content></item>
            <item xml:base='b/'><description>&lt;a href='2.jpg'>&lt;img src='s.jpg'>&lt;/a></description>\
            <dc:creator>Ö</dc:creator></item>
            """
        let whole = rss(items)
        #expect(whole.catalogue.count == 2)
        for pieceByteCount in 1...40 { #expect(rss(items, pieceByteCount: pieceByteCount).isSame(as: whole)) }
        let text = Array("<rss \(Self.namespaces)><channel>\(items)</channel></rss>".utf8)
        for cut in 1..<text.count {
            var parser = CatalogueFormat.feed.makeParser(
                CatalogueHead([], isWhole: false, hint: CatalogueHint(url: Sample.url("http://h/a/feed.xml"))))
            var builder = CatalogueBuilder()
            for piece in [Array(text[..<cut]), Array(text[cut...])] {
                _ = piece.withUnsafeBytes { bytes in try? parser.parse(bytes, into: &builder) }
            }
            _ = try? parser.finish(into: &builder)
            #expect(builder.finish(from: Sample.web).hasSameContent(as: whole.catalogue), "cut at \(cut)")
        }
    }

    @Test(arguments: [
        ("<rss/>", true), ("<?xml version='1.0'?><!-- x --><rss version='0.92'>", true),
        ("<atom:feed xmlns:atom='x'>", true),
        ("<rdf:RDF xmlns:rdf='x'>", true), ("<RSS>", true), ("<rssx>", false), ("<plist>", false), ("<html>", false),
        ("<!DOCTYPE rss SYSTEM 'x'><rss>", true), ("rss", false),
    ]) func `Feeds are detected by their outermost element`(text: String, isFeed: Bool) {
        let head = CatalogueHead(Array(text.utf8), isWhole: true, hint: CatalogueHint(url: Sample.web))
        #expect((CatalogueFormat.feed.recognises(head) == .certain) == isFeed)
        if isFeed { #expect(CatalogueFormat.webPage.recognises(head) == .none) }
    }

    @Test func `Random damage leaves rows or a reason`() throws {
        var generator = SeededGenerator(seed: 6)
        for file in SampleFile.all where file.folder == "feed-rss-atom" {
            let original = [UInt8](try Data(contentsOf: file.url))
            for _ in 0..<50 {
                var text = original
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    text[Int.random(in: 0..<text.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                let outcome = ReadOutcome(text, from: Sample.web, as: .standard)
                #expect(outcome.isSound, "\(outcome.rows)")
            }
        }
    }
}
