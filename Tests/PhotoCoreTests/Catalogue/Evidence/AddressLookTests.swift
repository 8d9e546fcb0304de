import Testing

@testable import PhotoCore

@Suite("What a text looks like") struct AddressLookTests {
    private func look(_ text: String) -> AddressLook { Array(text.utf8).withUnsafeBytes { AddressLook($0) } }

    @Test(arguments: [
        "https://h/{z}/{x}/{y}.png", "https://h/a/{w}x{h}bb.jpg", "//h/{id}/full/max/0/default.jpg",
        "https://h/files{/sha}", "https://h/s?q={searchTerms}&n={count?}", "https://h/a{?page,limit}",
    ]) func `A template is no address`(text: String) {
        #expect(look(text) == .words)
    }

    @Test(arguments: [
        "https://h/--/{dataset_git_revision}/--/1.jpg", "https://h/{1}.jpg", "https://h/{}.jpg", "https://h/{sea.jpg",
        "https://h/{A1B2C3D4-0000-4000-8000-0A1B2C3D4E5F}.jpg", "file:///home/ann/{sea}.jpg", "https://h/}{.jpg",
        "https://h/{{.jpg",
    ]) func `Other braces are a name's`(text: String) {
        #expect(look(text) == .absolutePicture)
    }
}

@Suite("Texts that were encoded twice") struct TwiceEncodedTextTests {
    @Test(arguments: [
        ("CafÃ©", "Café"), ("Itâ\u{80}\u{99}s", "It’s"), ("Ã\u{85}", "Å"), ("ð\u{9F}\u{98}\u{80} \u{C3}\u{BC}", "😀 ü"),
    ]) func `They are decoded`(text: String, meant: String) {
        #expect(TwiceEncodedText.decoded(Array(text.utf8)[...]) == Array(meant.utf8))
    }

    @Test(arguments: ["Café", "Å", "naïve", "5 £", "", "plain", "漢", "CafÃ© 漢", "Ã", "© é", "CafÃ© café"])
    func `Others are not`(text: String) {
        #expect(TwiceEncodedText.decoded(Array(text.utf8)[...]) == nil)
    }

    @Test func `Bytes that are no text are left`() {
        for bytes in [[0xC3], [0xE9], [0xC3, 0x41], [0xFF, 0xFE], [0xC2, 0xC2]] as [[UInt8]] {
            #expect(TwiceEncodedText.decoded(bytes[...]) == nil)
        }
    }
}
