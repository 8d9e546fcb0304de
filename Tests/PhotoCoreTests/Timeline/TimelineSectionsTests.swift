import Foundation
import Testing

@testable import PhotoCore

@Suite("The months of a timeline")
struct TimelineSectionsTests {
    @Test func `A month is known by the days since 1970, before the year 1 and after 9999 too`() {
        for year in [0, 1, 1600, 1899, 1900, 1970, 2000, 2024, 2100, 9999, 10_000] {
            for month in 1...12 {
                for day in [1, 28] {
                    let found = TimelineDay(daysSince1970: HTTPDate.days(year, month, day))
                    #expect(found == TimelineDay(TimelineMonth(year: year, month: month), day: day))
                }
            }
        }
        #expect(TimelineDay(daysSince1970: -719_529) == TimelineDay(TimelineMonth(year: -1, month: 12), day: 31))
        for days in [Int.min, Int.max] { #expect(TimelineDay(daysSince1970: days).day >= 1) }
        #expect(TimelineMonth(year: .min, month: .min) < TimelineMonth(year: .max, month: .max))
    }

    @Test func `Days follow each other without a gap`() {
        var last = TimelineDay(daysSince1970: -1_000_000)
        for days in -999_999...1_000_000 {
            let day = TimelineDay(daysSince1970: days)
            if day <= last { Issue.record("\(day) after \(last)") }
            last = day
        }
    }

    @Test(arguments: [-1, 0, 0.001, 0.25, 0.75, 1, 1.5, 3.99, 4, 1e300, .infinity, .nan, -.infinity])
    func `A ratio stays within what a line can show`(_ ratio: Double) {
        let value = TimelineRatio(ratio).value
        #expect(value >= 0.25 && value <= 4)
        if ratio >= 0.25, ratio < 4 { #expect(abs(value - ratio) < 0.0001) }
        #expect(TimelineRatio(width: ratio, height: 0) == .square)
        #expect(TimelineRatio(width: 3, height: 2).value == 1.5)
    }

    @Test func `A month has as many photos as it may have, and not one more, of one library and of several`() throws {
        let most = TimelineSections.mostInMonth
        let may = TimelineMonth(year: 2024, month: 5)
        let address = try #require(URL(string: "https://h.example/may"))
        func month(_ count: Int) -> LibraryMonths.Month { .init(month: may, count: count, address: address) }
        for (count, shown) in [(most - 1, most - 1), (most, most), (most + 1, most), (Int.max, most)] {
            #expect(TimelineSections([(may, count)]).sections.map(\.count) == [shown])
            #expect(month(count).count == shown)
        }
        for (other, both) in [(9, most - 1), (10, most), (11, most), (most, most)] {
            let merged = LibraryMonths(merging: [[month(most - 10)], [month(other)]])
            #expect(merged.sections.map(\.count) == [both])
        }
        #expect(month(-1).count == 0 && month(Int.min).count == 0)
    }

    @Test func `Reversed months have the same photos, the last one first`() {
        let may = TimelineMonth(year: 2024, month: 5)
        let april = TimelineMonth(year: 2024, month: 4)
        var sections = TimelineSections([(month: may, count: 3), (month: april, count: 2)])
        let ratios = [1.5, 0.75, 1].map { TimelineRatio($0) }
        sections.fill(0, with: TimelineSections.Content(days: [30, 30, 2], ratios: ratios))
        let other = sections.reversed
        #expect(other.sections.map(\.month) == [april, may] && other.rowCount == 5)
        #expect(other.sections[0].content == nil)
        #expect((2..<5).map(other.ratio(ofRow:)) == ratios.reversed())
        #expect((2..<5).map { other.day(ofRow: $0)?.day } == [2, 30, 30])
        #expect(TimelineSections().reversed.rowCount == 0)
    }

    @Test func `Rows are numbered through all months, and empty months left out`() {
        var sections = TimelineSections(TimelineStub.months([3, 0, 5, -1, 2]) + [(month: nil, count: 4)])
        #expect(sections.sections.map(\.count) == [3, 5, 2, 4])
        #expect((0..<4).map { sections.rows(of: $0) } == [0..<3, 3..<8, 8..<10, 10..<14])
        #expect((0..<14).map { sections.section(ofRow: $0) } == [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3])
        #expect(sections.section(of: nil) == 3)
        #expect(sections.day(ofRow: 4) == nil)
        sections.fill(1, with: .init(days: [9, 9, 2, 2, 2], ratios: [.square]))
        #expect(sections.day(ofRow: 4) == TimelineDay(TimelineStub.month(2), day: 9))
        #expect(sections.day(ofRow: 7) == TimelineDay(TimelineStub.month(2), day: 2))
        #expect(sections.sections[1].content?.days.map(\.count) == [2, 3])
        #expect(sections.day(ofRow: 99) == nil)
    }

    @Test func `A month that lied about its count is corrected`() {
        var sections = TimelineSections(TimelineStub.months([3, 5, 2]))
        sections.fill(1, with: .init(days: [9], ratios: [TimelineRatio(2)]))
        #expect(sections.rowCount == 6)
        #expect(sections.rows(of: 2) == 4..<6)
        sections.fill(1, with: .init(days: [UInt8](), ratios: [TimelineRatio]()))
        #expect(sections.rowCount == 5)
        #expect(sections.section(ofRow: 3) == 2)
        sections.fill(7, with: .init(days: [1], ratios: [.square]))
        #expect(sections.rowCount == 5)
    }

    @Test func `The mean of the ratios is that of the photos that are known`() {
        var sections = TimelineSections(TimelineStub.months([2, 100]))
        #expect(sections.meanRatio == TimelineRatio.usual)
        sections.fill(0, with: .init(days: [1, 1], ratios: [TimelineRatio(1), TimelineRatio(2)]))
        #expect(abs(sections.meanRatio - 1.5) < 0.001)
    }
}
