import Foundation
import PhotoCore

/// What Nextcloud knows of a photo: the answer to PROPFIND, with what its app for photos has read in the file.
///
/// https://docs.nextcloud.com/server/latest/developer_manual/digging_deeper/files-metadata.html and, for the names,
/// https://github.com/nextcloud/photos/blob/master/lib/Listener/ExifMetadataProvider.php
package enum CloudFacts {
    /// The photo or video at `url` whose row shows the picture at `thumbnail`; nil if that is not one of Nextcloud's.
    package static func photo(at url: URL, thumbnail: URL) -> LibraryPhoto? {
        // Of a video, the row has the picture's address.
        let video = VideoAddress.video(ofPicture: url)
        return CloudPicture(thumbnail, of: video ?? url).map { picture in
            LibraryPhoto(
                preview: video == nil ? picture.preview : nil, facts: video ?? url, by: .cloudFile, page: picture.page,
                video: video
            ) { facts(in: $0) }
        }
    }

    /// Reads an answer; nil if it is something else.
    static func facts(in body: Data) -> LibraryFacts? {
        guard let response = XMLReply(body).elements.first(where: { $0.name == "response" }) else { return nil }
        // What the server does not have is in a group of its own.
        let groups = response.elements.filter { group in
            group.name == "propstat" && group.text(of: "status")?.split(separator: " ").dropFirst().first != "404"
        }
        let properties = groups.flatMap(\.elements).filter { $0.name == "prop" }.flatMap(\.elements)
        func property(_ name: String) -> XMLReply.Element? { properties.first { $0.name == name } }
        func part(_ name: String) -> XMLReply.Element? { property("metadata-photos-" + name) }
        let (picture, taken) = (part("ifd0"), part("exif"))
        var facts = LibraryFacts()
        facts.byteCount = property("getcontentlength").flatMap { Double($0.text) }.flatMap(LibraryText.whole)
        facts.size = size(part("size"), picture, taken)
        facts.place = part("place").flatMap { LibraryText.line($0.text) }
        facts.camera = camera(picture, taken)
        facts.camera.date = part("original_date_time").flatMap { LibraryDates.text(taken: $0.text) }
            .flatMap(LibraryDates.exifText)
        facts.camera.latitude = degrees(part("gps")?.text(of: "latitude"))
        facts.camera.longitude = degrees(part("gps")?.text(of: "longitude"))
        return facts
    }

    private static func camera(_ picture: XMLReply.Element?, _ taken: XMLReply.Element?) -> CameraFacts {
        var facts = CameraFacts()
        facts.camera = LibraryText.camera(
            maker: picture?.text(of: "Make").flatMap(LibraryText.line),
            model: picture?.text(of: "Model").flatMap(LibraryText.line))
        facts.lens = taken?.text(of: "LensModel").flatMap(LibraryText.line)
        facts.exposureTime = taken?.text(of: "ExposureTime").flatMap(LibraryText.fraction)
        facts.aperture = taken?.text(of: "FNumber").flatMap(LibraryText.fraction)
        facts.speed = taken?.text(of: "ISOSpeedRatings").flatMap { Double($0) }.flatMap(LibraryText.whole)
        facts.focalLength = taken?.text(of: "FocalLength").flatMap(LibraryText.fraction)
        return facts
    }

    /// The upright size. Servers before 29.0.8 tell that of the picture as stored, which Exif tells as well
    /// (https://github.com/nextcloud/photos/pull/2474).
    private static func size(
        _ told: XMLReply.Element?, _ picture: XMLReply.Element?, _ taken: XMLReply.Element?
    ) -> PixelSize? {
        let size = sides(told, "width", "height")
        let isStored = size != nil && size == sides(taken, "ExifImageWidth", "ExifImageLength")
        guard let size, isStored else { return size }
        return LibraryText.size(
            Double(size.width), Double(size.height),
            orientation: picture?.text(of: "Orientation").flatMap { Double($0) })
    }

    private static func sides(_ element: XMLReply.Element?, _ width: String, _ height: String) -> PixelSize? {
        LibraryText.size(
            element?.text(of: width).flatMap { Double($0) }, element?.text(of: height).flatMap { Double($0) })
    }

    private static func degrees(_ text: String?) -> Double? {
        text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
