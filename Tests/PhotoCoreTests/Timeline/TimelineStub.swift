import TestSupport
@testable import PhotoCore

/// Timelines of the tests.
enum TimelineStub {
    /// Months from 2020-12 back, with these numbers of photos.
    static func months(_ counts: [Int]) -> [(month: TimelineMonth?, count: Int)] {
        counts.enumerated().map { number, count in
            (month(number), count)
        }
    }

    static func month(_ number: Int) -> TimelineMonth {
        TimelineMonth(year: 2020 - number / 12, month: 12 - number % 12)
    }

    /// Days from the last one of a month back, and ratios as photos have them, panoramas and strips among them.
    static func photos(_ count: Int, seed: Int) -> (days: [UInt8], ratios: [TimelineRatio]) {
        var random = SeededGenerator(seed: UInt64(seed))
        let ratios = [1.5, 1.333, 0.75, 0.667, 1, 1.778, 4.2, 0.2, 2.5]
        let each = max(1, count / 20)
        let days = (0..<count).map { UInt8(max(1, 31 - $0 / each)) }
        return (days, (0..<count).map { _ in TimelineRatio(ratios[Int(random.next() % UInt64(ratios.count))]) })
    }

    static func filled(_ counts: [Int], seed: Int = 1) -> TimelineSections {
        var sections = TimelineSections(months(counts))
        for (number, count) in counts.enumerated() {
            let (days, ratios) = photos(count, seed: seed + number)
            sections.fill(number, with: .init(days: days, ratios: ratios))
        }
        return sections
    }

    static func style(
        _ width: Double = 720, line: Double = 160, isSquare: Bool = false, isRightToLeft: Bool = false
    ) -> TimelineStyle {
        TimelineStyle(
            width: width, lineHeight: line, gap: 4, leading: 12, trailing: 48, monthHeading: 56, dayHeading: 32,
            dayEnd: 12, isSquare: isSquare, isRightToLeft: isRightToLeft)
    }
}
