/// A month of the Gregorian calendar, or a whole year where the month is unknown. Months sort by time.
package struct TimelineMonth: Hashable, Comparable, Sendable {
    package let year: Int
    /// 1 for January, to 12; 0 for the whole year.
    package let month: Int

    /// A month; one outside 0 to 12 becomes the nearest of them.
    package init(year: Int, month: Int) {
        self.year = max(-Self.mostYear, min(year, Self.mostYear))
        self.month = max(0, min(month, 12))
    }

    /// Beyond all calendars, and far from an overflow.
    private static let mostYear = 1_000_000

    package static func < (one: Self, other: Self) -> Bool { (one.year, one.month) < (other.year, other.month) }
}

/// A day of the Gregorian calendar. Days sort by time.
package struct TimelineDay: Hashable, Comparable, Sendable {
    package let month: TimelineMonth
    /// 1 to 31.
    package let day: Int

    /// A day of a month; one outside 1 to 31 becomes the nearest of them.
    package init(_ month: TimelineMonth, day: Int) { (self.month, self.day) = (month, max(1, min(day, 31))) }

    /// The day this many days after 1970-01-01. Days a million years away become the nearest known one.
    ///
    /// After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, in eras of 400 years.
    package init(daysSince1970 days: Int) {
        let shifted = max(-Self.mostDays, min(days, Self.mostDays)) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        self.init(
            TimelineMonth(year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month),
            day: dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private static let mostDays = 365_000_000

    package static func < (one: Self, other: Self) -> Bool { (one.month, one.day) < (other.month, other.day) }
}
