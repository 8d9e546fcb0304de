import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("JSON")
struct JSONParserTests {
    private func read(_ text: String) -> ReadOutcome { ReadOutcome(text.utf8, as: CatalogueFormats(formats: [.json])) }

    @Test func `An object from names to addresses keeps its order, also for repeated names`() {
        let outcome = read(#"{"b": "1.jpg", "a": "http://h/2.jpg", "b": "3.jpg", "": "4.jpg"}"#)
        #expect(
            outcome.rows == [
                "b -> http://example.org/albums/1.jpg", "a -> http://h/2.jpg", "b -> http://example.org/albums/3.jpg",
                "4.jpg -> http://example.org/albums/4.jpg",
            ])
        #expect(outcome.positions == [.item(1), .item(2), .item(3), .item(4)])
    }

    @Test func `Escapes are undone, also of characters beyond the sixteenth bit`() {
        let outcome = read(#"{"\u00e9 \ud83d\ude00 \n\t\"\\\/": "http:\/\/h\/1.jpg"}"#)
        #expect(outcome.texts(.name) == ["é 😀 \n\t\"\\/"] && outcome.texts(.location) == ["http://h/1.jpg"])
    }

    @Test(arguments: [
        (#"{"title": "A", "src": "1.jpg"}"#, "1.jpg"), (#"{"name": "A", "href": "1.jpg"}"#, "1.jpg"),
        (#"{"name": "A", "link": "1.jpg"}"#, "1.jpg"), (#"{"name": "A", "image": "1.jpg", "url": "p.html"}"#, "1.jpg"),
        (#"{"url": "p.html", "name": "A", "image": "1.jpg"}"#, "1.jpg"),
        (#"{"url": "1.jpg", "name": "A", "link": "p.html"}"#, "1.jpg"),
        (#"{"image_url": "1.jpg", "IMAGE": "2.jpg", "name": "A"}"#, "1.jpg"),
        (#"{"image": {"width": 6, "url": "1.jpg", "height": 4}, "name": "A"}"#, "1.jpg"),
        (#"{"image": ["16x9.jpg", "4x3.jpg"], "name": "A"}"#, "16x9.jpg"),
        (#"{"urls": {"small": "s.jpg", "regular": "r.jpg", "full": "1.jpg"}, "name": "A"}"#, "1.jpg"),
        (#"{"images": {"original": {"url": "1.jpg"}, "small": {"url": "s.jpg"}}, "name": "A"}"#, "1.jpg"),
        (#"{"image": null, "name": "A", "src": "1.jpg"}"#, "1.jpg"),
        (#"{"image": "", "name": "A", "src": "1.jpg"}"#, "1.jpg"),
    ])
    func `The photo's address is found under the usual keys`(entry: String, location: String) {
        let outcome = read("[\(entry)]")
        #expect(outcome.texts(.location) == [location])
        #expect(outcome.texts(.name) == ["A"])
    }

    @Test func `An address next to the photo's is its page`() {
        let outcome = read(
            """
            [{"url": "p", "image": "1.jpg"}, {"image": "1.jpg", "link": "p"}, \
            {"url": "1.jpg", "page": "p", "link": "q"}]
            """)
        #expect(outcome.texts(.location) == ["1.jpg", "1.jpg", "1.jpg"])
        #expect(outcome.texts(.page) == ["p", "p", "p"])
    }

    @Test(arguments: [
        ("IMG_2041.JPG.supplemental-metadata.json", "IMG_2041.JPG"),
        ("IMG_2041.JPG.supplemental-metadata(1).json", "IMG_2041(1).JPG"), ("IMG_2041.JPG(1).json", "IMG_2041(1).JPG"),
    ])
    func `Notes about a photo have it as their row, with the number that it has`(file: String, photo: String) {
        let notes = #"{"title": "IMG_2041.JPG", "description": "", "url": "https://photos.example/photo/1"}"#
        let outcome = ReadOutcome(
            notes.utf8, from: URL(fileURLWithPath: "/home/ann/Takeout/\(file)"),
            as: CatalogueFormats(formats: [.json]))
        #expect(outcome.texts(.name) == [photo])
        #expect(outcome.texts(.page) == ["https://photos.example/photo/1"])
        #expect((try? outcome.catalogue.location(at: 0).get())?.lastPathComponent == photo)
    }

    @Test func `All fields are kept`() {
        let outcome = read(
            """
            [{"id": 7, "name": "n", "url": "1.jpg", "alt": "d", "thumb": "t.jpg", "artist": {"id": 1, "name": "Ann"},
              "license": "CC0", "date_published": "2024-05-01", "width": 640, "height": 480, "price": 12.50,
              "currency": "EUR", "tags": ["a", {"url": "no.jpg"}], "exif": {"url": "no.jpg"}},
             {"title": "n", "src": "1.jpg", "caption": "d", "thumbnail_url": "t.jpg", \
            "authors": [{"name": "Ann"}, "Bob"],
              "licence": {"name": "CC0", "url": "http://c/"}, "created": "2024", "width": "640", "height": 480.0,
              "price": {"amount": 3, "currency": "USD"}}]
            """)
        #expect(outcome.failure == nil && outcome.catalogue.count == 2)
        #expect(outcome.texts(.name) == ["n", "n"])
        #expect(outcome.texts(.location) == ["1.jpg", "1.jpg"])
        #expect(outcome.texts(.description) == ["d", "d"])
        #expect(outcome.texts(.thumbnail) == ["t.jpg", "t.jpg"])
        #expect(outcome.texts(.author) == ["Ann", "Ann, Bob"])
        #expect(outcome.texts(.license) == ["CC0", "CC0"])
        #expect(outcome.texts(.date) == ["2024-05-01", "2024"])
        #expect(outcome.texts(.width) == ["640", "640"])
        #expect(outcome.texts(.price) == ["12.50", "3"])
        #expect(outcome.texts(.currency) == ["EUR", "USD"])
    }

    @Test(arguments: ["photos", "images", "items", "entries", "data", "results"])
    func `The photos may lie under a key, among what is said of the whole`(key: String) {
        let outcome = read(
            """
            {"title": "Mine", "count": 2, "meta": {"url": "http://no/1.jpg"}, "currency": "gbp", "x": "http://no/2.jpg",
             "rates": {"USD": 1, "GBP": 0.60, "JPY": 102.53, "bad": 3, "EUR": "0.8", "CHF": -1}, \
            "links": [{"href": "no"}],
             "\(key)": [{"name": "a", "url": "1.jpg"}, "2.jpg"], "next": "http://no/3.jpg"}
            """)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == ["1.jpg", "2.jpg"])
        #expect(outcome.catalogue.facts.title == "Mine" && outcome.catalogue.facts.currency == "GBP")
        #expect(
            outcome.catalogue.facts.rates
                == [
                    "USD": 1, "GBP": Decimal(string: "0.60"), "JPY": Decimal(string: "102.53"),
                    "EUR": Decimal(string: "0.8"),
                ].compactMapValues { $0 })
    }

    @Test func `Facts after the photos count, and lists in lists are found`() {
        let outcome = read(
            #"{"response": {"status": 200, "data": {"photos": ["1.jpg"]}}, "title": "T", "rates": {"USD": 1}}"#)
        #expect(outcome.texts(.location) == ["1.jpg"])
        #expect(outcome.catalogue.facts.title == "T" && outcome.catalogue.facts.rates == ["USD": 1])
    }

    @Test func `Names to objects are photos, whose own titles count more`() {
        let outcome = read(
            """
            {"a": {"url": "1.jpg", "price": 5}, "b": {"title": "B", "src": "2.jpg"}, \
            "album": {"url": "3.jpg", "alt": "x"}, "c": "4.jpg", "currency": "EUR"}
            """)
        #expect(outcome.texts(.name) == ["a", "B", "album", "c"])
        #expect(outcome.texts(.location) == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
        #expect(outcome.catalogue.facts.currency == "EUR")
        #expect(outcome.positions == [.item(1), .item(2), .item(3), .item(4)])
    }

    @Test func `Names like title or count are photos where they have an address, and else facts`() {
        let many = (0..<40).map { #""n\#($0)": "\#($0).jpg""# }.joined(separator: ", ")
        let outcome = read(
            #"{"title": "http://h/t.jpg", "name": "N", "count": 3, \#(many), "currency": "USD", "date": "d.jpg"}"#)
        #expect(outcome.catalogue.count == 42)
        #expect(outcome.texts(.name).first == "title" && outcome.texts(.name).last == "date")
        #expect(outcome.catalogue.facts.title == "N" && outcome.catalogue.facts.currency == "USD")
        #expect(outcome.positions == (1...42).map { .item($0) })
    }

    @Test func `One photo alone is a catalogue of one`() {
        let outcome = read(
            """
            {"copyright": "Ann", "date": "2024-05-01", "explanation": "e", "media_type": "image", "title": "T", \
            "url": "http://h/1.jpg"}
            """)
        #expect(outcome.rows == ["T -> http://h/1.jpg"])
        #expect(outcome.texts(.description) == ["e"])
        #expect(read(#"{"image": "http://h/1.jpg", "thumbnail": "http://h/2.jpg"}"#).catalogue.count == 2)
    }

    @Test func `A JSON Feed's pictures are rows, and its text is none`() throws {
        let outcome = try SampleFile("json/json-feed.json").read()
        #expect(
            outcome.texts(.name) == [
                "Sea, at night", "Bergsee", "漢字の山", "A walk", "👩‍👩‍👧 Family", "x < y && z > \\",
            ])
        #expect(outcome.texts(.page).prefix(4) == (["1", "2", "3", "3"].map { "https://ann.example/\($0)" })[...])
        #expect(outcome.texts(.author)[1] == "Bob, Cem")
        #expect(outcome.texts(.description)[1] == "A lake")
        #expect(outcome.texts(.date)[0] == "2024-05-01T12:00:00+02:00")
        #expect(outcome.catalogue.facts.title == "Ann’s photos")
        #expect(outcome.positions == [1, 2, 4, 4, 5, 6].map { .item($0) })
    }

    @Test func `Malformed entries are rows that say what they are, and which`() {
        let outcome = read(
            #"["1.jpg", 5, null, true, [], {}, {"name": "a"}, {"name": "b", "url": 7}, {"url": []}, "2.jpg"]"#)
        #expect(outcome.failure == nil)
        #expect(
            outcome.rows.dropFirst().dropLast() == [
                " -> The entry’s value is a number, not a URL.", " -> The entry’s value is null, not a URL.",
                " -> The entry’s value is true or false, not a URL.", " -> The entry’s value is an array, not a URL.",
                " -> The entry has no URL.", "a -> The entry has no URL.",
                "b -> The entry’s value is a number, not a URL.", " -> The entry’s value is an array, not a URL.",
            ])
        #expect(outcome.positions == (1...10).map { .item($0) })
        let map = read(#"{"a": "1.jpg", "b": 5, "c": [1, {"x": "y"}], "d": {}, "e": "2.jpg"}"#)
        #expect(map.texts(.name) == ["a", "b", "c", "d", "e"])
        #expect((1...3).map { map.catalogue.place(of: $0).segment.problem(at: $0) } == [.number, .array, .missing])
    }

    @Test(arguments: [
        (#"{"a": "1.jpg","#, 1, "Line 1, byte 14: It ends early; it may be cut short."),
        ("[\"1.jpg\",\n\"2.jpg\" \"3.jpg\"]", 2, "Line 2, byte 25: A comma or a bracket is missing"),
        ("[\"1.jpg\",\n]", 1, "Line 2, byte 11: A value was expected"),
        ("[\"1.jpg\"] x", 1, "Line 1, byte 11: "), ("[\"a\nb\"]", 0, "Line 1, byte 3: A string contains a line break"),
        ("[\"1.jpg\",\n// no\n]", 1, "Line 2"), ("{\"a\" 1}", 0, "A colon is missing"),
        ("{'a': 1}", 0, "Line 1, byte 2"),
        (#"["\x"]"#, 0, "A backslash in a string starts an invalid escape."),
        ("[1.]", 0, "A number is not well formed."), ("[tru]", 0, "true, false or null may be misspelled"),
        ("[\"1.jpg\"", 1, "It ends early"), ("[\"1.jpg", 0, "It ends early"),
    ])
    func `A mistake keeps the rows before it, and says where it is`(text: String, rows: Int, reason: String) throws {
        let named = Sample.url("http://h/x.json")
        for pieceByteCount in [1, 1000] {
            let outcome = ReadOutcome(text.utf8, from: named, as: .standard, pieceByteCount: pieceByteCount)
            #expect(outcome.catalogue.count == rows)
            #expect(
                try #require(outcome.failure).description.contains(reason), "\(outcome.failure?.description ?? "-")")
        }
    }

    @Test(arguments: [
        "[2024-01-01 10:00:00] ERROR a\n", "[01.02.23, 10:15:20] Ann: b\n", "[  123.456] usb 1-1: c\n", "[note] d\n",
    ])
    func `A line of a log that begins with a bracket is no JSON`(text: String) {
        let outcome = ReadOutcome(text.utf8, from: Sample.url("http://h/x.txt"), as: .standard)
        #expect(outcome.failure?.description.contains("in no format that can be opened") == true)
    }

    @Test func `A document without photos says so`() {
        for text in ["[]", "{}", "{\"photos\": []}"] { #expect(read(text).failure == .noPhotos) }
        let feed = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{\"url\": \"p\"}]}"
        #expect(read(feed).failure == .noPhotosInFeed)
        #expect(read("\"text\"").failure != nil)
    }

    @Test func `Depth costs nothing where it is of no use, and has a limit where it is`() {
        let nested = String(repeating: "[", count: 1_000_000) + String(repeating: "]", count: 1_000_000)
        let outcome = read("[\"1.jpg\", \(nested), {\"x\": \(nested), \"url\": \"2.jpg\"}]")
        #expect(outcome.failure == nil && outcome.texts(.location) == ["1.jpg", "-", "2.jpg"])
        let objects = read("[\"1.jpg\", {\"image\": " + String(repeating: "{\"url\": ", count: 1000))
        #expect(
            objects.failure?.description.contains("nested more than 128 levels deep") == true
                && objects.catalogue.count == 1)
    }

    @Test func `Values are nested as deep as they may be, and not one level deeper`() {
        func outcome(_ depth: Int) -> String? {
            // The first array is a level too.
            let value = String(repeating: "{\"url\":", count: depth - 2) + "{\"url\":\"2.jpg\"}"
            return read("[\"1.jpg\"," + value + String(repeating: "}", count: depth - 2) + "]").failure?.description
        }
        #expect(outcome(EntryTree.maximumDepth) == nil)
        #expect(outcome(EntryTree.maximumDepth + 1)?.contains("nested more than 128 levels deep") == true)
    }

    @Test func `Held back rows are added if the rest is missing`() {
        var intake = CatalogueIntake(
            formats: .standard, hint: CatalogueHint(url: Sample.web), builder: CatalogueBuilder())
        #expect(throws: Never.self) {
            try Array("{\"a\": \"1.jpg\", \"b\": \"2.jpg\",".utf8).withUnsafeBytes { try intake.take($0) }
        }
        intake.breakOff()
        #expect(intake.builder.count == 2)
    }

    @Test func `A text without an end is given up`() {
        var document = Array("[\"1.jpg\", \"".utf8)
        document += [UInt8](repeating: 0x61, count: 20 << 20)
        let outcome = ReadOutcome(document, as: .standard)
        #expect(outcome.failure?.description.contains("longer than 16 MiB") == true)
        #expect(outcome.catalogue.count == 1)
    }

    @Test func `A record of endless texts with endless pictures has as many as are held, and each once`() {
        func text(_ number: Int) -> String {
            (0..<1000).map { "<img src='http://h/p\(number)x/a\($0)b.jpg'>" }.joined()
        }
        let texts = (0..<40).map { "\"body\": \"\(text($0 % 20))\"" }.joined(separator: ",")
        let outcome = ReadOutcome(Array("{\"posts\": [{\"id\": 1, \(texts)}]}".utf8), as: .standard)
        let locations = outcome.texts(.location)
        #expect(locations.count == 16_000 && Set(locations).count == locations.count, "\(locations.count)")
    }

    @Test(arguments: ["image", "photo", "picture", "media", "images"])
    func `Where an address should be, a text in HTML shows pictures`(key: String) {
        let records = (0..<3).map {
            #"{"nid":"\#($0)","sticky":"0","title":"Sea \#($0)","\#(key)":"<a href=\"/node/\#($0)\">"#
                + #"<img src=\"http://h/files/sea\#($0).jpg\"></a>"}"#
        }
        let outcome = ReadOutcome("[\(records.joined(separator: ","))]".utf8, as: .standard)
        #expect(outcome.texts(.location) == (0..<3).map { "http://h/files/sea\($0).jpg" })
    }

    @Test(arguments: ["", #""id":"7","section":"x","#])
    func `Where a record's address is that of a page, its description may show pictures`(more: String) {
        let records = (0..<3).map {
            #"{\#(more)"url":"http://h/posts/\#($0)","description":"<p>Two</p><img src=\"http://h/a\#($0).jpg\">"#
                + #"<img src=\"http://h/b\#($0).jpg\">"}"#
        }
        let outcome = ReadOutcome("[\(records.joined(separator: ","))]".utf8, as: .standard)
        #expect(outcome.texts(.location) == (0..<3).flatMap { ["http://h/a\($0).jpg", "http://h/b\($0).jpg"] })
    }

    @Test func `Ill-formed text harms only itself`() {
        let outcome = ReadOutcome(
            Array("{\"a\": \"é\", \"".utf8) + [0xFF, 0xC3] + Array("\": \"1.jpg\"}".utf8), as: .standard)
        #expect(outcome.failure == nil && outcome.catalogue.count == 2)
    }
}
