import Foundation
import PhotoCore
import TestSupport
import Testing

@Suite("Chunks of a body")
struct ChunkedCodingTests {
    private func decoded(_ wire: String, piece: Int = .max) -> (body: String, coding: ChunkedCoding) {
        var coding = ChunkedCoding()
        var body = Data()
        var rest = Data(wire.utf8)[...]
        while !rest.isEmpty {
            body += coding.decode(Data(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return (String(decoding: body, as: UTF8.self), coding)
    }

    @Test(arguments: 1...20)
    func `A body is whole with its last chunk and the line after it, wherever the wire cuts it`(piece: Int) {
        for wire in [
            "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n", "3;name=value\r\nabc\r\n4 \r\ndefg\r\n000\r\n\r\n",
            "0003\nabc\n4\ndefg\n0\n\n", "7\r\nabcdefg\r\n0\r\nExpires: never\r\nAge: 1\r\n\r\n",
        ] {
            let (body, coding) = decoded(wire, piece: piece)
            #expect(body == "abcdefg")
            #expect(coding.state == .ended)
            #expect(coding.soundByteCount == 7)
            #expect(!coding.hasMore)
        }
    }

    @Test func `A body that is cut anywhere is not whole, and what is sound of it are its whole chunks`() {
        let wire = "3\r\nabc\r\n4\r\ndefg\r\n0\r\nA: b\r\n\r\n"
        for count in 0..<wire.utf8.count {
            let coding = decoded(String(decoding: Data(wire.utf8.prefix(count)), as: UTF8.self)).coding
            #expect(coding.state == .coming, "\(count)")
            #expect([0, 3, 7].contains(coding.soundByteCount))
        }
        #expect(decoded("3\r\nabc\r\n4\r\ndef").coding.soundByteCount == 3)
        #expect(decoded("3\r\nabc").coding.soundByteCount == 0)
    }

    @Test(
        arguments: [
            "zzzz", "-5", "+5", "0x5", "5 5", "", " ", "1.5", "fffffffffffffffff", "ffffffffffffffff",
            "7fffffffffffffff", "8000000000000000", "\u{661}", ";a",
        ])
    func `An invalid size ends the body`(size: String) {
        let (body, coding) = decoded("3\r\nabc\r\n\(size)\r\ndefg\r\n0\r\n\r\n")
        #expect(body == "abc")
        #expect(coding.state == .broken)
        #expect(coding.soundByteCount == 3)
    }

    @Test func `A chunk of another length than it says breaks the body off`() {
        let coding = decoded("3\r\nabcd\r\n0\r\n\r\n").coding
        #expect(coding.state == .broken)
        #expect(coding.soundByteCount == 0)
    }

    @Test func `Lines and trailers have a limit`() {
        #expect(decoded("3;" + String(repeating: "x", count: 10_000) + "\r\nabc").coding.state == .broken)
        let trailers = String(repeating: "A: " + String(repeating: "b", count: 1000) + "\r\n", count: 70)
        #expect(decoded("0\r\n" + trailers + "\r\n").coding.state == .broken)
    }

    @Test func `Bytes after the end are noticed`() {
        #expect(decoded("0\r\n\r\nHTTP/1.1 200 OK").coding.hasMore)
    }

    @Test func `Whatever comes, the body is no longer than the wire, and pieces make no difference`() {
        var generator = SeededGenerator(seed: 5)
        let alphabet = Array("0123aF;\r\n\r\n\r\nxyz")
        for _ in 0..<3000 {
            let wire = String((0..<40).map { _ in alphabet.randomElement(using: &generator) ?? "0" })
            let (body, coding) = decoded(wire)
            let again = decoded(wire, piece: 1)
            #expect(body == again.body)
            #expect(coding.state == again.coding.state)
            #expect(coding.soundByteCount <= body.utf8.count && body.utf8.count <= wire.utf8.count)
        }
    }
}
