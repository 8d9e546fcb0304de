import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Names and addresses of listings")
struct ListedNameTests {
    private func address(_ name: String) -> String? {
        ListedName(Array(name.utf8)).address.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `A name is escaped once, whatever is in it`() {
        #expect(address("a #1?.jpg") == "a%20%231%3F.jpg")
        #expect(address("100%.jpg") == "100%25.jpg")
        #expect(address("a%20b.jpg") == "a%2520b.jpg")
        #expect(address("12:30.jpg") == "12%3A30.jpg")
        #expect(address("/leading.jpg") == ".//leading.jpg")
    }

    @Test(arguments: ["", ".", "..", "../up.jpg", "a/../b.jpg", "a/./b.jpg", "a/.."])
    func `A name that climbs has no address`(name: String) { #expect(address(name) == nil) }

    @Test func `The stated type counts, unless it says nothing`() {
        let isPicture = { (name: String, type: String) in
            ListedName(Array(name.utf8)).isPicture(type: Array(type.utf8))
        }
        #expect(
            isPicture("summit", "image/png") && isPicture("a #1.jpg", "") && isPicture("a.JPG", "binary/octet-stream"))
        #expect(!isPicture("a.jpg", "text/html") && !isPicture("summit", "") && !isPicture("a.jpg/", "image/png"))
    }

    @Test func `A video is known by its type, or by its name where that says nothing`() {
        let isVideo = { (name: String, type: String) in
            ListedName(Array(name.utf8)).isVideo(type: Array(type.utf8))
        }
        #expect(
            isVideo("lake", "video/mp4; codecs=avc1") && isVideo("a/lake.MP4", "")
                && isVideo("lake.webm", "application/octet-stream"))
        #expect(
            !isVideo("lake.mp4", "image/jpeg") && !isVideo("lake.jpg", "") && !isVideo("a.mp4/lake", "")
                && !isVideo("lake.mp4/", "video/mp4") && !isVideo("mp4", ""))
    }

    @Test func `A name tells the folders below the one that was asked for`() {
        let below = { (name: String, folder: String) in
            String(decoding: ListedName(Array(name.utf8)).below(Array(folder.utf8)), as: UTF8.self)
        }
        #expect(below("2024/lake/a.jpg", "2024/") == "lake/a.jpg")
        #expect(below("2024/lake/a.jpg", "2024/la") == "lake/a.jpg")
        #expect(below("a.jpg", "") == "a.jpg" && below("other/a.jpg", "2024/") == "other/a.jpg")
    }

    @Test func `An address takes other items of its query where they stand`() {
        let address = ListingAddress(Sample.url("https://h/pics?prefix=a/&max=3&marker=x#y"))
        #expect(address.store == "https://h/pics/")
        #expect(address["prefix"] == "a/" && address["none"] == nil)
        #expect(
            address.setting(["prefix": Array("b c&d/".utf8), "marker": nil])
                == "https://h/pics?prefix=b%20c%26d/&max=3")
        #expect(ListingAddress(Sample.url("https://h/x")).setting(["a": Array("1+2".utf8)]) == "https://h/x?a=1%2B2")
        #expect(ListingAddress(Sample.url("https://h/x?a=1")).setting(["a": nil]) == "https://h/x")
    }

    @Test func `Names of an escaped listing are decoded, with a plus for a space`() {
        let decoded = { (text: String) in
            String(decoding: ListingAddress.decoded(Array(text.utf8)), as: UTF8.self)
        }
        #expect(decoded("wall+%26+crane%2Ejpg") == "wall & crane.jpg")
        #expect(decoded("100%") == "100%" && decoded("%4") == "%4" && decoded("%zz") == "%zz")
    }

    @Test(arguments: [
        ("feed:https://h.example/a", "https://h.example/a"), ("feed://h.example/a", "https://h.example/a"),
        ("FEED:http://h.example/a", "http://h.example/a"), ("feed://localhost:8080/a", "http://localhost:8080/a"),
    ])
    func `The address of a feed is the one that is fetched`(typed: String, address: String) throws {
        #expect(try TypedLocation.parse(typed).get().absoluteString == address)
    }

    @Test func `A feed leads to no other kind of address`() {
        #expect(throws: LocationFailure.self) { try TypedLocation.parse("feed:ftp://h.example/a").get() }
        #expect(throws: LocationFailure.self) { try TypedLocation.parse("feed:smb://h.example/a").get() }
        #expect(throws: LocationFailure.self) { try TypedLocation.parse("feed:").get() }
    }
}
