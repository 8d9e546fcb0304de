import Testing

@testable import PhotoCore

@Suite("Keys of entries")
struct EntryKeyTests {
    private func key(_ text: String) -> EntryKey? { Array(text.utf8).withUnsafeBytes { EntryKey($0) } }

    @Test func `Case, spaces, hyphens and underscores count for nothing`() {
        for text in ["thumbnail_url", "thumbnailUrl", "Thumbnail URL", "THUMBNAIL-URL"] {
            #expect(key(text)?.field == .thumbnail)
        }
        for text in ["", "thumb nails of everything", "größe", "x", "namee"] { #expect(key(text) == nil) }
    }

    @Test func `Every key under which fields are saved is read as that field before all others`() {
        for field in CatalogueField.allCases {
            #expect(key(field.savedKey)?.field == field)
        }
    }

    @Test func `Keys say the same in any order, and however many there are`() {
        let usual = ["title", "url", "thumb_url", "attachments", "content_html", "images", "größe", "Image URL"]
        var keys = EntryKeyReading()
        let records = [usual, usual, usual.reversed(), (0..<100).map { "key \($0)" }, usual, usual]
        for text in records.joined() {
            let told = Array(text.utf8).withUnsafeBytes { keys.meaning(of: $0) }
            #expect(told.field == key(text))
            #expect(told.isOfAttachments == (text == "attachments"))
            #expect(told.isOfMarkup == (text == "content_html"))
            #expect(told.isOfFeedItem == ["attachments", "content_html"].contains(text))
            #expect(told.isOfPictures == (text == "images"))
        }
    }

    @Test(arguments: [
        ("http://h/", true), ("https://h", true), ("ftp://x", true), ("a.jpg", true), ("a/b.JPEG?x#y", true),
        ("x.webp", true), ("a.jfif", true), ("DSCF0001.HIF", true), ("a.xhif", false), ("a.hif.txt", false),
        ("", false), (".jpg", false), ("jpg", false), ("a.txt", false), ("AC/DC", false), ("://x", false),
        ("a.jpg.exe", false),
        ("12:30", false),
    ])
    func `Addresses are distinguished from other text by a scheme or a picture's name`(text: String, isLikely: Bool) {
        #expect(LocationDetection.isLikely(text.utf8) == isLikely)
    }
}
