import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Markdown")
struct MarkdownPageTests {
    private func html(_ text: String) -> String {
        String(decoding: Array(text.utf8).withUnsafeBytes { MarkdownPage($0).html }, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [
        ("![Sea](sea.jpg)", #"<img src="sea.jpg" alt="Sea">"#),
        (#"![](a%20b.jpg "The race")"#, #"<img src="a%20b.jpg" alt="The race">"#),
        ("![a \"b\" <c>](<d e.jpg>)", #"<img src="d e.jpg" alt="a &quot;b&quot; &lt;c>">"#),
        ("[a photo](x(1).jpg)", #"<a href="x(1).jpg">a photo</a>"#),
        ("[![M](s.png)](l.jpg)", #"<a href="l.jpg"><img src="s.png" alt="M"></a>"#),
        ("![r][Hut]\n\n[hut]: h.jpg 'The hut'", #"<img src="h.jpg" alt="The hut">"#),
        ("`![a](b.jpg)` ``c ` ![d](e.jpg)``", ""), ("```\n![a](b.jpg)\n```", ""),
        (#"\\![a](b.jpg)"#, #"\<img src="b.jpg" alt="a">"#), ("![a] (b.jpg)", "![a] (b.jpg)"),
        (#"<img alt="a > b < c" src='[d].jpg'>[e](f)"#, #"<img alt="a > b < c" src='[d].jpg'><a href="f">e</a>"#),
        (#"<img src="a.jpg [b](c) <i>"#, #"&lt;img src="a.jpg <a href="c">b</a> <i>"#),
        ("![gif](giphy|abc)", #"!<a href="giphy|abc">gif</a>"#), ("![a](b|c.jpg)", #"<img src="b|c.jpg" alt="a">"#),
        ("1 < 2 </p", "1 &lt; 2 &lt;/p"), ("<", "&lt;"),
    ])
    func `Pictures and links become HTML, code does not`(text: String, page: String) {
        #expect(html(text) == page)
    }

    @Test func `References to a long address do not become more than their text`() {
        let address = String(repeating: "\"", count: 2000)
        let text = "[x]: " + address + "\n" + String(repeating: "[x] ", count: 100_000) + "![a](b)"
        let page = html(text)
        #expect(page.utf8.count < 5 * text.utf8.count + (64 << 10))
        // The first ones are links, and the text after the last is read.
        #expect(page.contains("<a href=\"&quot;") && page.hasSuffix("[x] ![a](b)"))
    }

    @Test func `A tag that never ends costs a search of its length, not of the text's`() {
        let start = String(repeating: "<a \" =\"", count: 290)
        let text = start + String(repeating: " a", count: 4 << 20)
        #expect(html(text).hasPrefix("&lt;a"))
    }

    @Test func `It can be cancelled`() {
        let text = Array(String(repeating: "![a](b) ", count: 1000).utf8)
        var looks = 0
        let page = text.withUnsafeBytes {
            MarkdownPage($0) {
                looks += 1
                return looks > 10
            }
        }
        #expect(page.html.count < 1000)
    }

    @Test func `Random text and endless brackets do no harm`() async {
        var generator = SeededGenerator(seed: 3)
        let marks = Array("![]()<>`\\\"' \na:".utf8)
        for await _ in Rounds(300) {
            let count = Int.random(in: 0...200, using: &generator)
            let text = (0..<count).map { _ in marks.randomElement(using: &generator) ?? 0x20 }
            _ = text.withUnsafeBytes { MarkdownPage($0).html }
        }
        let deep = String(repeating: "[", count: 20_000) + String(repeating: "](x)", count: 20_000)
        #expect(!html(deep).isEmpty)
        // Each bracket looks no further than the depth at which it gives up.
        #expect(html(String(repeating: "[", count: 1 << 20)).utf8.count == 1 << 20)
        #expect(!html(String(repeating: "<a =\"", count: 20_000)).isEmpty)
    }
}
