import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Months of several libraries")
struct MergedMonthsTests {
    private static func month(_ year: Int, _ month: Int, _ count: Int, _ library: Int) -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: year, month: month), count: count,
            address: URL(fileURLWithPath: "/\(library)/\(year)-\(month)"), library: library)
    }

    private static func dateless(_ count: Int, _ library: Int) -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: nil, count: count, address: URL(fileURLWithPath: "/\(library)/none"), library: library)
    }

    private static let merged = LibraryMonths(merging: [
        [month(2024, 5, 3, 0), month(2023, 1, 2, 0), dateless(1, 0)],
        [month(2024, 6, 4, 1), month(2024, 5, 10, 1), month(2020, 1, 0, 1), dateless(2, 1)], [],
    ])

    @Test func `The same month is one section, the newest first, and photos without a date last`() {
        let merged = Self.merged
        #expect(merged.sections.map { $0.month?.month } == [6, 5, 1, nil])
        #expect(merged.sections.map(\.count) == [4, 13, 2, 3])
        #expect(merged.sections.map(\.lists) == [0..<1, 1..<3, 3..<4, 4..<6])
        #expect(merged.months.map(\.library) == [1, 0, 1, 0, 0, 1])
        #expect(merged.photoCount == 22)
        #expect(merged.months.indices.map { merged.section(ofList: $0) } == [0, 1, 1, 2, 3, 3])
        #expect(merged.section(ofList: 6) == nil && merged.section(ofList: -1) == nil)
        #expect(LibraryMonths(merging: []).sections.isEmpty)
    }

    @Test func `Rows know their section`() {
        var catalogue = Catalogue(from: AllLibraries.url)
        catalogue.facts.months = Self.merged
        catalogue.appendUnread(Self.merged)
        #expect(catalogue.count == 22)
        #expect([0, 3, 4, 16, 17, 21].map { catalogue.libraryMonth(ofRow: $0) } == [0, 0, 1, 1, 2, 3])
        #expect(catalogue.name(at: 5).contains("2024"))
    }

    @Test func `Another version keeps the rows of sections of which the servers say the same`() throws {
        var old = Catalogue(from: AllLibraries.url)
        old.facts.months = Self.merged
        old.appendUnread(Self.merged)
        // Two of the thirteen are in both libraries.
        old.read(libraryMonth: 1, as: try LibraryStub.content(5, 11).segment)
        old.read(libraryMonth: 0, as: try LibraryStub.content(6, 4).segment)
        let other = LibraryMonths(merging: [
            [Self.month(2024, 5, 3, 0)], [Self.month(2024, 6, 5, 1), Self.month(2024, 5, 10, 1)],
        ])
        var new = Catalogue(from: AllLibraries.url)
        new.facts.months = other
        new.appendUnread(other)
        let kept = new.keepingMonths(of: old)
        #expect(kept.count == 5 + 11)
        #expect(kept.isUnread(at: 0))
        #expect(kept.name(at: 5) == "5 0")
    }
}

@Suite("Merging a month of several libraries")
struct MonthMergeTests {
    private struct Photo {
        var name = ""
        var date = ""
        var checksum = ""
        var address = "photo.jpg"
    }

