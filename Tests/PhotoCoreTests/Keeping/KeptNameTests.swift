import Foundation
import PhotoCore
import Testing

@Suite struct KeptNameTests {
    @Test(arguments: [
        ("beach.jpg", "beach.jpg"), ("a/b", "a-b"), ("..", "Photo"), (".hidden.jpg", "hidden.jpg"), ("", "Photo"),
        ("two\nlines", "two-lines"), ("  spaces ", "spaces"), ("日本.png", "日本.png"),
    ])
    func `A name becomes one that a file can have`(name: String, expected: String) {
        #expect(KeptName.clean(name) == expected)
    }

    @Test func `A name that is too long keeps its ending`() {
        let name = KeptName.clean(String(repeating: "é", count: 300) + ".jpeg")
        #expect(name.utf8.count <= 255 && name.hasSuffix("é.jpeg"))
        let second = KeptName.unique(name) { $0 == name }
        #expect(second.utf8.count <= 255 && second.hasSuffix("é (2).jpeg"))
    }

    @Test(arguments: [
        ("beach.jpg", "beach.png"), ("beach.JPEG", "beach.png"), ("v1.2 final", "v1.2 final.png"), ("x.png", "x.png"),
        ("x.PNG", "x.PNG"), ("no ending", "no ending.png"), ("archive.tar", "archive.tar.png"),
    ])
    func `What is exported is called as what it is`(name: String, expected: String) {
        #expect(KeptName.name(name, endingIn: "png") == expected)
    }

    @Test func `A name that is taken gets the first number that is free`() {
        let taken: Set<String> = ["a.jpg", "a (2).jpg"]
        #expect(KeptName.unique("a.jpg") { taken.contains($0) } == "a (3).jpg")
        #expect(KeptName.unique("b.jpg") { taken.contains($0) } == "b.jpg")
    }

    @Test func `A photo is called as its address ends, or as its name where that says nothing`() throws {
        func fileName(_ address: String) throws -> String {
            KeptPhoto(name: "A/B", location: .success(try #require(URL(string: address)))).fileName
        }
        #expect(try fileName("http://host/photos/one%20two.jpg?size=3") == "one two.jpg")
        #expect(try fileName("http://host/") == "A-B")
        #expect(try fileName("http://host") == "A-B")
        #expect(try fileName("http://host/a%2Fb.jpg") == "b.jpg" || fileName("http://host/a%2Fb.jpg") == "a-b.jpg")
    }
}
