import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

@Suite("All libraries as one")
struct AllLibrariesFillerTests {
    /// Libraries that answer when they are let.
    private final class Libraries: CatalogueFilling {
        struct Library {
            var months: [LibraryMonths.Month] = []
            var failure: CatalogueFailure?
            var isKept = false
            var isSilent = false
            /// The photos of one without months, which come before its failure.
            var rows = 0
            var unreadableFolderCount = 0
            var withoutAddressCount = 0
            var isCutByServer = false
        }

        let libraries: Mutex<[String: Library]>
        let asked = Mutex<[String]>([])
        private let bell = DispatchSemaphore(value: 0)

        init(_ libraries: [String: Library]) { self.libraries = Mutex(libraries) }

        /// Has a silent library answer.
        func answer(_ name: String) {
            libraries.withLock { $0[name]?.isSilent = false }
            bell.signal()
        }

        func fills(_ url: URL) -> Bool { url.scheme == "test" }

        func fill(
            _ builder: inout CatalogueBuilder, from url: URL,
            pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {
            let name = url.host ?? ""
            asked.withLock { $0.append(name + (builder.revalidates ? "!" : "")) }
            while libraries.withLock({ $0[name]?.isSilent == true }) {
                // The reading may be cancelled meanwhile.
                _ = bell.wait(timeout: .now() + .milliseconds(50))
                try pause(&builder)
            }
            guard let library = libraries.withLock({ $0[name] }) else { throw .noPhotos }
            let isKept = library.isKept && !builder.revalidates
            for row in 0..<library.rows {
                builder.add(.name, "\(row)")
                builder.add(.location, "https://\(name)/\(row).jpg")
                try builder.endEntry(at: nil)
            }
            if let failure = library.failure, !isKept { throw failure }
            builder.facts.isKept = isKept
            builder.facts.unreadableFolderCount = library.unreadableFolderCount
            builder.facts.withoutAddressCount = library.withoutAddressCount
            builder.facts.isCutByServer = library.isCutByServer
            if !library.months.isEmpty { builder.facts.months = LibraryMonths(.immich, library.months) }
        }
    }

