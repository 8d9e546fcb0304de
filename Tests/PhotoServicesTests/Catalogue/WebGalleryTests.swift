import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Galleries on web pages", .timeLimit(.minutes(15)))
struct WebGalleryTests {
    private func read(_ html: String, pieceByteCount: Int = 1 << 20) -> ReadOutcome {
        ReadOutcome(
            "<!doctype html><html><body>\(html)".utf8, from: Sample.url("http://h/a/page.html"), as: .standard,
            pieceByteCount: pieceByteCount)
    }

    @Test(arguments: [
        ("<a data-src=1.jpg data-sub-html='<h4>A</h4><p>b'><img src=s.jpg></a>", "1.jpg", "s.jpg", "A b"),
        (
            "<a href='javascript:;' data-src='1.jpg?w=9' data-caption='A &amp; b'><img src='s.jpg'></a>", "1.jpg?w=9",
            "s.jpg", "A & b"
        ),
        ("<a data-type=image data-src=/photo/1 data-caption=A><img src=s.jpg></a>", "/photo/1", "s.jpg", "A"),
        (
            "<a data-src='http://h/i?id=1&amp;w=1600' data-caption=A><img src='http://h/i?id=1&amp;w=200'></a>",
            "http://h/i?id=1&w=1600", "http://h/i?id=1&w=200", "A"
        ),
        (
            "<a data-fancybox=g data-src=http://h/id/46/1600x1200 data-caption=A><img src=http://h/id/46/200x150></a>",
            "http://h/id/46/1600x1200", "http://h/id/46/200x150", "A"
        ),
        ("<a data-fancybox data-src=http://h/watch?v=1 data-caption=A><img src=1.jpg></a>", "1.jpg", "-", "A"),
        ("<a data-fancybox data-src='#dialog' data-caption=A><img src=1.jpg></a>", "1.jpg", "-", "-"),
        ("<a href='#' data-src=/watch/1 data-caption=A><img src=1.jpg></a>", "1.jpg", "-", "A"),
        ("<a href=m.jpg data-big=1.jpg><img src=s.jpg alt=A></a>", "1.jpg", "s.jpg", "A"),
        ("<a href=p/2 data-pswp-src=1.jpg><img src=s.jpg alt=''><span>A</span></a>", "1.jpg", "s.jpg", "A"),
        ("<img data-orig-file=1.jpg data-medium-file=s.jpg src=m.jpg alt=A>", "1.jpg", "s.jpg", "A"),
        ("<img data-flickity-lazyload=1.jpg alt=A>", "1.jpg", "-", "A"),
        ("<amp-img src=m.jpg srcset='s.jpg 400w, 1.jpg 1600w' alt=A></amp-img>", "1.jpg", "s.jpg", "A"),
        ("<img src=xs.jpg width=120 height=90 srcset='s.jpg 1.5x, 1.jpg 2x' alt=A>", "1.jpg", "s.jpg", "A"),
        ("<figure><img src=1.jpg alt=''><figcaption>A <b>b</b></figcaption></figure>", "1.jpg", "-", "A b"),
        ("<p class=wp-caption><img src=1.jpg><b class=wp-caption-text>A <i>b</i></b></p>", "1.jpg", "-", "A b"),
        ("<li><a href=p><img src=1.jpg alt=''></a><p class=caption>A <b>b</b></p></li>", "1.jpg", "-", "A b"),
        ("<div><img src=1.jpg><p class=caption-box><b class=caption>B</b></p></div>", "1.jpg", "-", "-"),
        ("<img src='/p/{{id}}.jpg'><img src='{% static 2.jpg %}'><img src=1.jpg alt=A>", "1.jpg", "-", "A"),
        ("<p class=caption-box><b class=caption>B</b><img src=1.jpg alt=A></p>", "1.jpg", "-", "A"),
        (
            "<picture><source media='(min-width: 9px)' srcset=a-1240.jpg><img src=a-445.jpg alt=A></picture>",
            "a-1240.jpg", "a-445.jpg", "A"
        ),
        (
            "<picture><source media='(min-width: 9px)' srcset=b-1240.jpg><img src=a-445.jpg alt=A></picture>",
            "a-445.jpg", "-", "A"
        ),
        ("<picture data-iesrc=1.jpg data-alt=A><source srcset=1.avif></picture>", "1.jpg", "-", "A"),
        ("<a href=/p><img src=1.jpg alt=''></a> <a href=/p>A</a>", "1.jpg", "-", "A"),
        ("<a href=/p><img src=1.jpg alt=''><h3>A</h3><p>b<i>c</i></p></a>", "1.jpg", "-", "A bc"),
        ("<a href=1.jpg><img src=s.jpg></a> <a href=1.jpg>A</a> <a href=1.jpg>[link]</a>", "1.jpg", "s.jpg", "A"),
        ("<a href=1.jpg>1.jpg</a><a href=1.jpg><img src=s.jpg></a>", "1.jpg", "s.jpg", "-"),
        ("<a href=http://h/s4000/x><img src=http://h/s320/x></a>", "http://h/s4000/x", "http://h/s320/x", "-"),
        ("<a href=/p/1.jpg data-x-src=/p/1-9x6.jpg><img src=s.jpg alt=A></a>", "/p/1.jpg", "s.jpg", "A"),
        ("<img src=x.gif width=1 height=0 alt=B><img src=1.jpg width=900 height=0 alt=A>", "1.jpg", "-", "A"),
        ("<a style=\"background-image:url('1.jpg')\" href=/p><h2>A</h2></a>", "1.jpg", "-", "A"),
        ("<a style=\"--card-bg: url('1.jpg')\" href=/p><h2>A</h2></a>", "1.jpg", "-", "A"),
        ("<div style='background: #eee url(1.jpg) center' aria-label=A></div>", "1.jpg", "-", "A"),
        ("<div style='background: url( 1.jpg ) center' aria-label=A></div>", "1.jpg", "-", "A"),
        ("<div data-bg=1.jpg data-background-image=1.jpg title=A></div>", "1.jpg", "-", "A"),
        ("<div style='background:url(http://h/1?format=webp)' title=A></div>", "http://h/1?format=webp", "-", "A"),
        ("<div data-bg='http://h/images/1' title=A></div>", "http://h/images/1", "-", "A"),
        ("<div style='background-image:url(/i?src=1.jpg)' title=A></div>", "/i?src=1.jpg", "-", "A"),
        ("<div style='background:url(http://h/p/1) center/cover' title=A></div>", "http://h/p/1", "-", "A"),
        (
            "<div style='background-size:COVER;background-image:url(http://h/p/1)' title=A></div>", "http://h/p/1",
            "-", "A"
        ),
        ("<div style='width:300px;background:url(http://h/p/1)' title=A></div>", "http://h/p/1", "-", "A"),
        ("<svg><image href=1.jpg width=600 height=400><title>A</title></image></svg>", "1.jpg", "-", "A"),
        ("<img src='1.jpg?w=9'><img src='1.jpg?w=99' alt=A>", "1.jpg?w=9", "-", "A"),
        ("<li data-src=1.jpg data-sub-html='<h4>A'><a href=''><img src=s.jpg></a></li>", "1.jpg", "s.jpg", "A"),
        (
            "<li data-src=1.jpg><a href='javascript:;'><img src=s.jpg alt=A><i><img src=zoom.png></i></a></li>",
            "1.jpg", "s.jpg", "A"
        ),
        ("<div data-original=1.jpg><span><img src=s.jpg></span>A</div>", "1.jpg", "s.jpg", "A"),
        ("<div data-src=x.jpg></div><img src=1.jpg alt=A>", "1.jpg", "-", "A"),
        ("<div data-src=/watch/1><a href='#'><img src=1.jpg alt=A></a></div>", "1.jpg", "-", "A"),
        ("<div data-src=x.jpg><a href=1.jpg><img src=s.jpg alt=A></a></div>", "1.jpg", "s.jpg", "A"),
    ]) func `Each way to show a photo is one row`(html: String, location: String, thumbnail: String, name: String) {
        for pieceByteCount in [1, 1 << 20] {
            let outcome = read(html, pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil)
            #expect(outcome.texts(.location) == [location])
            #expect(outcome.texts(.thumbnail) == [thumbnail])
            #expect(outcome.texts(.name) == [name])
        }
    }

