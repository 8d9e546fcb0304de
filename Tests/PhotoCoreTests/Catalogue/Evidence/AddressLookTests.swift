import Testing

@testable import PhotoCore

@Suite("What a text looks like") struct AddressLookTests {
    private func look(_ text: String) -> AddressLook { Array(text.utf8).withUnsafeBytes { AddressLook($0) } }

    @Test(arguments: [
        "https://h/{z}/{x}/{y}.png", "https://h/a/{w}x{h}bb.jpg", "//h/{id}/full/max/0/default.jpg",
        "https://h/files{/sha}", "https://h/s?q={searchTerms}&n={count?}", "https://h/a{?page,limit}",
        "https://h/0/#size#/sea-#size#.jpg", "https://h/#w#",
    ]) func `A template is no address`(text: String) {
        #expect(look(text) == .words)
    }

    @Test(arguments: [
        "https://h/my file.jpg", "https://h/my files/a b.jpg", "//h/a b.jpg", "https://h/a b.jpg?x=1",
        "file:///home/ann/my file.jpg",
    ]) func `A file's name may have spaces`(text: String) {
        #expect(look(text) == .absolutePicture)
    }

    @Test(arguments: [
        "https://h/1.jpg 2x", "https://h/1.jpg https://h/2.jpg", "https://h/1.jpg, https://h/2.jpg",
        "https://h/1.jpg 2.jpg", "https://h h/1.jpg", "https://h/a b.jpg?x y", "https://h/a b", "// a b.jpg",
    ]) func `A list and a sentence are no address`(text: String) {
        #expect(look(text) == .words)
    }

    @Test(arguments: [
        "https://h/--/{dataset_git_revision}/--/1.jpg", "https://h/{1}.jpg", "https://h/{}.jpg", "https://h/{sea.jpg",
        "https://h/{A1B2C3D4-0000-4000-8000-0A1B2C3D4E5F}.jpg", "file:///home/ann/{sea}.jpg", "https://h/}{.jpg",
        "https://h/{{.jpg", "https://h/sea.jpg#top", "https://h/sea.jpg##", "https://h/sea.jpg#1#",
    ]) func `Other braces are a name's`(text: String) {
        #expect(look(text) == .absolutePicture)
    }
}

@Suite("Servers' names") struct HostNameTests {
    @Test(arguments: [
        ("img.shore.example", true), ("shore.example", true), ("SHORE-2.Example", true), ("shore", false),
        ("192.0.2.1", false), ("59.1,5.9", false), ("Bergen", false), ("a..example", false), (".example", false),
        ("St. Moritz", false), ("", false), (".", false),
    ]) func `They are words with dots between them`(text: String, isHost: Bool) {
        #expect(HostName.isHost(Array(text.utf8)) == isHost)
    }

    @Test(arguments: [
        ("img.shore.example/a/1.jpg", true), ("my.album/1.jpg", false), ("a.b.c.jpg/1.jpg", false),
        ("img.shore.example", false), ("v1.2.3/1.jpg", false), ("/img.shore.example/1.jpg", false), ("", false),
    ]) func `A path may begin with one`(path: String, begins: Bool) {
        #expect(HostName.begins(Array(path.utf8)) == begins)
    }

    @Test(arguments: [
        #"{"_id":"1","site":2,"responsive_url":"img.shore.example/1.jpg","width":2000,"height":1500,"grid":"a"}"#,
        #"{"_id":"1","expiry":"2","url_location":"img.shore.example","url_path":"/S/1.JPG","grid":"a"}"#,
    ]) func `A path of another server is no address`(record: String) {
        let reading = TreeReading("{\"media\":[\(record),\(record.replacing("1.", with: "2."))]}")
        #expect(reading.rows.isEmpty && reading.failure != nil)
    }

    @Test func `Where most addresses are whole a host next to them takes nothing away`() {
        let json = #"{"id":"1","domain":"h.example","url":"https://h.example/1.jpg"}"#
        let posts = [json, json.replacing("/1.jpg", with: "/2.jpg"), #"{"id":"3","domain":"h.example","url":"/r/3"}"#]
        let reading = TreeReading("{\"posts\":[\(posts.joined(separator: ","))]}")
        #expect(reading.texts(.location).prefix(2) == ["https://h.example/1.jpg", "https://h.example/2.jpg"])
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