    private static func month(_ month: Int, _ count: Int, of name: String) throws -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: 2024, month: month), count: count,
            address: try #require(URL(string: "https://\(name)/\(month)")))
    }

    private static func fill(
        _ filler: AllLibrariesFiller, revalidates: Bool = false
    ) -> (facts: CatalogueFacts, failure: CatalogueFailure?) {
        var builder = CatalogueBuilder()
        builder.revalidates = revalidates
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: AllLibraries.url) { _ throws(CatalogueFailure) in }
            return (builder.facts, nil)
        } catch {
            return (builder.facts, error)
        }
    }

    private static func filler(_ libraries: Libraries, _ names: [String]) -> AllLibrariesFiller {
        AllLibrariesFiller(
            StubFetcher(), formats: CatalogueFormats(formats: []), fillers: [libraries],
            members: { names.map { AllLibraries.Member(address: "test://\($0)/", name: $0.uppercased()) } })
    }

    /// A check on a thread of its own.
    private final class Check: Sendable {
        private let isGivenUp = Atomic(false)
        private let waits = DispatchSemaphore(value: 0)
        private let ended = DispatchSemaphore(value: 0)
        private let result = Mutex<(facts: CatalogueFacts, failure: CatalogueFailure?)?>(nil)

        init(_ filler: AllLibrariesFiller) {
            DispatchQueue.global().async { [self] in
                var builder = CatalogueBuilder()
                builder.revalidates = true
                var failure: CatalogueFailure?
                do throws(CatalogueFailure) {
                    try filler.fill(&builder, from: AllLibraries.url) { _ throws(CatalogueFailure) in
                        waits.signal()
                        if isGivenUp.load(ordering: .relaxed) { throw CatalogueFailure.cancelled }
                    }
                } catch {
                    failure = error
                }
                let outcome = (facts: builder.facts, failure: failure)
                result.withLock { $0 = outcome }
                ended.signal()
            }
        }

        /// Returns once it waits for its libraries.
        func begins() { waits.wait() }

        func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

        func end() -> (facts: CatalogueFacts, failure: CatalogueFailure?)? {
            ended.wait()
            return result.withLock { $0 }
        }
    }

    @Test func `A check that is given up leaves the libraries to another one that waits for them`() throws {
        let libraries = Libraries(["a": .init(months: [try Self.month(5, 4, of: "a")], isSilent: true)])
        let filler = Self.filler(libraries, ["a"])
        let (first, second) = (Check(filler), Check(filler))
        first.begins()
        second.begins()
        first.giveUp()
        #expect(first.end()?.failure == .cancelled)
        libraries.answer("a")
        let end = second.end()
        #expect(end?.failure == nil)
        #expect(end?.facts.months?.photoCount == 4)
        #expect(libraries.asked.withLock { $0 } == ["a!"])
    }

    @Test func `A library that no check waits for any longer is asked again by the next one`() throws {
        let libraries = Libraries(["a": .init(months: [try Self.month(5, 4, of: "a")], isSilent: true)])
        let filler = Self.filler(libraries, ["a"])
        let checks = [Check(filler), Check(filler)]
        for check in checks { check.begins() }
        for check in checks { check.giveUp() }
        for check in checks { #expect(check.end()?.failure == .cancelled) }
        libraries.answer("a")
        #expect(Self.fill(filler, revalidates: true).facts.months?.photoCount == 4)
    }

    @Test func `A folder within another one is no member of its own`() {
        let addresses = [
            "file:///photos/2024/", "webdav://nas/p/", "file:///photos/", "webdav://nas/p/#recursive",
            "webdavs://nas/p/", "webdav://nas/p/in/", "webdav://nas/photos/", "immich+https://a.example/",
            "s3://bucket/p", "s3://bucket/p/in", "file:///photos2/",
        ]
        let members = addresses.map { AllLibraries.Member(address: $0, name: "") }
        #expect(
            AllLibraries.outermost(members).map(\.address) == [
                "webdav://nas/p/", "file:///photos/", "webdavs://nas/p/", "webdav://nas/photos/",
                "immich+https://a.example/", "s3://bucket/p", "s3://bucket/p/in", "file:///photos2/",
            ])
        #expect(AllLibraries.outermost([]).isEmpty)
    }

    @Test func `The months of all are merged, and each has its line`() throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")]),
            "b": .init(months: [try Self.month(5, 4, of: "b"), try Self.month(4, 1, of: "b")]),
            "c": .init(failure: .fetch(.refused(status: 401, phrase: ""))),
        ])
        let (facts, failure) = Self.fill(Self.filler(libraries, ["a", "b", "c"]))
        #expect(failure == nil)
        #expect(facts.months?.sections.map(\.count) == [7, 1])
        #expect(facts.months?.months.map(\.library) == [0, 1, 1])
        #expect(!facts.isKept)
        #expect(facts.lines.map(\.member.name) == ["A", "B", "C"])
        #expect(
            facts.lines.map(\.state) == [
                .shown(3), .shown(5), .failed(.fetch(.refused(status: 401, phrase: "")), known: 0),
            ])
    }

    @Test func `One that has too many photos for all together is left out, and says so`() throws {
        let most = LibraryMonths.mostPhotos
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")]),
            "b": .init(months: [try Self.month(5, most - 2, of: "b")]),
            "c": .init(months: [try Self.month(4, most - 4, of: "c")]),
            "d": .init(months: [try Self.month(3, 1, of: "d")]),
        ])
        let (facts, failure) = Self.fill(Self.filler(libraries, ["a", "b", "c", "d"]))
        #expect(failure == nil)
        #expect(facts.months?.photoCount == most)
        #expect(facts.months?.months.map(\.library) == [0, 2, 3])
        #expect(
            facts.lines.map(\.state) == [
                .shown(3), .failed(.tooManyPhotos(limit: most), known: 0), .shown(most - 4), .shown(1),
            ])
        #expect(!facts.isKept)
    }

    @Test func `The only one, if it has too many photos, is no empty library`() throws {
        let most = LibraryMonths.mostPhotos
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, most, of: "a"), try Self.month(4, 1, of: "a")])
        ])
        #expect(Self.fill(Self.filler(libraries, ["a"])).failure == .tooManyPhotos(limit: most))
    }

    @Test func `One that does not answer holds up none of the others, and is asked once`() throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")]),
            "b": .init(months: [try Self.month(5, 4, of: "b")], isSilent: true),
        ])
        let filler = Self.filler(libraries, ["a", "b"])
        let first = Self.fill(filler).facts
        #expect(first.months?.photoCount == 3)
        #expect(first.isKept)
        #expect(first.lines.map(\.state) == [.shown(3), .waiting])
        libraries.answer("b")
        let second = Self.fill(filler, revalidates: true).facts
        #expect(second.months?.photoCount == 7)
        #expect(!second.isKept)
        #expect(libraries.asked.withLock { $0.sorted() } == ["a", "b"])
        // Everything is asked again when a person wants that.
        _ = Self.fill(filler, revalidates: true)
        #expect(libraries.asked.withLock { $0.sorted() } == ["a", "a!", "b", "b!"])
    }

    @Test func `What is kept is shown first, then what is there now; one that is down keeps its photos`() throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")], isKept: true),
            "b": .init(
                months: [try Self.month(5, 4, of: "b")], failure: .fetch(.hostUnknown(host: "b")), isKept: true),
        ])
        let filler = Self.filler(libraries, ["a", "b"])
        let first = Self.fill(filler).facts
        #expect(first.isKept && first.months?.photoCount == 7)
        libraries.libraries.withLock {
            $0["a"]?.months.append(LibraryMonths.Month(month: nil, count: 2, address: AllLibraries.url))
        }
        let second = Self.fill(filler, revalidates: true).facts
        #expect(!second.isKept)
        #expect(second.months?.photoCount == 9)
        #expect(second.lines.map(\.state) == [.shown(5), .failed(.fetch(.hostUnknown(host: "b")), known: 4)])
        // A server that answers, but does not want this person, is another matter.
        libraries.libraries.withLock { $0["b"]?.failure = .fetch(.refused(status: 401, phrase: "")) }
        #expect(Self.fill(filler, revalidates: true).facts.months?.photoCount == 5)
    }

    @Test(arguments: [
        CatalogueFailure.fetch(.refused(status: 503, phrase: "")), .fetch(.refused(status: 403, phrase: "")),
        .fetch(.noNetwork(host: "b")), .tooManyPhotos(limit: 1),
    ])
    func `A library that fails midway says so, with the photos that it has told`(_ failure: CatalogueFailure) throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")]), "b": .init(failure: failure, rows: 4),
        ])
        let facts = Self.fill(Self.filler(libraries, ["a", "b"])).facts
        #expect(facts.months?.photoCount == 7)
        #expect(facts.lines.map(\.state) == [.shown(3), .failed(failure, known: 4)])
        #expect(facts.failedLineCount == 1)
    }

    @Test func `A library that fails midway keeps what was known, if that is more`() throws {
        let libraries = Libraries(["a": .init(months: [try Self.month(5, 3, of: "a")]), "b": .init(rows: 9)])
        let filler = Self.filler(libraries, ["a", "b"])
        #expect(Self.fill(filler).facts.lines.map(\.state) == [.shown(3), .shown(9)])
        let failure = CatalogueFailure.fetch(.refused(status: 503, phrase: ""))
        libraries.libraries.withLock { $0["b"] = Libraries.Library(failure: failure, rows: 4) }
        let second = Self.fill(filler, revalidates: true).facts
        #expect(second.months?.photoCount == 12)
        #expect(second.lines.map(\.state) == [.shown(3), .failed(failure, known: 9)])
        libraries.libraries.withLock { $0["b"] = Libraries.Library(failure: failure, rows: 20) }
        #expect(Self.fill(filler, revalidates: true).facts.months?.photoCount == 23)
        // This person may see no more than that.
        let refusal = CatalogueFailure.fetch(.refused(status: 403, phrase: ""))
        libraries.libraries.withLock { $0["b"] = Libraries.Library(failure: refusal, rows: 4) }
        #expect(Self.fill(filler, revalidates: true).facts.months?.photoCount == 7)
    }

    @Test func `The check that follows asks only those whose months were kept`() throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")], isKept: true),
            "b": .init(months: [try Self.month(5, 4, of: "b")]),
        ])
        let filler = Self.filler(libraries, ["a", "b"])
        #expect(Self.fill(filler).facts.isKept)
        #expect(!Self.fill(filler, revalidates: true).facts.isKept)
        #expect(libraries.asked.withLock { $0.sorted() } == ["a", "a!", "b"])
        _ = Self.fill(filler, revalidates: true)
        #expect(libraries.asked.withLock { $0.sorted() } == ["a", "a!", "a!", "b", "b!"])
    }

    @Test func `A library whose kept months take long is asked by the check after the one that they end in`() throws {
        let libraries = Libraries([
            "a": .init(months: [try Self.month(5, 3, of: "a")]),
            "b": .init(months: [try Self.month(5, 4, of: "b")], isKept: true, isSilent: true),
        ])
        let filler = Self.filler(libraries, ["a", "b"])
        #expect(Self.fill(filler).facts.isKept)
        let check = Check(filler)
        check.begins()
        libraries.answer("b")
        #expect(check.end()?.facts.isKept == true)
        let facts = Self.fill(filler, revalidates: true).facts
        #expect(!facts.isKept)
        #expect(facts.months?.photoCount == 7)
        #expect(libraries.asked.withLock { $0.sorted() } == ["a", "b", "b!"])
    }

    @Test func `Folders that cannot be read, and photos without addresses, are counted in all libraries together`() {
        let libraries = Libraries([
            "a": .init(rows: 2, unreadableFolderCount: 3, withoutAddressCount: 2),
            "b": .init(rows: 1, unreadableFolderCount: 1), "c": .init(rows: 1, withoutAddressCount: 5),
        ])
        let facts = Self.fill(Self.filler(libraries, ["a", "b", "c"])).facts
        #expect(facts.unreadableFolderCount == 4)
        #expect(facts.withoutAddressCount == 7)
    }

    @Test(arguments: [false, true])
    func `All libraries may have more photos if one of them has more than its server lists`(_ isCut: Bool) {
        let libraries = Libraries(["a": .init(rows: 2), "b": .init(rows: 1, isCutByServer: isCut)])
        #expect(Self.fill(Self.filler(libraries, ["a", "b"])).facts.isCutByServer == isCut)
    }

    @Test func `What was known is forgotten once no window shows it`() throws {
        let libraries = Libraries(["a": .init(months: [try Self.month(5, 3, of: "a")]), "b": .init(rows: 9)])
        let filler = Self.filler(libraries, ["a", "b"])
        #expect(Self.fill(filler).facts.months?.photoCount == 12)
        filler.forget()
        libraries.libraries.withLock { $0["b"]?.failure = .fetch(.noNetwork(host: "b")) }
        libraries.libraries.withLock { $0["b"]?.rows = 4 }
        #expect(Self.fill(filler, revalidates: true).facts.months?.photoCount == 7)
    }

    @Test func `Without members, or without one that answers, it is said why`() throws {
        let none = Self.fill(Self.filler(Libraries([:]), []))
        guard case .notACatalogue = none.failure else { return #expect(Bool(false), "\(none)") }
        let failure = CatalogueFailure.fetch(.cannotConnect(host: "a", reason: "x"))
        #expect(Self.fill(Self.filler(Libraries(["a": .init(failure: failure)]), ["a"])).failure == failure)
    }

    @Test func `Libraries, and folders that are pinned, belong to it`() {
        var catalogues = RecentCatalogues()
        let addresses = [
            "immich+https://a.example/", "file:///photos/", "file:///elsewhere/", "https://example.org/feed.xml",
            AllLibraries.address,
        ]
        for address in addresses { catalogues.apply(.opened(address: address, title: "T")) }
        catalogues.apply(.pinned(address: "file:///photos/", true))
        catalogues.apply(.pinned(address: "https://example.org/feed.xml", true))
        let order = LanguagelessCollation()
        #expect(catalogues.members(by: order).map(\.address) == ["file:///photos/", "immich+https://a.example/"])
        catalogues.apply(.named(address: "file:///photos/", name: "Zoo"))
        #expect(catalogues.members(by: order).map(\.name) == ["T", "Zoo"])
        #expect(!catalogues.shown.contains { $0.address == AllLibraries.address })
    }
}
