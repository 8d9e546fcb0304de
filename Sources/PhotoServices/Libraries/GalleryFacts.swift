import Foundation
import PhotoCore

/// What a Piwigo gallery knows of a photo: the answer to `pwg.images.getInfo` of its interface. Any field may be
/// absent, and a number a text.
package enum GalleryFacts {
    /// The photo or video at `url` whose row shows the picture at `thumbnail`; nil if that belongs to none of the
    /// galleries of which something is at `addresses`.
    package static func photo(at url: URL, thumbnail: URL, in addresses: [URL]) -> LibraryPhoto? {
        guard let picture = GalleryPicture(thumbnail) else { return nil }
        let galleries = addresses.lazy.compactMap { GalleryAddress.place(of: $0)?.address }
        guard let gallery = galleries.first(where: { thumbnail.absoluteString.hasPrefix($0.absoluteString) }),
            let facts = GalleryAddress.facts(ofPhoto: picture.photo, in: gallery)
        else { return nil }
        // Of a video, the row has the picture's address.
        let video = VideoAddress.video(ofPicture: url, in: gallery)
        return LibraryPhoto(
            preview: video == nil ? picture.preview : nil, facts: facts,
            page: GalleryAddress.page(ofPhoto: picture.photo, in: gallery), video: video
        ) { self.facts(in: $0) }
    }

    /// Reads an answer; nil if it is something else.
    static func facts(in body: Data) -> LibraryFacts? {
        let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        guard answer?["stat"] as? String == "ok", let photo = answer?["result"] as? [String: Any],
            photo["id"] != nil
        else { return nil }
        var facts = LibraryFacts()
        facts.fileName = (photo["file"] as? String).flatMap(LibraryText.line)
        // In KiB.
        facts.byteCount = number(photo["filesize"]).flatMap { $0 > 0 ? LibraryText.whole($0 * 1024) : nil }
        facts.size = LibraryText.size(number(photo["width"]), number(photo["height"]))
        facts.description = text(photo["comment"])
        facts.author = text(photo["author"])
        let tags = photo["tags"] as? [Any] ?? []
        facts.tags = tags.prefix(mostTags).compactMap { text(($0 as? [String: Any])?["name"]) }
        let rates = photo["rates"] as? [String: Any]
        facts.rating = (number(rates?["score"]) ?? number(photo["rating_score"])).flatMap { $0 > 0 ? $0 : nil }
        facts.camera.date = (photo["date_creation"] as? String).flatMap(GalleryText.date)
            .flatMap(LibraryDates.exifText)
        if let latitude = number(photo["latitude"]), let longitude = number(photo["longitude"]) {
            (facts.camera.latitude, facts.camera.longitude) = (latitude, longitude)
        }
        return facts
    }

    /// Nobody reads more.
    private static let mostTags = 100

    private static func text(_ value: Any?) -> String? {
        (value as? String).flatMap { LibraryText.line(GalleryText.plain($0)) }
    }

    private static func number(_ value: Any?) -> Double? {
        let number = (value as? String).map { Double($0) } ?? (value as? NSNumber)?.doubleValue
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
