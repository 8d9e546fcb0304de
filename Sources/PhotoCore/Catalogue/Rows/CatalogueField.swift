/// The fields of a catalogue's entry. Each is UTF-8 text as in the document.
///
/// The raw value is the tag in a segment: never reuse one.
public enum CatalogueField: UInt8, Sendable, CaseIterable {
    /// The photo's name.
    case name = 0
    /// Its URL, absolute or relative to the catalogue's base.
    case location = 1
    /// A sentence or more about it, plain text.
    case description = 2
    /// The URL of a thumbnail.
    case thumbnail = 3
    /// Who made it.
    case author = 4
    /// Its licence: words, or a URL.
    case license = 5
    /// Its date, of creation or publication; ``CatalogueDate`` parses it.
    case date = 6
    /// Its width in pixels, a decimal number.
    case width = 7
    /// Its height in pixels, a decimal number.
    case height = 8
    /// Its price, a decimal number with a point.
    case price = 9
    /// The price's currency, by ISO 4217 (`EUR`).
    case currency = 10
    /// The URL of a page about it.
    case page = 11
    /// A picture of a few bytes for as long as there is no other: a ``ThumbHash`` in Base64.
    case placeholder = 12
    /// A checksum of its file, with its kind: "sha1:" or "md5:" and hexadecimal digits. The same file in two libraries
    /// is one photo.
    case checksum = 13

    /// The maximum length in UTF-8 bytes. Longer text is cut and ends in “…”. A longer URL would be useless if cut, so
    /// it is dropped; for the photo's own URL, the entry becomes a failed row.
    public var maximumByteCount: Int {
        switch self {
        case .name: Catalogue.maximumNameByteCount
        case .location, .thumbnail, .page: Catalogue.maximumLocationByteCount
        case .description: 16 << 10
        case .author, .license: 1 << 10
        case .date, .width, .height, .price, .currency: 64
        case .placeholder, .checksum: 128
        }
    }

    /// Whether it is a URL: trimmed, and useless if cut.
    var isURL: Bool {
        switch self {
        case .location, .thumbnail, .page: true
        case .name, .description, .author, .license, .date, .width, .height, .price, .currency, .placeholder,
            .checksum:
            false
        }
    }
}
