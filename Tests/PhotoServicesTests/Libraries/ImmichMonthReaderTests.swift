import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What an Immich server tells of a month")
struct ImmichMonthReaderTests {
    private static let may = LibraryMonths.Month(
        month: TimelineMonth(year: 2024, month: 5), count: 2, address: URL(fileURLWithPath: "/month"))

    private static func read(_ text: String) throws -> (catalogue: Catalogue, days: [Int], ratios: [Double]) {
        let content = try ImmichMonthReader().read(Data(text.utf8), of: may, isCancelled: { false })
        var catalogue = Catalogue(from: may.address)
        catalogue.append(content.segment)
        catalogue.facts.base = "https://h/api/"
        let days = content.timeline.days.flatMap { [Int](repeating: Int($0.day), count: Int($0.count)) }
        return (catalogue, days, content.timeline.ratios.map { ($0.value * 100).rounded() / 100 })
    }

    @Test func `Columns, as servers tell them today`() throws {
        let read = try Self.read(
            """
            {"id": ["a-1", "b-2", "c-3"], "fileCreatedAt": ["2024-05-31T20:30:00.000", "2024-05-02T00:00:00", "x"],
             "localOffsetHours": [2, -1.5, 0], "ratio": [1.5, "0.75", null], "isImage": [true, false, true],
             "isTrashed": [false, false, false], "city": ["Lisbon", null, ""], "country": ["Portugal", null, "France"],
             "stack": [["x", "2"], null, null], "duration": [null, "00:00:12.000", null], "visibility": ["timeline"]}
            """)
        #expect(read.catalogue.count == 3)
        #expect(read.catalogue.text(of: .date, at: 0) == "2024-05-31T22:30:00")
        #expect(read.catalogue.text(of: .date, at: 1) == "2024-05-01T22:30:00")
        #expect(read.catalogue.text(of: .date, at: 2) == nil)
        #expect(read.days == [31, 1, 0])
        #expect(read.ratios == [1.5, 0.75, 1])
        #expect(try read.catalogue.location(at: 0).get().absoluteString == "https://h/api/assets/a-1/original")
        #expect(
            try read.catalogue.location(at: 1).get().absoluteString == "https://h/api/assets/b-2/thumbnail?size=preview"
        )
        let thumbnail = try #require(read.catalogue.thumbnailLocation(at: 0))
        #expect(thumbnail.absoluteString == "https://h/api/assets/a-1/thumbnail?size=thumbnail")
        #expect(
            (0..<3).map { read.catalogue.text(of: .description, at: $0) } == ["Lisbon, Portugal", "Video", "France"])
        #expect(read.catalogue.name(at: 0).contains("31"))
        // The date is the name already.
        #expect(read.catalogue.summary(at: 0) == "Lisbon, Portugal")
    }

    @Test func `Days follow each other, also where photos from abroad are ordered by the time in UTC`() throws {
        let read = try Self.read(
            """
            {"id": ["a", "b", "c", "d", "e"], "localOffsetHours": [9, -8, 9, 0, 0], "ratio": [1, 2, 3, 1, 1],
             "fileCreatedAt": ["2024-05-04T16:00:00", "2024-05-04T15:30:00", "2024-05-04T15:10:00", "", "2024-05-04"]}
            """)
        #expect(read.days == [5, 5, 4, 4, 0])
        #expect(read.ratios == [1, 3, 2, 1, 1])
        let names = try (0..<5).map { try read.catalogue.location(at: $0).get().pathComponents[3] }
        #expect(names == ["a", "c", "b", "e", "d"])
        // One of another month stays where the server has it.
        let other = try Self.read(
            """
            {"id": ["a", "b"], "localOffsetHours": [9, 0],
             "fileCreatedAt": ["2024-05-31T20:00:00", "2024-05-31T09:00:00"]}
            """)
        #expect(other.days == [0, 31])
    }

    @Test(arguments: [#"{"assets": {"total": 2, "items": [%], "nextPage": null}}"#, "[%]"])
    func `Objects, as older servers and searches tell them`(_ shape: String) throws {
        let assets = """
            {"id": "a-1", "owner": {"id": "o", "originalFileName": "no"}, "originalFileName": "IMG_1.jpg",
             "type": "IMAGE", "people": [{"id": "p", "name": "Anna"}], "localDateTime": "2024-05-04T14:30:00.000Z",
             "exifInfo": {"exifImageWidth": 4000, "exifImageHeight": 3000, "orientation": "6", "city": "Kyoto"}},
            {"id": "b-2", "localDateTime": "2024-05-03T00:00:00Z", "type": "VIDEO", "isTrashed": "false"}
            """
        let read = try Self.read(shape.replacingOccurrences(of: "%", with: assets))
        #expect((0..<read.catalogue.count).map { read.catalogue.name(at: $0) }.first == "IMG_1.jpg")
        #expect(read.catalogue.count == 2)
        #expect(read.days == [4, 3])
        #expect(read.ratios == [0.75, 1])
        #expect(read.catalogue.text(of: .description, at: 0) == "Kyoto")
        #expect(read.catalogue.text(of: .description, at: 1) == "Video")
    }

    @Test(arguments: [
        #"{"id": ["../../users/me", "a/b", "a?x=1", "", null]}"#, #"{"id": ["a%2f..", "é", "a b", "..", "a#b"]}"#,
    ])
    func `An ID that leads elsewhere is no photo`(_ text: String) throws {
        let read = try Self.read(text)
        #expect(read.catalogue.count == 5)
        for row in 0..<5 { #expect(throws: LocationFailure.self) { try read.catalogue.location(at: row).get() } }
    }

    @Test(arguments: ["", "<html>", #"{"id": ["a"]"#, #"{"id": ["a"]}}"#, "nul"])
    func `What is no JSON, or is cut short, says so`(_ text: String) {
        #expect(throws: CatalogueFailure.self) { try Self.read(text) }
    }

    @Test(arguments: [
        "{}", "[]", "null", "7", #""id""#, #"{"id": "a"}"#, #"{"id": {"id": ["a"]}}"#, #"[["a"]]"#,
        #"{"id": []}"#, #"{"message": "x"}"#,
    ])
    func `What tells of no photos is an empty month`(_ text: String) throws {
        #expect(try Self.read(text).catalogue.count == 0)
    }

    @Test(arguments: ["1e999", "-1e999", "0", "-3", "1e-300", "NaN", "99999999999999999999"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        let read = try Self.read(
            #"{"id": ["a"], "fileCreatedAt": ["2024-05-04T12:00:00"], "localOffsetHours": ["#
                + (number == "NaN" ? #""NaN""# : number) + #"], "ratio": ["# + (number == "NaN" ? #""NaN""# : number)
                + "]}")
        #expect(read.catalogue.count == 1)
        #expect(read.ratios.allSatisfy { $0 >= 0.25 && $0 <= 4 })
    }

    @Test(arguments: ["0000-01-01", "9999-12-31T23:59:59", "-5000-01-01", "99999-01-01", "2024-13-45", ""])
    func `Dates are taken over their whole range`(_ date: String) throws {
        let read = try Self.read(
            #"{"id": ["a"], "fileCreatedAt": [""# + date + #""], "localOffsetHours": [14], "ratio": [1]}"#)
        #expect(read.catalogue.count == 1)
        #expect(!read.catalogue.name(at: 0).isEmpty)
    }

    @Test func `Deep and long answers are given up`() throws {
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(try Self.read(deep).catalogue.count == 0)
        let long = String(repeating: "x", count: 100_000)
        let read = try Self.read(#"{"id": ["a"], "city": [""# + long + #""]}"#)
        #expect(read.catalogue.text(of: .description, at: 0) == nil)
    }

    @Test func `A list has as many photos as were counted and some more, and not one more than that`() throws {
        let most = Self.may.mostRows
        let ids = { (count: Int) in Array(repeating: "\"\"", count: count).joined(separator: ",") }
        #expect(try ImmichAssets(in: Data(#"{"id": [\#(ids(most))]}"#.utf8), most: most).count == most)
        for text in [#"{"id": [\#(ids(most + 1))]}"#, #"{"city": [\#(ids(most + 1))], "id": ["a"]}"#] {
            #expect(throws: CatalogueFailure.tooManyPhotos(limit: most)) { try Self.read(text) }
        }
    }

    @Test(arguments: [
        #"{"id": ["a", "b", "c", "#, #"[{"id": "a"}, {"id": "b"}, {"id": "c"}, "#,
        #"{"assets": {"items": [{"id": "a"}, {"id": "b"}, {"id": "c"}, "#,
    ])
    func `What is beyond the photos that a list may have is not read`(_ text: String) {
        #expect(throws: CatalogueFailure.tooManyPhotos(limit: 2)) { try ImmichAssets(in: Data(text.utf8), most: 2) }
        guard case .notACatalogue = Self.failure(of: text, most: 3) else {
            Issue.record("The whole text is read")
            return
        }
    }

    private static func failure(of text: String, most: Int) -> CatalogueFailure? {
        do throws(CatalogueFailure) {
            _ = try ImmichAssets(in: Data(text.utf8), most: most)
            return nil
        } catch {
            return error
        }
    }
}
