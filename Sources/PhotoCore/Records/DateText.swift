import Foundation
import Synchronization

/// Formats dates of catalogues, files and cameras for a locale.
final class DateText: Sendable {
    /// For the reader's locale.
    static let current = DateText(.current)

    private struct Kind: Hashable {
        let hasTime: Bool
        let isLocal: Bool
    }

    private let reader: ReaderLocale
    /// Creating a formatter takes too long for a row. DateFormatters stay behind the lock.
    private let formatters = Mutex<[Kind: DateFormatter]>([:])
    private let months = Mutex(Months())

    private struct Months {
        /// The names that were asked for.
        var texts: [TimelineMonth: String] = [:]
        /// For years, and for months.
        var formatters: [Bool: DateFormatter] = [:]
    }
    /// "2024-05-01"; a shorter date has no day.
    private static let shortestDay = 10

    /// For a reader: zoned dates in the reader's zone, others unchanged.
    init(_ reader: ReaderLocale) { self.reader = reader }

    /// The day, which fits in a row: "May 1, 2024"; a year, a month or words unchanged.
    func text(_ date: String) -> String { text(date, wantsTime: false) }

    /// The day, and the time if there is one: "May 1, 2024 at 10:00:00"; a year, a month or words unchanged.
    func fullText(_ date: String) -> String { text(date, wantsTime: true) }

    /// "May 2024", "1889" for a year without a month, and "No Date" for none.
    func text(_ month: TimelineMonth?) -> String {
        guard let month else { return localized("No Date") }
        return months.withLock { known in
            if let text = known.texts[month] { return text }
            let isYear = month.month == 0
            let formatter = known.formatters[isYear] ?? TimelineText.headingFormatter(for: month, reader)
            known.formatters[isYear] = formatter
            let text = TimelineText.heading(of: month, formatter)
            known.texts[month] = text
            return text
        }
    }

    private func text(_ date: String, wantsTime: Bool) -> String {
        guard date.utf8.count >= Self.shortestDay, let seconds = CatalogueDate.seconds(date) else { return date }
        let clock = CatalogueDate.clock(of: date)
        let kind = Kind(hasTime: wantsTime && clock != .none, isLocal: clock == .zoned)
        return formatters.withLock { formatters in
            let formatter = formatters[kind] ?? makeFormatter(kind)
            formatters[kind] = formatter
            return formatter.string(from: Date(timeIntervalSince1970: seconds))
        }
    }

    private func makeFormatter(_ kind: Kind) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = reader.dates
        formatter.timeZone = kind.isLocal ? reader.timeZone : .gmt
        formatter.dateStyle = .medium
        formatter.timeStyle = kind.hasTime ? .medium : .none
        return formatter
    }
}
