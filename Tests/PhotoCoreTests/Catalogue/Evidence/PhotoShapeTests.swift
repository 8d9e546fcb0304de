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
        ] as [(String, String, Bool)])
    func `Addresses of one picture at two sizes are the same but for these`(_ one: String, _ other: String, _ so: Bool)
    {
        #expect(PictureSize.isAnother(Array(one.utf8), than: Array(other.utf8)) == so)
        #expect(PictureSize.isAnother(Array(other.utf8), than: Array(one.utf8)) == so)
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
}
