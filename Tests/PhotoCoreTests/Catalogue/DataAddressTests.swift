import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Addresses that hold a picture")
struct DataAddressTests {
    private func address(_ text: String, from base: URL = Sample.web) throws -> DataAddress {
        try #require(DataAddress(PhotoLocation.resolve(text, against: base).get()))
    }

    @Test(
        arguments: [
            ("data:image/png;base64,AQID", [1, 2, 3]), ("data:image/png;base64,AQIDBA==", [1, 2, 3, 4]),
            ("data:image/png;base64,AQIDBA", [1, 2, 3, 4]), ("DATA:Image/PNG;charset=x;BASE64,AQ%49D", [1, 2, 3]),
            ("data:image/png;base64,AQ\n\t ID", [1, 2, 3]), ("data:image/png; base64,+/-_", [0xFB, 0xFF, 0xBF]),
            ("data:image/x,a%01b%", Array("a\u{1}b%".utf8)), ("data:image/x,", []),
            ("data:image/png;base64,AQID*ABC", [1, 2, 3]),
            ("data:image/svg+xml;utf8,<svg a='#?\"é'/>", Array("<svg a='#?\"é'/>".utf8)),
        ] as [(String, [UInt8])])
    func `The bytes are those that it stands for`(text: String, bytes: [UInt8]) throws {
        for base in [Sample.web, Sample.file] { #expect(try address(text, from: base).bytes == bytes, "\(text)") }
    }

    @Test(arguments: [
        ("data:image/png;base64,AQID", "image/png", "image.png"), ("data:image/JPEG,x", "image/jpeg", "image.jpg"),
        ("data:image/svg+xml,x", "image/svg+xml", "image.svg"), ("data:image/,x", "image/", "image"),
        ("data:image/../../x,x", "image/../../x", "image"),
    ])
    func `Its type names it, as a file would be called`(text: String, type: String, name: String) throws {
        let held = try address(text)
        #expect(held.mediaType == type && held.fileName == name)
        let url = try PhotoLocation.resolve(text, against: Sample.web).get()
        #expect(url.shownName == name && held.excerpt == "data:\(type),…")
    }

    @Test(arguments: ["data:image/png", "data:text/html,x", "data:,x", "data:application/pdf;base64,AA"])
    func `What holds no picture is no address of one`(text: String) {
        #expect(throws: LocationFailure.self) { try PhotoLocation.resolve(text, against: Sample.web).get() }
    }

    @Test func `A picture of 48 KB, as USAGE says, is held by an address, and not one of 50`() {
        for (bytes, fits) in [(48_000, true), (50_000, false)] {
            let address = "data:image/jpeg;base64," + Data(count: bytes).base64EncodedString()
            #expect((address.utf8.count <= Catalogue.maximumLocationByteCount) == fits)
        }
    }

    @Test func `A list of names may hold its pictures; one that is longer than an address may be says so`() throws {
        let head = "data:image/png;base64,"
        let longest = head + String(repeating: "A", count: Catalogue.maximumLocationByteCount - head.utf8.count)
        let list = "{ a = \"\(head)AQID\"; b = \"http://h/1.jpg\"; c = \"\(longest)\"; d = \"\(longest)A\"; }"
        let outcome = ReadOutcome(list.utf8, from: Sample.url("http://h/x.plist"), as: .core)
        try #require(outcome.catalogue.count == 4)
        for (row, count) in [(0, 3), (2, (longest.utf8.count - head.utf8.count) * 3 / 4)] {
            #expect(DataAddress(try outcome.catalogue.location(at: row).get())?.bytes.count == count)
        }
        #expect(outcome.catalogue.location(at: 3) == .failure(.entry(.tooLong)))
        #expect("\(LocationFailure.entry(.tooLong))".contains("longer than 64 KiB"))
    }
}
