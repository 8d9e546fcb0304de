import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What a PhotoPrism server tells of a month")
struct PhotoPrismMonthReaderTests {
    private static let may = LibraryMonths.Month(
        month: TimelineMonth(year: 2024, month: 5), count: 2, address: URL(fileURLWithPath: "/month"))
    private static let sum = String(repeating: "0a", count: 20)

    private static func read(_ text: String) throws -> (catalogue: Catalogue, days: [Int], ratios: [Double]) {
        let content = try PhotoPrismMonthReader().read(Data(text.utf8), of: may, isCancelled: { false })
        var catalogue = Catalogue(from: may.address)
        catalogue.append(content.segment)
        catalogue.facts.base = "https://h/api/v1/"
        let days = content.timeline.days.flatMap { [Int](repeating: Int($0.day), count: Int($0.count)) }
        return (catalogue, days, content.timeline.ratios.map { ($0.value * 100).rounded() / 100 })
    }

    @Test func `Photos, videos and motion photos`() throws {
        let read = try Self.read(
            """
            [{"ID": "7-9", "UID": "pa1", "Type": "image", "TakenAt": "2024-05-31T12:00:00Z",
              "TakenAtLocal": "2024-05-31T14:00:00Z", "Year": 2024, "Month": 5, "Title": "River / Lisbon / 2024",
              "FileName": "2024/05/IMG_1.jpg", "FileRoot": "/", "Hash": "\(Self.sum)", "Width": 4000, "Height": 3000,
              "PlaceID": "pt:x", "PlaceLabel": "Lisbon, Portugal",
              "Files": [{"UID": "f", "Hash": "other", "Width": 1, "Height": 1}]},
             {"UID": "pb2", "Type": "video", "TakenAtLocal": "2024-05-02T00:00:00Z", "Year": 2024,
              "FileName": "2024/05/MOV_2.mp4.jpg", "FileRoot": "sidecar", "Hash": "\(Self.sum)", "Width": "1080",
              "Height": "1920", "PlaceID": "zz", "PlaceLabel": "Unknown"},
             {"UID": "pc3", "Type": "live", "TakenAtLocal": "2019-01-01T00:00:00Z", "Year": -1, "Title": "Cat",
              "Hash": "2f"}]
            """)
        let catalogue = read.catalogue
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["IMG_1.jpg", "MOV_2.mp4.jpg", "Cat"])
        #expect(read.days == [31, 2, 0])
        #expect(read.ratios == [1.33, 0.56, 1])
        #expect(
            (0..<3).map { catalogue.text(of: .date, at: $0) } == ["2024-05-31T14:00:00", "2024-05-02T00:00:00", nil])
        #expect((0..<3).map { catalogue.text(of: .checksum, at: $0) } == ["sha1:" + Self.sum, nil, nil])
        #expect(
            (0..<3).map { catalogue.text(of: .description, at: $0) } == ["Lisbon, Portugal", "Video", "Motion Photo"])
        #expect(
            catalogue.summary(at: 0) == "Lisbon, Portugal · " + DateText.current.text("2024-05-31T14:00:00"))
        #expect(
            try (0..<3).map { try catalogue.location(at: $0).get().absoluteString } == [
                "https://h/api/v1/dl/\(Self.sum)?t=_download_&photo=pa1",
                "https://h/api/v1/t/\(Self.sum)/_preview_/fit_1920?photo=pb2",
                "https://h/api/v1/dl/2f?t=_download_&photo=pc3",
            ])
        #expect(
            catalogue.thumbnailLocation(at: 0)?.absoluteString == "https://h/api/v1/t/\(Self.sum)/_preview_/fit_720")
    }

    @Test(arguments: ["../../users", "a/b", "a?t=1", "", "a%2f", "é"])
    func `What leads elsewhere is no photo`(_ text: String) throws {
        for (id, hash) in [(text, "2f"), ("pa1", text)] {
            let read = try Self.read(#"[{"UID": "\#(id)", "Hash": "\#(hash)", "Title": "x"}]"#)
            #expect(throws: LocationFailure.self) { try read.catalogue.location(at: 0).get() }
        }
    }

    @Test(arguments: ["", "<html>", #"[{"UID": "a"}"#, "nul"])
    func `What is no JSON, or is cut short, says so`(_ text: String) {
        #expect(throws: CatalogueFailure.self) { try Self.read(text) }
    }

    @Test(arguments: ["{}", "[]", "null", "7", #"{"error": "x"}"#, #"[{"Hash": "2f"}]"#, "[[]]"])
    func `What tells of no photos is an empty month`(_ text: String) throws {
        #expect(try Self.read(text).catalogue.count == 0)
    }

    @Test(arguments: ["1e999", "-1e999", "0", "-3", "1e-300", #""NaN""#, "99999999999999999999"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        let read = try Self.read(
            #"[{"UID": "a", "Hash": "2f", "Year": \#(number), "Width": \#(number), "Height": 3, "#
                + #""TakenAtLocal": "2024-05-04T12:00:00Z"}]"#)
        #expect(read.catalogue.count == 1)
        #expect(read.ratios.allSatisfy { $0 >= 0.25 && $0 <= 4 })
    }

    @Test func `A list has as many photos as are asked for, and not one more`() throws {
        let most = LibraryLocation.mostInList
        let photos = { (count: Int) in
            "[" + Array(repeating: #"{"UID": "a", "Hash": "2f"}"#, count: count).joined(separator: ",") + "]"
        }
        #expect(try Self.read(photos(most)).catalogue.count == most)
        #expect(throws: CatalogueFailure.tooManyPhotos(limit: most)) { try Self.read(photos(most + 1)) }
    }
}
