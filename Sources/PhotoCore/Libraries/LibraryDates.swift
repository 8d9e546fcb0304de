import Foundation

/// The dates of a library's photos, which are by the clocks of cameras.
package enum LibraryDates {
    /// Seconds since 1970 of an ISO 8601 date; one without a zone counts as UTC. Nil if it is none.
    package static func seconds(_ text: String) -> Double? { CatalogueDate.seconds(text) }

    /// "2024-05-04T14:30:00"; empty for years that have no four digits.
    package static func text(seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "" }
        let days = (seconds / 86_400).rounded(.down)
        let day = TimelineDay(daysSince1970: Int(days))
        guard (0...9999).contains(day.month.year) else { return "" }
        let time = Int((seconds - days * 86_400).rounded(.down))
        let parts = [
            pad(day.month.year, 4), "-", pad(day.month.month, 2), "-", pad(day.day, 2), "T", pad(time / 3600, 2), ":",
            pad(time / 60 % 60, 2), ":", pad(time % 60, 2),
        ]
        return parts.joined()
    }

    /// The same of seconds in digits; nil if no photo was taken then, or nothing is known, which is 0.
    package static func text(taken seconds: String) -> String? {
        // From the year 1800 to 9999.
        guard let seconds = Double(seconds), seconds != 0, (-5_364_662_400..<253_402_300_800).contains(seconds) else {
            return nil
        }
        return text(seconds: seconds)
    }

    /// The form of Exif for an ISO 8601 date, without its zone: "2024:05:04 14:30:00"; nil without a time.
    package static func exifText(_ date: String) -> String? {
        let parts = date.prefix { $0 != "." && $0 != "Z" && $0 != "+" }.split(separator: "T")
        return parts.count == 2 ? parts[0].replacing("-", with: ":") + " " + parts[1] : nil
    }

    private static func pad(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// What to call a photo that has only a date, in the reader's language: "May 4, 2024 at 2:30:00 PM".
    package static func name(_ date: String) -> String {
        date.isEmpty ? DateText.current.text(nil) : DateText.current.fullText(date)
    }
}

/// Reads days of the month. For one worker.
package struct TimelineDates {
    private var clock = TimelineClock()

    /// A reader.
    package init() {}

    /// The day of a date in its month: 1 to 31; 0 if it has none, or is of another month.
    package mutating func day(of date: String, in month: TimelineMonth?) -> UInt8 {
        let stamp = Array(date.utf8).withUnsafeBytes { clock.stamp($0) }
        guard let stamp, stamp.month == month else { return 0 }
        return stamp.day
    }
}
