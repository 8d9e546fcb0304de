import Foundation
import TestSupport
import Testing
import TestSupport

@testable import PhotoCore

/// Shared by the tests of searching and sorting.
enum Finding {
    /// A catalogue of rows with these names, and locations that do not contain them.
    static func catalogue(_ names: [String], cutEvery: Int = .max) throws -> Catalogue {
        try catalogue(of: names.map { ["name": $0] }, cutEvery: cutEvery)
    }

    /// A catalogue of rows with these fields: name, location (1.jpg and so on by default), description, date.
    static func catalogue(of rows: [[String: String]], cutEvery: Int = .max) throws -> Catalogue {
        var builder = CatalogueBuilder()
        var catalogue = Catalogue(from: Sample.web)
        for (number, row) in rows.enumerated() {
            builder.add(.name, row["name"] ?? "")
            builder.add(.location, row["location"] ?? "\(number).jpg")
            if let text = row["description"] { builder.add(.description, text) }
            if let text = row["date"] { builder.add(.date, text) }
            if let text = row["width"] { builder.add(.width, text) }
            if let text = row["height"] { builder.add(.height, text) }
            try builder.endEntry(at: nil)
            if builder.waitingCount == cutEvery, let segment = builder.takeSegment() { catalogue.append(segment) }
        }
        if let segment = builder.takeSegment() { catalogue.append(segment) }
        catalogue.isComplete = true
        return catalogue
    }

    /// The matching entries.
    static func search(_ query: String, _ catalogue: Catalogue, among candidates: [UInt32]? = nil) -> [UInt32] {
        var index = CatalogueIndex()
        guard index.follow(catalogue, isCancelled: { false }) else { return [] }
        return index.search(SearchQuery(query), among: candidates, isCancelled: { false }) ?? []
    }

    /// The entries in order; nil if sorting was cancelled.
    static func sort(_ catalogue: Catalogue, by order: ListOrder, failed: [UInt32] = []) -> [UInt32]? {
        let sorting = CatalogueSorting(
            catalogue: catalogue, collation: LanguagelessCollation(), failed: EntrySet(failed), isCancelled: { false })
        return sorting.entries(by: order)?.entries
    }

    /// Names of many kinds, none of which is a prefix of another: `words` are the lengths.
    static func names(_ count: Int, seed: UInt64) -> [String] {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "Fjord", "fjörd", "BEACH", "Straße", "STRASSE", "ﬁnch", "Ωmega", "ώρα", "a", "e\u{301}", "é", "山", "서울",
            "10", "9", "x_y",
            "😀", "İzmir", "ﷺ", "ø", "\u{FEFF}",
        ]
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
        }
    }
}

extension RowOrder {
    /// The entries of all rows, in order of the rows.
    var entries: [UInt32] { (0..<count).map { UInt32(entry(at: $0)) } }
}
