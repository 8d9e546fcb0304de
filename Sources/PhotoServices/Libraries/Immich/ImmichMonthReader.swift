import Foundation
import PhotoCore

/// Reads an Immich server's list of a month: rows with the addresses of thumbnails and originals, dates and places.
package struct ImmichMonthReader: MonthReading {
    /// A reader.
    package init() {}

    /// See MonthReading.
    package func read(
        _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
    ) throws(CatalogueFailure) -> MonthContent {
        let assets = try ImmichAssets(in: body, most: month.mostRows, isCancelled)
        var builder = CatalogueBuilder(isCancelled: isCancelled)
        var clock = TimelineDates()
        var listed: [(row: Int, date: String, day: UInt8)] = []
        // What was found for the month's dates has some days of other months (ImmichMonthFetcher), and a photo twice if
        // another one came between two pages.
        let isFound = assets.told(.nextPage) != .nothing
        var known: Set<String> = []
        for row in 0..<assets.count where assets.text(.isTrashed, row) != "true" {
            let date = assets.date(row)
            let day = clock.day(of: date, in: month.month)
            if isFound, day == 0 && !date.isEmpty || !known.insert(assets.text(.id, row)).inserted { continue }
            listed.append((row, date, day))
        }
        // Servers order photos by the time in UTC, which for photos from abroad is not the order of their days. Some
        // put a photo into the month of that time: its day is another month's, and its place is the server's.
        if listed.allSatisfy({ $0.day > 0 || $0.date.isEmpty }) {
            listed.sort { ($0.day, $1.row) > ($1.day, $0.row) }
        }
        for (row, date, _) in listed { try assets.addRow(row, date: date, to: &builder) }
        let (days, ratios) = (listed.map(\.day), listed.map { assets.ratio($0.row) })
        let segment = builder.takeSegment() ?? CatalogueSegment(unread: 0)
        return MonthContent(segment: segment, timeline: TimelineSections.Content(days: days, ratios: ratios))
    }
}

extension ImmichAssets {
    /// When an asset was made, by the clock of its camera: "2024-05-04T14:30:00"; empty without a date.
    func date(_ row: Int) -> String {
        // Before 1.133, and in searches: the local time, which is said to be UTC.
        let local = text(.localDateTime, row)
        if !local.isEmpty { return String(local.prefix { $0 != "." && $0 != "Z" && $0 != "+" }) }
        let created = text(.fileCreatedAt, row)
        guard let seconds = LibraryDates.seconds(created) else { return "" }
        let offset = max(-18, min(number(.localOffsetHours, row) ?? 0, 18))
        return LibraryDates.text(seconds: seconds + offset * 3600)
    }

    /// The ratio of its sides, upright.
    func ratio(_ row: Int) -> TimelineRatio {
        if let ratio = number(.ratio, row) { return TimelineRatio(ratio) }
        return size(row).map { TimelineRatio($0) } ?? .square
    }

    /// Its upright size in pixels; nil if that is not known.
    private func size(_ row: Int) -> PixelSize? {
        LibraryText.size(number(.width, row), number(.height, row))
            ?? LibraryText.size(
                number(.exifImageWidth, row), number(.exifImageHeight, row), orientation: number(.orientation, row))
    }

    private func isVideo(_ row: Int) -> Bool {
        text(.isImage, row) == "false" || text(.type, row) == "VIDEO"
    }

    /// Adds a row for an asset, whose addresses are relative to the server's interface.
    func addRow(_ row: Int, date: String, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let id = text(.id, row)
        let isVideo = isVideo(row)
        let name = text(.originalFileName, row)
        builder.add(.name, name.isEmpty ? LibraryDates.name(date) : name)
        // A film is opened elsewhere; its picture can be looked at.
        builder.add(.location, "assets/\(id)/" + (isVideo ? "thumbnail?size=preview" : "original"))
        builder.add(.thumbnail, "assets/\(id)/thumbnail?size=thumbnail")
        if !date.isEmpty { builder.add(.date, date) }
        builder.addSize(size(row))
        let placeholder = text(.thumbhash, row)
        if !placeholder.isEmpty { builder.add(.placeholder, placeholder) }
        // SHA-1 in Base64.
        if let sum = Data(base64Encoded: text(.checksum, row)), sum.count == 20 {
            builder.add(
                .checksum, "sha1:" + sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
        let isMotion = !text(.livePhotoVideoId, row).isEmpty
        let kind = isVideo ? localized("Video") : isMotion ? localized("Motion Photo") : ""
        let place = [text(.city, row), text(.country, row)].filter { !$0.isEmpty }
            .joined(separator: localized(", ", context: "between parts"))
        let described = [kind, place].filter { !$0.isEmpty }.joined(separator: " · ")
        if !described.isEmpty { builder.add(.description, described) }
        try builder.endEntry(at: nil, problem: LibraryLocation.isID(id) ? nil : .malformed)
    }
}
