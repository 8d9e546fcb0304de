import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite(.timeLimit(.minutes(15))) struct CatalogueLoaderTests {
    /// A loader, and its events.
    @MainActor
    final class Fixture {
        let streams = StubStreams()
        let mainContext = HandDrivenMainContext()
        let loader: CatalogueLoader
        var grown: [Int] = []
        var catalogue: Catalogue?
        var progress: CatalogueProgress?
        var isUnchanged = false
        var end: CatalogueFailure??

        private let fillers: [any CatalogueFilling]

        init(fillers: [any CatalogueFilling] = []) {
            self.fillers = fillers
            loader = CatalogueLoader(
                fetcher: streams, formats: CatalogueFormats(formats: [.lines]), fillers: fillers,
                mainContext: mainContext)
        }

        func load(_ url: URL = Sample.web, revalidates: Bool = false, known: BodyVersion? = nil) {
            let asked = streams.asked.count
            loader.load(url, revalidates: revalidates, known: known) { [weak self] event in
                guard let self else { return }
                switch event {
                case .grew(let catalogue, let progress):
                    grown.append(catalogue.count)
                    (self.catalogue, self.progress) = (catalogue, progress)
                case .progressed(let progress): self.progress = progress
                case .unchanged: isUnchanged = true
                case .ended(let catalogue, let failure): (self.catalogue, end) = (catalogue, .some(failure))
                }
            }
            // A worker makes the request; the test's answer is for this request and no other.
            let isFilled = fillers.contains { $0.fills(url) }
            #expect(run { isFilled || self.streams.asked.count > asked })
        }

        func run(until condition: () -> Bool) -> Bool { mainContext.run(until: condition) }
    }

    static func lines(_ rows: Range<Int>) -> String { rows.map { "n\($0)=\($0).jpg\n" }.joined() }

    @Test func `Rows are shown while the rest still arrives`() throws {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open(expected: 100_000)
        fixture.streams.give(Self.lines(0..<1000))
        #expect(fixture.run { fixture.catalogue?.count == 1000 })
        #expect(fixture.end == nil && fixture.loader.isLoading)
        #expect(fixture.catalogue?.isComplete == false)
        #expect(fixture.progress?.bytes == FetchProgress(received: Self.lines(0..<1000).utf8.count, expected: 100_000))
        fixture.streams.give(Self.lines(1000..<1003))
        #expect(fixture.run { fixture.catalogue?.count == 1003 })
        fixture.streams.give("last=x")
        fixture.streams.end()
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.count == 1004 && fixture.catalogue?.isComplete == true)
        #expect(fixture.catalogue?.name(at: 1003) == "last")
        #expect(!fixture.loader.isLoading)
    }

    @Test func `A few rows are shown soon though the network pauses`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        // The first 4 KiB determine the format.
        fixture.streams.give(String(repeating: "\n", count: 4096) + Self.lines(0..<2))
        #expect(fixture.run { fixture.catalogue?.count == 2 })
        fixture.loader.cancel()
    }

    @Test func `A busy main context gets all events at once`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        let finished = Counter()
        for part in 0..<50 {
            fixture.streams.give(Self.lines(part * 1000..<part * 1000 + 1000)) { _ = finished.next() }
        }
        fixture.streams.end()
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.count == 50_000)
        #expect(fixture.grown.count <= 20, "\(fixture.grown)")
    }

    @Test func `Stopping leaves the rows so far, and closes the request`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        fixture.streams.give(Self.lines(0..<5000))
        #expect(fixture.run { fixture.catalogue?.count == 5000 })
        fixture.loader.stop()
        #expect(fixture.run { fixture.end == .some(.cancelled) })
        #expect(fixture.catalogue?.count == 5000 && fixture.catalogue?.isComplete == false)
        #expect(fixture.streams.closed == [Sample.web])
        #expect(!fixture.loader.isLoading)
    }

    @Test func `What is given up for another is not heard of again`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        fixture.streams.give(Self.lines(0..<5000))
        fixture.load(Sample.file)
        #expect(fixture.run { fixture.streams.asked.count == 2 && fixture.streams.closed == [Sample.web] })
        fixture.streams.open()
        fixture.streams.give("a=b")
        fixture.streams.end()
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.count == 1 && fixture.catalogue?.url == Sample.file)
    }

    @Test func `A mistake in the midst leaves the rows before it, and says its line`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        fixture.streams.give(Self.lines(0..<5000) + "bad\n" + Self.lines(0..<10))
        #expect(fixture.run { fixture.end != nil })
        #expect(fixture.end == .some(.notACatalogue(reason: "Line 5001: It is bad.")))
        #expect(fixture.catalogue?.count == 5000)
        #expect(fixture.streams.closed == [Sample.web])
    }

    @Test func `A connection that breaks off leaves the rows that came`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open()
        fixture.streams.give(Self.lines(0..<5000) + "half")
        fixture.streams.end(.cutShort(received: 1, expected: 2))
        #expect(fixture.run { fixture.end == .some(.fetch(.cutShort(received: 1, expected: 2))) })
        #expect(fixture.catalogue?.count == 5000)
    }

    @Test func `Failures before the first row have no rows`() {
        for failure in [FetchFailure.hostUnknown(host: "h"), .tooLarge(limit: 5)] {
            let fixture = Fixture()
            fixture.load()
            fixture.streams.end(failure)
            #expect(fixture.run { fixture.end != nil })
            #expect(fixture.end == .some(failure == .tooLarge(limit: 5) ? .tooLarge(limit: 5) : .fetch(failure)))
            #expect(fixture.catalogue?.count == 0)
        }
        let empty = Fixture()
        empty.load()
        empty.streams.open()
        empty.streams.give("\n")
        empty.streams.end()
        #expect(empty.run { empty.end == .some(.noPhotos) })
    }

    @Test func `The version is kept, asked with, and what is unchanged is said to be`() throws {
        let fixture = Fixture()
        let version = try #require(BodyVersion(entityTag: "\"x\""))
        fixture.load(known: version)
        #expect(fixture.streams.asked.last?.known == version)
        fixture.streams.open(version: version, isUnchanged: true)
        fixture.streams.end()
        #expect(fixture.run { fixture.isUnchanged })
        #expect(fixture.end == nil && !fixture.loader.isLoading)
        fixture.load()
        fixture.streams.open(url: Sample.url("http://h/moved"), version: version)
        fixture.streams.give("a=b.jpg")
        fixture.streams.end()
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.version == version)
        #expect(try fixture.catalogue?.location(at: 0).get() == Sample.url("http://h/b.jpg"))
    }

    /// What was kept has no photos, and the server has one.
    struct Kept: CatalogueFilling {
        func fills(_ url: URL) -> Bool { url.hasDirectoryPath }
        func fill(
            _ builder: inout CatalogueBuilder, from url: URL,
            pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {
            builder.facts.isKept = !builder.revalidates
            if builder.revalidates { try builder.append(name: "a", location: "x", at: .item(1)) }
        }
    }

    @Test func `Where nothing was kept to show, the server is asked before that is said`() {
        for (kept, told, end) in [
            ("\n", "a=b", nil), ("bad\n", "a=b", nil), ("\n", "\n", .noPhotos),
        ] as [(String, String, CatalogueFailure?)] {
            let fixture = Fixture()
            fixture.load()
            #expect(fixture.streams.asked.last?.revalidates == false)
            fixture.streams.open(isKept: true)
            fixture.streams.give(kept)
            fixture.streams.end()
            #expect(fixture.run { fixture.streams.asked.count == 2 })
            #expect(fixture.end == nil)
            #expect(fixture.streams.asked.last?.revalidates == true)
            fixture.streams.open()
            fixture.streams.give(told)
            fixture.streams.end()
            #expect(fixture.run { fixture.end != nil })
            #expect(fixture.end == .some(end))
            #expect(fixture.catalogue?.count == (end == nil ? 1 : 0))
            #expect(fixture.streams.asked.count == 2)
        }
        let fixture = Fixture(fillers: [Kept()])
        fixture.load(URL(fileURLWithPath: "/kept/", isDirectory: true))
        #expect(fixture.run { fixture.end != nil })
        #expect(fixture.end == .some(nil) && fixture.catalogue?.count == 1)
    }

    /// Finds that what is shown is still true.
    struct Unchanged: CatalogueFilling {
        static let version = BodyVersion(entityTag: "v")
        func fills(_ url: URL) -> Bool { url.hasDirectoryPath }
        func fill(
            _ builder: inout CatalogueBuilder, from url: URL,
            pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {
            builder.version = Self.version
            builder.isUnchanged = builder.known == Self.version
            if !builder.isUnchanged { try builder.append(name: "a", location: "x", at: .item(1)) }
        }
    }

    @Test func `What is no document may have a version, too, and be unchanged`() throws {
        let fixture = Fixture(fillers: [Unchanged()])
        let url = URL(fileURLWithPath: "/kept/", isDirectory: true)
        let version = try #require(Unchanged.version)
        fixture.load(url)
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.version == version && fixture.catalogue?.count == 1)
        (fixture.end, fixture.catalogue) = (nil, nil)
        fixture.load(url, revalidates: true, known: version)
        #expect(fixture.run { fixture.isUnchanged })
        #expect(fixture.end == nil)
        fixture.load(url, revalidates: true, known: BodyVersion(entityTag: "w"))
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.count == 1)
    }

    @Test func `Photos that were kept are enough at first`() {
        let fixture = Fixture()
        fixture.load()
        fixture.streams.open(isKept: true)
        fixture.streams.give("a=b")
        fixture.streams.end()
        #expect(fixture.run { fixture.end == .some(nil) })
        #expect(fixture.catalogue?.facts.isKept == true && fixture.streams.asked.count == 1)
    }

    @Test(arguments: [1, 5000])
    func `Where a WebDAV folder is asked for, a page of another kind has no rows`(rows: Int) {
        for (start, isList) in [("", false), ("<multistatus>\n", true)] {
            for failure in [nil, .timedOut(host: "h", seconds: 30)] as [FetchFailure?] {
                let fixture = Fixture()
                fixture.load(Sample.url("webdav://h/p/"))
                fixture.streams.open()
                fixture.streams.give(start + Self.lines(0..<rows))
                fixture.streams.end(failure)
                #expect(fixture.run { fixture.end != nil })
                #expect(fixture.catalogue?.count == (isList ? rows : 0))
                #expect(fixture.grown.isEmpty || isList)
                // A reply that fails before its form is known has failed.
                let isKnown = !isList && (failure == nil || rows > 1)
                let end: CatalogueFailure? = isKnown ? .noFolderList : failure.map(CatalogueFailure.fetch)
                #expect(fixture.end == .some(end))
            }
        }
    }

    /// Adds rows until it is stopped.
    struct Endless: CatalogueFilling {
        func fills(_ url: URL) -> Bool { url.hasDirectoryPath }
        func fill(
            _ builder: inout CatalogueBuilder, from url: URL,
            pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {
            while true {
                try builder.append(name: "\(builder.count)", location: "x", at: .item(builder.count + 1))
                try pause(&builder)
            }
        }
    }

    @Test func `A catalogue without a document is filled by the filler that can, and shown as it arrives`() {
        let fixture = Fixture(fillers: [Endless()])
        fixture.load(URL(fileURLWithPath: "/pictures/", isDirectory: true))
        #expect(fixture.run { fixture.grown.count > 2 })
        fixture.loader.stop()
        #expect(fixture.run { fixture.end == .some(.cancelled) })
        #expect(fixture.streams.asked.isEmpty)
    }
}
