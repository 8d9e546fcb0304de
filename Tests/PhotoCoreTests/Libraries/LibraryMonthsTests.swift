import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

/// Libraries of May, April and so on, whose photos are named by their month and number.
enum LibraryStub {
    static func month(_ number: Int, _ count: Int) -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: 2024 - number / 12, month: 12 - number % 12), count: count,
            address: address(number))
    }

    static func address(_ number: Int) -> URL { URL(fileURLWithPath: "/month/\(number)") }

    static func catalogue(_ counts: [Int]) -> Catalogue {
        var catalogue = Catalogue(from: URL(fileURLWithPath: "/library"))
        catalogue.facts.base = "https://h/api/"
        let months = LibraryMonths(.immich, counts.enumerated().map { month($0.offset, $0.element) })
        catalogue.facts.months = months
        catalogue.appendUnread(months)
        return catalogue
    }

    static func content(_ month: Int, _ count: Int) throws -> MonthContent {
        var builder = CatalogueBuilder()
        for row in 0..<count {
            try builder.append(name: "\(month) \(row)", location: "assets/\(month)-\(row)/original")
        }
        let segment = builder.takeSegment() ?? CatalogueSegment(unread: 0)
        return MonthContent(
            segment: segment, timeline: .init(days: [UInt8](repeating: 3, count: count), ratios: []))
    }
}

@Suite("Catalogues whose months become known one by one")
struct LibraryMonthsTests {
    @Test func `Every row is there at once, and knows its month`() {
        let catalogue = LibraryStub.catalogue([3, 0, 70_000, 2])
        #expect(catalogue.count == 70_005)
        #expect(catalogue.photoCount == 70_005)
        #expect([0, 2, 3, 70_002, 70_003].map { catalogue.libraryMonth(ofRow: $0) } == [0, 0, 1, 1, 2])
        #expect(catalogue.libraryMonth(ofRow: 70_005) == nil)
        #expect(catalogue.libraryMonth(ofRow: -1) == nil)
        #expect(catalogue.rows(ofLibraryMonth: 1) == 3..<70_003)
        #expect(catalogue.rows(ofLibraryMonth: 9).isEmpty)
        #expect(catalogue.isUnread(at: 5))
        #expect(catalogue.location(at: 5) == .failure(.unread))
        #expect(catalogue.name(at: 5).contains("2024"))
        #expect(catalogue.summary(at: 5) == "")
        #expect(catalogue.text(of: .date, at: 5) == nil)
        #expect(catalogue.details(at: 5).size == nil)
        #expect(catalogue.byteCount == 0)
    }

    @Test func `A row that is not read has its place in the same month of another version`() {
        let (old, new) = (LibraryStub.catalogue([3, 5, 4]), LibraryStub.catalogue([7, 5, 2]))
        #expect([0, 2, 3, 7, 8, 9, 11].map { new.row(near: $0, of: old) } == [0, 2, 7, 11, 12, 13, 13])
        #expect(new.row(near: 12, of: old) == nil && new.row(near: -1, of: old) == nil)
        // A month may be gone, or others may be new.
        let other = LibraryStub.catalogue([3, 0, 4, 1])
        #expect([2, 3, 7, 8].map { other.row(near: $0, of: old) } == [2, nil, nil, 3])
        let folder = Catalogue(from: URL(fileURLWithPath: "/folder"))
        #expect(folder.row(near: 0, of: old) == nil && new.row(near: 0, of: folder) == nil)
    }

    @Test func `A row says when its photo was taken, unless that is its name`() throws {
        let date = "2024-05-04T14:30:00"
        let dates = DateText(ReaderLocale(Locale(identifier: "en_GB")))
        for (name, said) in [("IMG_1.jpg", "Lisbon · 4 May 2024"), (LibraryDates.name(date), "Lisbon")] {
            var builder = CatalogueBuilder()
            builder.add(.name, name)
            builder.add(.location, "a.jpg")
            builder.add(.date, date)
            builder.add(.description, "Lisbon")
            try builder.endEntry(at: nil)
            let segment = builder.takeSegment()
            var catalogue = LibraryStub.catalogue([1])
            catalogue.read(libraryMonth: 0, as: try #require(segment))
            #expect(catalogue.summary(at: 0, dates: dates) == said)
            #expect(catalogue.summary(at: 0, [.description], dates: dates) == "Lisbon")
        }
    }

    @Test func `A month that is read has its own rows, and one that is forgotten is unread again`() throws {
        var catalogue = LibraryStub.catalogue([2, 4, 2])
        catalogue.read(libraryMonth: 1, as: try LibraryStub.content(1, 4).segment)
        #expect(catalogue.name(at: 3) == "1 1")
        #expect(try catalogue.location(at: 3).get().absoluteString == "https://h/api/assets/1-1/original")
        #expect(catalogue.isUnread(at: 1) && !catalogue.isUnread(at: 2) && catalogue.isUnread(at: 6))
        #expect(catalogue.forget(libraryMonth: 1) > 0)
        #expect(catalogue.isUnread(at: 3))
        #expect(catalogue.count == 8)
    }

    @Test func `What is not read is neither copied nor saved, and is counted`() throws {
        var catalogue = LibraryStub.catalogue([2, 4])
        catalogue.read(libraryMonth: 0, as: try LibraryStub.content(0, 2).segment)
        #expect(catalogue.unreadCount(of: 0..<6) == 4)
        #expect(catalogue.unreadCount(of: [UInt32(1), 2]) == 1)
        for what in [CopiedText.names, .addresses] {
            var lines = CopiedLines(what)
            #expect(lines.append(0..<6, of: catalogue) == 2)
        }
        var known = LibraryStub.catalogue([2])
        known.read(libraryMonth: 0, as: try LibraryStub.content(0, 2).segment)
        for format in CatalogueSaver.Format.allCases {
            #expect(
                CatalogueSaver.document(of: catalogue, as: format) == CatalogueSaver.document(of: known, as: format))
        }
    }

