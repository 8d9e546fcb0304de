import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("XML that lists files")
struct XMLListingTests {
    private func read(_ text: String, from url: String, pieceByteCount: Int = 5) -> ReadOutcome {
        ReadOutcome(
            text.utf8, from: Sample.url(url), contentType: "application/xml", as: .standard,
            pieceByteCount: pieceByteCount)
    }

    private func more(_ outcome: ReadOutcome, from url: String) -> [String] {
        outcome.catalogue.facts.more.addresses(for: Sample.url(url), base: Sample.url(url), links: nil)
            .map(\.absoluteString)
    }

    private func bucket(_ facts: String, _ keys: [String]) -> String {
        "<ListBucketResult>\(facts)\(keys.map { "<Contents><Key>\($0)</Key></Contents>" }.joined())</ListBucketResult>"
    }

    @Test func `A bucket's objects are below its address, whatever their names`() {
        let outcome = read(
            bucket("", ["a #1.jpg", "/b.jpg", "x:y.png", "../c.jpg", "d.txt", "e/", "a+b.jpg", "a\\b.jpg"]),
            from: "http://h/pics?x=y")
        #expect(
            outcome.rows == [
                "a #1.jpg -> http://h/pics/a%20%231.jpg", "/b.jpg -> http://h/pics//b.jpg",
                "x:y.png -> http://h/pics/x%3Ay.png",
                "a+b.jpg -> http://h/pics/a%2Bb.jpg", "a\\b.jpg -> http://h/pics/a%5Cb.jpg",
            ])
    }

    @Test func `A bucket's next page has the token, the marker, or the last name`() {
        let url = "http://h/pics?list-type=2&prefix=a"
        let token = read(bucket("<NextContinuationToken>1/+=</NextContinuationToken>", ["a.jpg"]), from: url)
        #expect(more(token, from: url) == [url + "&continuation-token=1%2F%2B%3D"])
        let first = "http://h/pics?marker=a.jpg"
        let truncated = read(bucket("<IsTruncated>true</IsTruncated>", ["b.jpg", "c d.txt"]), from: first)
        #expect(more(truncated, from: first) == ["http://h/pics?marker=c%20d.txt"])
        let whole = read(bucket("<IsTruncated>false</IsTruncated>", ["b.jpg"]), from: first)
        #expect(more(whole, from: first).isEmpty)
    }

    @Test func `A saved listing does not say where its bucket is`() {
        let outcome = read(bucket("<Name>pics</Name>", ["a.jpg"]), from: "file:///p/list.xml")
        #expect(outcome.rows.isEmpty && outcome.failure?.description.contains("ListBucketResult") == true)
    }

    @Test func `A saved listing of a container says it`() {
        let outcome = read(
            "<EnumerationResults ServiceEndpoint=\"https://b.example/\" ContainerName=\"pics\"><Blobs><Blob>"
                + "<Name Encoded=\"true\">a%231.jpg</Name></Blob></Blobs></EnumerationResults>",
            from: "file:///p/list.xml")
        #expect(outcome.texts(.location).count == 1)
        #expect(outcome.rows.first?.hasSuffix("https://b.example/pics/a%231.jpg") == true, "\(outcome.rows)")
    }

    @Test func `An index of sitemaps names documents to read`() {
        let url = "https://h/sitemap.xml"
        let outcome = read(
            "<sitemapindex><sitemap><loc>https://h/1.xml</loc></sitemap><sitemap><loc> /2.xml.gz </loc></sitemap>"
                + "</sitemapindex>", from: url)
        #expect(outcome.failure == .noPhotos && more(outcome, from: url) == ["https://h/1.xml", "https://h/2.xml.gz"])
    }

    @Test func `A picture of several pages of a sitemap is one row`() {
        let image = "<image:image><image:loc>https://h/1.jpg</image:loc></image:image>"
        let pages = ["a", "b"].map { "<url><loc>https://h/\($0)</loc>\(image)</url>" }.joined()
        let outcome = read(
            "<urlset xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\(pages)</urlset>",
            from: "https://h/sitemap.xml")
        #expect(outcome.rows.count == 1 && outcome.texts(.page) == ["https://h/a"])
    }

    @Test func `The tracks of a playlist are below the base of their list`() {
        let tracks =
            "<track><location>1.jpg</location><image>t/1.jpg</image><info>about</info></track>"
            + "<track xml:base=\"b/\"><location>2.jpg</location></track>"
        let outcome = read(
            "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList xml:base=\"https://img.example/7/\">"
                + "\(tracks)</trackList></playlist>", from: "http://h/a.xspf")
        #expect(
            outcome.rows.map { $0.components(separatedBy: "-> ")[1] } == [
                "https://img.example/7/1.jpg", "https://img.example/7/b/2.jpg",
            ])
        #expect(outcome.texts(.thumbnail) == ["https://img.example/7/t/1.jpg", "-"])
        #expect(outcome.texts(.page) == ["https://img.example/7/about", "-"])
    }

    /// The rows that open, as "name -> address".
    private func opened(_ text: String, from url: String) -> [String] {
        let catalogue = read(text, from: url).catalogue
        return catalogue.folders.map {
            "\(catalogue.name(at: $0)) -> \(catalogue.folder(at: $0)?.absoluteString ?? "nowhere")"
        }
    }

    @Test func `A list of feeds has a row that opens for each, and photos among them stay photos`() {
        let text = """
            <opml><body><outline text='Coast'><outline text='Piers' xmlUrl='feed://h/a'/></outline>\
            <outline title='Pier' text='x' type='link' url='a.jpg'/><outline type='link' url='b.html'/>\
            <outline text='Away' xmlUrl='javascript:a()'/></body></opml>
            """
        let url = "https://h/a.opml"
        #expect(opened(text, from: url) == ["Piers -> https://h/a", "b.html -> https://h/b.html", "Away -> nowhere"])
        let outcome = read(text, from: url)
        #expect(outcome.failure == nil && outcome.catalogue.photoCount == 1)
        #expect((try? outcome.catalogue.location(at: 1).get().absoluteString) == "https://h/a.jpg")
    }

    @Test func `A store's folders open as listings of their own, from their first page`() {
        let prefixes = "<CommonPrefixes><Prefix>2024/06/</Prefix></CommonPrefixes>"
        #expect(
            opened(bucket(prefixes, ["2024/a.jpg"]), from: "http://h/pics?list-type=2&prefix=2024/&start-after=b")
                == ["06 -> http://h/pics?list-type=2&prefix=2024/06/"])
        #expect(opened(bucket(prefixes, []), from: "file:///p/list.xml").isEmpty)
        let blobs = "<EnumerationResults><Blobs><BlobPrefix><Name>a &amp; b/</Name></BlobPrefix></Blobs>"
        #expect(
            opened(blobs + "</EnumerationResults>", from: "https://h/c?comp=list&marker=x&delimiter=/")
                == ["a & b -> https://h/c?comp=list&delimiter=/&prefix=a%20%26%20b/"])
    }

    @Test func `A server's folders and a map's links open`() {
        #expect(
            opened(
                "<?xml version=\"1.0\"?><list><directory mtime=\"2024-01-01T10:00:00Z\">a #1</directory></list>",
                from: "http://h/p/")
                == ["a #1 -> http://h/p/a%20%231/"])
        let link = "<NetworkLink><name>More</name><Link><href>more.kml</href></Link></NetworkLink>"
        #expect(opened("<kml>\(link)</kml>", from: "http://h/p/a.kml") == ["More -> http://h/p/more.kml"])
    }

    @Test func `A place's data names photos, whether a schema describes it or not`() {
        let values = [
            ("photo", "http://h/1.jpg http://h/2.png"), ("site", "http://h/about"), ("gx_media_links", "http://h/3"),
        ]
        let plain = values.map { "<Data name=\"\($0.0)\"><value>\($0.1)</value></Data>" }.joined()
        let typed = values.map { "<SimpleData name=\"\($0.0)\">\($0.1)</SimpleData>" }.joined()
        for data in [plain, "<SchemaData schemaUrl=\"#s\">\(typed)</SchemaData>"] {
            let place = "<Placemark><name>A</name><ExtendedData>\(data)</ExtendedData></Placemark>"
            let outcome = read("<kml>\(place)</kml>", from: "http://h/a.kml")
            #expect(outcome.rows == ["A -> http://h/1.jpg", "A -> http://h/2.png", "A -> http://h/3"])
        }
    }

    @Test func `A picture over a map is a photo, and a template is none`() {
        let overlays = [
            ("GroundOverlay", "Map", "m.jpg"), ("PhotoOverlay", "Shot", "s.jpg"),
            ("PhotoOverlay", "View", "$[level]/$[x]_$[y].jpg"), ("ScreenOverlay", "Legend", "l.png"),
        ]
        let elements = overlays.map {
            "<\($0.0)><name>\($0.1)</name><Icon><href>\($0.2)</href></Icon></\($0.0)>"
        }
        let outcome = read("<kml><Document>\(elements.joined())</Document></kml>", from: "http://h/a.kml")
        #expect(outcome.rows == ["Map -> http://h/m.jpg", "Shot -> http://h/s.jpg"])
    }

    @Test func `A sidecar is its photo, and says so without one`() {
        let description = "<rdf:RDF xmlns:rdf=\"r\"><rdf:Description xmlns:c=\"c\" c:RawFileName=\"b.png\"/></rdf:RDF>"
        let sidecar = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(description)</x:xmpmeta>"
        #expect(read(sidecar, from: "file:///p/a.jpg.xmp").rows == ["a.jpg -> file:///p/a.jpg"])
        #expect(read(sidecar, from: "file:///p/b.xmp").rows == ["b.png -> file:///p/b.png"])
        let none = read("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>", from: "file:///p/c.CR2.xmp")
        #expect(none.rows.isEmpty && none.failure?.description.isEmpty == false)
    }

    @Test func `A sidecar without a photo's ending is that of the photos of its name`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["sea.jpg", "sea.PNG", "sea.xmp", "sea.txt", "sea.small.jpg", "seaside.jpg", "a.jpg"] {
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
        }
        let address = folder.appendingPathComponent("sea.xmp").absoluteString
        let sidecar = { (facts: String) in
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"r\"><rdf:Description xmlns:p=\"p\" \(facts)/>"
                + "</rdf:RDF></x:xmpmeta>"
        }
        let names = { (outcome: ReadOutcome) in (0..<outcome.catalogue.count).map { outcome.catalogue.name(at: $0) } }
        #expect(names(read(sidecar(""), from: address)) == ["sea.PNG", "sea.jpg"])
        #expect(names(read(sidecar("p:SidecarForExtension=\"png\""), from: address)) == ["sea.PNG"])
        #expect(names(read(sidecar("p:SidecarForExtension=\"../a.jpg\""), from: address)) == ["sea.PNG", "sea.jpg"])
        #expect(read(sidecar(""), from: "http://h/sea.xmp").rows.isEmpty)
        let far = read(sidecar("p:SidecarForExtension=\"png\""), from: "http://h/sea.xmp")
        #expect(far.rows == ["sea.png -> http://h/sea.png"])
    }

    @Test func `Elements deeper than any vocabulary has them are no trouble`() {
        let deep = String(repeating: "<Folder>", count: 200)
        let end = String(repeating: "</Folder>", count: 200)
        let place =
            "<Placemark><name>A</name><Carousel><Image><ImageUrl>a.jpg</ImageUrl></Image></Carousel></Placemark>"
        let outcome = read("<kml>\(deep)\(place)\(end)\(place)</kml>", from: "http://h/a.kml", pieceByteCount: 1000)
        #expect(outcome.failure == nil && outcome.rows == ["A -> http://h/a.jpg"])
    }
}

