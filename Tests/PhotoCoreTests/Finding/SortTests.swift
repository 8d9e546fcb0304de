import Foundation
import TestSupport
import Testing
import TestSupport

@testable import PhotoCore

@Suite struct SortTests {
    @Test func `Names are sorted naturally, those that are alike as they come`() throws {
        let names = ["b", "Photo 10", "photo 2", "a", "Äpfel", "photo 2", "", "A", "apfel", "photo 02", "photo 1 b"]
        let catalogue = try Finding.catalogue(names, cutEvery: 3)
        let sorted = try #require(Finding.sort(catalogue, by: .name)).map { names[Int($0)] }
        // The seventh has the name 6.jpg.
        #expect(
            sorted == ["", "a", "A", "Äpfel", "apfel", "b", "photo 1 b", "photo 2", "photo 2", "photo 02", "Photo 10"])
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `Sorting by name is what sorting the keys is, however long they are and however many threads do it`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let starts = [
            "", "a", "Holiday in Italy, the summer of 2019 – IMG", "Holiday in Italy, the summer of 2019 – IMG_", "é",
        ]
        let names = (0..<40_000).map { number in
            let start = starts.randomElement(using: &random) ?? ""
            return "\(start)\(Int.random(in: 0..<5000, using: &random))\(number % 11 == 0 ? " x" : "")"
        }
        let catalogue = try Finding.catalogue(names, cutEvery: 9_999)
        let keys = names.map { NaturalOrder.key(for: $0) }
        let expected = names.indices.sorted { one, other in
            keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
        }
        #expect(Finding.sort(catalogue, by: .name) == expected.map { UInt32($0) })
    }

    @Test func `The newest come first, those without a date last, in the catalogue's order`() throws {
        let dates = [
            "2020-01-01", nil, "2024-05-06T07:08:09Z", "nonsense", "Mon, 06 May 2024 07:08:10 GMT", "2020",
            "2024-05-06T09:08:09+02:00",
        ]
        let catalogue = try Finding.catalogue(of: dates.map { $0.map { ["date": $0] } ?? [:] }, cutEvery: 2)
        #expect(Finding.sort(catalogue, by: .newest) == [4, 2, 6, 0, 5, 1, 3])
        #expect(Finding.sort(try Finding.catalogue(["a", "b"]), by: .newest) == [0, 1])
    }

    @Test func `What has failed or is wrong comes first`() throws {
        let locations = [
            "1.jpg", "ftp://h/2.jpg", "http://h/3.jpg", "", "http:///5.jpg", "6.jpg", "http://a b/7.jpg",
            "file:///8.jpg",
        ]
        var catalogue = try Finding.catalogue(of: locations.map { ["name": "n", "location": $0] })
        var builder = CatalogueBuilder()
        try builder.append(name: "x", problem: .number)
        try builder.append(name: "y", location: "y.jpg")
        if let segment = builder.takeSegment() { catalogue.append(segment) }
        #expect(Finding.sort(catalogue, by: .failed, failed: [5, 9]) == [1, 3, 4, 5, 6, 7, 8, 9, 0, 2])
    }

    @Test func `Locations judged at a glance are those that resolve`() throws {
        var random = SeededGenerator(seed: 5)
        let parts = [
            "http://", "https://", "HTTP://", "a", "9", ".", "..", "-", "_", "/", "//", ":", "?", "#", "%", "%20",
            "%zz", " ", "\\", "é", "@", "[", "]",
            "jpg", "example.org", "file:", "\t", "80", "~", "+",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            let isPlain = Array(text.utf8).withUnsafeBytes { PhotoLocation.isPlain($0) }
            guard isPlain else { continue }
            for base in [Sample.web, Sample.file] {
                let url = try? PhotoLocation.resolve(text, against: base).get()
                #expect(url != nil, "\(text)")
            }
        }
    }

    @Test func `The names known to lie in the text are those that are shown`() throws {
        var random = SeededGenerator(seed: 6)
        let parts = ["http://", "h", "a.b", "/", "x-1_y.jpg", "..", ".", "?", "é", ":", "%41"]
        let locations = (0..<3000).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
        for base in [Sample.web, Sample.file] {
            let catalogue = try Sample.nameless(locations, from: base)
            let segment = catalogue.segments[0]
            segment.withText { text in
                for row in 0..<catalogue.count {
                    guard let range = segment.shownNameRange(at: row, in: text) else { continue }
                    #expect(
                        String(decoding: text[range], as: UTF8.self) == catalogue.name(at: row), "\(locations[row])")
                    #expect(segment.knownNameRange(at: row, in: text) == range)
                }
            }
        }
    }

    @Test func `A sort that is cancelled gives nothing`() throws {
        let catalogue = try Finding.catalogue(["a", "b"])
        for order in [ListOrder.name, .newest, .failed] {
            let sorting = CatalogueSorting(
                catalogue: catalogue, collation: LanguagelessCollation(), failed: EntrySet(), isCancelled: { true })
            #expect(sorting.entries(by: order) == nil)
        }
    }
}

extension Sample {
    fileprivate static func nameless(_ locations: [String], from base: URL) throws -> Catalogue {
        var builder = CatalogueBuilder()
        for location in locations { try builder.append(name: "", location: location) }
        return builder.finish(from: base)
    }
}