    @Test(arguments: [0, 1, 9])
    func `A month with another count moves the rows after it`(_ count: Int) throws {
        var catalogue = LibraryStub.catalogue([2, 4, 2])
        catalogue.read(libraryMonth: 2, as: try LibraryStub.content(2, 2).segment)
        catalogue.read(libraryMonth: 1, as: try LibraryStub.content(1, count).segment)
        #expect(catalogue.count == 4 + count)
        #expect(catalogue.name(at: 2 + count) == "2 0")
        #expect(catalogue.libraryMonth(ofRow: 2 + count) == 2)
        #expect(catalogue.libraryMonth(ofRow: 1) == 0)
    }

    @Test func `Another version keeps the months that have as many photos`() throws {
        var old = LibraryStub.catalogue([2, 4, 2])
        for month in 0..<3 {
            old.read(libraryMonth: month, as: try LibraryStub.content(month, [2, 4, 2][month]).segment)
        }
        let new = LibraryStub.catalogue([2, 5, 2, 7]).keepingMonths(of: old)
        #expect(new.count == 16)
        #expect([0, 2, 7, 9].map { new.isUnread(at: $0) } == [false, true, false, true])
        #expect(LibraryStub.catalogue([1]).keepingMonths(of: Catalogue(from: old.url)).isUnread(at: 0))
    }

    @Test(arguments: [(2, true), (3, false)])
    func `Another version does not keep what makes it longer than a library may be`(
        _ count: Int, _ isKept: Bool
    ) throws {
        let counts = [1, LibraryMonths.mostPhotos - 2]
        var old = LibraryStub.catalogue(counts)
        old.read(libraryMonth: 0, as: try LibraryStub.content(0, count).segment)
        let new = LibraryStub.catalogue(counts).keepingMonths(of: old)
        #expect(new.isUnread(at: 0) == !isKept)
        #expect(new.count == (isKept ? LibraryMonths.mostPhotos : LibraryMonths.mostPhotos - 1))
    }

    @Test(arguments: [
        (-1, 100_000), (0, 100_000), (1, 100_001), (100_000, 200_000), (100_001, 200_002), (5_000_000, 10_000_000),
        (5_000_001, 10_000_000), (Int.max, 10_000_000),
    ])
    func `A list may have as many photos again as were counted, or some more`(_ count: Int, _ most: Int) {
        #expect(LibraryStub.month(0, count).mostRows == most)
    }

    @Test func `Unread rows are those at the same places of months that have as many photos, and no others`() throws {
        var old = LibraryStub.catalogue([3, 4, 2, 2])
        old.read(libraryMonth: 3, as: try LibraryStub.content(3, 2).segment)
        let new = LibraryStub.catalogue([3, 5, 2, 2]).keepingMonths(of: old)
        func found(_ rows: [UInt32]) -> [Int] { new.rows(like: EntrySet(rows), of: old).numbers }
        #expect(found([1]) == [1])
        #expect(found([0, 1, 2]) == [0, 1, 2])
        #expect(found([4]) == [])
        #expect(found([2, 3, 4, 5, 6, 8]) == [2, 9])
        #expect(found([7, 10]) == [8, 11])
        #expect(found([9]) == [10])
        // The month has become one of several lists, of which one has failed.
        let merged = try #require(
            MonthMerge.merge(
                [.init(try LibraryStub.content(0, 1), base: AllLibraries.url, name: "")], missing: 2))
        old.read(libraryMonth: 0, as: merged.segment)
        let other = LibraryStub.catalogue([3, 4, 2]).keepingMonths(of: old)
        #expect(other.rows(like: EntrySet([2] as [UInt32]), of: old).numbers == [2])
    }

    @Test func `Only what is read is found`() throws {
        var catalogue = LibraryStub.catalogue([2, 40_000, 2])
        var index = CatalogueIndex()
        #expect(index.follow(catalogue) { false })
        #expect(index.search(SearchQuery("2024")) { false } == [])
        catalogue.read(libraryMonth: 2, as: try LibraryStub.content(2, 2).segment)
        #expect(index.follow(catalogue) { false })
        #expect(index.search(SearchQuery("2 1")) { false } == [40_003])
        #expect(index.byteCount < 1000)
    }
}

@Suite("Kinds of fields")
struct FieldArrayTests {
    @Test func `There is a place for each`() {
        #expect(CatalogueField.allCases.map { Int($0.rawValue) } == Array(0..<FieldArray<Int>.count))
    }
}
