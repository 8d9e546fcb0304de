/// What an entry of a catalogue may say of its photo. Each is UTF-8 text, as the document has it.
///
/// The raw value is the tag under which a segment keeps it: never give one another.
public enum CatalogueField: UInt8, Sendable, CaseIterable {
    /// What the photo is called.
    case name = 0
    /// Its URL, absolute or relative to the catalogue's base.
    case location = 1
    /// A sentence or more about it, plain text.
    case description = 2
    /// The URL of a small picture of it.
    case thumbnail = 3
    /// Who made it.
    case author = 4
    /// What may be done with it: words, or a URL.
    case license = 5
    /// When it was made or published; ``CatalogueDate`` reads what formats write.
    case date = 6
    /// Its width in pixels, a decimal number.
    case width = 7
    /// Its height in pixels, a decimal number.
    case height = 8
    /// What it costs, a decimal number with a point.
    case price = 9
    /// The price's currency, by ISO 4217 (`EUR`).
    case currency = 10
    /// The URL of a page about it.
    case page = 11

    /// The most UTF-8 bytes that are kept of it. Text that is longer is cut there and ends in “…”; a URL is of no use
    /// when it is cut, so one that is longer is left out, and a photo's own makes the entry a failed row.
    public var maximumByteCount: Int {
        switch self {
        case .name: Catalogue.maximumNameByteCount
        case .location, .thumbnail, .page: Catalogue.maximumLocationByteCount
        case .description: 16 << 10
        case .author, .license: 1 << 10
        case .date, .width, .height, .price, .currency: 64
        }
    }

    /// Whether it is a URL, which white space around it, or a part of it alone, is not.
    var isURL: Bool {
        switch self {
        case .location, .thumbnail, .page: true
        case .name, .description, .author, .license, .date, .width, .height, .price, .currency: false
        }
    }
}
