import Foundation

/// An XML property list: a dictionary from names to addresses, or one with an array of photos as dictionaries.
struct SavedPropertyList: SavedCatalogueWriting {
    /// Whether rows have only names and addresses.
    let isPlain: Bool

    mutating func begin(_ facts: CatalogueFacts, to chunk: inout [UInt8]) {
        chunk.append(contentsOf: CatalogueWriter.header.utf8)
        if isPlain { return }
        if let title = facts.title { Self.append("title", "string", title, to: &chunk) }
        if let currency = facts.currency { Self.append("currency", "string", currency, to: &chunk) }
        if !facts.rates.isEmpty {
            chunk.append(contentsOf: "\t<key>rates</key>\n\t<dict>\n".utf8)
            for (code, rate) in facts.rates.sorted(by: { $0.key < $1.key }) {
                Self.append(code, "real", "\(rate)", to: &chunk)
            }
            chunk.append(contentsOf: "\t</dict>\n".utf8)
        }
        chunk.append(contentsOf: "\t<key>photos</key>\n\t<array>\n".utf8)
    }

    mutating func append(_ row: SavedRow, to chunk: inout [UInt8]) {
        if isPlain {
            return CatalogueWriter.append(name: row[.name] ?? "", url: row[.location] ?? "", to: &chunk)
        }
        chunk.append(contentsOf: "\t<dict>\n".utf8)
        if let problem = row.problem, let value = Self.value(of: problem) {
            chunk.append(contentsOf: "\t<key>url</key>\n\t\(value)\n".utf8)
        }
        for field in CatalogueField.allCases {
            guard let text = row[field] else { continue }
            Self.append(field.savedKey, "string", text, to: &chunk)
        }
        chunk.append(contentsOf: "\t</dict>\n".utf8)
    }

    mutating func end(to chunk: inout [UInt8]) {
        if !isPlain { chunk.append(contentsOf: "\t</array>\n".utf8) }
        chunk.append(contentsOf: CatalogueWriter.footer.utf8)
    }

    private static func append(_ key: String, _ element: String, _ text: String, to chunk: inout [UInt8]) {
        chunk.append(contentsOf: "\t<key>".utf8)
        CatalogueWriter.appendEscaped(key, to: &chunk)
        chunk.append(contentsOf: "</key>\n\t<\(element)>".utf8)
        CatalogueWriter.appendEscaped(text, to: &chunk)
        chunk.append(contentsOf: "</\(element)>\n".utf8)
    }

    /// A value of the same kind as the invalid address; nil if property lists have none.
    private static func value(of problem: EntryProblem) -> String? {
        switch problem {
        case .array: "<array/>"
        case .dictionary: "<dict/>"
        case .number: "<integer>0</integer>"
        case .boolean: "<false/>"
        case .date: "<date>1970-01-01T00:00:00Z</date>"
        case .data: "<data></data>"
        case .null, .unusual, .tooLong, .missing, .malformed, .encrypted: nil
        }
    }
}
