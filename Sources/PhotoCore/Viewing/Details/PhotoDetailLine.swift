import Foundation

/// A line of a photo's details.
public struct PhotoDetailLine: Sendable, Equatable {
    /// Its name.
    public let label: String
    /// Its text.
    public let value: String
    /// Its link.
    public let link: URL?

    /// `value` of `label`.
    init(_ label: String, _ value: String, link: URL? = nil) {
        self.label = label
        self.value = value
        self.link = link
    }
}

/// The known facts about one photo, for its details.
public struct PhotoKnowledge: Sendable, Equatable {
    /// Its name in the catalogue.
    public var name = ""
    /// The catalogue's data on it.
    public var details: PhotoDetails?
    /// The catalogue's data on all photos, such as exchange rates.
    public var facts = CatalogueFacts()
    /// Its upright size.
    public var size: PixelSize?
    /// Its format.
    public var format: EncodedPicture.Format?
    /// Its length in bytes.
    public var byteCount: Int?
    /// Its URL.
    public var url: URL?
    /// The URL it came from, after redirects.
    public var finalURL: URL?
    /// The camera's data.
    public var camera = CameraFacts()

    /// No facts.
    public init() {}

    /// The lines, most important first.
    public func lines(_ reader: ReaderLocale = .current) -> [PhotoDetailLine] {
        [about, file, taken].flatMap { $0(reader).compactMap(\.self) }
    }

    /// A line, if there is a value for it.
    private func line(_ label: String, _ value: String?, link: URL? = nil) -> PhotoDetailLine? {
        value.flatMap { $0.isEmpty ? nil : PhotoDetailLine(label, $0, link: link) }
    }

    private func about(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let prices = PriceText(locale: reader.money)
        return [
            PhotoDetailLine("Name", name),
            line("Description", details?.description),
            line("Author", details?.author),
            line("License", details?.license, link: details?.license.flatMap(Self.webAddress)),
            line("Date", details?.date.map(DateText(reader).fullText)),
            line("Price", details?.price.map { prices.text($0, details?.currency, facts: facts) }),
            line("Page", details?.page?.absoluteString, link: details?.page),
        ]
    }

    private func file(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let numbers = NumberFormats(locale: reader.numbers)
        let size = size.map { size in
            let megapixels = Double(size.width) * Double(size.height) / 1_000_000
            let text = megapixels < 0.1 ? "" : " (\(numbers.decimal(megapixels, digits: 1)) megapixels)"
            return "\(size.width) × \(size.height) pixels\(text)"
        }
        let isWeb = url?.scheme == "http" || url?.scheme == "https"
        return [
            line("Size", size),
            line("Type", format.map(Self.name)),
            line("File size", byteCount.map { Self.bytes($0, numbers) }),
            url?.isFileURL == true
                ? line("File", url?.shownPath)
                : line("Address", url?.withoutPassword.absoluteString, link: isWeb ? url?.withoutPassword : nil),
            line("Redirected to", finalURL == url ? nil : finalURL?.withoutPassword.absoluteString),
        ]
    }

    private func taken(_ reader: ReaderLocale) -> [PhotoDetailLine?] {
        let numbers = NumberFormats(locale: reader.numbers)
        return [
            line("Camera", camera.camera),
            line("Lens", camera.lens),
            line("Exposure", camera.exposureTime.flatMap { Self.exposure($0, numbers) }),
            line("Aperture", camera.aperture.map { "f/" + Self.number($0, numbers) }),
            line("Sensitivity", camera.speed.map { "ISO \($0)" }),
            line("Focal length", camera.focalLength.map { Self.number($0, numbers) + " mm" }),
            line("Taken", camera.date.map { Self.date($0, zone: camera.zone, DateText(reader)) }),
            camera.place.map { place in
                PhotoDetailLine(
                    "Place", Self.place(place.latitude, place.longitude),
                    link: Self.map(place.latitude, place.longitude))
            },
        ]
    }
}
