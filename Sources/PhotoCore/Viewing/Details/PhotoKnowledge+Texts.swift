import Foundation

/// Formats of numbers.
extension PhotoKnowledge {
    static func name(of format: EncodedPicture.Format) -> String {
        switch format {
        case .webp: "WebP"
        case .jpeg, .png, .gif, .bmp, .tiff, .avif, .heif, .svg: format.rawValue.uppercased()
        }
    }

    /// In units of 1000, like the desktop's file manager, and exactly.
    static func bytes(_ count: Int, _ numbers: NumberFormats) -> String {
        let exact = localizedCount(count, "\(numbers.whole(count)) byte", "\(numbers.whole(count)) bytes")
        guard count >= 1000 else { return exact }
        var value = Double(count)
        var steps = 0
        while value >= 999.95, steps < 3 {
            value /= 1000
            steps += 1
        }
        let number = numbers.decimal(value, digits: 1)
        return switch steps {
        case 1: localized("\(number) kB (\(exact))")
        case 2: localized("\(number) MB (\(exact))")
        default: localized("\(number) GB (\(exact))")
        }
    }

    /// Short times as photographers write them: 1/250 s.
    static func exposure(_ seconds: Double, _ numbers: NumberFormats) -> String? {
        // No shutter is faster than a nanosecond; for less, the quotient would not be an integer.
        guard seconds > 1e-9, seconds.isFinite else { return nil }
        if seconds < 0.4 {
            return Int(exactly: (1 / seconds).rounded()).map { localized("1/\(numbers.plain($0)) s") }
        }
        return localized("\(number(seconds, numbers)) s")
    }

    /// With at most one decimal.
    static func number(_ value: Double, _ numbers: NumberFormats) -> String {
        let rounded = (value * 10).rounded() / 10
        return numbers.decimal(rounded, digits: rounded == rounded.rounded() ? 0 : 1)
    }

    /// Exif's date, on the camera's clock unless the camera gives its zone; other texts unchanged.
    static func date(_ text: String, zone: String?, _ dates: DateText) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 10 else { return text }
        return dates.fullText(parts[0].replacingOccurrences(of: ":", with: "-") + "T" + parts[1] + (zone ?? ""))
    }

    /// To a metre: a hundred-thousandth of a degree.
    static func place(_ latitude: Double, _ longitude: Double, _ numbers: NumberFormats) -> String {
        func degrees(_ value: Double) -> String { numbers.decimal(abs(value), digits: 5) + "°" }
        let (north, east) = (degrees(latitude), degrees(longitude))
        return switch (latitude < 0, longitude < 0) {
        case (false, false): localized("\(north) N, \(east) E")
        case (false, true): localized("\(north) N, \(east) W")
        case (true, false): localized("\(north) S, \(east) E")
        case (true, true): localized("\(north) S, \(east) W")
        }
    }

    /// The place on OpenStreetMap, with a marker.
    static func map(_ latitude: Double, _ longitude: Double) -> URL? {
        let place = (String(format: "%.6f", latitude), String(format: "%.6f", longitude))
        return URL(
            string: "https://www.openstreetmap.org/?mlat=\(place.0)&mlon=\(place.1)#map=15/\(place.0)/\(place.1)")
    }

    /// The URL if the text is exactly one.
    static func webAddress(_ text: String) -> URL? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(" ") else { return nil }
        return URL(string: text)
    }
}
