import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct NextPageTests {
    private let page = Sample.url("https://photos.example/api/list?q=a%20b&page=2&flag#top")

    @Test func `Link fields name the next page in every form that they may have`() {
        #expect(LinkHeader.next("<https://a.example/?page=2>; rel=\"next\"") == "https://a.example/?page=2")
        #expect(
            LinkHeader.next("<a?x=1,2;3>; title=\"a, b; rel=\\\"next\\\"\"; rel=prev, <b>;rel=next;foo") == "b")
        #expect(LinkHeader.next("<c>; rel=\"last NEXT\"") == "c")
        #expect(LinkHeader.next("<c>; REL = next") == "c")
        #expect(LinkHeader.next("<c>; rel=prev; rel=next") == nil)
        #expect(LinkHeader.next("<c>; foo; rel=next, <d>; rel=next") == "c")
        for text in ["", "<", "<a", "<a>", "<a>;", "<a>;rel", "<a>;rel=", "<a>;rel=\"next", "next", ",,;;==<>"] {
            #expect(LinkHeader.next(text) == nil || text.contains("next"), "\(text)")
        }
    }

    @Test func `A token stands in the place of the last one in the document's own address`() {
        #expect(
            NextPage.query("page", "3/&é").resolve(for: page, base: page)?.absoluteString
                == "https://photos.example/api/list?q=a%20b&page=3%2F%26%C3%A9&flag")
        #expect(
            NextPage.query("after", "x").resolve(for: Sample.url("https://a.example/"), base: page)?.absoluteString
                == "https://a.example/?after=x")
        #expect(
            NextPage.query("a b", "x").resolve(for: Sample.url("https://a.example/?a%20b=1&c&a%20b=2"), base: page)?
                .absoluteString == "https://a.example/?a%20b=x&c")
        #expect(NextPage.query("after", "x").resolve(for: Sample.file, base: Sample.file) == nil)
    }

    @Test func `An address is relative to the document, and may be whatever a photo's may be`() {
        let base = Sample.url("https://photos.example/base/")
        #expect(
            NextPage.address("?page=3#x").resolve(for: page, base: page)?.absoluteString
                == "https://photos.example/api/list?page=3")
        #expect(
            NextPage.address(" b ").resolve(for: page, base: base)?.absoluteString == "https://photos.example/base/b")
        #expect(NextPage.address("file:///etc/passwd").resolve(for: page, base: base) == nil)
        #expect(NextPage.address("javascript:next()").resolve(for: page, base: base) == nil)
        #expect(NextPage.address("").resolve(for: page, base: base) == nil)
        #expect(NextPage.address("2.json").resolve(for: Sample.file, base: Sample.file)?.isFileURL == true)
        let folder = Sample.file.deletingLastPathComponent().path
        #expect(NextPage.address(folder + "/2.json").resolve(for: Sample.file, base: Sample.file)?.isFileURL == true)
        // Those of a saved document are on the server that it came from.
        for text in ["/api/v2/list?start=2", "?page=2", " /page/2/", "list.php?start=2"] {
            #expect(NextPage.address(text).resolve(for: Sample.file, base: Sample.file) == nil)
            #expect(NextPage.address(text).resolve(for: Sample.file, base: base) != nil)
        }
    }

    @Test func `A document is the index of as many others as it may be, and of not one more`() throws {
        var pages = NextPages()
        for number in 0...NextPages.mostParts { pages.add(part: .address("\(number)")) }
        #expect(pages.parts.count == NextPages.mostParts)
        #expect(pages.parts.last == .address("\(NextPages.mostParts - 1)"))
    }

    @Test func `A reply's Link counts before the document, and each address once`() {
        var pages = NextPages()
        pages.next = .address("/two")
        pages.next = .address("/three")
        #expect(pages.next == .address("/two"))
        for part in ["/a", "/two", "/a", "?q=a%20b&page=2&flag"] { pages.add(part: .address(part)) }
        let base = Sample.url("https://other.example/")
        #expect(
            pages.addresses(for: page, base: base, links: nil).map(\.absoluteString)
                == [
                    "https://other.example/two", "https://other.example/a",
                    "https://other.example/?q=a%20b&page=2&flag",
                ])
        #expect(
            pages.addresses(for: page, base: base, links: "</4>; rel=next").first?.absoluteString
                == "https://photos.example/4")
        #expect(NextPages().addresses(for: page, base: base, links: "<\(page)>; rel=next").isEmpty)
        let preferring = pages.preferring("</4>; rel=next", at: page)
        #expect(preferring.next == .address("https://photos.example/4") && preferring.parts == pages.parts)
        #expect(pages.preferring("</4>; rel=prev", at: page) == pages && pages.preferring(nil, at: page) == pages)
    }
}
