import Foundation
import Synchronization

/// Dates of catalogues, files and cameras as people of a locale write them.
final class DateText: Sendable {
    /// As the reader writes them.
    static let current = DateText(.current)

    private struct Kind: Hashable {
        let hasTime: Bool
        let isLocal: Bool
    }

    private let reader: ReaderLocale
    /// Making one takes longer than a row may. DateFormatter stays behind the lock.
    private let formatters = Mutex<[Kind: DateFormatter]>([:])
    /// "2024-05-01"; less than a day is no day.
    private static let shortestDay = 10

    /// As a reader has it: what says its zone, in the reader's; what says none, as it is.
    init(_ reader: ReaderLocale) { self.reader = reader }

    /// The day alone, which is what rows have room for: "May 1, 2024"; a year, a month or words as they are.
    func text(_ date: String) -> String { text(date, wantsTime: false) }

    /// The day, and the time where there is one: "May 1, 2024 at 10:00:00"; a year, a month or words as they are.
    func fullText(_ date: String) -> String { text(date, wantsTime: true) }

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
