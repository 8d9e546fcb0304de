import Foundation

/// All that a catalogue says about one photo. Created on demand.
public struct PhotoDetails: Sendable, Equatable {
    /// What to call it: as ``Catalogue/name(at:)``.
    let name: String
    let location: Result<URL, LocationFailure>
    let thumbnail: URL?
    /// A sentence or more about it, plain text.
    let description: String?
    let author: String?
    /// Its licence: words, or a URL.
    let license: String?
    /// Its date as in the document: creation or publication.
    public let date: String?
    /// Its size in pixels, as the catalogue claims.
    public let size: PixelSize?
    let price: Decimal?
    /// The price's currency, by ISO 4217: its own, or the catalogue's.
    let currency: String?
    let page: URL?
    let position: CataloguePosition?

    init(of row: Int, in catalogue: Catalogue) {
        name = catalogue.name(at: row)
        location = catalogue.location(at: row)
        thumbnail = catalogue.thumbnailLocation(at: row)
        description = catalogue.text(of: .description, at: row)
        author = catalogue.text(of: .author, at: row)
        license = catalogue.text(of: .license, at: row)
        date = catalogue.text(of: .date, at: row)
        let side = { (field: CatalogueField) in catalogue.text(of: field, at: row).flatMap { Int($0) } ?? 0 }
        let (width, height) = (side(.width), side(.height))
        // No picture is larger (a JPEG's sides have 16 bits, a PNG's 31).
        let sides = 1...Int(Int32.max)
        size = sides.contains(width) && sides.contains(height) ? PixelSize(width: width, height: height) : nil
        price = catalogue.text(of: .price, at: row).flatMap { Self.decimal($0) }
        currency = price == nil ? nil : catalogue.text(of: .currency, at: row) ?? catalogue.facts.currency
        page = catalogue.url(of: .page, at: row)
        position = catalogue.position(at: row)
    }

    /// The number, if the text is exactly one.
    static func decimal(_ text: String) -> Decimal? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
