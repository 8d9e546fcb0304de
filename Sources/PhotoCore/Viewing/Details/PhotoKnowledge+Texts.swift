import Foundation

/// How numbers are written.
extension PhotoKnowledge {
    static func name(of format: EncodedPicture.Format) -> String {
        switch format {
        case .webp: "WebP"
        case .jpeg, .png, .gif, .bmp, .tiff, .avif, .heif, .svg: format.rawValue.uppercased()
        }
    }

    /// In units of 1000, as the desktop's file manager has them, and exactly.
    static func bytes(_ count: Int, _ locale: Locale) -> String {
        let exact = grouped(count, locale) + (count == 1 ? " byte" : " bytes")
        guard count >= 1000 else { return exact }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB"] where value >= 999.95 {
            value /= 1000
            unit = next
        }
        return String(format: "%.1f", locale: locale, value) + " \(unit) (\(exact))"
    }

    /// Short ones as photographers write them: 1/250 s.
    static func exposure(_ seconds: Double, _ locale: Locale) -> String? {
        // No shutter is faster than a nanosecond; of less, the quotient would be no whole number.
        guard seconds > 1e-9, seconds.isFinite else { return nil }
        if seconds < 0.4 { return "1/\(Int((1 / seconds).rounded())) s" }
        return number(seconds, locale) + " s"
    }

    /// With one digit after the point at most.
    static func number(_ value: Double, _ locale: Locale) -> String {
        let rounded = (value * 10).rounded() / 10
        return String(format: rounded == rounded.rounded() ? "%.0f" : "%.1f", locale: locale, rounded)
    }

    static func grouped(_ count: Int, _ locale: Locale) -> String {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .decimal
        return formatter.string(from: NSNumber(value: count)) ?? "\(count)"
    }

    /// Exif's date with hyphens; another as it is.
    static func date(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 10 else { return text }
        return parts[0].replacingOccurrences(of: ":", with: "-") + " " + parts[1]
    }

    static func place(_ latitude: Double, _ longitude: Double) -> String {
        func text(_ degrees: Double, _ names: (String, String)) -> String {
            String(format: "%.5f° ", abs(degrees)) + (degrees < 0 ? names.1 : names.0)
        }
        return text(latitude, ("N", "S")) + ", " + text(longitude, ("E", "W"))
    }

    /// The place on OpenStreetMap, with a mark.
    static func map(_ latitude: Double, _ longitude: Double) -> URL? {
        let place = (String(format: "%.6f", latitude), String(format: "%.6f", longitude))
        return URL(
            string: "https://www.openstreetmap.org/?mlat=\(place.0)&mlon=\(place.1)#map=15/\(place.0)/\(place.1)")
    }

    /// What is an address, and nothing else.
    static func webAddress(_ text: String) -> URL? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(" ") else { return nil }
        return URL(string: text)
    }
}
