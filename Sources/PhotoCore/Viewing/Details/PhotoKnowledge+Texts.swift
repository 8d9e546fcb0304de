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
        let exact = numbers.whole(count) + (count == 1 ? " byte" : " bytes")
        guard count >= 1000 else { return exact }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB"] where value >= 999.95 {
            value /= 1000
            unit = next
        }
        return numbers.decimal(value, digits: 1) + " \(unit) (\(exact))"
    }

    /// Short times as photographers write them: 1/250 s.
    static func exposure(_ seconds: Double, _ numbers: NumberFormats) -> String? {
        // No shutter is faster than a nanosecond; for less, the quotient would not be an integer.
        guard seconds > 1e-9, seconds.isFinite else { return nil }
        if seconds < 0.4 { return Int(exactly: (1 / seconds).rounded()).map { "1/\($0) s" } }
        return number(seconds, numbers) + " s"
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

    static func place(_ latitude: Double, _ longitude: Double) -> String {
        func text(_ degrees: Double, _ names: (String, String)) -> String {
            String(format: "%.5f° ", abs(degrees)) + (degrees < 0 ? names.1 : names.0)
        }
        return text(latitude, ("N", "S")) + ", " + text(longitude, ("E", "W"))
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
