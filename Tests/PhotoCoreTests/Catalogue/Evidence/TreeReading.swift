import Foundation

@testable import PhotoCore

/// Reads JSON into a ``PhotoTree``, for tests: strict enough for what tests write.
struct TreeReading {
    private(set) var rows: [[CatalogueField: String]] = []
    private(set) var failure: CatalogueFailure?
    private(set) var facts = CatalogueFacts()
    /// The decision; nil for a list that ``EntryTree`` reads.
    private(set) var shape: PhotoShape?
    /// How many rows there were before the last event.
    private(set) var countBeforeEnd = 0

    private var tree = PhotoTree()
    private var builder = CatalogueBuilder()
    private var rest: ArraySlice<UInt8>

    /// Reads a whole document, or what there is of one that is cut.
    init(_ json: String) {
        rest = Array(json.utf8)[...]
        builder.facts.formatName = "JSON"
        do throws(CatalogueFailure) {
            var isWhole = true
            while isWhole, skipSpace() { isWhole = try value() }
            countBeforeEnd = builder.count
            if isWhole, tree.isAtEnd { try tree.finish(into: &builder) } else { try tree.breakOff(into: &builder) }
        } catch {
            failure = error
        }
        shape = tree.shape
        facts = builder.facts
        guard let segment = builder.takeSegment() else { return }
        for row in 0..<segment.count {
            var fields: [CatalogueField: String] = [:]
            for field in CatalogueField.allCases { fields[field] = segment.text(of: field, at: row) }
            rows.append(fields)
        }
    }

    /// A field of each row; "-" without one.
    func texts(_ field: CatalogueField) -> [String] { rows.map { $0[field] ?? "-" } }

    // MARK: JSON

    private mutating func skipSpace() -> Bool {
        rest = rest.drop { $0 <= 0x20 || ",:".utf8.contains($0) }
        return !rest.isEmpty
    }

    /// Reads a value; false if the document ends within it.
    private mutating func value() throws(CatalogueFailure) -> Bool {
        switch rest.first {
        case UInt8(ascii: "{"):
            rest = rest.dropFirst()
            try tree.startObject(into: &builder)
            while skipSpace(), rest.first != UInt8(ascii: "}") {
                guard let key = text() else { return false }
                try key.withUnsafeBytesTyped { (key) throws(CatalogueFailure) in try tree.key(key, into: &builder) }
                guard skipSpace(), try value() else { return false }
            }
            if rest.isEmpty { return false }
            countBeforeEnd = builder.count
            try tree.endObject(into: &builder)
            rest = rest.dropFirst()
        case UInt8(ascii: "["):
            rest = rest.dropFirst()
            try tree.startArray(into: &builder)
            while skipSpace(), rest.first != UInt8(ascii: "]") { guard try value() else { return false } }
            if rest.isEmpty { return false }
            try tree.endArray(into: &builder)
            rest = rest.dropFirst()
        case UInt8(ascii: "\""):
            guard let text = text() else { return false }
            try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.string(text, into: &builder) }
        default:
            let word = Array(rest.prefix { !" ,:]}\n".utf8.contains($0) })
            rest = rest.dropFirst(max(1, word.count))
            if ["true", "false"].contains(where: { word.elementsEqual($0.utf8) }) {
                try tree.boolean(word.count == 4, into: &builder)
                return true
            }
            let isNumber = word.first.map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") } == true
            try word.withUnsafeBytesTyped { (word) throws(CatalogueFailure) in
                try tree.scalar(isNumber ? .number : .null, isNumber ? word : nil, into: &builder)
            }
        }
        return true
    }

    private mutating func text() -> [UInt8]? {
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
            guard let byte = rest.first else { return nil }
            text.append(byte)
            rest = rest.dropFirst()
        }
        guard !rest.isEmpty else { return nil }
        rest = rest.dropFirst()
        return text
    }
}
