import Foundation
import Testing

@testable import PhotoCore

@Suite struct PhotoKnowledgeTests {
    private let english = Locale(identifier: "en_US")
    private let numbers = NumberFormats(locale: Locale(identifier: "en_US"))

    private func lines(_ change: (inout PhotoKnowledge) -> Void) -> [String: PhotoDetailLine] {
        var knowledge = PhotoKnowledge()
        change(&knowledge)
        return Dictionary(uniqueKeysWithValues: knowledge.lines(ReaderLocale(english)).map { ($0.label, $0) })
    }

    @Test func `What is not known is not said`() {
        #expect(lines { $0.name = "Lake" }.keys.sorted() == ["Name"])
    }

    @Test func `A camera's facts are said as photographers say them`() {
        let lines = lines {
            $0.camera.camera = "Canon EOS R5"
            $0.camera.exposureTime = 0.004
            $0.camera.aperture = 2.8
            $0.camera.speed = 400
            $0.camera.focalLength = 85
            $0.camera.date = "2024:05:17 14:03:22"
        }
        #expect(lines["Camera"]?.value == "Canon EOS R5")
        #expect(lines["Exposure"]?.value == "1/250 s")
        #expect(lines["Aperture"]?.value == "f/2.8")
        #expect(lines["Sensitivity"]?.value == "ISO 400")
        #expect(lines["Focal length"]?.value == "85 mm")
        // The kind of space before "PM" depends on the locale.
        #expect(lines["Taken"]?.value.hasPrefix("May 17, 2024 at 2:03:22") == true)
    }

    @Test func `What a library knows of a photo is said`() {
        let lines = lines {
            var facts = LibraryFacts()
            (facts.author, facts.tags, facts.rating) = ("Anna", ["Sea", "Winter"], 4.5)
            $0.library = facts
        }
        #expect(lines["Author"]?.value == "Anna")
        #expect(lines["Tags"]?.value == "Sea, Winter")
        #expect(lines["Rating"]?.value == "4.5")
    }

    @Test func `Long exposures are said in seconds`() {
        #expect(PhotoKnowledge.exposure(2.5, numbers) == "2.5 s")
        #expect(PhotoKnowledge.exposure(30, numbers) == "30 s")
        #expect(PhotoKnowledge.exposure(0, numbers) == nil)
        #expect(PhotoKnowledge.exposure(.nan, numbers) == nil)
        #expect(PhotoKnowledge.exposure(1 / 4_294_967_295, numbers) == nil)
        #expect(PhotoKnowledge.exposure(.leastNonzeroMagnitude, numbers) == nil)
    }

