import CGExiv2
import Foundation
import GLibBridge
import PhotoCore

/// Reads what cameras write, with Exiv2: Exif of all the formats that have it, makers' notes for the lens where Exif is
/// silent.
public struct ExifReader: CameraFactsReading {
    /// Whether Exiv2 can be used; asked once, for it must be set up before two threads use it.
    private static let isReady: Bool = {
        // It says on standard error what it thinks of every broken tag.
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        return gexiv2_initialize() != 0
    }()

    /// A reader.
    public init() {}

    /// See ``CameraFactsReading/facts(in:)``.
    public func facts(in data: Data) -> CameraFacts {
        var facts = CameraFacts()
        guard Self.isReady, !data.isEmpty, let made = gexiv2_metadata_new() else { return facts }
        let metadata = ObjectReference(taking: UnsafeMutableRawPointer(made))
        return data.withUnsafeBytes { bytes in
            // The library reads from these bytes for as long as the object lives.
            withExtendedLifetime(metadata) {
                let start = bytes.baseAddress?.assumingMemoryBound(to: guint8.self)
                let isOpen = try? GLibError.check { gexiv2_metadata_open_buf(metadata.typed(), start, bytes.count, $0) }
                if isOpen == 1 { Self.read(metadata, into: &facts) }
                return facts
            }
        }
    }

    private static func read(_ metadata: ObjectReference, into facts: inout CameraFacts) {
        let pointer: UnsafeMutablePointer<GExiv2Metadata> = metadata.typed()
        facts.camera = camera(
            make: text(pointer, "Exif.Image.Make"), model: text(pointer, "Exif.Image.Model"))
        facts.lens = text(pointer, "Exif.Photo.LensModel")
        facts.date = text(pointer, "Exif.Photo.DateTimeOriginal") ?? text(pointer, "Exif.Image.DateTime")
        var numerator: gint = 0
        var denominator: gint = 0
        if gexiv2_metadata_try_get_exposure_time(pointer, &numerator, &denominator, nil) != 0, denominator > 0 {
            facts.exposureTime = Double(numerator) / Double(denominator)
        }
        facts.aperture = positive(gexiv2_metadata_try_get_fnumber(pointer, nil))
        facts.focalLength = positive(gexiv2_metadata_try_get_focal_length(pointer, nil))
        let speed = gexiv2_metadata_try_get_iso_speed(pointer, nil)
        facts.speed = speed > 0 ? Int(speed) : nil
        var degrees = 0.0
        if gexiv2_metadata_try_get_gps_latitude(pointer, &degrees, nil) != 0 { facts.latitude = degrees }
        if gexiv2_metadata_try_get_gps_longitude(pointer, &degrees, nil) != 0 { facts.longitude = degrees }
    }

    /// Many models' names begin with their maker's.
    private static func camera(make: String?, model: String?) -> String? {
        guard let make, let model else { return model ?? make }
        let brand = make.split(separator: " ").first.map(String.init) ?? make
        return model.lowercased().hasPrefix(brand.lowercased()) ? model : "\(make) \(model)"
    }

    /// A tag's text: one line, of a length that can be shown.
    private static func text(_ metadata: UnsafeMutablePointer<GExiv2Metadata>, _ tag: String) -> String? {
        guard let found = gexiv2_metadata_try_get_tag_string(metadata, tag, nil) else { return nil }
        defer { g_free(found) }
        let text = String(cString: found).split(whereSeparator: \.isNewline).joined(separator: " ")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private static func positive(_ value: Double) -> Double? { value > 0 && value.isFinite ? value : nil }
}
