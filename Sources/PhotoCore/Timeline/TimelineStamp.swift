import Foundation

/// When a photo was taken, as its reader counts days: sorts photos, and tells their sections. A year without a month
/// sorts before its months, a month without a day before its days.
struct TimelineStamp: Comparable, Sendable {
    /// Milliseconds of a calendar of months 0 to 12 and days 0 to 31, of which 0 is the missing one.
    private let raw: Int64

    private static let dayLength: Int64 = 86_400_000

    /// The stamp of a moment for a reader whose clock is `offset` seconds ahead of UTC.
    init(_ moment: CatalogueDate.Moment, offset: Double) {
        let seconds = max(-1e12, min(moment.seconds + offset, 1e12))
        let days = (seconds / 86_400).rounded(.down)
        let day = TimelineDay(daysSince1970: Int(days))
        let month = moment.unit == .year ? 0 : day.month.month
        let dayOfMonth = moment.unit == .day ? day.day : 0
        let time = moment.unit == .day ? Int64((seconds - days * 86_400) * 1000) : 0
        let count = Int64(day.month.year) * 13 + Int64(month)
        raw = (count * 32 + Int64(dayOfMonth)) * Self.dayLength + max(0, min(time, Self.dayLength - 1))
    }

    private var dayCount: Int64 { Self.floor(raw, Self.dayLength) }
    /// The year and the month, 0 without one.
    var month: TimelineMonth {
        let months = Self.floor(dayCount, 32)
        let year = Self.floor(months, 13)
        return TimelineMonth(year: Int(year), month: Int(months - year * 13))
    }
    /// The day of the month; 0 without one.
    var day: UInt8 { UInt8(dayCount - Self.floor(dayCount, 32) * 32) }

    private static func floor(_ number: Int64, _ unit: Int64) -> Int64 {
        number >= 0 ? number / unit : -((unit - 1 - number) / unit)
    }

    static func < (one: Self, other: Self) -> Bool { one.raw < other.raw }
}

/// Reads stamps, and remembers the zone's offsets: the system takes microseconds to tell one.
///
/// A date with a zone counts as the reader's clock showed it then, one without a zone as it is written; so do the dates
/// that rows and details show.
struct TimelineClock {
    private let zone: TimeZone
    /// The last day of which the offset is known, in days since 1970, and the offset in seconds.
    private var last: (day: Double, offset: Double)?
    private var known: [Double: Double] = [:]

    /// A reader's clock.
    init(zone: TimeZone = ReaderLocale.current.timeZone) { self.zone = zone }

    /// What the text of a date says; nil for what is none.
    mutating func stamp(_ utf8: UnsafeRawBufferPointer) -> TimelineStamp? {
        guard let moment = CatalogueDate.moment(utf8) else { return nil }
        return TimelineStamp(moment, offset: moment.hasZone ? offset(at: moment.seconds) : 0)
    }

    private mutating func offset(at seconds: Double) -> Double {
        let day = (seconds / 86_400).rounded(.down)
        if let last, last.day == day { return last.offset }
        if let offset = known[day] {
            last = (day, offset)
            return offset
        }
        func offset(at seconds: Double) -> Double {
            Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
        }
        let (start, end) = (offset(at: day * 86_400), offset(at: (day + 1) * 86_400))
        // The clocks change within this day.
        guard start == end else { return offset(at: seconds) }
        known[day] = start
        last = (day, start)
        return start
    }
}