    @Test func `A place leads to a map`() {
        let lines = lines {
            $0.camera.latitude = -48.8583333
            $0.camera.longitude = 2.2944444
        }
        #expect(lines["Place"]?.value == "48.85833° S, 2.29444° E")
        #expect(
            lines["Place"]?.link?.absoluteString
                == "https://www.openstreetmap.org/?mlat=-48.858333&mlon=2.294444#map=15/-48.858333/2.294444")
    }

    @Test(arguments: [("de_DE", "48,85833° S, 2,29444° E"), ("ar_EG", "٤٨٫٨٥٨٣٣° S, ٢٫٢٩٤٤٤° E")])
    func `A place is in the reader's numbers`(locale: String, text: String) {
        let numbers = NumberFormats(locale: Locale(identifier: locale))
        #expect(PhotoKnowledge.place(-48.8583333, 2.2944444, numbers) == text)
    }

    @Test(arguments: [(0.0, 0.0), (91, 10), (10, 200), (.nan, 3)])
    func `An invalid place is not shown`(place: (Double, Double)) {
        let lines = lines {
            $0.camera.latitude = place.0
            $0.camera.longitude = place.1
        }
        #expect(lines["Place"] == nil)
    }

    @Test func `Sizes are said in pixels and bytes`() {
        let lines = lines {
            $0.size = PixelSize(width: 6000, height: 4000)
            $0.byteCount = 5_776_923
            $0.format = .webp
            $0.url = URL(string: "https://example.org/a.webp")
            $0.finalURL = URL(string: "https://cdn.example.org/a.webp")
        }
        #expect(lines["Size"]?.value == "6000 × 4000 pixels (24.0 megapixels)")
        #expect(lines["File size"]?.value == "5.8 MB (5,776,923 bytes)")
        #expect(lines["Type"]?.value == "WebP")
        #expect(lines["Address"]?.link?.host == "example.org")
        #expect(lines["Redirected to"]?.value == "https://cdn.example.org/a.webp")
        #expect(PhotoKnowledge.bytes(999, numbers) == "999 bytes")
        #expect(PhotoKnowledge.bytes(1, numbers) == "1 byte")
        #expect(PhotoKnowledge.bytes(1_000_000, numbers) == "1.0 MB (1,000,000 bytes)")
    }

    @Test func `Sizes, times and sensitivities are in the reader's digits`() {
        var knowledge = PhotoKnowledge()
        knowledge.size = PixelSize(width: 6000, height: 4000)
        knowledge.camera.exposureTime = 0.004
        knowledge.camera.speed = 1600
        let lines = knowledge.lines(ReaderLocale(Locale(identifier: "ar_EG")))
        let values = Dictionary(uniqueKeysWithValues: lines.map { ($0.label, $0.value) })
        #expect(values["Size"] == "٦٠٠٠ × ٤٠٠٠ pixels (٢٤٫٠ megapixels)")
        #expect(values["Exposure"] == "1/٢٥٠ s")
        #expect(values["Sensitivity"] == "ISO ١٦٠٠")
        knowledge.size = PixelSize(width: 60, height: 40)
        #expect(knowledge.lines(ReaderLocale(Locale(identifier: "ar_EG"))).contains { $0.value == "٦٠ × ٤٠ pixels" })
    }

    @Test func `Prices are said in their currency`() {
        #expect(PriceText(locale: english).text(1234.5, "USD") == "$1,234.50")
        #expect(PriceText(locale: english).text(12, nil) == "12")
    }

    /// The details of a photo in a catalogue from a file, which may name files.
    private func details(_ fields: [CatalogueField: String]) throws -> [String: PhotoDetailLine] {
        var builder = CatalogueBuilder()
        for (field, text) in fields { builder.add(field, text) }
        builder.add(.location, "1.jpg")
        try builder.endEntry(at: nil)
        let catalogue = builder.finish(from: URL(fileURLWithPath: "/home/me/photos.json"))
        return lines {
            $0.details = catalogue.details(at: 0)
            $0.url = try? catalogue.location(at: 0).get()
        }
    }

    @Test(arguments: [
        ("https://example.org/1.html", "https://example.org/1.html"), ("HTTP://h/x", "HTTP://h/x"),
        ("https://anna:secret@h/", "https://anna@h/"), ("file:///etc/passwd", nil), ("1.html", nil),
        ("/usr/share/applications/x.desktop", nil), ("javascript:alert(1)", nil), ("mailto:a@example.org", nil),
        ("smb://server/share", nil), ("data:text/html,x", nil), ("x-custom://run?it", nil),
    ])
    func `The browser is handed nothing of a catalogue but web addresses`(_ page: String, _ link: String?) throws {
        let lines = try details([.page: page, .license: page])
        #expect(lines["Page"]?.link?.absoluteString == link)
        #expect(lines["License"]?.link?.absoluteString == (page.hasPrefix("https://") ? link : nil))
        #expect(lines.values.allSatisfy { $0.label == "License" || !$0.value.contains("secret") })
        #expect(lines["File"]?.link == nil)
    }

    @Test func `What is said of a photo reads as what it is`() throws {
        let lines = try details([
            .description: "one\u{2028}two \u{202E}three", .author: "Ann\u{7}\u{2066}", .date: "to\u{202E}day",
        ])
        #expect(lines["Description"]?.value == "one\ntwo three")
        #expect(lines["Author"]?.value == "Ann ")
        #expect(lines["Date"]?.value == "today")
        let camera = self.lines {
            $0.camera.camera = "Can\u{202E}on\n5"
            $0.camera.lens = "\u{2067}50 mm"
            $0.camera.date = "yester\u{200F}day"
        }
        #expect(["Camera", "Lens", "Taken"].map { camera[$0]?.value } == ["Canon 5", "50 mm", "yesterday"])
    }

    @Test func `Only addresses are links`() {
        #expect(PhotoKnowledge.webAddress("https://creativecommons.org/licenses/by/4.0/") != nil)
        #expect(PhotoKnowledge.webAddress("CC BY 4.0") == nil)
        #expect(PhotoKnowledge.webAddress("javascript:alert(1)") == nil)
        #expect(PhotoKnowledge.webAddress("file:///etc/passwd") == nil)
    }

    /// What files and servers state: fractions of 32 bits with and without a sign, and what a Double may be.
    private static let extremes: [Double] = {
        let sides: [Double] = [0, 1, 2_147_483_647, 2_147_483_648, 4_294_967_295, -1, -2_147_483_648]
        return sides.flatMap { numerator in sides.map { numerator / $0 } } + [
            .leastNonzeroMagnitude, 1e-9, 0.4, 90, 91, 1e300, -1e300, .greatestFiniteMagnitude, .infinity, -.infinity,
            .nan, .signalingNaN,
        ]
    }()

    @Test(arguments: extremes)
    func `Any number of a camera is a text, or none`(_ number: Double) {
        #expect((PhotoKnowledge.exposure(number, numbers) != nil) == (number > 1e-9 && number.isFinite))
        #expect(!PhotoKnowledge.number(number, numbers).isEmpty)
        #expect(PhotoKnowledge.place(number, -number, numbers).split(separator: "°").count == 3)
        let lines = lines {
            ($0.camera.exposureTime, $0.camera.aperture, $0.camera.focalLength) = (number, number, number)
            ($0.camera.latitude, $0.camera.longitude) = (number, number)
            $0.camera.speed = Int(exactly: number.rounded())
        }
        let isPlace = abs(number) <= 90 && number != 0
        #expect((lines["Place"] != nil) == isPlace && (lines["Place"]?.link != nil) == isPlace)
    }
}