    /// Gives three pictures to classes, one to an identifier, and what adorns a page.
    private static let sheet = """
        <style>
        .p { background-size: cover } .p1 { background-image: url(1.jpg) } .p2 { background: url('2.jpg') no-repeat }
        main .p3 { background: url("3.jpg") } aside .p3 { background: url(x.jpg) } main .p4 { background: url(4.jpg) }
        #only { background: url(x.jpg) } .logo { background: url(x.png) } .sign { background: url(x.png) }
        .stripe { background: url(x.jpg) repeat-x } .cut { background: url(x.jpg) -20px 0 } .hover:hover { }
        .p2.plain { background: none }
        </style>
        """

    @Test(
        arguments: [
            ("<div class='p p1'>A</div><p class=p2> B <b>c</b></p>", ["1.jpg", "2.jpg"], ["A", "B c"]),
            ("<p class=p2 aria-label=B>x</p><p class=p1 title=A></p>", ["2.jpg", "1.jpg"], ["B", "A"]),
            ("<a class=p1 href=/p><h2>A</h2></a>", ["1.jpg"], ["A"]),
            ("<main><p class=p3></main><main><p class=p4></main>", ["3.jpg", "4.jpg"], ["-", "-"]),
            ("<div class=p1><img src=9.jpg> words</div>", ["1.jpg", "9.jpg"], ["-", "-"]),
            ("<div class=p1></div><img src=1.jpg alt=A>", ["1.jpg"], ["A"]),
            ("<div class=p1 style='background:url(8.jpg)'></div>", ["8.jpg"], ["-"]),
            ("<div class='p2 plain'></div>", [], []), ("<div class=p3></div>", [], []), ("<div id=only></div>", [], []),
            ("<div class=logo></div><div class=sign></div>", [], []), ("<header class=p1></header>", [], []),
            ("<div class=stripe></div><div class=cut></div>", [], []),
            ("<p class=p1></p><p class=p1></p><p class=p1></p>", [], []),
        ] as [(String, [String], [String])])
    func `A style sheet in the page shows photos as styles do`(html: String, locations: [String], names: [String]) {
        for pieceByteCount in [1, 1 << 20] {
            let outcome = read(Self.sheet + html, pieceByteCount: pieceByteCount)
            #expect(outcome.texts(.location) == locations)
            #expect(outcome.texts(.name) == names)
        }
    }