    private static func source(
        _ photos: [Photo], name: String = "", base: String = "https://a.example/"
    ) throws -> MonthMerge.Source {
        var builder = CatalogueBuilder()
        for photo in photos {
            builder.add(.name, photo.name)
            builder.add(.location, photo.address)
            builder.add(.thumbnail, "small/" + photo.address)
            builder.add(.description, "A tree")
            if !photo.date.isEmpty { builder.add(.date, photo.date) }
            if !photo.checksum.isEmpty { builder.add(.checksum, photo.checksum) }
            try builder.endEntry(at: nil)
        }
        let content = MonthContent(
            segment: builder.takeSegment() ?? CatalogueSegment(unread: 0),
            timeline: .init(days: photos.map { _ in 0 }, ratios: photos.map { _ in TimelineRatio(2) }))
        return MonthMerge.Source(content, base: try #require(URL(string: base)), name: name)
    }

    private static func catalogue(_ content: MonthContent) -> Catalogue {
        var catalogue = Catalogue(from: AllLibraries.url)
        catalogue.append(content.segment)
        return catalogue
    }

    @Test func `Photos are in one order, with their days and shapes`() throws {
        let content = try #require(
            MonthMerge.merge([
                try Self.source([Photo(name: "1", date: "2024-05-09T10:00:00"), Photo(name: "2", date: "2024-05-01")]),
                try Self.source([
                    Photo(name: "3", date: "2024-05-31T23:59:59"), Photo(name: "4", date: "2024-05-09T10:00:01"),
                    Photo(name: "5"),
                ]),
            ]))
        let catalogue = Self.catalogue(content)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["3", "4", "1", "2", "5"])
        #expect(content.timeline.days.map(\.day) == [31, 9, 1, 0])
        #expect(content.timeline.days.map(\.count) == [1, 2, 1, 1])
        #expect(content.timeline.ratios.count == 5 && content.timeline.ratios[0].value == 2)
    }

    @Test func `Addresses stay those of their own library, and rows say where they are from`() throws {
        let content = try #require(
            MonthMerge.merge([
                try Self.source([Photo(date: "2024-05-02")], name: "At home"),
                try Self.source([Photo(date: "2024-05-01")], name: "Club", base: "file:///photos/"),
            ]))
        let catalogue = Self.catalogue(content)
        #expect(try catalogue.location(at: 0).get().absoluteString == "https://a.example/photo.jpg")
        #expect(catalogue.thumbnailLocation(at: 0)?.absoluteString == "https://a.example/small/photo.jpg")
        #expect(try catalogue.location(at: 1).get().absoluteString == "file:///photos/photo.jpg")
        #expect(catalogue.text(of: .description, at: 0) == "A tree · At home")
        #expect(catalogue.text(of: .description, at: 1) == "A tree · Club")
    }

    @Test func `A server's row that names a file of this computer is no photo`() throws {
        let content = try #require(
            MonthMerge.merge([try Self.source([Photo(name: "evil", address: "file:///etc/passwd")])]))
        #expect(throws: (any Error).self) { try Self.catalogue(content).location(at: 0).get() }
    }

    @Test func `The same file in several libraries is one photo, which names them`() throws {
        let content = try #require(
            MonthMerge.merge([
                try Self.source(
                    [
                        Photo(name: "1", date: "2024-05-09", checksum: "md5:1"),
                        Photo(name: "2", date: "2024-05-08", checksum: "md5:2"),
                        // A library may have a file twice.
                        Photo(name: "3", date: "2024-05-07", checksum: "md5:1"),
                    ], name: "At home"),
                try Self.source(
                    [
                        Photo(name: "4", date: "2024-05-09", checksum: "md5:2"),
                        Photo(name: "5", date: "2024-05-09", checksum: "sha1:1"), Photo(name: "6", date: "2024-05-01"),
                    ], name: "Club"),
                try Self.source([Photo(name: "7", checksum: "md5:2")], name: "Cellar"),
            ]))
        let catalogue = Self.catalogue(content)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["1", "5", "2", "3", "6"])
        #expect(catalogue.text(of: .description, at: 2) == "A tree · At home, Club, Cellar")
    }

    @Test func `Photos of a list that has failed are unread rows at the end`() throws {
        let content = try #require(
            MonthMerge.merge([try Self.source([Photo(name: "1", date: "2024-05-09")], name: "At home")], missing: 3))
        #expect(content.segment.count == 4 && !content.segment.isUnread)
        #expect(content.timeline.ratios.count == 4)
        #expect(content.timeline.days.map(\.day) == [9, 0] && content.timeline.days.map(\.count) == [1, 3])
        let months = LibraryMonths(.immich, [LibraryStub.month(7, 4)])
        var catalogue = Catalogue(from: AllLibraries.url)
        catalogue.facts.months = months
        catalogue.appendUnread(months)
        let name = catalogue.name(at: 1)
        #expect(catalogue.isUnreadMonth(0))
        catalogue.read(libraryMonth: 0, as: content.segment)
        #expect(!catalogue.isUnreadMonth(0) && !catalogue.isUnreadMonth(1))
        #expect((0..<4).map(catalogue.isUnread) == [false, true, true, true])
        #expect(catalogue.location(at: 3) == .failure(.unread) && catalogue.name(at: 3) == name)
        #expect(catalogue.text(of: .location, at: 3) == nil && catalogue.details(at: 3).size == nil)
        #expect(MonthMerge.merge([], missing: 2)?.segment.count == 2)
    }

    @Test func `Nothing, months that are not read, and a merge that is no longer wanted`() throws {
        #expect(MonthMerge.merge([])?.segment.count == 0)
        let unread = MonthContent(segment: CatalogueSegment(unread: 5), timeline: .init(days: [], ratios: []))
        #expect(MonthMerge.merge([.init(unread, base: AllLibraries.url, name: "x")])?.segment.count == 0)
        #expect(MonthMerge.merge([try Self.source([Photo()])], isCancelled: { true }) == nil)
    }

    @Test func `Tens of thousands of photos`() throws {
        let photos = (0..<20_000).map { Photo(name: "\($0)", date: "2024-05-\(10 + $0 % 20)", checksum: "md5:\($0)") }
        let half = Array(photos.prefix(10_000))
        let content = try #require(
            MonthMerge.merge([try Self.source(photos, name: "a"), try Self.source(half, name: "b")]))
        #expect(content.segment.count == 20_000)
        #expect(content.timeline.days.count == 20)
    }
}
