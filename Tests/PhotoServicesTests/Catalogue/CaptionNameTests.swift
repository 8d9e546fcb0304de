import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Captions as names")
struct CaptionNameTests {
    private static let caption = "The pier at dawn"

    /// One photo with that caption, in every way in which records are read.
    private static let documents = [
        #"[{"url": "https://p.example/1.jpg", "caption": "\#(caption)"}]"#,
        #"{"photos": [{"image": {"src": "https://p.example/1.jpg", "width": 6}, "caption": "\#(caption)"}]}"#,
        #"{"n": 1, "rows": [{"photo_image_url": "https://p.example/1.jpg", "photo_caption": "\#(caption)"}]}"#,
        #"[{"url": "https://p.example/1.jpg", "title": "", "caption": "\#(caption)"}]"#,
        #"[{"url": "https://p.example/1.jpg", "caption": " \#(caption) "}]"#,
        "url,caption\nhttps://p.example/1.jpg,\(caption)\n",
        "<photos><photo url=\"https://p.example/1.jpg\"><caption>\(caption)</caption></photo>"
            + "<photo url=\"https://p.example/2.jpg\"/></photos>",
    ]

    @Test(arguments: documents)
    func `A photo with a caption alone is called by it, and it is not said twice`(document: String) {
        let catalogue = ReadOutcome(document.utf8, as: .standard).catalogue
        #expect(catalogue.count > 0)
        #expect(catalogue.name(at: 0).trimmingCharacters(in: .whitespaces) == Self.caption)
        #expect(catalogue.text(of: .description, at: 0) == nil)
    }

    @Test(arguments: [
        String(repeating: "Gulls. ", count: 23), "Two\\nlines", "<b>The pier</b>", "https://p.example/pier", "", " ",
    ])
    func `A caption that is no name stays a description`(caption: String) {
        let document = #"[{"url": "https://p.example/1.jpg", "caption": "\#(caption)"}]"#
        let outcome = ReadOutcome(document.utf8, as: .standard)
        #expect(outcome.catalogue.name(at: 0) == "1.jpg")
        #expect(outcome.texts(.name) == ["-"])
    }

    @Test func `A caption of 160 bytes is a name, and one with a byte more is none`() {
        func name(_ count: Int) -> String {
            let caption = String(repeating: "x", count: count)
            let document = #"[{"url": "https://p.example/1.jpg", "caption": "\#(caption)"}]"#
            return ReadOutcome(document.utf8, as: .standard).catalogue.name(at: 0)
        }
        #expect(name(160).count == 160)
        #expect(name(161) == "1.jpg")
    }

    @Test func `A description alone stays one`() {
        let document = #"[{"url": "https://p.example/1.jpg", "description": "\#(Self.caption)"}]"#
        let outcome = ReadOutcome(document.utf8, as: .standard)
        #expect(outcome.texts(.name) == ["-"] && outcome.texts(.description) == [Self.caption])
    }

    @Test func `A name counts more than a caption, which describes the photo then`() {
        let outcome = ReadOutcome(
            #"[{"url": "https://p.example/1.jpg", "name": "Pier", "caption": "At dawn"}]"#.utf8, as: .standard)
        #expect(outcome.texts(.name) == ["Pier"] && outcome.texts(.description) == ["At dawn"])
    }
}
