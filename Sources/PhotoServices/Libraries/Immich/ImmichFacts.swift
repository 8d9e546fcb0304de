import Foundation
import PhotoCore

/// What an Immich server knows of a photo: the answer of `/api/assets/{id}` (AssetResponseDto). Any field may be
/// absent, and a number a text.
package enum ImmichFacts {
    /// The photo or video at an address of `library`; nil for other addresses.
    package static func photo(at url: URL, of library: LibraryLocation) -> LibraryPhoto? {
        guard let id = library.assetID(at: url), let facts = library.facts(ofAsset: id) else { return nil }
        // Of a video, the row has the picture's address.
        let isVideo = url.lastPathComponent != "original"
        return LibraryPhoto(
            preview: isVideo ? nil : library.preview(ofAsset: id), facts: facts, page: library.page(ofAsset: id),
            video: isVideo ? library.original(ofAsset: id) : nil
        ) { body in self.facts(in: body, of: library) }
    }

    /// Reads an answer; nil if it is something else.
    static func facts(in body: Data, of library: LibraryLocation) -> LibraryFacts? {
        guard let asset = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any], asset["id"] != nil else {
            return nil
        }
        let exif = asset["exifInfo"] as? [String: Any] ?? [:]
        var facts = LibraryFacts()
        facts.fileName = text(asset["originalFileName"])
        facts.byteCount = number(exif["fileSizeInByte"]).flatMap { LibraryText.whole($0) }
        facts.size = size(asset, exif)
        facts.description = text(exif["description"])
        facts.place = [exif["city"], exif["state"], exif["country"]].compactMap(text)
            .reduce(into: []) { parts, part in if parts.last != part { parts.append(part) } }
            .joined(separator: localized(", ", context: "between parts"))
        if facts.place?.isEmpty == true { facts.place = nil }
        let people = asset["people"] as? [Any] ?? []
        facts.people = people.prefix(mostPeople).compactMap { text(($0 as? [String: Any])?["name"]) }
        facts.camera = camera(asset, exif)
        if let id = asset["livePhotoVideoId"] as? String, LibraryLocation.isID(id) {
            facts.motion = library.original(ofAsset: id)
        }
        return facts
    }

    /// A photo of more people is one of a crowd.
    private static let mostPeople = 100

    private static func camera(_ asset: [String: Any], _ exif: [String: Any]) -> CameraFacts {
        var camera = CameraFacts()
        camera.camera = LibraryText.camera(maker: text(exif["make"]), model: text(exif["model"]))
        camera.lens = text(exif["lensModel"])
        camera.exposureTime = text(exif["exposureTime"]).flatMap(LibraryText.fraction)
        camera.aperture = number(exif["fNumber"]).flatMap { $0 > 0 ? $0 : nil }
        camera.speed = number(exif["iso"]).flatMap { LibraryText.whole($0) }
        camera.focalLength = number(exif["focalLength"]).flatMap { $0 > 0 ? $0 : nil }
        camera.latitude = number(exif["latitude"])
        camera.longitude = number(exif["longitude"])
        // The clock of the camera, which is said to be UTC.
        camera.date = text(asset["localDateTime"]).flatMap(LibraryDates.exifText)
        return camera
    }

    /// The upright size. Exif's is that of the picture as stored, unless the server has swapped its sides.
    private static func size(_ asset: [String: Any], _ exif: [String: Any]) -> PixelSize? {
        LibraryText.size(number(asset["width"]), number(asset["height"]))
            ?? LibraryText.size(
                number(exif["exifImageWidth"]), number(exif["exifImageHeight"]),
                orientation: number(exif["orientation"]))
    }

    private static func text(_ value: Any?) -> String? { (value as? String).flatMap(LibraryText.line) }

    private static func number(_ value: Any?) -> Double? {
        let number = (value as? String).map { Double($0) } ?? (value as? NSNumber)?.doubleValue
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
