import Testing

@testable import PhotoCore

@Suite("Which addresses are the same photo") struct PictureSamenessTests {
    private func isSame(_ one: String, _ other: String) -> Bool {
        PictureSameness.key(of: Array(one.utf8)) == PictureSameness.key(of: Array(other.utf8))
    }

    @Test(arguments: [
        ("http://h/1.jpg", "https://h/1.jpg"), ("//h/1.jpg", "https://h/1.jpg"),
        ("1.jpg?v=1&width=246", "1.jpg?v=1&width=1946"), ("1.jpg?w=300", "1.jpg"), ("1.jpg?fit=3%2C4&ssl=1", "1.jpg"),
        ("/scale?url=%2Fp%2F1.jpg&w=640&q=75", "/p/1.jpg"), ("/i.php?id=1&width=200", "/i.php?id=1&width=900"),
        ("b.gif?view=1", "b.gif"),
        ("https://c/w_9,f_webp/https%3A%2F%2Fh%2F1.jpg", "https://c/w_99/https%3A%2F%2Fh%2F1.jpg"),
        ("https://c/w_9/https%3A%2F%2Fh%2F1.jpg", "http://h/1.jpg"),
    ]) func `Sizes, schemes and scalers make no other photo`(one: String, other: String) {
        #expect(isSame(one, other) && isSame(other, one))
    }

    @Test(arguments: [
        ("1.jpg", "2.jpg"), ("1.jpg?id=1", "1.jpg?id=2"), ("/i.php?id=1", "/i.php?id=2"), ("/i.php?w=1", "/i.php?w=2"),
        ("a/1.jpg", "b/1.jpg"), ("1.jpg", "1.png"), ("/s?u=/1.jpg", "/s?u=/2.jpg"), ("", "?"), ("1.jpg", "h/1.jpg"),
    ]) func `What else differs makes another`(one: String, other: String) {
        #expect(!isSame(one, other) || one.isEmpty)
    }

    @Test(arguments: [
        ("http://h/a/s4000/sea.JPG", "http://h/a/s320/sea.JPG", true),
        ("http://h/i/x1=s2000", "http://h/i/x1=s320", true),
        ("http://h/i/x1=w600-h315-p-k", "http://h/i/x1", true),
        ("http://h/1/53500000001_aaaa_b.jpg", "http://h/1/53500000001_aaaa_m.jpg", true),
        ("http://h/u/sea-1024x683.jpg", "http://h/u/sea.jpg", true),
        ("http://h/u/sea_a.jpg", "http://h/u/sea_b.jpg", false),
        ("http://h/2023/sea.jpg", "http://h/2024/sea.jpg", false), ("http://h/p/1", "http://h/p/2", false),
        ("http://h/IMG_1.jpg", "http://h/IMG_2.jpg", false), ("", "", false), ("/", "http://", false),
        ("x=", "=", false),
    ]) func `Sizes are known by their form`(one: String, other: String, isSame: Bool) {
        #expect(PictureSameness.differInSizeOnly(Array(one.utf8), Array(other.utf8)) == isSame)
    }

    @Test(arguments: [
        ("/u/sea-640x480.jpg", "/u/sea.jpg", true), ("/u/sea.jpg", "/u/sea-640x480.jpg", false),
        ("/p/s320/sea.jpg", "/p/s4000/sea.jpg", true), ("/u/sea.jpg", "/u/sea.jpg", true),
        ("/u/sea-640x480.jpg", "/u/moor.jpg", false), ("http://h/p/sea.jpg", "http://h/p/s320/sea.jpg", false),
        ("", "", false),
    ]) func `A size of a picture is told from the picture`(size: String, picture: String, isSize: Bool) {
        #expect(PictureSameness.isSize(Array(size.utf8), of: Array(picture.utf8)) == isSize)
    }

    @Test(arguments: [
        ("http://h/1/1_ab_b.jpg", "http://h/1/1_ab_m.jpg", true), ("http://h/sea.jpg", "http://h/sea-th.png", true),
        ("http://h/1/1_ab_b.jpg", "http://h/2/1_ab_m.jpg", false), ("http://h/sea_1.jpg", "http://h/sea_2.jpg", false),
        ("http://h/a_b.jpg", "http://h/a_c.jpg", false), ("http://h/sea_abc.jpg", "http://h/sea_abd.jpg", false),
        ("", "", false), ("/", "/", false), ("_", "-", false),
    ]) func `Letters at the end of a name may tell a size`(one: String, other: String, isSame: Bool) {
        #expect(PictureSameness.differInLettersOnly(Array(one.utf8), Array(other.utf8)) == isSame)
    }

    @Test func `Any bytes are compared without harm`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator) : Array("/?&=%.:-_x1s".utf8).randomElement() ?? 0
            }
            let key = PictureSameness.key(of: bytes)
            #expect(key.count <= bytes.count)
            _ = PictureSameness.differInSizeOnly(bytes, key)
            _ = PictureSameness.stem(of: bytes)
            _ = PageOrnament.points(ofAddress: bytes)
            _ = PageLink.isFilm(bytes)
            _ = PageLink.isFolderBelow(bytes)
            _ = PageLink.isRoot(bytes)
            _ = PageText.name(bytes, of: key)
        }
    }
}
