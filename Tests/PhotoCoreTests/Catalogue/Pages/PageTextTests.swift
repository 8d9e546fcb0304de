import Testing

@testable import PhotoCore

@Suite("Text of pages")
struct PageTextTests {
    @Test(arguments: [
        // UTF-8 that was read as ISO 8859-1, whole and cut by the server.
        ("cafÃ©.jpg", "caf%C3%A9.jpg"), ("a-very-long-cafÃ©-na..>", "a-very-long-caf%C3%A9-name.jpg"),
        // Characters of windows-1252 that ISO 8859-1 does not have.
        ("â‚¬.jpg", "%E2%82%AC.jpg"),
        // Latin-1 that was read as UTF-8, and right.
        ("caf\u{FFFD}.jpg", "caf%E9.jpg"), ("café.jpg", "caf%C3%A9.jpg"),
    ])
    func `A link's text that is its file's name in another encoding gives way to the address`(
        text: String, address: String
    ) {
        #expect(PageText.name(Array(text.utf8), of: Array(address.utf8)).isEmpty)
    }

    @Test(arguments: [("Ã©.jpg", "other.jpg"), ("The café", "caf%C3%A9.jpg"), ("café.jpg", "caf%E9.jpg")])
    func `Other texts are names`(text: String, address: String) {
        #expect(PageText.name(Array(text.utf8), of: Array(address.utf8)) == Array(text.utf8))
    }
}
