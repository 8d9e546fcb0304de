import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite(.timeLimit(.minutes(15))) struct NextPageLoaderTests {
    private static func url(_ name: String) -> URL { Sample.url("https://photos.example/\(name)") }

    /// A loader after a first page with three rows that names `more`.
    @MainActor
    private final class Fixture {
        let streams = StubStreams()
        let mainContext = HandDrivenMainContext()
        let loader: NextPageLoader
        var catalogue: Catalogue

        init(_ more: String...) {
            loader = NextPageLoader(
                fetcher: streams, formats: CatalogueFormats(formats: [.lines]), mainContext: mainContext)
            var builder = CatalogueBuilder()
            for row in 0..<3 { try? builder.append(name: "n\(row)", location: "\(row).jpg") }
            catalogue = builder.finish(from: NextPageLoaderTests.url("a/1"))
            catalogue.more = NamedDocuments(more.map(NextPageLoaderTests.url))
            loader.grew = { [weak self] in self?.catalogue = $0 }
            loader.begin(after: catalogue)
        }

        func waits() -> Bool { loader.trail.state == .waiting }

        /// Answers the request for the page.
        func give(_ text: String, links: String? = nil, failure: FetchFailure? = nil) {
            let asked = streams.asked.count
            loader.reached(.atEnd)
            #expect(mainContext.run { self.streams.asked.count > asked })
            streams.open(links: links)
            if !text.isEmpty { streams.give(text) }
            streams.end(failure)
            #expect(mainContext.run { if case .reading = self.loader.trail.state { false } else { true } })
        }

        var names: [String] { (0..<catalogue.count).map { catalogue.name(at: $0) } }
        func address(_ row: Int) -> String? { try? catalogue.location(at: row).get().absoluteString }
    }

    @Test func `The rows of all pages follow each other, relative to their own pages`() {
        let fixture = Fixture("b/2")
        fixture.loader.reached(.elsewhere)
        #expect(fixture.streams.asked.isEmpty)
        fixture.give("n3=3.jpg\n", links: "</c/3>; rel=next")
        fixture.give("n4=4.jpg\n")
        #expect(fixture.names == ["n0", "n1", "n2", "n3", "n4"])
        #expect(fixture.address(0) == "https://photos.example/a/0.jpg")
        #expect(fixture.address(3) == "https://photos.example/b/3.jpg")
        #expect(fixture.address(4) == "https://photos.example/c/4.jpg")
        #expect(fixture.loader.trail.state == .ended)
        fixture.loader.reached(.atEnd)
        fixture.loader.goOn()
        #expect(fixture.streams.asked.map(\.url) == [Self.url("b/2"), Self.url("c/3")])
    }

    @Test func `Rows that an earlier page had are left out, and two of one page are not`() {
        let fixture = Fixture("a/2")
        fixture.give("again=2.jpg\nn3=3.jpg\nalso=3.jpg\nabs=https://photos.example/a/0.jpg\n")
        #expect(fixture.names == ["n0", "n1", "n2", "n3", "also"])
    }

    @Test func `A page that fails keeps its rows, and read again adds only the others`() {
        let fixture = Fixture("a/2")
        fixture.give("n3=3.jpg\nn4=4.jpg\n", failure: .cutShort(received: 10, expected: 20))
        #expect(
            fixture.loader.trail.state
                == .failed(Self.url("a/2"), .fetch(.cutShort(received: 10, expected: 20))))
        #expect(fixture.names == ["n0", "n1", "n2", "n3", "n4"])
        fixture.loader.reached(.atEnd)
        #expect(fixture.streams.asked.count == 1)
        fixture.loader.goOn()
        #expect(fixture.mainContext.run { fixture.streams.asked.count == 2 })
        fixture.streams.open()
        fixture.streams.give("n3=3.jpg\nn4=4.jpg\nn5=5.jpg\n")
        fixture.streams.end()
        #expect(fixture.mainContext.run { fixture.loader.trail.state == .ended })
        #expect(fixture.names == ["n0", "n1", "n2", "n3", "n4", "n5"])
    }

    @Test func `Three pages without a new photo end it`() {
        let fixture = Fixture("a/2")
        fixture.give("x=1.jpg\n", links: "<3>; rel=next")
        fixture.give("\n", links: "<4>; rel=next")
        fixture.give("\n", links: "<5>; rel=next")
        #expect(fixture.loader.trail.state == .ended && fixture.names == ["n0", "n1", "n2"])
    }

    @Test func `A page of no bytes ends it, and one that is damaged is tried again`() {
        let fixture = Fixture("a/2")
        fixture.give("")
        #expect(fixture.loader.trail.state == .ended && fixture.names == ["n0", "n1", "n2"])
        let other = Fixture("a/2")
        other.give("n3=3.jpg\nbad\n")
        let failure = CatalogueFailure.notACatalogue(reason: "Line 2: It is bad.")
        #expect(other.loader.trail.state == .failed(Self.url("a/2"), failure))
    }

    @Test func `A page that is stopped is read from its start at the next occasion`() {
        let fixture = Fixture("a/2")
        fixture.loader.reached(.atEnd)
        #expect(fixture.mainContext.run { fixture.streams.asked.count == 1 })
        fixture.streams.open()
        fixture.streams.give(String(repeating: "\n", count: 4096) + "n3=3.jpg\n")
        #expect(fixture.mainContext.run { fixture.catalogue.count == 4 })
        fixture.loader.stop()
        #expect(fixture.waits())
        fixture.give("n3=3.jpg\nn4=4.jpg\n")
        #expect(fixture.names == ["n0", "n1", "n2", "n3", "n4"])
    }
}
