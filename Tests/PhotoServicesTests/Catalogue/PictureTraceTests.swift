import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What pages and feeds explain")
struct PictureTraceTests {
    /// What `--explain` prints of a document, from “taken for photos” up to the rows.
    private func explanation(of document: String, named name: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explained-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(name)
        try Data(document.utf8).write(to: url)
        let explanation = CatalogueExplanation(of: url, with: DataFetcher(), as: .standard)
        let lines = explanation.lines.drop { !$0.hasPrefix("taken") && !$0.hasPrefix("left") }
        return Array(lines.prefix { !$0.hasPrefix("photo ") })
    }

    @Test(arguments: [
        ("a.url", "[InternetShortcut]\r\nURL=page.html\r\n", "shortcut"),
        ("a.desktop", "[Desktop Entry]\nType=Link\nName=Piers\nURL=page.html\n", "shortcut"),
        (
            "a.webloc",
            #"<?xml version="1.0"?><plist version="1.0"><dict><key>URL</key><string>page.html</string></dict></plist>"#,
            "web location"
        ),
    ])
    func `A shortcut is followed as a window follows it`(name: String, text: String, format: String) throws {
        let folder = TemporaryFolder()
        let page = folder.url.appendingPathComponent("page.html")
        try Data("<title>Piers</title><img src=pier.jpg width=600 height=400>".utf8).write(to: page)
        let shortcut = folder.url.appendingPathComponent(name)
        try Data(text.replacing("page.html", with: page.absoluteString).utf8).write(to: shortcut)
        let explanation = CatalogueExplanation(of: shortcut, with: DataFetcher(), as: .standard)
        #expect(
            explanation.lines.prefix(4) == [
                shortcut.absoluteString, "\(format), leads to \(page.absoluteString)", page.absoluteString,
                "web page (HTML), 1 photo",
            ])
        #expect(!explanation.isEmpty)
    }

    @Test func `A shortcut to itself ends, and one to a folder lists it`() throws {
        let folder = TemporaryFolder()
        let shortcut = folder.url.appendingPathComponent("a.url")
        try Data("[InternetShortcut]\nURL=\(shortcut.absoluteString)\n".utf8).write(to: shortcut)
        let circle = CatalogueExplanation(of: shortcut, with: DataFetcher(), as: .standard)
        #expect(circle.isEmpty)
        #expect(circle.lines.last == CatalogueFailure.fetch(.tooManyRedirects).description)
        #expect(circle.lines.count(where: { $0.hasPrefix("shortcut, leads to ") }) == CatalogueLoader.mostFollowed + 1)
        let photos = folder.url.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try Data([0xFF, 0xD8, 0xFF]).write(to: photos.appendingPathComponent("pier.jpg"))
        try Data("[InternetShortcut]\nURL=\(photos.absoluteString)\n".utf8).write(to: shortcut)
        let listed = CatalogueExplanation(
            of: shortcut, with: DataFetcher(), as: .standard, fillers: [FolderFiller()])
        #expect(listed.lines.contains("photo 1: pier.jpg"))
    }

    @Test func `A page says what it takes for photos, and which ornaments it leaves out, each with its reasons`() throws
    {
        let lines = try explanation(
            of: """
                <html><base href="https://p.example/2025/">
                <header class="site-header"><a href="/"><img src="/logo.svg" alt="Piers"></a></header>
                <a href="pier.html"><img src="pier.jpg" width="600" height="400"></a>
                <a href="sea-large.jpg"><img src="icons/sea-small.jpg" width="48" height="48"></a>
                <div class="sidebar"><img src="ann.jpg"></div>
                <img src="count.gif" width="1" height="1">
                <img src="star.png" width="20" height="20" alt="icon">
                <img src="https://ann:secret@p.example/2025/pier.jpg">
                <a href="film.mp4"><img src="film.jpg"></a>
                <p style="background-image: url(sky.jpg)"></p>
                <a href="hill.jpg">A hill</a>
                """, named: "page.html")
        #expect(
            lines == [
                "taken for photos: 5",
                "  line 3: https://p.example/2025/pier.jpg",
                "    an image that is shown",
                "      -2 it is shown at 600 × 400 pixels",
                "  line 4: https://p.example/2025/sea-large.jpg",
                "    an image that is shown",
                "      +4 its address has the folder “icons”",
                "      -1 its file ends in .jpg",
                "      +4 it is shown at 48 × 48 pixels",
                "      -7 a link leads to the picture itself",
                "  line 8: https://ann@p.example/2025/pier.jpg",
                "    an image that is shown",
                "  line 10: https://p.example/2025/sky.jpg",
                "    the background of an element",
                "      +1 it is a background",
                "  line 11: https://p.example/2025/hill.jpg",
                "    a link to the file",
                "left out: 5",
                "  line 6: https://p.example/2025/count.gif",
                "    too small for a photo",
                "  line 9: https://p.example/2025/film.jpg",
                "    it stands for a film",
                "  line 2: https://p.example/logo.svg",
                "    an ornament: 11 points, and 4 suffice",
                "      +4 its file is called “logo”",
                "      +2 its file ends in .svg",
                "      +3 it is in a header",
                "      +2 it is a link to the start of a site",
                "  line 5: https://p.example/2025/ann.jpg",
                "    an ornament: 4 points, and 4 suffice",
                "      +4 an element around it is called “sidebar”",
                "  line 7: https://p.example/2025/star.png",
                "    an ornament: 6 points, and 4 suffice",
                "      +2 its text says “icon”",
                "      +4 it is shown at 20 × 20 pixels",
            ])
    }

    @Test func `A picture that a page shows often and small is an ornament`() throws {
        let lines = try explanation(
            of: "<html>" + String(repeating: "<img src=dot.png width=100 height=100>", count: 4) + "<img src=sea.jpg>",
            named: "page.html")
        #expect(lines.contains("    an ornament: the page shows it 4 times, and small"))
    }

    @Test func `A page's data says that it gave the photos`() throws {
        let lines = try explanation(
            of: """
                <html><head><meta property="og:image" content="https://p.example/pier.jpg">
                <meta property="og:image" content="https://p.example/icons/logo.svg"></head></html>
                """, named: "page.html")
        #expect(
            lines == [
                "taken for photos: 1", "  line 1: https://p.example/pier.jpg",
                "    the picture by which the page presents itself",
                "left out: 1", "  line 2: https://p.example/icons/logo.svg",
                "    an ornament: 10 points, and 4 suffice", "      +4 its address has the folder “icons”",
                "      +4 its file is called “logo”", "      +2 its file ends in .svg",
            ])
    }

    @Test func `A feed says which element gave each photo, and what its items have besides`() throws {
        let lines = try explanation(
            of: """
                <rss xmlns:media="http://search.yahoo.com/mrss/"><channel>
                <item><media:content url="https://p.example/1.jpg" type="image/jpeg"/>
                <enclosure url="https://p.example/1.mp3" type="audio/mpeg"/>
                <description>&lt;img src="https://p.example/face.png"&gt;&lt;img src="https://p.example/2.jpg"&gt;
                </description></item>
                <item><enclosure url="https://p.example/3.jpg"/></item>
                <item><description>&lt;img src="https://p.example/face.png"&gt;
                &lt;img src="https://p.example/4.jpg"&gt;&lt;img src="https://p.example/a.gif" width="1"&gt;
                </description></item>
                <item><description>&lt;img src="https://p.example/face.png"&gt;</description></item>
                <item><media:thumbnail url="https://p.example/5.jpg"/></item>
                <item><media:content url="https://p.example/1.jpg" type="image/jpeg"/></item>
                </channel></rss>
                """, named: "feed.rss")
        #expect(
            lines == [
                "taken for photos: 4",
                "  line 2: https://p.example/1.jpg", "    the item’s media:content",
                "  line 6: https://p.example/3.jpg", "    the item’s enclosure",
                "  line 7: https://p.example/4.jpg", "    an image that is shown",
                "  line 11: https://p.example/5.jpg", "    the item’s thumbnail",
                "left out: 7",
                "  line 2: https://p.example/1.mp3", "    no picture: audio/mpeg",
                "  line 2: https://p.example/face.png", "    an ornament: several items have it",
                "  line 2: https://p.example/2.jpg", "    the item has a better one: the item’s media:content",
                "  line 7: https://p.example/a.gif", "    too small for a photo",
                "  line 7: https://p.example/face.png", "    an ornament: several items have it",
                "  line 10: https://p.example/face.png", "    an ornament: several items have it",
                "  line 12: https://p.example/1.jpg", "    the same picture as before",
            ])
    }

    @Test func `A JSON Feed says which element gave each photo`() throws {
        let lines = try explanation(
            of: """
                {"version": "https://jsonfeed.org/version/1.1", "items": [
                {"id": "1", "image": "https://p.example/1.jpg", "content_html": "<img src='https://p.example/1.jpg'>",
                "attachments": [{"url": "https://p.example/2.jpg", "mime_type": "image/jpeg"}]}]}
                """, named: "feed.json")
        #expect(
            lines == [
                "taken for photos: 2", "  https://p.example/1.jpg", "    the item’s image",
                "  https://p.example/2.jpg", "    the item’s attachment",
                "left out: 1", "  https://p.example/1.jpg", "    the same picture as before",
            ])
    }

    @Test func `Of a long page the first are explained, and all are counted`() throws {
        let lines = try explanation(
            of: "<html>" + (0..<400).map { "<img src=\($0).jpg><img src=\($0)/logo.svg>" }.joined(), named: "page.html")
        #expect(lines.contains("taken for photos: 400") && lines.contains("  and 390 more"))
        #expect(lines.contains("left out: 400") && lines.contains("  and 376 more"))
    }
}
