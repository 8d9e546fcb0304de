import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Reads cameras' data with Exiv2: Exif of all formats that have it, and makers' notes for the lens if Exif has none.
///
/// Safe on any thread; it would block the main one.
public struct ExifReader: CameraFactsReading {
    /// A reader.
    public init() {}

    /// See ``CameraFactsReading/facts(in:)``.
    public func facts(in data: Data) -> CameraFacts {
        var facts = CameraFacts()
        guard !data.isEmpty, let library = GExiv2.shared, let made = library.new() else { return facts }
        let metadata = ObjectReference(taking: made)
        return data.withUnsafeBytes { bytes in
            // The library reads these bytes as long as the object lives.
            withExtendedLifetime(metadata) {
                let isOpen = try? GLibError.check {
                    library.open(metadata.pointer, bytes.baseAddress, bytes.count, $0)
                }
                if isOpen == 1 { Self.read(metadata.pointer, library, into: &facts) }
                return facts
            }
        }
    }

    private static func read(_ metadata: GExiv2.Metadata, _ library: GExiv2, into facts: inout CameraFacts) {
        func text(_ tag: String) -> String? { line(library.text(metadata, tag, nil)) }
        facts.camera = camera(make: text("Exif.Image.Make"), model: text("Exif.Image.Model"))
        facts.lens = text("Exif.Photo.LensModel")
        // Each has its own zone (Exif 2.32, 4.6.5).
        if let original = text("Exif.Photo.DateTimeOriginal") {
            (facts.date, facts.zone) = (original, text("Exif.Photo.OffsetTimeOriginal").flatMap(zone))
        } else {
            (facts.date, facts.zone) = (text("Exif.Image.DateTime"), text("Exif.Photo.OffsetTime").flatMap(zone))
        }
        var numerator: gint = 0
        var denominator: gint = 0
        if library.exposureTime(metadata, &numerator, &denominator, nil) != 0, denominator > 0 {
            facts.exposureTime = Double(numerator) / Double(denominator)
        }
        facts.aperture = positive(library.aperture(metadata, nil))
        facts.focalLength = positive(library.focalLength(metadata, nil))
        let speed = library.speed(metadata, nil)
        facts.speed = speed > 0 ? Int(speed) : nil
        var degrees = 0.0
        if library.latitude(metadata, &degrees, nil) != 0 { facts.latitude = degrees }
        if library.longitude(metadata, &degrees, nil) != 0 { facts.longitude = degrees }
    }

    /// "+02:00"; cameras without world time leave it blank.
    private static func zone(_ text: String) -> String? {
        text.wholeMatch(of: /[+-][0-9]{2}:[0-9]{2}/) == nil ? nil : text
    }

    /// Many models' names start with their maker's.
    private static func camera(make: String?, model: String?) -> String? {
        guard let make, let model else { return model ?? make }
        let brand = make.split(separator: " ").first.map(String.init) ?? make
        return model.lowercased().hasPrefix(brand.lowercased()) ? model : "\(make) \(model)"
    }

    /// A tag's text on one line, of displayable length.
    private static func line(_ found: UnsafeMutablePointer<CChar>?) -> String? {
        guard let found else { return nil }
        defer { g_free(found) }
        let text = String(cString: found).split(whereSeparator: \.isNewline).joined(separator: " ")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private static func positive(_ value: Double) -> Double? { value > 0 && value.isFinite ? value : nil }
}
