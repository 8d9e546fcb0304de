extension CatalogueField {
    /// The key under which it is saved: one that is read again (``EntryKey``).
    var savedKey: String {
        switch self {
        case .name: "name"
        case .location: "url"
        case .description: "description"
        case .thumbnail: "thumbnail"
        case .author: "author"
        case .license: "license"
        case .date: "date"
        case .width: "width"
        case .height: "height"
        case .price: "price"
        case .currency: "currency"
        case .page: "page"
        }
    }

    /// Whether it is a number, and is written as one where it looks like one.
    var isNumber: Bool { self == .width || self == .height || self == .price }
}