@Suite("XML of any vocabulary")
struct XMLTreeContentTests {
    private func read(_ text: String, pieceByteCount: Int = 7) -> ReadOutcome {
        ReadOutcome(text.utf8, from: Sample.url("http://h/x.xml"), as: .standard, pieceByteCount: pieceByteCount)
    }

    @Test func `Photos are found in attributes and in elements`() {
        let attributes = (1...3).map { "<photo url=\"http://h/\($0).jpg\" title=\"No \($0)\"/>" }.joined()
        let elements = (1...3).map { "<photo><url>http://h/\($0).jpg</url><title>No \($0)</title></photo>" }.joined()
        for photos in [attributes, elements] {
            let outcome = read("<rsp><photos>\(photos)</photos></rsp>")
            #expect(outcome.rows == (1...3).map { "No \($0) -> http://h/\($0).jpg" })
        }
    }

    @Test(arguments: [1, 7, 4096])
    func `Relative addresses are resolved by the bases of the elements around them`(pieceByteCount: Int) {
        let photos = """
            <photo xml:base="https://img.example/7/" url="1.jpg" title="No 1"/>
            <photo xml:base="https://img.example/7/b/" url="c/2.jpg" title="2.jpg"/>
            <photo url="https://img.example/3.jpg" title="No 3"/><photo url="4.jpg" title="No 4"/>
            """
        let outcome = read("<rsp><photos>\(photos)</photos></rsp>", pieceByteCount: pieceByteCount)
        #expect(
            outcome.rows == [
                "No 1 -> https://img.example/7/1.jpg", "2.jpg -> https://img.example/7/b/c/2.jpg",
                "No 3 -> https://img.example/3.jpg", "No 4 -> http://h/4.jpg",
            ])
        let elements = (1...3).map { "<photo><url>\($0).jpg</url><title>No \($0)</title></photo>" }.joined()
        for whole in ["", " xml:base=\"https://img.example/7/\""] {
            let base = whole.isEmpty ? "https://img.example/7/b/" : "b/"
            let text = "<rsp\(whole)><photos xml:base=\"\(base)\">\(elements)</photos></rsp>"
            let rows = read(text, pieceByteCount: pieceByteCount).rows
            #expect(rows == (1...3).map { "No \($0) -> https://img.example/7/b/\($0).jpg" })
        }
    }

    @Test func `A base that may not be one is ignored`() {
        let photos = (1...3).map { "<photo url=\"\($0).jpg\" title=\"No \($0)\"/>" }.joined()
        let rows = read("<rsp><photos xml:base=\"file:///etc/\">\(photos)</photos></rsp>").rows
        #expect(rows == (1...3).map { "No \($0) -> http://h/\($0).jpg" })
    }

    @Test func `A long document is read as it arrives`() {
        let photos = (1...5000).map { "<photo><url>http://h/\($0).jpg</url><title>No \($0)</title></photo>\n" }.joined()
        let outcome = read("<rsp><photos>\(photos)</photos></rsp>", pieceByteCount: 1000)
        #expect(outcome.failure == nil && outcome.catalogue.count == 5000)
        #expect(outcome.rows.last == "No 5000 -> http://h/5000.jpg")
        let cut = read("<rsp><photos>\(photos)", pieceByteCount: 1000)
        #expect(cut.failure != nil && cut.catalogue.count == 5000)
    }

    @Test func `What has no photos says what it is about`() {
        let outcome = read("<project><version>1</version><name>A tool</name></project>")
        #expect(outcome.failure?.description.contains("project") == true)
    }
}