    @Test func `Sheets within the page's body give their elements photos, one after the other`() {
        let page = (1...40).map {
            "<style>#b\($0){background:url(\($0).jpg)}</style><div id=b\($0)>Bay \($0)</div>"
        }
        let outcome = read(page.joined())
        #expect(outcome.texts(.location) == (1...40).map { "\($0).jpg" })
        #expect(outcome.texts(.name) == (1...40).map { "Bay \($0)" })
        #expect(read(page[0]).texts(.location) == [])
        #expect(read(page.map { $0.replacing("<style", with: "<style media=print") }.joined()).texts(.location) == [])
    }

    @Test(arguments: [
        "<header><a href='/'><img src=/a/logo.png width=160 height=48></a></header>", "<nav><img src=x.jpg></nav>",
        "<footer><img src=x.png></footer>", "<div class=share><img src=x.png></div>", "<img class=avatar src=x.jpg>",
        "<img src=x.png width=32 height=32>", "<img src=banner.png width=728 height=90>",
        "<img src=smile.png style='height:1em'>",
        "<amp-ad><amp-img src=x.jpg></amp-img></amp-ad>", "<a href=x.mp4><img src=x.jpg></a>",
        "<a href=barns/><img src=barns/x.jpg></a>", "<li class=folder><a href=/b><img src=x.jpg></a></li>",
        "<a href=b.html><img src=1.jpg><img src=2.jpg><img src=3.jpg></a>",
        "<span class=icon style='background:url(x.png);width:16px'></span>",
        "<style>body { background: url(x.jpg) }</style>",
        "<div style='background:url(data:image/png;base64,AA)'></div>",
        "<div style='background:url(1.jpg center/cover; color:red} .b{background:url(2.jpg)'></div>",
        "<div style='background:url(http://h/discover)'></div>", "<div style='background:url(#a) center/cover'></div>",
        "<div data-background='http://h/watch/1' style='width:300px'></div>",
        "<script>var a = ['https://h/x', 'https://h/y'], b = {logo: '/x.png'}</script>",
    ]) func `Ornaments are no photos`(html: String) {
        #expect(read(html).texts(.location) == [])
        #expect(read(html + "<img src=1.jpg>").texts(.location) == ["1.jpg"])
    }

    @Test(arguments: [
        "<footer></footer><img src=1.jpg>", "<article><header><img src=1.jpg></header></article>",
        "<body class='has-sidebar logo'><img src=1.jpg>", "<div class=album><a href=/p><img src=1.jpg></a></div>",
        "<nav><a href=1.jpg>x</a></nav>", "<div class=logo><a href=1.jpg><img src=s.jpg></a></div>",
        "<img src=1.jpg width=100 height=75>", "<div class=page-header></div></div></p><img src=1.jpg>",
    ]) func `What only resembles one is a photo`(html: String) {
        #expect(read(html).texts(.location) == ["1.jpg"])
    }

