import Foundation
import Testing

@testable import PhotoCore

@Suite("The decision what a photo is")
struct PhotoShapeTests {
    private func decision(_ json: String) -> PhotoShape? { TreeReading(json).shape }

    @Test func `It names paths of keys, not positions, and why`() throws {
        let shape = try #require(
            decision(#"{"children":[{"media":[{"id":1,"x":2,"image_url":"https://m.example/1.jpg"},{"id":2}]}]}"#))
        let record = try #require(shape.records.first)
        #expect(record.path == "children[].media[]" && record.count == 1)
        let address = try #require(record.addresses.first)
        #expect(address.path == "children[].media[].image_url")
        #expect(address.evidence.reasons.map(\.words).contains("“image_url” names a picture"))
        #expect(address.evidence.suffices)
        let lines = shape.explanation
        #expect(lines.first == "children[].media[] is a photo (1 seen)")
        #expect(lines.contains { $0.contains("address children[].media[].image_url: address") })
    }

    @Test func `The runners-up are listed with their points`() throws {
        let shape = try #require(
            decision(#"[{"id":1,"q":1,"z":2,"uri":"https://s.example/1","photo_image_url":"https://i.example/1"}]"#))
        #expect(shape.records.first?.addresses.map(\.path) == ["[].photo_image_url"])
        #expect(shape.rejected.map(\.path) == ["[].uri"])
        #expect(shape.explanation.contains { $0.hasPrefix("  not taken [].uri: address") })
    }

    @Test(arguments: ["jpg", "JFIF", "hif", "heif", "tif", "image/x", "http-get:*:image/jpeg:*"])
    func `A text next to an address says that it is a picture`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { PictureType($0) } == .picture)
    }

    @Test(arguments: [
        ("photo_image_url", true, true), ("url_o", false, true), ("thumbnailLink", true, true),
        ("coco_url", false, true),
        ("imageurl", true, true), ("cover-photo", true, false), ("Path", false, true), ("title", false, false),
    ])
    func `A key's words tell a picture and an address`(key: String, isPicture: Bool, isAddress: Bool) {
        let sense = KeySense(key.utf8)
        #expect((sense.picture > 0) == isPicture && sense.isAddress == isAddress)
    }

    @Test(
        arguments: [
            ("https://h/600/a1", "https://h/150/a1", true), ("https://h/a?w=4000&s=1", "https://h/a?w=200&s=1", true),
            ("https://h/a_800x600", "https://h/a_80x60", true), ("https://h/max600", "https://h/max80", true),
            ("https://h/1600", "https://h/160", true),
            ("https://h/600/a1", "https://h/600/a1", false), ("https://h/600/a1", "https://h/150/a2", false),
            ("https://h/a?p=1", "https://h/a?p=2", false), ("https://h/600", "https://h/99999", false),
            ("https://h/600", "https://h/", false), ("https://h/ab1", "https://h/ab1600", false),
            ("https://h/1x2x300", "https://h/1x2x400", false), ("https://h/x", "https://h/xx", false), ("", "", false),
            ("600", "99999999999999999999999", false), ("https://h/600x", "https://h/150x", false),
            // Numbers of documents.
            ("https://h/5012", "https://h/5013", false), ("https://h/600", "https://h/500", false),
            ("https://h/625", "https://h/500", true),
        ] as [(String, String, Bool)])
    func `Addresses of one picture at two sizes are the same but for these`(_ one: String, _ other: String, _ so: Bool)
    {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        let (sides, turned) = (PictureSize.sides(one, other), PictureSize.sides(other, one))
        #expect((sides != nil) == so && sides?.0 == turned?.1 && sides?.1 == turned?.0)
    }

    @Test(
        arguments: [
            // Two keys, and their addresses in the first and the second record.
            ("url", "thumbnailUrl", ["600/a", "150/a", "600/b", "150/b"], true),
            ("url", "thumb", ["4000/a", "240/a", "5616/b", "240/b"], true),
            ("document", "thumb", ["5012", "4013", "6120", "3177"], false),
            ("document", "thumb", ["5012", "5013", "6120", "6177"], false),
            ("item", "author_image", ["1600/a", "160/a", "1600/b", "160/b"], false),
            ("invoice", "logo_image", ["1600/a", "160/a", "1600/b", "160/b"], false),
        ] as [(String, String, [String], Bool)])
    func `A size is the same in each record, and no person's or sign's picture tells it`(
        one: String, other: String, addresses: [String], isPhoto: Bool
    ) {
        let records = [addresses.prefix(2), addresses.suffix(2)].map { two in
            let texts = two.map { "\"https://h.example/\($0)\"" }
            return "{\"q\": 1, \"z\": 2, \"\(one)\": \(texts[0]), \"\(other)\": \(texts[1])}"
        }
        let shape = decision("[\(records.joined(separator: ","))]")
        let paths = shape?.records.flatMap(\.addresses).map(\.path) ?? []
        #expect(paths.contains("[].\(one)") == isPhoto, "\(shape?.explanation ?? [])")
    }

