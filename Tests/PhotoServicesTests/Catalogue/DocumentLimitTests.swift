import Foundation
@testable import PhotoCore
@testable import PhotoServices
import TestSupport
import Testing

@Suite("What a text in a document may cost")
struct DocumentLimitTests {
    private static func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

    @Test func `A text of JSON has as many bytes as it may have; with one more it is not opened`() throws {
        let parser = JSONParser()
        var builder = CatalogueBuilder()
        try Array("[\"".utf8).withUnsafeBytes { try parser.parse($0, into: &builder) }
        try Self.letters(JSONParser.longestText).withUnsafeBytes { try parser.parse($0, into: &builder) }
        #expect(throws: CatalogueFailure.self) {
            try Self.letters(1).withUnsafeBytes { try parser.parse($0, into: &builder) }
        }
    }

    private final class Fields: CSVHandling {
        var lengths: [Int] = []
        func field(_ bytes: UnsafeRawBufferPointer?) { lengths.append(bytes?.count ?? 0) }
        func endRow(terminator: Int32) {}
    }

    @Test func `A field of a table with its end has as many bytes as it may have, and not one more`() {
        for over in [0, 1] {
            let session = CSVSession(delimiter: UInt8(ascii: ","))
            let fields = Fields()
            let text = Self.letters(CSVSession.longestField - 1 + over) + [UInt8(ascii: ",")]
            let isRead = text.withUnsafeBytes { session.parse($0, handler: fields) }
            #expect(isRead == (over == 0))
            #expect(fields.lengths == (over == 0 ? [CSVSession.longestField - 1] : []))
        }
    }

    @Test func `A page says nothing for as long as it may, and not for a byte longer`() {
        for over in [0, 1] {
            var guarding = HTMLGuard()
            // No tag, in which each white space would count.
            let text = Self.letters(HTMLGuard.longestQuiet / 2)
            #expect(guarding.objection(to: text[...], depth: 0, isInTag: false) == nil)
            let rest = text + Self.letters(over)
            #expect((guarding.objection(to: rest[...], depth: 0, isInTag: false) == nil) == (over == 0))
        }
    }

    @Test func `A page's tag has as many separators as it may have, and not one more`() {
        for over in [0, 1] {
            var guarding = HTMLGuard()
            let spaces = [UInt8](repeating: 0x20, count: HTMLGuard.mostSeparators + over)
            #expect(guarding.objection(to: spaces[...], depth: 0, isInTag: true) == nil)
            #expect((guarding.objection(to: [], depth: 0, isInTag: true) == nil) == (over == 0))
        }
    }

    @Test func `A tag of XML has as many quotation marks as it may have, and not one more`() {
        for over in [0, 1] {
            // What is reported before the tag ends with a piece: each report begins the count again.
            let start = "<?xml version='1.0'?><photos><!--"
            let head =
                Array(start.utf8) + Self.letters(CatalogueHead.byteCount - start.utf8.count - 3) + Array("-->".utf8)
            let tag = Array("<b x=\"".utf8) + [UInt8](repeating: 0x27, count: XMLPushParser.mostQuotes - 1 + over)
            let outcome = ReadOutcome(
                head + tag, contentType: "text/xml", as: .standard, pieceByteCount: CatalogueHead.byteCount)
            let isTooLong = outcome.failure?.description.contains("A tag or a comment is far too long") ?? false
            #expect(isTooLong == (over == 1), "\(String(describing: outcome.failure))")
        }
    }

    @Test func `A page's elements are nested as deep as they may be, and not deeper`() {
        var guarding = HTMLGuard()
        #expect(guarding.objection(to: [], depth: HTMLGuard.deepest, isInTag: false) == nil)
        #expect(guarding.objection(to: [], depth: HTMLGuard.deepest + 1, isInTag: false) != nil)
    }

    @Test func `A document in Markdown has as many bytes as it may have; with one more it is not opened`() {
        let start = Array("![a](b.jpg)\n```\n".utf8)
        let whole = start + Self.letters(CatalogueFormat.longestMarkdown - start.count)
        for (text, failure) in [(whole, nil), (whole + [0x61], CatalogueFailure.tooLarge(limit: whole.count))] {
            let outcome = ReadOutcome(text, contentType: "text/markdown", as: .standard)
            #expect(outcome.failure == failure)
            #expect(outcome.catalogue.count == (failure == nil ? 1 : 0))
        }
    }

    @Test func `A text of a feed has as many bytes as it may have, and one more is cut`() {
        for count in [FeedTextElement.longestText, FeedTextElement.longestText + 1] {
            let text = Array("title\0".utf8).withUnsafeBufferPointer { name in
                guard let name = name.baseAddress else { return [UInt8]() }
                var element = FeedTextElement(.title, XMLElement(name: name, namespace: nil))
                Self.letters(count).withUnsafeBytes { element.add($0) }
                return element.trimmed
            }
            #expect(text.count == FeedTextElement.longestText)
        }
    }
}
