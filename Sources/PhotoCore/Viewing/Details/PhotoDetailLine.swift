import Foundation

/// A line of a photo's details.
package struct PhotoDetailLine: Sendable, Equatable {
    package let label: String
    package let value: String
    package let link: URL?

    /// `value` of `label`. A `link` that is no web address is dropped.
    init(_ label: String, _ value: String, link: URL? = nil) {
        self.label = label
        self.value = value
        self.link = link?.webAddress
    }
}

/// The known facts about one photo, for its details.
package struct PhotoKnowledge: Sendable, Equatable {
    /// Its name in the catalogue.
    package var name = ""
    /// The catalogue's data on it.
    package var details: PhotoDetails?
    /// The catalogue's data on all photos, such as exchange rates.
    package var facts = CatalogueFacts()
    /// Its upright size.
    package var size: PixelSize?
    package var format: EncodedPicture.Format?
    /// Its length in bytes.
    package var byteCount: Int?
    package var url: URL?
    /// Its library's page about it, which a browser can show.
    package var page: URL?
    /// The URL it came from, after redirects.
    package var finalURL: URL?
    /// The camera's data.
    package var camera = CameraFacts()
    /// What the photo's library on a server knows.
    package var library: LibraryFacts?

    package init() {}

    /// The lines, most important first.
    package func lines(_ reader: ReaderLocale = .current) -> [PhotoDetailLine] {
        [about, file, taken].flatMap { $0(reader).compactMap(\.self) }
    }

    /// A line, if there is a value for it.
    private func line(_ label: String, _ value: String?, link: URL? = nil) -> PhotoDetailLine? {
        value.flatMap { $0.isEmpty ? nil : PhotoDetailLine(label, $0, link: link) }
    }

    private func about(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let prices = PriceText(locale: reader.money)
        let numbers = NumberFormats(locale: reader.numbers)
        let page = page ?? details?.page
        return [
            PhotoDetailLine(localized("Name"), name),
            line(localized("Description"), library?.description ?? details?.description),
            line(localized("People"), people),
            line(localized("Tags"), tags),
            line(localized("Rating"), library?.rating.map { numbers.decimal($0, digits: 1) }),
            line(localized("Author"), library?.author ?? details?.author),
            line(localized("License"), details?.license, link: details?.license.flatMap(Self.webAddress)),
            line(localized("Date"), details?.date.map(DateText(reader).fullText)),
            line(localized("Price"), details?.price.map { prices.text($0, details?.currency, facts: facts) }),
            line(localized("Page"), page?.withoutPassword.absoluteString, link: page),
        ]
    }

    private func file(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let numbers = NumberFormats(locale: reader.numbers)
        let size = size.map { size in
            let megapixels = Double(size.width) * Double(size.height) / 1_000_000
            let (width, height) = (numbers.plain(size.width), numbers.plain(size.height))
            if megapixels < 0.1 { return localized("\(width) × \(height) pixels") }
            let number = numbers.decimal(megapixels, digits: 1)
            return localized("\(width) × \(height) pixels (\(number) megapixels)")
        }
        return [
            line(localized("Size"), size),
            line(localized("Type"), format.map(Self.name)),
            line(localized("File name"), library?.fileName == name ? nil : library?.fileName),
            line(localized("File size"), (byteCount ?? library?.byteCount).map { Self.bytes($0, numbers) }),
            address,
            line(localized("Redirected to"), finalURL == url ? nil : finalURL?.withoutPassword.absoluteString),
        ]
    }

    private var people: String? { library.flatMap { Self.joined($0.people) } }
    private var tags: String? { library.flatMap { Self.joined($0.tags) } }

    private static func joined(_ words: [String]) -> String {
        words.joined(separator: localized(", ", context: "between parts"))
    }

    private var address: PhotoDetailLine? {
        if let held = url.flatMap({ DataAddress($0) }) { return line(localized("Address"), held.excerpt) }
        guard let member = url.flatMap({ ArchiveMember($0) }) else {
            return url?.isFileURL == true
                ? line(localized("File"), url?.shownPath)
                // A browser has no key for the interface of a library.
                : line(localized("Address"), url?.withoutPassword.absoluteString, link: page == nil ? url : nil)
        }
        return member.isLocal
            ? line(localized("Archive"), member.archive.shownPath)
            : line(localized("Archive"), member.archive.withoutPassword.absoluteString, link: member.archive)
    }

    private func taken(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let numbers = NumberFormats(locale: reader.numbers)
        // The file itself knows best.
        let camera = camera == CameraFacts() ? library?.camera ?? camera : camera
        let coordinates = camera.place ?? library?.camera.place
        return [
            line(localized("Camera"), camera.camera.map(ShownText.line)),
            line(localized("Lens"), camera.lens.map(ShownText.line)),
            line(localized("Exposure"), camera.exposureTime.flatMap { Self.exposure($0, numbers) }),
            line(localized("Aperture"), camera.aperture.map { "f/" + Self.number($0, numbers) }),
            line(localized("Sensitivity"), camera.speed.map { "ISO " + numbers.plain($0) }),
            line(localized("Focal length"), camera.focalLength.map { localized("\(Self.number($0, numbers)) mm") }),
            line(
                localized("Taken"),
                camera.date.map { Self.date(ShownText.line($0), zone: camera.zone, DateText(reader)) }),
            line(
                localized("Place"),
                library?.place ?? coordinates.map { Self.place($0.latitude, $0.longitude, numbers) },
                link: coordinates.flatMap { Self.map($0.latitude, $0.longitude) }),
        ]
    }
}
