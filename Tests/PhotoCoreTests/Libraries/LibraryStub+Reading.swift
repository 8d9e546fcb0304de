import Foundation
import Testing

@testable import PhotoCore

/// Reads lists that are the numbers of their photos.
struct CountingMonthReader: MonthReading {
    func read(
        _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
    ) throws(CatalogueFailure) -> MonthContent {
        guard let count = Int(String(decoding: body, as: UTF8.self)) else {
            throw .notACatalogue(reason: "It is no number.")
        }
        let number = Int(month.address.lastPathComponent) ?? 0
        do { return try LibraryStub.content(number, count) } catch { throw .noPhotos }
    }
}

extension LibraryStub {
    /// All of three months, of which the first one is read.
    static func partlyRead() throws -> Catalogue {
        var catalogue = catalogue([2, 3, 2])
        catalogue.read(libraryMonth: 0, as: try content(0, 2).segment)
        return catalogue
    }

    /// One month of two libraries, with two and three photos.
    static func ofTwo() throws -> Catalogue {
        var catalogue = Catalogue(from: URL(fileURLWithPath: "/library"))
        let first = month(0, 2)
        let second = LibraryMonths.Month(month: first.month, count: 3, address: address(7), library: 1)
        let months = LibraryMonths(merging: [[first], [second]])
        catalogue.facts.months = months
        catalogue.facts.lines = try ["a", "b"].map { name in
            let base = try #require(URL(string: "https://\(name)/"))
            return AllLibraries.Line(
                member: AllLibraries.Member(address: base.absoluteString, name: name), state: .shown(2),
                library: nil, base: base)
        }
        catalogue.appendUnread(months)
        return catalogue
    }

    /// The month of two libraries, of which the second one has not answered.
    static func halfRead() throws -> Catalogue {
        var catalogue = try ofTwo()
        let first = MonthMerge.Source(
            try content(0, 2), base: try #require(URL(string: "https://a/")), name: "a")
        catalogue.read(libraryMonth: 0, as: try #require(MonthMerge.merge([first], missing: 3)).segment)
        return catalogue
    }
}
