import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("A catalogue's rows by their dates")
struct TimelineReadingTests {
    private func reading(_ catalogue: Catalogue, zone: String = "GMT") throws -> TimelineReading {
        let zone = try #require(TimeZone(identifier: zone))
        return TimelineReading(catalogue: catalogue, clock: TimelineClock(zone: zone), isCancelled: { false })
    }

    private func catalogue(_ dates: [String?]) throws -> Catalogue {
        try Finding.catalogue(of: dates.map { $0.map { ["date": $0] } ?? [:] }, cutEvery: 3)
    }

    private func entries(_ order: RowOrder?) -> [Int] {
        order.map { order in (0..<order.count).map { order.entry(at: $0) } } ?? []
    }

    @Test func `The newest come first, or the oldest, and those without a date last`() throws {
        let reading = try reading(
            catalogue(["2020-05-01", nil, "2021-01-01T10:00:00Z", "words", "1850-03-02", "2020-05-01"]))
        #expect(entries(reading.order(newestFirst: true)) == [2, 0, 5, 4, 1, 3])
        #expect(entries(reading.order(newestFirst: false)) == [4, 0, 5, 2, 1, 3])
    }

    @Test func `Folders come first, in a section of their own, whatever their dates`() throws {
        var builder = CatalogueBuilder()
        for (date, isFolder) in [("2020-05-01", false), ("2019-01-01", true), ("", false), ("", true)] {
            builder.add(.location, "https://h/x")
            if !date.isEmpty { builder.add(.date, date) }
            try builder.endEntry(at: nil, isFolder: isFolder)
        }
        let reading = try reading(builder.finish(from: Sample.web))
        for newestFirst in [true, false] {
            let order = try #require(reading.order(newestFirst: newestFirst))
            #expect(entries(order) == [1, 3, 0, 2])
            let sections = try #require(reading.sections(of: order))
            #expect(sections.sections.map(\.isOfFolders) == [true, false, false])
            #expect(sections.sections.map(\.count) == [2, 1, 1])
            #expect(sections.sections.map { $0.month?.year } == [nil, 2020, nil])
            let geometry = TimelineGeometry(sections, style: TimelineStub.style())
            let headings = geometry.headings(from: 0, to: geometry.length).filter { $0.day == nil }
            #expect(headings.map(\.isOfFolders) == [true, false, false])
            let scale = TimelineScale(length: geometry.length, page: 100, height: 1000)
            #expect(scale.labels(of: geometry, labelHeight: 20).map { $0.month?.year } == [2020, nil])
            #expect(scale.date(at: 0, of: geometry) == nil)
        }
    }

    @Test func `Months and days are as the reader's clock showed them`() throws {
        // The second is on the third of the month in Tokyo, the third where it was written.
        let catalogue = try catalogue(
            ["2021-03-31T20:00:00Z", "2021-03-02T16:00:00Z", "2021-03-02T23:30:00", "2021-03-02T16:30:00+01:00"])
        let reading = try reading(catalogue, zone: "Asia/Tokyo")
        let order = try #require(reading.order(newestFirst: true))
        let sections = try #require(reading.sections(of: order))
        #expect(entries(order) == [0, 1, 3, 2])
        #expect(sections.sections.map(\.month) == [TimelineMonth(year: 2021, month: 4), .init(year: 2021, month: 3)])
        #expect(sections.sections[1].content?.days.map(\.day) == [3, 2])
    }

    @Test func `Years and months without a day have no day, and years no month`() throws {
        let reading = try reading(
            catalogue(["1889", "1889-01-01", "1888-12-31T23:59:59", "1889-01", "1889-01-02", "1890"]))
        let order = try #require(reading.order(newestFirst: true))
        #expect(entries(order) == [5, 4, 1, 3, 0, 2])
        let sections = try #require(reading.sections(of: order)).sections
        #expect(
            sections.map { [$0.month?.year, $0.month?.month] } == [[1890, 0], [1889, 1], [1889, 0], [1888, 12]])
        #expect(sections[1].content?.days.map(\.day) == [2, 1, 0])
    }

    @Test(arguments: ["GMT", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Pacific/Kiritimati"])
    func `Every month is one section, whatever zones the dates have`(_ zone: String) throws {
        var random = SeededGenerator(seed: 3)
        let zones = ["", "Z", "+14:00", "-11:00", "+05:45", " EST"]
        let dates = (0..<2000).map { number -> String? in
            let (month, day, hour) = (1 + random.next() % 12, 1 + random.next() % 28, random.next() % 24)
            let year = [2011, 2012, 9999, 0, 1][Int(random.next() % 5)]
            let date: String = String(format: "%04d-%02d-%02dT%02d:59:60", year, Int(month), Int(day), Int(hour))
            return number % 50 == 0 ? nil : date + zones[Int(random.next() % 6)]
        }
        let reading = try reading(catalogue(dates), zone: zone)
        for newestFirst in [true, false] {
            let order = try #require(reading.order(newestFirst: newestFirst))
            let found: TimelineSections = try #require(reading.sections(of: order))
            let sections: [TimelineSections.Section] = found.sections
            let months: [TimelineMonth] = sections.compactMap(\.month)
            #expect(months == (newestFirst ? months.sorted().reversed() : months.sorted()))
            #expect(Set(months).count == months.count && sections.last?.month == nil)
            #expect(sections.reduce(0) { $0 + $1.count } == 2000)
            for section in sections where section.month != nil {
                let days: [UInt8] = section.content?.days.map(\.day) ?? []
                #expect(days == (newestFirst ? days.sorted().reversed() : days.sorted()))
                #expect(Set(days).count == days.count)
            }
        }
    }

    @Test func `Ratios are those of the catalogue's sizes, and squares without`() throws {
        let sizes = [["width": "3000", "height": "2000"], ["width": "1e3", "height": "500.0"], ["width": "7"], [:]]
        let catalogue = try Finding.catalogue(of: sizes)
        let sections = try #require(try reading(catalogue).sections(of: RowOrder(identity: 4)))
        #expect(sections.sections.map(\.month) == [nil])
        #expect(sections.sections[0].content?.ratios.map(\.value) == [1.5, 2, 1, 1])
    }

    @Test func `A cancelled reading has no result`() throws {
        let reading = TimelineReading(catalogue: try catalogue(["2020"]), isCancelled: { true })
        #expect(reading.order(newestFirst: true) == nil)
        #expect(reading.sections(of: RowOrder(identity: 1)) == nil)
    }
}
