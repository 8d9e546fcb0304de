import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Web pages", .timeLimit(.minutes(15)))
struct WebPageParserTests {
    private func read(_ html: String, from url: String = "http://h/a/page.html", pieceByteCount: Int = 1 << 20)
        -> ReadOutcome
    {
        ReadOutcome(html.utf8, from: Sample.url(url), as: .standard, pieceByteCount: pieceByteCount)
    }

    // MARK: Folders

    /// The servers' files, without those that are no pictures; servers that hide names with a leading dot omit one
    /// more.
    private static let names = [
        "a b.jpg", "a&b;.jpg", "a'b\"c.jpg", "100%.jpg", "100%25.jpg", "1 < 2 > 0.png", "#1?.jpg", "12:30.jpg",
        "Rome: day 1.jpg", "漢字.jpg", "é.JPEG", "👩‍👩‍👧.webp", "[x] {y}.gif", "a+b=c.jpg", "tab\there.jpg",
        String(repeating: "long", count: 30) + ".jpg",
    ]

    @Test(arguments: SampleFile.directoryPages)
    func `A server's page of a folder lists its pictures by their names`(file: SampleFile) throws {
        let outcome = try file.read()
        #expect(outcome.failure == nil)
        let catalogue = outcome.catalogue
        var found: [String: String] = [:]
        for row in 0..<catalogue.count {
            let url = try catalogue.location(at: row).get()
            #expect(url.host == "photos.example.org")
            found[catalogue.name(at: row)] = url.path(percentEncoded: false)
        }
        found["..jpg.jpg"] = nil
        let expected = Self.names.map { ($0.replacing("\t", with: " "), "/" + $0) }
        #expect(found == Dictionary(uniqueKeysWithValues: expected))
        #expect(outcome.texts(.thumbnail).allSatisfy { $0 == "-" })
        let title = catalogue.facts.title ?? ""
        #expect(title.hasPrefix("Index of /") || title.hasPrefix("Directory listing for /") || title == "/")
    }

