import Foundation

struct SavedRow {
    /// Its fields' texts by raw value; nil if absent.
    private var fields = [String?](repeating: nil, count: CatalogueField.allCases.count)
    let problem: EntryProblem?

    init(_ row: Int, of catalogue: Catalogue) {
        let (segment, place) = catalogue.place(of: row)
        let base = catalogue.base(at: row)
        problem = segment.problem(at: place)
        segment.withText { text in
            for field in CatalogueField.allCases {
                guard let range = segment.range(of: field, at: place, in: text) else { continue }
                let value = String(decoding: text[range], as: UTF8.self)
                fields[Int(field.rawValue)] = field.isURL ? Self.address(value, base, segment.spool) : value
            }
        }
    }

    subscript(field: CatalogueField) -> String? { fields[Int(field.rawValue)] }

    /// The address as it is saved; nil for a picture that its document no longer has.
    private static func address(_ text: String, _ base: URL, _ spool: (any PictureSpool)?) -> String? {
        let bytes = Array(text.utf8)
        guard DataAddress.isHeld(bytes) else { return absolute(text, base) }
        return spool.flatMap { DataAddress(bytes)?.text(with: $0) }
    }

    /// The document's address if it is absolute or invalid, otherwise the resolved one; without a password.
    private static func absolute(_ text: String, _ base: URL) -> String {
        if !LocationDetection.isAbsolute(text.utf8),
            case .success(let url) = PhotoLocation.resolve(text, against: base)
        {
            return url.withoutPassword.absoluteString
        }
        return URLText.withoutPassword(text)
    }
}

extension CatalogueField {
    /// The key under which it is saved; ``EntryKey`` reads it back.
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
        case .placeholder: "thumbhash"
        case .checksum: "checksum"
        }
    }

    /// Whether it is saved as a number if its text is one.
    var isNumber: Bool { self == .width || self == .height || self == .price }
}