    @Test(arguments: [
        "<div data-src=hero.jpg><img src=1.jpg><p><img src=2.jpg></p><img src=3.jpg></div>",
        "<div data-src=hero.jpg><a href=/p><img src=1.jpg></a><img src=2.jpg></div><img src=3.jpg>",
        "<ul><li data-src=1.jpg><a href><img src=s.jpg></a><li data-src=2.jpg><a><img src=t.jpg></a></ul>"
            + "<img src=3.jpg>",
        "<section data-src=hero.jpg><img src=1.jpg><img src=2.jpg><img src=3.jpg></section>",
        "<div data-original=back.jpg><a href=#><img src=1.jpg></a><a href><img src=2.jpg></a>"
            + "<a href=#><img src=3.jpg></a></div>",
    ]) func `What an element opens is the one picture in it, or none of several`(html: String) {
        for pieceByteCount in [1, 1 << 20] {
            #expect(read(html, pieceByteCount: pieceByteCount).texts(.location) == ["1.jpg", "2.jpg", "3.jpg"])
        }
    }

    private struct Signs: Sendable {
        let html: String
        var thumbnails = ["-", "-", "-"]
        var names = ["-", "-", "-"]

        /// A page that has such a piece for each of three photos.
        static func each(_ piece: (Int) -> String) -> String { (1...3).map(piece).joined() }
    }

    private static let signs: [Signs] = [
        Signs(html: Signs.each { "<a href=\($0).jpg><img src=x.gif></a>" }),
        Signs(
            html: "<img src=x.gif><a href=1.jpg><img src=x.gif>A</a><a href=2.jpg><img src=x.gif></a>"
                + "<a href=3.jpg title=C><img src=x.gif></a><img src=x.gif>",
            names: ["A", "-", "C"]),
        Signs(
            html: Signs.each { number in
                "<a href=\(number).jpg><img src=icons/x.gif width=32 height=32 alt=icon> \(number).jpg</a>"
                    + "<a href=\(number).jpg>\(number).jpg</a><a href=\(number).jpg>[link]</a>"
            }),
        Signs(
            html: Signs.each { number in
                "<a href=\(number).jpg>Hill<img src=x.png alt=Zoom><img src=s\(number).jpg alt='Sea \(number)'></a>"
            }, thumbnails: ["s1.jpg", "s2.jpg", "s3.jpg"], names: ["Sea 1", "Sea 2", "Sea 3"]),
        Signs(
            html: Signs.each { "<a href=\($0).jpg>Hill \($0)<img src=x.gif alt=X><img src=y.png alt=Zoom></a>" },
            names: ["Hill 1", "Hill 2", "Hill 3"]),
        Signs(html: Signs.each { "<img data-orig-file=\($0).jpg src=x.gif>" }),
    ]

    @Test(arguments: signs.indices)
    func `What stands for several photos is no thumbnail of any, and makes them no single photo`(
        index: Int
    ) {
        let page = Self.signs[index]
        for pieceByteCount in [1, 1 << 20] {
            let outcome = read(page.html, pieceByteCount: pieceByteCount)
            #expect(outcome.texts(.location) == ["1.jpg", "2.jpg", "3.jpg"])
            #expect(outcome.texts(.thumbnail) == page.thumbnails)
            #expect(outcome.texts(.name) == page.names)
        }
    }

    @Test func `A sign in each of many links stands for none of their photos`() {
        let page = (0..<500).map { "<a href=\($0).jpg><img src=x.gif></a>" }.joined()
        let outcome = read(page)
        #expect(outcome.texts(.location) == (0..<500).map { "\($0).jpg" })
        #expect(outcome.texts(.thumbnail).allSatisfy { $0 == "-" })
    }

    @Test(arguments: [
        "<a href=/p/s4000/sea.jpg><img src=t.jpg></a><a href=/p/s1600/sea.jpg><img src=t.jpg></a>",
        "<a href=/p/s4000/sea.jpg><img src=t.jpg></a><a href=t.jpg>Small</a><img src=t.jpg>",
        "<a href=/p/s4000/sea.jpg><img src=t.jpg></a><a href=/p/s4000/sea.jpg><img src=t.jpg></a>",
    ]) func `A photo in several sizes stays one photo with its thumbnail`(html: String) {
        #expect(read(html).texts(.location) == ["/p/s4000/sea.jpg"])
        #expect(read(html).texts(.thumbnail) == ["t.jpg"])
    }

