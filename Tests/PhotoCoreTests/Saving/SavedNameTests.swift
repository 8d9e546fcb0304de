import Foundation
import Testing

@testable import PhotoCore

@Suite struct SavedNameTests {
    @Test(arguments: [
        ("beach.jpg", "beach.jpg"), ("a/b", "a-b"), ("..", "Photo"), (".hidden.jpg", "hidden.jpg"), ("", "Photo"),
        ("two\nlines", "two-lines"), ("  spaces ", "spaces"), ("日本.png", "日本.png"),
        ("-rf.jpg", "rf.jpg"), ("-- .-x", "x"), ("---", "Photo"), (".\u{301}hidden", "\u{301}hidden"),
        ("evil\u{202E}gpj.exe", "evilgpj.exe"), ("\u{200E}-a.jpg", "a.jpg"), ("a\u{2028}b\u{85}c", "a-b-c"),
        ("שלום.jpg", "שלום.jpg"), ("\u{2067}.hidden", "hidden"),
    ])
    func `A name becomes one that a file can have`(name: String, expected: String) {
        #expect(SavedName.clean(name) == expected)
    }

    @Test func `A name that is too long keeps its ending`() {
        let name = SavedName.clean(String(repeating: "é", count: 300) + ".jpeg")
        #expect(name.utf8.count <= 255 && name.hasSuffix("é.jpeg"))
        var names = SavedNames()
        #expect(names.first(for: name) == name)
        let second = names.first(for: name)
        #expect(second.utf8.count <= 255 && second.hasSuffix("é (2).jpeg"))
    }

    @Test func `A name has as many bytes as a file system takes, and one more is cut`() {
        let longest = String(repeating: "x", count: SavedName.longest - 4)
        #expect(SavedName.clean(longest + ".jpg") == longest + ".jpg")
        #expect(SavedName.clean(longest + "x.jpg") == longest + ".jpg")
    }

    @Test(arguments: [
        ("beach.jpg", "beach.png"), ("beach.JPEG", "beach.png"), ("v1.2 final", "v1.2 final.png"), ("x.png", "x.png"),
        ("x.PNG", "x.PNG"), ("no ending", "no ending.png"), ("archive.tar", "archive.tar.png"),
        ("DSCF1.HIF", "DSCF1.png"),
    ])
    func `What is exported is called as what it is`(name: String, expected: String) {
        #expect(SavedName.name(name, endingIn: "png") == expected)
    }

    @Test func `A name that is taken gets the first number that is free`() {
        var names = SavedNames()
        #expect(
            ["a.jpg", "a (2).jpg", "A.jpg", "a.jpg", "b.jpg"].map { names.first(for: $0) } == [
                "a.jpg", "a (2).jpg", "A (3).jpg", "a (4).jpg", "b.jpg",
            ])
        #expect(names.another(for: "b.jpg") == "b (2).jpg")
    }

    @Test(arguments: ["photo.php", String(repeating: "写", count: 83) + ".php"])
    func `A hundred thousand photos of one name each get one of their own`(name: String) {
        var names = SavedNames()
        var given: Set<String> = []
        for _ in 0..<100_000 { given.insert(names.first(for: name)) }
        #expect(given.count == 100_000)
        #expect(given.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".php") })
    }

    @Test func `Long names that differ only in what is cut off are of one series`() {
        var names = SavedNames()
        var given: Set<String> = []
        let start = String(repeating: "x", count: 245)
        for _ in 0..<2 {
            for number in 10_000..<30_000 { given.insert(names.first(for: "\(start)\(number).jpg")) }
        }
        #expect(given.count == 40_000 && given.allSatisfy { $0.utf8.count <= 255 })
    }

    @Test func `A name is cut between characters, or where one alone is too long, between code points`() {
        let family = "👨‍👩‍👧‍👦"
        let name = SavedName.clean(String(repeating: family, count: 40) + ".jpg")
        #expect(name == String(repeating: family, count: 10) + ".jpg")
        let one = SavedName.clean("e" + String(repeating: "\u{301}", count: 10_000) + ".jpg")
        #expect(one.utf8.count <= 255 && one.unicodeScalars.first == "e" && one.utf8.count > 240)
        #expect(SavedName.name(String(repeating: "长", count: 100) + ".jpg", endingIn: "jpg").utf8.count <= 255)
    }

    @Test func `A photo is called as its address ends, or as its name where that says nothing`() throws {
        func fileName(_ address: String) throws -> String {
            SavedPhoto(name: "A/B", location: .success(try #require(URL(string: address)))).fileName
        }
        #expect(try fileName("http://host/photos/one%20two.jpg?size=3") == "one two.jpg")
        #expect(try fileName("http://host/") == "A-B")
        #expect(try fileName("http://host") == "A-B")
        #expect(try fileName("http://host/a%2Fb.jpg") == "a-b.jpg")
        #expect(try fileName("http://host/100%25.jpg") == "100%.jpg")
    }
}
