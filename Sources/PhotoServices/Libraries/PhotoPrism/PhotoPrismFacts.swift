import Foundation
import PhotoCore

/// What a PhotoPrism server knows of a photo: the answer of `/api/v1/photos/{uid}`. Any field may be absent, and a
/// number a text.
package enum PhotoPrismFacts {
    /// The photo or video at an address of `library`; nil for other addresses.
    package static func photo(at url: URL, of library: LibraryLocation) -> LibraryPhoto? {
        guard let picture = library.picture(at: url), let facts = library.facts(of: picture) else { return nil }
        // Of a video, the row has the picture's address.
        return LibraryPhoto(
            preview: picture.isVideo ? nil : library.preview(of: picture), facts: facts,
            page: library.page(of: picture), video: picture.isVideo ? library.video(of: picture) : nil
        ) { body in self.facts(in: body, about: picture, of: library) }
    }

    /// Reads an answer; nil if it is something else.
    static func facts(
        in body: Data, about picture: LibraryLocation.Picture, of library: LibraryLocation
    ) -> LibraryFacts? {
        guard let photo = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any], photo["UID"] != nil else {
            return nil
        }
        let files = (photo["Files"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
        let file = files.first { $0["Hash"] as? String == picture.hash } ?? [:]
        var facts = LibraryFacts()
        facts.fileName = text(file["Name"]).map(PhotoPrismText.fileName)
        facts.byteCount = picture.isVideo ? nil : number(file["Size"]).flatMap { LibraryText.whole($0) }
        facts.size = LibraryText.size(number(file["Width"]), number(file["Height"]))
        facts.description = text(photo["Description"]) ?? text(photo["Caption"])
        if photo["PlaceID"] as? String != PhotoPrismText.unknown {
            facts.place = text((photo["Place"] as? [String: Any])?["Label"])
        }
        facts.people = people(files)
        facts.camera = camera(photo)
        if photo["Type"] as? String == "live" { facts.motion = library.video(of: picture) }
        return facts
    }

    /// A photo of more people is one of a crowd.
    private static let mostPeople = 100

    private static func people(_ files: [[String: Any]]) -> [String] {
        let markers = files.flatMap { $0["Markers"] as? [Any] ?? [] }.compactMap { $0 as? [String: Any] }
        let names = markers.filter { $0["Invalid"] as? Bool != true }.compactMap { text($0["Name"]) }
        var known: Set<String> = []
        return Array(names.filter { known.insert($0).inserted }.prefix(mostPeople))
    }

    private static func camera(_ photo: [String: Any]) -> CameraFacts {
        var camera = CameraFacts()
        if let known = device(photo["Camera"]) {
            camera.camera = LibraryText.camera(maker: text(known["Make"]), model: text(known["Model"]))
        }
        camera.lens = device(photo["Lens"]).flatMap { text($0["Model"]) }
        camera.exposureTime = text(photo["Exposure"]).flatMap(LibraryText.fraction)
        camera.aperture = positive(photo["FNumber"])
        camera.speed = positive(photo["Iso"]).flatMap { LibraryText.whole($0) }
        camera.focalLength = positive(photo["FocalLength"])
        // Both are 0 without a position.
        if let latitude = number(photo["Lat"]), let longitude = number(photo["Lng"]), latitude != 0 || longitude != 0 {
            (camera.latitude, camera.longitude) = (latitude, longitude)
        }
        if number(photo["Year"]).map({ $0 >= 0 }) ?? true {
            camera.date = text(photo["TakenAtLocal"]).flatMap(LibraryDates.exifText)
        }
        return camera
    }

    /// A camera or lens that is known.
    private static func device(_ value: Any?) -> [String: Any]? {
        guard let device = value as? [String: Any], device["Slug"] as? String != PhotoPrismText.unknown else {
            return nil
        }
        return device
    }

    private static func positive(_ value: Any?) -> Double? { number(value).flatMap { $0 > 0 ? $0 : nil } }

    private static func text(_ value: Any?) -> String? { (value as? String).flatMap(LibraryText.line) }

    private static func number(_ value: Any?) -> Double? {
        let number = (value as? String).map { Double($0) } ?? (value as? NSNumber)?.doubleValue
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
