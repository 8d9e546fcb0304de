import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Lists of addresses")
struct ListParserTests {
    private func read(_ text: String, pieceByteCount: Int = 1 << 20) -> ReadOutcome {
        ReadOutcome(text.utf8, from: Sample.url("http://h/x"), as: .core, pieceByteCount: pieceByteCount)
    }

    @Test(arguments: [
        "http://h/1.jpg,One ## http://h/2.jpg,Two, and more ## http://h/3.jpg,Three",
        "http://h/1.jpg,One##http://h/2.jpg,Two, and more##http://h/3.jpg,Three##",
        "http://h/1.jpg,One ##\nhttp://h/2.jpg,Two, and more ##\nhttp://h/3.jpg,Three\n",
        "http://h/1.jpg,One\r\n## http://h/2.jpg,Two,\r\nand more\r\n## http://h/3.jpg,Three\r\n",
        "http://h/1.jpg,One ## http://h/2.jpg,Two, and more\nhttp://h/3.jpg,Three\n",
        "\n\nhttp://h/1.jpg , One\n\nhttp://h/2.jpg, Two, and more\nhttp://h/3.jpg, Three",
        "http://h/1.jpg,One\rhttp://h/2.jpg,Two, and more\r# a comment, http://h/0.jpg\rhttp://h/3.jpg,Three\r",
    ])
    func `Addresses with descriptions are separated by marks, by lines, or by both`(text: String) {
        for pieceByteCount in [1, 2, 3, 1000] {
            let outcome = read(text, pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil)
            #expect(outcome.catalogue.facts.formatName == "text of addresses and descriptions")
            #expect(outcome.texts(.location) == ["http://h/1.jpg", "http://h/2.jpg", "http://h/3.jpg"])
            #expect(outcome.texts(.description) == ["One", "Two, and more", "Three"])
        }
    }

    @Test func `A list has one address a line, blank lines and comments`() {
        let outcome = read(
            "# Photos\n## all of them\n\nhttp://h/1.jpg\r\n  photos/2.jpg  \n#http://h/0.jpg\nmy photo 3.png\n")
        #expect(outcome.catalogue.facts.formatName == "list of addresses")
        #expect(outcome.texts(.location) == ["http://h/1.jpg", "photos/2.jpg", "my photo 3.png"])
        #expect(outcome.positions == [.line(4), .line(5), .line(7)])
    }

    @Test func `Check sums before and numbers of classes after a file are no parts of it`() {
        let sum = String(repeating: "0a", count: 20)
        #expect(read("\(sum)  a/1.jpg\n\(sum) *b 2.jpg\n").texts(.location) == ["a/1.jpg", "b 2.jpg"])
        let classes = read("a/1.jpg 0\na/2.jpg 17\n")
        #expect(classes.texts(.location) == ["a/1.jpg", "a/2.jpg"] && classes.texts(.description) == ["-", "-"])
    }

    @Test(arguments: [
        ("https://h/w=300,h=200/a.jpg", "https://h/w=300,h=200/a.jpg", "-"),
        ("https://h/w=300,h=200/a.jpg,AC/DC", "https://h/w=300,h=200/a.jpg", "AC/DC"),
        ("https://h/a?x=1,Sea", "https://h/a?x=1", "Sea"), ("https://h/a,Sea / shore", "https://h/a", "Sea / shore"),
        ("https://h/a.jpg,", "https://h/a.jpg", "-"),
    ])
    func `The comma after an address is distinguished from those within`(
        line: String, location: String, description: String
    ) {
        let outcome = read(line + "\nhttp://h/2.jpg,Two\n")
        #expect(outcome.texts(.location)[0] == location && outcome.texts(.description)[0] == description)
    }

    @Test(arguments: [
        ("http://h/2.png   Second, with a boat", "http://h/2.png", "Second, with a boat"),
        ("http://h/get?id=3 Third", "http://h/get?id=3", "Third"), ("http://h/2 b.jpg", "http://h/2 b.jpg", "-"),
        ("http://h/2.jpg\thttp://m/2.jpg", "http://h/2.jpg", "-"), ("2 b.jpg", "2 b.jpg", "-"),
        ("http://h/2.jpg , Two", "http://h/2.jpg", "Two"), ("http://h/2.jpg", "http://h/2.jpg", "-"),
    ])
    func `Words after an address describe it, and a file's name has spaces`(
        line: String, location: String, description: String
    ) {
        for pieceByteCount in [1, 1000] {
            let outcome = read("http://h/1.jpg\n\(line)\n", pieceByteCount: pieceByteCount)
            #expect(outcome.texts(.location) == ["http://h/1.jpg", location])
            #expect(outcome.texts(.description) == ["-", description])
        }
    }

    @Test func `Options of an address are no entries`() {
        let outcome = read("http://h/1.jpg\n  out=One.jpg\n\tdir=/tmp\nhttp://h/2.jpg\n header=A: b\nx=y.jpg\n")
        #expect(outcome.texts(.location) == ["http://h/1.jpg", "http://h/2.jpg", "x=y.jpg"])
        #expect(outcome.positions == [.line(1), .line(4), .line(6)])
    }

    @Test func `A line that is no address is a malformed entry, with its line`() {
        let outcome = read("http://h/1.jpg\nthis is no address\nhttp://h/2.jpg\nfile:///no\n")
        #expect(outcome.texts(.location) == ["http://h/1.jpg", "-", "http://h/2.jpg", "file:///no"])
        #expect(outcome.catalogue.place(of: 1).segment.problem(at: 1) == .malformed)
        #expect(outcome.texts(.name)[1] == "this is no address" && outcome.positions[1] == .line(2))
    }

    @Test func `Prose is no list`() {
        for text in [
            "Dear Ann,\nhere are the photos:\nhttp://h/1.jpg\n", "# Title\n\nSome words.\n", "a", "a,b\nc,d\n",
        ] {
            #expect(read(text).failure?.description.contains("in no format that can be opened") == true)
        }
    }

    @Test(.timeLimit(.minutes(15))) func `A line without an end costs neither memory nor time`() {
        for byte in [",", "#", "a", " ", "?"] {
            let text = "http://h/1.jpg,One ## http://h/2.jpg,Two ## " + String(repeating: byte, count: 1 << 17)
            #expect(read(text, pieceByteCount: 64 << 10).catalogue.count >= 2)
        }
    }
}
