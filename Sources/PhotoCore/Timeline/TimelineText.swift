import Foundation

/// The names of months and days in the reader's language.
@MainActor
package final class TimelineText {
    /// For the reader's locale.
    package static let current = TimelineText(.current)

    private let reader: ReaderLocale
    private var formatters: [String: DateFormatter] = [:]
    private var known: [Wish: String] = [:]

    private struct Wish: Hashable {
        let month: TimelineMonth
        let day: Int
        let template: String
    }
    /// A dragged scrubber shows a date in each frame, and passes the same ones again.
    private static let mostKnown = 4096

    /// For a reader.
    init(_ reader: ReaderLocale) { self.reader = reader }

    /// "September 2024"; "1889" for a year without a month, and "No Date" for none. `isBrief`: "Sep 2024".
    package func heading(of month: TimelineMonth?, isBrief: Bool = false) -> String {
        guard let month else { return localized("No Date") }
        return text(month, day: 1, template: isBrief && month.month != 0 ? "MMMy" : Self.template(of: month))
    }

    /// What formats the headings of months like this one, for a worker.
    nonisolated static func headingFormatter(for month: TimelineMonth, _ reader: ReaderLocale) -> DateFormatter {
        makeFormatter(template(of: month), for: reader)
    }

    /// The heading of a month, for a worker, by its formatter.
    nonisolated static func heading(of month: TimelineMonth, _ formatter: DateFormatter) -> String {
        text(month, day: 1, formatter)
    }

    private nonisolated static func template(of month: TimelineMonth) -> String { month.month == 0 ? "y" : "MMMMy" }

    /// "Wednesday, May 1"; `isBrief`: "Wed, May 1".
    package func heading(of day: TimelineDay, isBrief: Bool = false) -> String {
        text(day.month, day: day.day, template: isBrief ? "EEEdMMM" : "EEEEdMMMM")
    }

    /// "May 1, 2024", or the month where the day is not known.
    package func date(_ month: TimelineMonth?, _ day: TimelineDay?) -> String {
        guard let day else { return heading(of: month) }
        return text(day.month, day: day.day, template: "dMMMMy")
    }

    /// "2024" or "May", for a narrow place; a dash for no date.
    package func short(_ label: TimelineScale.Label) -> String {
        guard let month = label.month else { return "–" }
        return text(month, day: 1, template: label.isYear || month.month == 0 ? "y" : "LLL")
    }

    private func text(_ month: TimelineMonth, day: Int, template: String) -> String {
        let wish = Wish(month: month, day: day, template: template)
        if let text = known[wish] { return text }
        let formatter = formatters[template] ?? Self.makeFormatter(template, for: reader)
        formatters[template] = formatter
        let text = Self.text(month, day: day, formatter)
        if known.count >= Self.mostKnown { known = [:] }
        known[wish] = text
        return text
    }

    private nonisolated static func text(_ month: TimelineMonth, day: Int, _ formatter: DateFormatter) -> String {
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (month.year, max(1, month.month), day)
        guard let date = formatter.calendar.date(from: parts) else { return "" }
        return formatter.string(from: date)
    }

    private nonisolated static func makeFormatter(_ template: String, for reader: ReaderLocale) -> DateFormatter {
        let formatter = DateFormatter()
        // The months of other calendars begin on other days.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = reader.dates
        formatter.calendar = calendar
        formatter.timeZone = .gmt
        formatter.locale = reader.dates
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter
    }
}
