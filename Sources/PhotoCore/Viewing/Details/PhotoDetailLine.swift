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
        [about, file, taken].flatMap { $0(reader) }
    }

    private func about(_ reader: ReaderLocale) -> [PhotoDetailLine] {
        var lines = [PhotoDetailLine("Name", name)]
        func add(_ label: String, _ value: String?, link: URL? = nil) {
            if let value, !value.isEmpty { lines.append(PhotoDetailLine(label, value, link: link)) }
        }
        add("Description", details?.description)
        add("Author", details?.author)
        let license = details?.license
        add("License", license, link: license.flatMap(Self.webAddress))
        add("Date", details?.date.map(DateText(reader).fullText))
        let prices = PriceText(locale: reader.money)
        add("Price", details?.price.map { prices.text($0, details?.currency, facts: facts) })
        add("Page", details?.page?.absoluteString, link: details?.page)
        return lines
    }

    private func file(_ reader: ReaderLocale) -> [PhotoDetailLine] {
        let numbers = NumberFormats(locale: reader.numbers)
        var lines: [PhotoDetailLine] = []
        if let size {
            let megapixels = Double(size.width) * Double(size.height) / 1_000_000
            let text = megapixels < 0.1 ? "" : " (\(numbers.decimal(megapixels, digits: 1)) megapixels)"
            lines.append(PhotoDetailLine("Size", "\(size.width) × \(size.height) pixels\(text)"))
        }
        if let format { lines.append(PhotoDetailLine("Type", Self.name(of: format))) }
        if let byteCount { lines.append(PhotoDetailLine("File size", Self.bytes(byteCount, numbers))) }
        if let url {
            let isWeb = url.scheme == "http" || url.scheme == "https"
            lines.append(
                PhotoDetailLine(
                    url.isFileURL ? "File" : "Address",
                    url.isFileURL ? url.shownPath : url.withoutPassword.absoluteString,
                    link: isWeb ? url.withoutPassword : nil))
        }
        if let finalURL, finalURL != url {
            lines.append(PhotoDetailLine("Redirected to", finalURL.withoutPassword.absoluteString))
        }
        return lines
    }

    private func taken(_ reader: ReaderLocale) -> [PhotoDetailLine] {
        let numbers = NumberFormats(locale: reader.numbers)
        var lines: [PhotoDetailLine] = []
        func add(_ label: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append(PhotoDetailLine(label, value)) }
        }
        add("Camera", camera.camera)
        add("Lens", camera.lens)
        add("Exposure", camera.exposureTime.flatMap { Self.exposure($0, numbers) })
        add("Aperture", camera.aperture.map { "f/" + Self.number($0, numbers) })
        add("Sensitivity", camera.speed.map { "ISO \($0)" })
        add("Focal length", camera.focalLength.map { Self.number($0, numbers) + " mm" })
        add("Taken", camera.date.map { Self.date($0, zone: camera.zone, DateText(reader)) })
        if let place = camera.place {
            lines.append(
                PhotoDetailLine(
                    "Place", Self.place(place.latitude, place.longitude),
                    link: Self.map(place.latitude, place.longitude)))
        }
        return lines
    }
}
