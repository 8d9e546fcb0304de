import Foundation
import Testing

@testable import PhotoServices

@Suite("Short answers in XML")
struct XMLReplyTests {
    private func reply(_ text: String) -> XMLReply { XMLReply(Data(text.utf8)) }

    @Test func `Elements have their text, or elements`() {
        let reply = reply("<a><b>1 &amp; 2</b><c>3<d>4</d></c><e/></a>")
        #expect(reply.elements.map(\.name) == ["b", "c", "e"])
        #expect(reply.elements.map(\.text) == ["1 & 2", "", ""])
        #expect(reply.elements[1].text(of: "d") == "4")
    }

    @Test func `An answer that declares entities is none, however little each of them is`() {
        let references = String(repeating: "&x;", count: 9000)
        let entity = String(repeating: "a", count: 32_768)
        let nested = String(repeating: "<b>", count: 14) + references + String(repeating: "</b>", count: 14)
        #expect(reply("<!DOCTYPE a [<!ENTITY x \"\(entity)\">]><a>\(nested)</a>").elements.isEmpty)
        #expect(reply("<!DOCTYPE a [<!ENTITY x \"1\">]><a><b>1</b></a>").elements.isEmpty)
    }

    @Test func `A tag of more attributes than any answer has is not read`() {
        func elements(_ count: Int) -> Int {
            reply("<a>" + "<b " + (0..<count).map { "a\($0)=''" }.joined(separator: " ") + "/></a>").elements.count
        }
        #expect(elements(XMLReply.mostQuotes / 2) == 1)
        #expect(elements(XMLReply.mostQuotes / 2 + 1) == 0)
        #expect(elements(1_000_000) == 0)
    }
}
