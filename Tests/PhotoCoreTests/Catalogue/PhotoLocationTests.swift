import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct PhotoLocationTests {
    @Test(
        arguments: [
            ("https://h/1.jpg", "https://h/1.jpg"),
            ("  https://h/1.jpg\r\n", "https://h/1.jpg"),
            ("HTTP://h/1.jpg", "http://h/1.jpg"),
            ("1.jpg", "http://example.org/albums/1.jpg"),
            ("sub/1.jpg", "http://example.org/albums/sub/1.jpg"),
            ("/1.jpg", "http://example.org/1.jpg"),
            ("../1.jpg", "http://example.org/1.jpg"),
            ("../../../1.jpg", "http://example.org/1.jpg"),
            ("http://h/a/../b/./1.jpg", "http://h/b/1.jpg"),
            ("//other/1.jpg", "http://other/1.jpg"),
            ("?page=2", "http://example.org/albums/catalogue.plist?page=2"),
            ("http://h/a b.jpg", "http://h/a%20b.jpg"),
            ("http://h/a%20b c.jpg", "http://h/a%20b%20c.jpg"),
            ("http://h/é?q=ü b#x#y", "http://h/%C3%A9?q=%C3%BC%20b#x%23y"),
            ("http://h/100%.jpg", "http://h/100%25.jpg"),
            ("http://h/a|b[c]{d}\"<>^`.jpg", "http://h/a%7Cb%5Bc%5D%7Bd%7D%22%3C%3E%5E%60.jpg"),
            ("http:\\\\h\\a\\1.jpg", "http://h/a/1.jpg"),
            ("http://h/a\nb\tc.jpg", "http://h/abc.jpg"),
            ("http://münchen.de/a%20ü.jpg", "http://xn--mnchen-3ya.de/a%20%C3%BC.jpg"),
            ("http://[::1]:8080/1.jpg", "http://[::1]:8080/1.jpg"),
            ("http://me:secret@h/1.jpg", "http://me:secret@h/1.jpg"),
            ("12:30.jpg", "http://example.org/albums/12:30.jpg"),
            ("~/1.jpg", "http://example.org/albums/~/1.jpg"),
        ])
    func `From the network, links are read as browsers read them`(text: String, url: String) throws {
        #expect(try Sample.resolved(text, from: Sample.web).replacing("HTTP:", with: "http:") == url)
    }

    @Test(
        arguments: [
            ("a b.jpg", "file:///home/me/pictures/a%20b.jpg"),
            ("a%20b.jpg", "file:///home/me/pictures/a%20b.jpg"),
            ("100%.jpg", "file:///home/me/pictures/100%25.jpg"),
            ("100% of %20.jpg", "file:///home/me/pictures/100%25%20of%20%2520.jpg"),
            ("what?#1.jpg", "file:///home/me/pictures/what%3F%231.jpg"),
            ("../é.jpg", "file:///home/me/%C3%A9.jpg"),
            ("../../../../../é.jpg", "file:///%C3%A9.jpg"),
            ("/srv/x.jpg", "file:///srv/x.jpg"),
            ("//srv//x.jpg", "file:///srv//x.jpg"),
            // A saved page names other hosts without a scheme.
            ("//cdn.example/a b.jpg?v=1", "https://cdn.example/a%20b.jpg?v=1"), ("//a.b", "file:///a.b"),
            ("//me:secret@h/a.jpg", "https://me:secret@h/a.jpg"), ("//me@h/a.jpg", "file:///me@h/a.jpg"),
            ("//a..b/c.jpg", "file:///a..b/c.jpg"), ("///cdn.example/a.jpg", "file:///cdn.example/a.jpg"),
            ("//.hidden/a.jpg", "file:///.hidden/a.jpg"),
            ("12:30.jpg", "file:///home/me/pictures/12:30.jpg"),
            ("Rome: day 1.jpg", "file:///home/me/pictures/Rome:%20day%201.jpg"),
            ("a\\b.jpg", "file:///home/me/pictures/a%5Cb.jpg"),
            ("file:///srv/a b.jpg", "file:///srv/a%20b.jpg"),
            ("file://localhost/srv/x.jpg", "file:///srv/x.jpg"),
            ("file:/srv/x.jpg?a#b", "file:///srv/x.jpg"),
            ("https://h/1.jpg?x", "https://h/1.jpg?x"),
        ])
    func `From a file, paths become file URLs`(text: String, url: String) throws {
        #expect(try Sample.resolved(text, from: Sample.file) == url)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://h/x", "data:text/html,AA", "javascript:alert(1)", "C:/x.jpg"])
    func `From the network, only http and https may be named`(text: String) throws {
        let sentence = try Sample.resolved(text, from: Sample.web)
        let wanted = "A catalogue from the network can use only http and https URLs; a catalogue in a file"
        #expect(sentence.hasPrefix(wanted))
    }

    @Test(arguments: ["ftp://h/x", "data:text/html,AA", "smb://h/x", "JavaScript:alert(1)"])
    func `From a file, other schemes are refused as well`(text: String) throws {
        let sentence = try Sample.resolved(text, from: Sample.file)
        #expect(sentence.hasPrefix("A catalogue can use only http, https and file URLs."))
    }

    @Test(arguments: ["http://", "http:///x.jpg", "https://@/", "http://:80/", "http:x.jpg", "https:?x"])
    func `A URL without a host is refused`(text: String) throws {
        for base in [Sample.web, Sample.file] {
            #expect(try Sample.resolved(text, from: base).contains("has no host"))
        }
    }

    @Test(
        arguments: ["http://a b/", "http://[zz/x", "http://h:abc/", "http://h:99999/", "http://a%20b/", "http://a<b/"])
    func `What is no URL is refused`(text: String) throws {
        #expect(try Sample.resolved(text, from: Sample.web).hasPrefix("“\(text)” is not a valid URL. Check the"))
    }

    @Test func `An empty URL, another computer's file and a NUL in a path are refused`() throws {
        #expect(try Sample.resolved(" \n ", from: Sample.web).hasPrefix("There is no URL: the address"))
        #expect(try Sample.resolved("file://nas/x.jpg", from: Sample.file).contains("another computer, “nas”"))
        #expect(try Sample.resolved("/etc/passwd\u{0}.jpg", from: Sample.file).contains("is not a valid URL"))
        #expect(try Sample.resolved("/etc/passwd%00.jpg", from: Sample.file).contains("is not a valid URL"))
    }

    @Test func `Random text never crashes and never leads out of its schemes`() throws {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "http:", "https:", "file:", "/", "//", "\\", "..", "%", "%2", "%00", "@", ":", "[", "]", "é", "😀", "?", "#",
            " ", "\u{0}", "\u{202E}", "a", "h.example", "80", "\r\n", "xn--", "\u{FFFF}",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &generator)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            for base in [Sample.web, Sample.file] {
                let catalogue = try Sample.catalogue([text], from: base)
                _ = catalogue.name(at: 0)
                guard case .success(let url) = catalogue.location(at: 0) else { continue }
                switch url.scheme?.lowercased() {
                case "http", "https": #expect(url.host?.isEmpty == false, "\(text.debugDescription)")
                case "file":
                    // Not `path`, which is empty if the bytes are not UTF-8.
                    let isWhole = url.path(percentEncoded: true).hasPrefix("/")
                    #expect(base == Sample.file && isWhole, "\(text.debugDescription)")
                default: Issue.record("\(text.debugDescription) became \(url)")
                }
            }
        }
    }
}
