import Foundation
import Synchronization

/// Dates of catalogues as people of a locale write them: the day alone, which is what rows have room for.
public final class DateText: Sendable {
    /// As the process's locale has it.
    public static let current = DateText(locale: .current)

    /// Making one takes longer than a row may. DateFormatter stays behind the lock.
    private let formatter: Mutex<DateFormatter>
    /// "2024-05-01"; less than a day is no day.
    private static let shortestDay = 10

    /// As a locale has it. Days are those of UTC, as ``CatalogueDate`` takes times without a zone.
    public init(locale: Locale) {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateStyle = .medium
        formatter.timeStyle = .none
        self.formatter = Mutex(formatter)
    }

    /// "May 1, 2024"; a year, a month or words as they are.
    public func text(_ date: String) -> String {
        guard date.utf8.count >= Self.shortestDay, let seconds = CatalogueDate.seconds(date) else { return date }
        return formatter.withLock { $0.string(from: Date(timeIntervalSince1970: seconds)) }
    }
}
