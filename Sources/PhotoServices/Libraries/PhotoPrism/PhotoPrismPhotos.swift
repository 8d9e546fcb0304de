import Foundation
import PhotoCore

/// The photos and videos in a PhotoPrism server's list: an array of objects, one for each photo's primary file.
typealias PhotoPrismPhotos = AssetColumns<PhotoPrismField>

/// A field of a photo (https://docs.photoprism.app/developer-guide/api/search/#get-apiv1photos).
enum PhotoPrismField: String, AssetField {
    case id = "UID"
    case kind = "Type"
    case date = "TakenAtLocal"
    case year = "Year"
    case fileName = "FileName"
    case root = "FileRoot"
    case title = "Title"
    case hash = "Hash"
    case width = "Width"
    case height = "Height"
    case place = "PlaceLabel"
    case placeID = "PlaceID"
}

/// Reads a PhotoPrism server's list of a month: rows with the addresses of pictures and files, dates and places.
package struct PhotoPrismMonthReader: MonthReading {
    /// A reader.
    package init() {}

    /// See MonthReading.
    package func read(
        _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
    ) throws(CatalogueFailure) -> MonthContent {
        // More are not asked for.
        let most = min(month.mostRows, LibraryLocation.mostInList)
        let photos = try PhotoPrismPhotos(in: body, most: most, isCancelled)
        var builder = CatalogueBuilder(isCancelled: isCancelled)
        var (days, ratios) = ([UInt8](), [TimelineRatio]())
        var clock = TimelineDates()
        for row in 0..<photos.count {
            try photos.addRow(row, to: &builder)
            days.append(clock.day(of: photos.date(row), in: month.month))
            ratios.append(photos.ratio(row))
        }
        let segment = builder.takeSegment() ?? CatalogueSegment(unread: 0)
        return MonthContent(segment: segment, timeline: TimelineSections.Content(days: days, ratios: ratios))
    }
}

extension PhotoPrismPhotos {
    /// When a photo was taken, by the clock of its camera: "2024-05-04T14:30:00"; empty without a date.
    fileprivate func date(_ row: Int) -> String {
        // The server sorts what has no date by that of its file.
        if let year = number(.year, row), year < 0 { return "" }
        return String(text(.date, row).prefix { $0 != "." && $0 != "Z" && $0 != "+" })
    }

    /// The ratio of its sides; the server tells those of the upright picture.
    fileprivate func ratio(_ row: Int) -> TimelineRatio {
        size(row).map { TimelineRatio($0) } ?? .square
    }

    private func size(_ row: Int) -> PixelSize? { LibraryText.size(number(.width, row), number(.height, row)) }

    /// Adds a row for a photo, whose addresses are relative to the server's interface.
    func addRow(_ row: Int, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let (id, hash, date) = (text(.id, row), text(.hash, row), date(row))
        let isVideo = text(.kind, row) == "video"
        builder.add(.name, name(row, date))
        // A film is opened elsewhere; its picture can be looked at.
        builder.add(
            .location, isVideo ? LibraryLocation.preview(hash, of: id) : LibraryLocation.original(hash, of: id))
        builder.add(.thumbnail, LibraryLocation.thumbnail(hash))
        if !date.isEmpty { builder.add(.date, date) }
        builder.addSize(size(row))
        // SHA-1 of the file, unless the server has made it.
        if text(.root, row) == "/", Self.isSum(hash) { builder.add(.checksum, "sha1:" + hash) }
        let kind = isVideo ? localized("Video") : text(.kind, row) == "live" ? localized("Motion Photo") : ""
        let place = text(.placeID, row) == PhotoPrismText.unknown ? "" : text(.place, row)
        let described = [kind, place].filter { !$0.isEmpty }.joined(separator: " · ")
        if !described.isEmpty { builder.add(.description, described) }
        let isPhoto = LibraryLocation.isID(id) && LibraryLocation.isID(hash)
        try builder.endEntry(at: nil, problem: isPhoto ? nil : .malformed)
    }

    private func name(_ row: Int, _ date: String) -> String {
        let file = PhotoPrismText.fileName(ofPath: text(.fileName, row))
        let name = file.isEmpty ? text(.title, row) : file
        return name.isEmpty ? LibraryDates.name(date) : name
    }

    private static func isSum(_ text: String) -> Bool {
        text.utf8.count == 40 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}

/// Texts of PhotoPrism's.
enum PhotoPrismText {
    /// The ID of a place that is not known.
    static let unknown = "zz"

    /// The last part of a path.
    static func fileName(ofPath path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