    @Test func `A link's text is the name where it says more than the file's`() {
        let outcome = read(
            """
            <ul><li><a href="IMG_1.jpg">The bay\n at <b>dawn</b></a>\
            <li><a href="b/IMG_2.jpg" title="By Ann"> IMG_2.jpg</a>
            <li><a href="a%20long%20name.jpg">a long na..&gt;</a><li><a href="IMG_4.jpg"></a>\
            <a href=page.html>Page</a></ul>
            """)
        #expect(outcome.texts(.name) == ["The bay at dawn", "-", "-", "-"])
        #expect(
            (0..<4).map { outcome.catalogue.name(at: $0) }.suffix(3) == ["IMG_2.jpg", "a long name.jpg", "IMG_4.jpg"])
        #expect(outcome.texts(.description) == ["-", "By Ann", "-", "-"])
        #expect(outcome.positions == [.line(1), .line(2), .line(3), .line(3)])
    }

    private static let parent = "<title>Index of /a/</title><a href='../'>Parent Directory</a>"

    private static let foldersLikeNext: [(String, String?)] = [
        ("\(parent)<a href='Older/'>Older/</a><a href='1.jpg'>1.jpg</a>", nil),
        ("\(parent)<a href='1.jpg'>1.jpg</a><a href='Next/'>Next</a>", nil),
        ("\(parent)<a href='more%20photos/'>more photos/</a><a href='/a/Weiter/'>Weiter/</a>", nil),
        ("\(parent)<a href='Older/'>Older/</a><a href='?page=2'>Next</a>", "?page=2"),
        ("\(parent)<a href='1.jpg'>1.jpg</a><a href='page2.html'>Next</a>", "page2.html"),
        ("\(parent)<a href='1.jpg'>1.jpg</a><a rel=next href='Next/'>Next/</a>", "Next/"),
        ("<title>A blog</title><img src=1.jpg><a href='Older/'>Older</a>", "Older/"),
        ("<title>A blog</title><img src=1.jpg><a href='Next'>Next</a><a href='/b?page=2'>Next</a>", "Next"),
        ("<title>A blog</title><img src=1.jpg><a href='Next'>Next</a><a class=next href='/b'>2</a>", "/b"),
    ]

    @Test(arguments: foldersLikeNext)
    func `A folder that is called like the way to the next page is a folder`(html: String, next: String?) {
        for pieceByteCount in [1, 1 << 20] {
            let outcome = read("<html>\(html)</html>", from: "http://h/a/", pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil)
            #expect(outcome.catalogue.facts.more.next == next.map { NextPage.address($0) })
        }
    }

    // MARK: Pictures

    @Test(arguments: [
        ("<img src=1.jpg>", "1.jpg", "-", "", "-"),
        ("<img src='1.jpg' alt='A &amp; B' title=T>", "1.jpg", "-", "A & B", "T"),
        ("<img src='1?a=1&amp;b=2&image=3' title=T>", "1?a=1&b=2&image=3", "-", "T", "-"),
        ("<IMG SRC=\" 1.jpg\n\" ALT=''>", "1.jpg", "-", "", "-"),
        ("<img data-src=1.jpg src='data:image/gif;base64,AAAA'>", "1.jpg", "-", "", "-"),
        ("<img data-src=1.jpg src=blank.gif>", "1.jpg", "-", "", "-"),
        ("<img src=s.jpg srcset='1.jpg 2x'>", "1.jpg", "s.jpg", "", "-"),
        ("<img src=m.jpg srcset='t.jpg 100w, s.jpg 400w,1.jpg 4000w, m.jpg 800w'>", "1.jpg", "s.jpg", "", "-"),
        ("<img srcset='a,b.jpg 640w, 1.jpg 2000w'>", "1.jpg", "a,b.jpg", "", "-"),
        ("<img srcset='1.jpg,, s.jpg 0.5x ,'>", "1.jpg", "s.jpg", "", "-"),
        ("<picture><source srcset='1.webp 2000w'><source srcset=2.avif><img alt=A></picture>", "1.webp", "-", "A", "-"),
        ("<picture><source srcset=1.webp><img src=1.jpg></picture>", "1.jpg", "-", "", "-"),
        (
            "<picture><source srcset='1.jpg 1x' width=1920 height=1280><source srcset='m.jpg 1x' width=768>"
                + "<img src=s.jpg width=480 height=320></picture>", "1.jpg", "s.jpg", "", "-"
        ),
        (
            "<picture><source srcset='s.jpg 480w, 1.jpg 1920w'><img src=s.jpg></picture>", "1.jpg", "s.jpg", "", "-"
        ),
        (
            "<picture><source data-srcset='1.jpg 2x' srcset='data:image/gif;base64,AAAA' width=480>"
                + "<img src=s.jpg srcset='s.jpg 480w' alt=A></picture>", "1.jpg", "s.jpg", "A", "-"
        ),
        (
            "<picture><source type='image/jxl' srcset='x.jxl 4000w'><source srcset='x.webp 800w'>"
                + "<img src=s.jpg srcset='s.jpg 400w, 1.jpg 800w'></picture>", "1.jpg", "s.jpg", "", "-"
        ),
        ("<picture><source srcset='x.webp 800w'><img src=1.jpg></picture>", "1.jpg", "-", "", "-"),
        // As generators of sites write it: the name tells the width of what old browsers get.
        (
            "<picture><source srcset='x-400.webp 400w, 1.webp 1600w'>"
                + "<img src=x-400.jpeg width=1600 height=1067></picture>", "1.webp", "x-400.jpeg", "", "-"
        ),
        ("<picture><source srcset='x.webp 800w'><img src=1-1200.jpg></picture>", "1-1200.jpg", "-", "", "-"),
        // A camera's number is no width.
        (
            "<picture><source srcset='IMG_0042-400.webp 400w, IMG_0042-800.webp 800w'><img src=IMG_0042.jpg></picture>",
            "IMG_0042.jpg", "-", "", "-"
        ),
        (
            "<picture><source srcset='x.webp, y.webp 2x'><source srcset='s.jpg, 1.jpg 2x'><img src=s.jpg></picture>",
            "1.jpg", "s.jpg", "", "-"
        ),
        ("<picture><source srcset='x.webp 800w'><img src=1.jpg width=600></picture>", "1.jpg", "-", "", "-"),
        ("<picture></picture><source srcset='x.jpg 800w'><img src=1.jpg width=480>", "1.jpg", "-", "", "-"),
        ("<a href=1.jpg><img src=s.jpg alt=A></a>", "1.jpg", "s.jpg", "A", "-"),
        ("<a href=1.jpg title=T><span><img src=s.jpg></span> more <img src=x.jpg></a>", "1.jpg", "s.jpg", "T", "-"),
        ("<a href=1.jpg><img src=1.jpg></a>", "1.jpg", "-", "", "-"),
        ("<a href='1.jpg'><img src='/icons/image2.gif' alt='[IMG]'>1.jpg</a>", "1.jpg", "-", "", "-"),
        ("<a href='data:x'><img src=1.jpg></a>", "1.jpg", "-", "", "-"),
        ("<map><area href=1.jpg></map>", "1.jpg", "-", "", "-"),
        ("<a href=DSCF1.HIF>DSCF1.HIF</a>", "DSCF1.HIF", "-", "", "-"),
        ("<a href=1.jfif>1.jfif</a>", "1.jfif", "-", "", "-"),
        ("<img src=1.jpg width=17 height=100%>", "1.jpg", "-", "", "-"),
    ]) func `A picture is a photo`(
        html: String, location: String, thumbnail: String, name: String, description: String
    ) {
        let outcome = read("<html><body>" + html)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == [location])
        #expect(outcome.texts(.thumbnail) == [thumbnail])
        #expect(outcome.texts(.name) == [name.isEmpty ? "-" : name])
        #expect(outcome.texts(.description) == [description])
    }

    @Test(arguments: [
        "<img src='data:image/png;base64,AAAA'>", "<img src='blob:x'>", "<img src=''>", "<img>",
        "<img src=1.gif width=1 height=1>",
        "<img src=1.gif width=16px>", "<img src=1.gif height=' 12'>", "<!-- <img src=1.jpg> -->",
        "<script>document.write('<img src=1.jpg>')</script>", "<style>/* <img src=1.jpg> */</style>",
        "<a href='javascript:x.jpg'>x</a>", "<a href='mailto:a@b.jpg'>x</a>", "<a href=x.jpg.html>x</a>",
        "<a name=1.jpg>x</a>",
        "<textarea></textarea>", "<video poster=1.jpg></video>",
    ]) func `What is no photo is none, and a page without any says so`(html: String) {
        let said =
            Sample.failure(Data("<!doctype html><html><body>\(html)</body></html>".utf8))?.description ?? "accepted"
        #expect(said.contains("It is a web page (HTML) that contains no photos."), "\(said)")
    }

    @Test func `A page that asks for a password says so`() {
        let page = "<html><form><input name=u><input TYPE=Password></form>"
        #expect(Sample.failure(Data(page.utf8))?.description.contains("that asks for a password") == true)
    }

    @Test func `A page about a photo is its page, and no photo, though its address ends like one`() {
        let outcome = read(
            "<html><a href='/wiki/File:Sea.jpg'><img src=//up.org/s.jpg></a><a href='/p/1'><img src=2.jpg></a>")
        #expect(outcome.rows == ["s.jpg -> http://up.org/s.jpg", "2.jpg -> http://h/a/2.jpg"])
        #expect(outcome.texts(.page) == ["/wiki/File:Sea.jpg", "/p/1"])
    }

    @Test func `Each address is one row, where it comes first`() {
        let outcome = read(
            """
            <html><a href=2.jpg><img src=s2.jpg></a><img src=1.jpg><img src="1.jpg"><a href="1.jpg#x">1</a>\
            <img src=s2.jpg>
            <noscript><img src=3.jpg></noscript><a href=2.jpg>2</a>
            """)
        #expect(outcome.texts(.location) == ["2.jpg", "1.jpg", "3.jpg"])
    }

    @Test func `A base holds for all relative addresses`() {
        let outcome = read("<html><head><base href='/b/'><base href='/c/'></head><img src=1.jpg><a href=../2.jpg>x</a>")
        #expect(outcome.rows == ["1.jpg -> http://h/b/1.jpg", "x -> http://h/2.jpg"])
        let other = read("<base href='http://other/x/y.html'><img src=1.jpg>")
        #expect(other.rows == ["1.jpg -> http://other/x/1.jpg"])
        let file = read("<base href='file:///etc/'><img src=1.jpg><img src=file:///etc/2.jpg>")
        #expect(file.rows.first == "1.jpg -> http://h/a/1.jpg")
        #expect(file.rows.last?.contains("can use only http and https URLs") == true)
    }

    @Test func `A page in a file names files, without what servers are asked`() {
        let outcome = read(
            "<html><img src='Page_files/1.jpg?w=9'><img src='http://h/2.jpg?w=9'>", from: "file:///a/b.html")
        #expect(outcome.rows == ["1.jpg -> file:///a/Page_files/1.jpg", "2.jpg -> http://h/2.jpg?w=9"])
    }

    // MARK: Encodings

    @Test(
        arguments: [
            ("<meta charset=iso-8859-1>", nil, String.Encoding.isoLatin1),
            ("<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>", nil, .windowsCP1252),
            ("<META CHARSET='utf-8'>", nil, .utf8), ("", nil, .utf8), ("", nil, .windowsCP1252),
            ("<meta charset=iso-8859-1>", "text/html; charset=utf-8", .utf8),
            ("<meta charset=utf-8>", "text/html; charset=iso-8859-1", .isoLatin1),
            ("<meta charset=utf-8>", nil, .utf16),
            ("<meta charset=utf-16>", nil, .utf8),
        ] as [(String, String?, String.Encoding)])
    func `Encodings are those of the server, of the page, or of the bytes`(
        meta: String, contentType: String?, encoding: String.Encoding
    ) throws {
        let page = "<!doctype html><html><head>\(meta)</head><a href='é.jpg'>Übung</a></html>"
        let data = try #require(page.bytes(in: encoding))
        let outcome = ReadOutcome(data, from: Sample.url("http://h/"), contentType: contentType, as: .standard)
        #expect(outcome.rows == ["Übung -> http://h/%C3%A9.jpg"])
    }

    @Test func `Another encoding that the page names is read, and XHTML's`() throws {
        for head in ["<html><meta charset=Shift_JIS>", "<?xml version='1.0' encoding='Shift_JIS'?><html>"] {
            let data = try #require("\(head)<img alt=写真 src=1.jpg>".bytes(in: .shiftJIS))
            #expect(ReadOutcome(data, from: Sample.web, as: .standard).texts(.name) == ["写真"])
        }
    }

    @Test func `Bytes that are no text spoil no more than themselves`() {
        let page =
            Array("<html><meta charset=utf-8><img src=1.jpg alt='é".utf8) + [0xFF, 0x00, 0xC3]
            + Array("é'><img src=2.jpg alt=ö>".utf8)
        let outcome = ReadOutcome(page, from: Sample.web, as: .standard)
        #expect(outcome.texts(.name) == ["é\u{FFFD} \u{FFFD}é", "ö"])
    }

    // MARK: Malformed pages

    /// A mixture of everything, longer than a block.
    private static let mess: String = {
        var page = "<!DOCTYPE html>\n<html><head><title>T &amp; U</title></head><body>"
        for n in 0..<150 {
            page +=
                "<div><p>Text &amp; more &eacute; <b><i>x</b></i> 1 < 2 <a href='\(n).jpg'>Photo&nbsp;\(n) é</a>"
                + "<a href=\(n)-l.jpg title=\"a > b\"><img src=\"\(n)-s.jpg\" alt='It&#39;s \"\(n)\" 漢'>"
                + "</A></td></span>\n"
                + "<script>if (a < b && c > d) { x = '</p>' }</script><!-- > <img src=no.jpg> -->"
                + "<img srcset=\"\(n)-1.jpg 400w, \(n)-2.jpg 800w\" <img src=x></center>"
        }
        return page
    }()

    @Test func `A page reads the same in pieces of any size`() {
        let whole = read(Self.mess)
        #expect(whole.failure == nil && whole.catalogue.count > 400)
        for pieceByteCount in [1, 2, 3, 7, 64, 1000, 4095, 4096, 4097, 65_536] {
            #expect(read(Self.mess, pieceByteCount: pieceByteCount).isSame(as: whole), "\(pieceByteCount)")
        }
    }

    @Test func `Wherever a page falls into blocks, the same photos are in it`() {
        let reference = read(Self.mess).texts(.location)
        for shift in stride(from: 1, to: 4200, by: 199) {
            let shifted = Self.mess.replacing("<html>", with: "<html>" + String(repeating: " ", count: shift))
            #expect(read(shifted).texts(.location) == reference, "\(shift)")
        }
    }

    @Test func `The end of a long page does not change how its beginning is read`() {
        let page = Array("<html><title>".utf8) + [0xD6] + Array("l</title>\(Self.mess)".utf8) + [0, 0xC3, 0xB6]
        let whole = ReadOutcome(page, as: .standard, pieceByteCount: .max / 2)
        #expect(whole.catalogue.facts.title == "Öl")
        #expect(ReadOutcome(page, as: .standard, pieceByteCount: 100).isSame(as: whole))
    }

    @Test func `A page that is cut short anywhere has the photos before`() {
        let page = String(Self.mess.prefix(1500))
        let whole = read(page).texts(.location)
        for length in stride(from: 20, to: page.count, by: 3) {
            let rows = read(String(page.prefix(length))).texts(.location)
            #expect(rows.dropLast() == whole.prefix(max(0, rows.count - 1)), "\(length)")
        }
    }

    @Test(arguments: [
        "<html><a href=1.jpg", "<html><img src=1.jpg alt='never closed", "<html><a href=1.jpg>A<a href=2.jpg>B",
        "<html></a></html></body></p><img src=1.jpg></img></img>", "<a href=1.jpg><table><img src=s.jpg></a></table>",
        "<html><img src=1.jpg <b>", "<html>&bogus;&#xFFFFFFFF;&#0;<img src='1.jpg&bogus;&#99999999;'>",
        "<html><!DOCTYPE x [<!ENTITY a 'b'>]><img src=1.jpg>&a;",
        "<html><![CDATA[<img src=1.jpg>]]><?php <img src=2.jpg> ?>",
    ]) func `Malformed pages are read without harm`(html: String) {
        for pieceByteCount in [1, 5, 1000] {
            #expect(read(html, pieceByteCount: pieceByteCount).isSame(as: read(html)))
        }
    }

    @Test func `Entities do not expand`() {
        let page = "<html>" + XMLPushParserTests.billionLaughs + "<img src=1.jpg alt='&a20;'>"
        let outcome = read(page)
        #expect(outcome.texts(.location) == ["1.jpg"] && outcome.texts(.name) == ["&a20;"])
    }

    @Test func `An attribute of megabytes is left out or cut, and the next photo is there`() {
        let long = String(repeating: "x", count: 3 << 20)
        let outcome = read("<html><img src='data:\(long)'><img src='\(long)'><img src=1.jpg alt='\(long)'>")
        #expect(outcome.catalogue.count == 2)
        #expect(outcome.catalogue.location(at: 0) == .failure(.entry(.tooLong)))
        #expect(outcome.texts(.location).last == "1.jpg")
        #expect((outcome.texts(.name).last?.utf8.count ?? 0) <= Catalogue.maximumNameByteCount)
    }

    @Test func `What would take the library hours is refused at once`() {
        let attributes = (0..<2_000_000).map { "a\($0) " }.joined()
        let deep = String(repeating: "<span>", count: 1_000_000)
        for (page, reason) in [
            ("<html><img src=1.jpg><p \(attributes)>", "Line 1: A tag or a comment is far too long"),
            ("<html><img src=1.jpg>\(deep)", "Line 1: Its elements are nested more than 4096 deep."),
            ("<html><img src=1.jpg>\n<!--" + String(repeating: "x", count: 20 << 20), "is longer than 16 MiB."),
        ] {
            let outcome = read(page)
            #expect(outcome.texts(.location) == ["1.jpg"])
            #expect(outcome.failure?.description.contains(reason) == true, "\(outcome.failure?.description ?? "none")")
        }
    }

    @Test func `Long scripts and texts are no tags`() {
        let words = String(repeating: "\"a\" : 'b', ", count: 200_000)
        let page = "<html><script>var x = 1 < 2; \(words)</script><pre>\(words)</pre><img src=1.jpg>"
        let outcome = read(page)
        #expect(outcome.failure == nil && outcome.texts(.location) == ["1.jpg"])
    }

    // MARK: Recognition

    @Test(
        arguments: [
            ("<ul><li><a href=1.jpg>x</a></ul>", "http://h/x", nil),
            ("<TITLE>x</TITLE><img src=1.jpg>", "http://h/x", nil),
            ("Photos: <img src=1.jpg>", "http://h/x", "text/html; charset=utf-8"),
            ("<x-gallery><img src=1.jpg>", "http://h/x.htm", nil),
            ("\u{FEFF}<!doctype html><img src=1.jpg>", "http://h/x", nil),
            ("<!-- saved --><html><img src=1.jpg>", "http://h/x.json", "application/json"),
        ] as [(String, String, String?)])
    func `Pages are detected by their first element or their content type`(html: String, url: String, type: String?) {
        let outcome = ReadOutcome(html.utf8, from: Sample.url(url), contentType: type, as: .standard)
        #expect(outcome.catalogue.facts.formatName == "web page (HTML)" && outcome.texts(.location) == ["1.jpg"])
    }

    @Test(arguments: [
        ("<plist><dict><key>a</key><string>1.jpg</string></dict></plist>", "XML property list"),
        ("<rss><channel><item><enclosure url='1.jpg'/></item></channel></rss>", "feed (RSS, Atom)"),
        ("{\"a\": \"1.jpg\"}", "JSON"), ("http://h/1.jpg\n", "list of addresses"),
    ]) func `A wrong content type of a page yields to the content`(text: String, format: String) {
        let outcome = ReadOutcome(
            text.utf8, from: Sample.url("http://h/x.html"), contentType: "text/html", as: .standard)
        #expect(outcome.catalogue.facts.formatName == format && outcome.catalogue.count == 1)
    }

    @Test func `Random damage leaves rows or a reason`() {
        var generator = SeededGenerator(seed: 5)
        let original = Array(Self.mess.utf8.prefix(3000))
        for _ in 0..<1_000 {
            var page = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                page[Int.random(in: 0..<page.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let outcome = ReadOutcome(page, from: Sample.web, as: .standard)
            #expect(outcome.isSound, "\(outcome.rows)")
        }
    }
}