    @Test func `A page that shows none is what it says of itself`() {
        let own = "<meta property=og:title content=T><meta property=og:image content=1.jpg>"
        let data =
            "<script type='application/ld+json'>{\"@type\": \"Recipe\", \"name\": \"R\", "
            + "\"image\": \"http://h/2.jpg\"}</script>"
        #expect(read(own).rows == ["T -> http://h/a/1.jpg"])
        #expect(read(own + data).texts(.location) == ["http://h/2.jpg"])
        #expect(read(own + data + "<img src=3.jpg>").texts(.location) == ["3.jpg"])
        // It presents itself by a sign.
        #expect(read("<meta property=og:image content=/p/icon-512.png>").texts(.location) == [])
    }

    @Test func `The forms in which search engines want a picture are one photo`() {
        let forms = ["1x1", "4x3", "16x9"].map { "\"http://h/\($0)/tower-by-night.jpg\"" }.joined(separator: ",")
        let data =
            "<script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"headline\": \"T\", "
            + "\"image\": [\(forms), \"http://h/other.jpg\"]}</script>"
        #expect(read(data).texts(.location) == ["http://h/4x3/tower-by-night.jpg", "http://h/other.jpg"])
        // Numbers and letters of a series are no forms.
        let series = ["c-3x3.jpg", "c-4x4.jpg", "1234567890123_a.jpg", "1234567890123_b.jpg", "s1/c.jpg", "s2/c.jpg"]
        let list = series.map { "\"http://h/\($0)\"" }.joined(separator: ",")
        #expect(
            read("<script type='application/ld+json'>{\"@type\": \"Product\", \"image\": [\(list)]}</script>")
                .texts(.location) == series.map { "http://h/" + $0 })
    }

    @Test func `Captions that a page has elsewhere are no names`() {
        func link(_ caption: String) -> String { "<a href=1.jpg data-sub-html='\(caption)'><img src=s.jpg></a>" }
        #expect(read(link(".caption")).texts(.name) == ["-"])
        #expect(read(link("#caption-1")).texts(.name) == ["-"])
        #expect(read(link(".5 miles away")).texts(.name) == [".5 miles away"])
    }

    @Test func `Data that names the photos of the page names all of them`() {
        let data =
            "<script type='application/json'>{\"photos\": [{\"title\": \"A\", \"src\": \"/1.jpg\", \"width\": 6, "
            + "\"height\": 4}, {\"title\": \"B\", \"src\": \"/2.jpg\", \"width\": 6, \"height\": 4}]}</script>"
        #expect(read("<img src='/_i?url=%2F1.jpg&w=9' alt=A>" + data).texts(.name) == ["A", "B"])
        #expect(read("<img src=3.jpg>" + data).texts(.location) == ["3.jpg"])
    }

    @Test func `Photos of a long page arrive in their order, before its end`() throws {
        let page = (0..<1_000).map { "<a href=\($0).jpg><img src=\($0)-s.jpg></a>" }.joined()
        let outcome = read(page, pieceByteCount: 4096)
        #expect(outcome.texts(.location) == (0..<1_000).map { "\($0).jpg" })
        var parser = CatalogueFormat.webPage.makeParser(
            CatalogueHead([], isWhole: false, hint: CatalogueHint(url: Sample.web)))
        var builder = CatalogueBuilder()
        try Array("<html>\(page)".utf8).withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try parser.parse(bytes, into: &builder)
        }
        #expect(builder.count > 800)
    }

    @Test func `A name in UTF-8 on a page that says Latin-1 follows its address`() {
        let page = "<html><a href='bl%C3%A5b%C3%A6r.jpg'>blåbær.jpg</a><a href='sj%F8.jpg'>sj".utf8
        let outcome = ReadOutcome(
            Array(page) + [0xF8] + Array(".jpg</a><a href='%E2%82%AC.jpg'>€.jpg</a>".utf8),
            from: Sample.url("http://h/"), contentType: "text/html; charset=iso-8859-1", as: .standard)
        #expect((0..<3).map { outcome.catalogue.name(at: $0) } == ["blåbær.jpg", "sjø.jpg", "€.jpg"])
    }
}