    @Test(arguments: [#""Format": "JPG""#, #""mime": "image/jpeg", "width": 400, "height": 300"#])
    func `A page next to its picture is no photo, whatever stands next to both`(said: String) {
        let records = (1...3).map { number in
            #"{"ThumbnailUrl": "https://h.example/\#(number)-Th.jpg", "Name": "\#(number)", "#
                + #""WebUri": "https://h.example/p/\#(number)", \#(said)}"#
        }
        let shape = decision("[\(records.joined(separator: ","))]")
        let paths = shape?.records.flatMap(\.addresses).map(\.path) ?? []
        #expect(paths == ["[].ThumbnailUrl"], "\(shape?.explanation ?? [])")
    }

    @Test(arguments: [(EvidenceTable.mostSizedKeys, true), (EvidenceTable.mostSizedKeys + 1, false)])
    func `Records of very many keys are not compared key by key`(count: Int, isCompared: Bool) {
        let keys = (0..<(count - 1)).map { "\"k\($0)\": 1" }.joined(separator: ",")
        let record = #"{"url": "https://h.example/600/a", "thumb": "https://h.example/150/a", \#(keys)}"#
        let reasons = decision("[\(record)]")?.explanation ?? []
        #expect(reasons.contains { $0.contains("with another size") } == isCompared, "\(reasons)")
    }

    @Test func `A size is found before a long signature`() {
        let signature = String(repeating: "a1", count: 120)
        let record =
            #"{"original": "https://h.example/1?w=4000&\#(signature)", "#
            + #""preview": "https://h.example/1?w=240&\#(signature)"}"#
        #expect(decision("[\(record)]")?.records.first?.addresses.first?.path == "[].original")
    }

    @Test(
        arguments: [
            ("url_o", 8000), ("url_sq", 75), ("thumb_480", 480), ("image_600x400", 600), ("largeImageURL", 1600),
            ("url", nil),
            ("large2x", 3200),
        ] as [(String, Int?)])
    func `A key's words tell a size`(key: String, size: Int?) { #expect(KeySense(key.utf8).size == size) }

    @Test(arguments: [
        ("https://h/1.jpg", AddressLook.absolutePicture), ("https://h/x?fm=jpg", .absoluteHint),
        ("https://h/x", .absolute),
        ("https://h/x.html", .absoluteOther), ("https://h", .absoluteOther),
        ("https://h/wiki/File:A.jpg", .absoluteOther),
        ("a/1.jpg", .relativePicture), ("/a/1.jpg", .rootedPicture), ("/a/b", .rooted), ("self", .words),
        ("File:A.jpg", .words), ("data:image/png;base64,AA", .words),
        ("data:image/png;base64," + String(repeating: "A", count: 2048), .data),
        ("data:image/svg+xml;base64," + String(repeating: "A", count: 2048), .words), ("", .empty), (" ", .empty),
        ("<img src=1.jpg>", .words),
        ("//h/1.jpg", .absolutePicture),
    ])
    func `A text looks like an address or not`(text: String, look: AddressLook) {
        #expect(Array(text.utf8).withUnsafeBytes { AddressLook($0) } == look)
    }

    @Test(arguments: [
        ("https://h/api/sea.jpg/content", true), ("https://h/x?file=sea.jpg", true), ("https://h/thumbnail-1", false),
        ("https://h/images/1", false), ("https://h/x?format=jpg", false),
    ])
    func `An address holds a picture's file name or not`(address: String, holds: Bool) {
        #expect(Array(address.utf8).withUnsafeBytes { AddressLook.holdsFileName($0) } == holds)
    }

    @Test(arguments: [
        ("object_url", true), ("external_id", true), ("object_page", false), ("html_url", false), ("image_url", false),
    ])
    func `A key's words tell what a page is about, but no page`(key: String, isThing: Bool) {
        #expect(KeySense(key.utf8).isThing == isThing)
    }

    @Test func `References of HTML are undone in titles, and ampersands in addresses`() {
        let plain = { (text: String, isURL: Bool) in
            String(decoding: CharacterReferences.plain(Array(text.utf8)[...], onlyAmpersand: isURL), as: UTF8.self)
        }
        #expect(plain("A &amp; B &#038; C &#x1F600; &nope; & &", false) == "A & B & C 😀 &nope; & &")
        #expect(plain("http://h/?a&amp;b&lt;c", true) == "http://h/?a&b&lt;c")
    }

    @Test(arguments: [
        #""alpha~x":"/p/~/a""#, #""alpha~x":"https://n.example/p/~""#, #""file_name_~":"~.jpg""#,
        #""p~_small":"https://n.example/~.jpg""#, #""mime_type_~":"image/jpeg~""#,
    ])
    func `An object with eight times as many keys takes about eight times as long`(_ field: String) {
        func time(_ count: Int) -> UInt64 {
            let fields = (0..<count).map { field.replacing("~", with: String($0)) }
            let start = threadTime()
            _ = TreeReading("[{" + fields.joined(separator: ",") + "}]")
            return threadTime() - start
        }
        let short = (0..<3).map { _ in time(1000) }.min() ?? 0
        // Where each key is compared with each, it takes 64 times as long.
        #expect(time(8000) < 24 * short)
    }

    /// What this thread has taken of the processor, in nanoseconds.
    private func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
