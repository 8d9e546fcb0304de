import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Addresses of members of archives")
struct ArchiveMemberTests {
    @Test(arguments: [
        "file:///home/ann/a.zip", "https://example.org/a%20b.zip?x=1", "http://user@example.org:81/a.cbz",
    ])
    func `An address gives back the archive and every byte of the name`(archive: String) throws {
        let name = Array("2025/Sea #1 100%?.jpg".utf8) + [0x81, 0xFF, 0x0A]
        let member = ArchiveMember(archive: Sample.url(archive), name: name)
        let url = try #require(member.url)
        #expect(ArchiveMember(url) == member)
        #expect(ArchiveMember(try #require(URL(string: url.absoluteString))) == member)
        #expect(!url.isFileURL && ArchiveMember.isNamed(by: url))
    }

    @Test func `The name of a photo is the last part of the member's name`() throws {
        let url = try #require(
            ArchiveMember(archive: Sample.url("file:///a/b.zip"), name: Array("2025/Sea 1.JPG".utf8)).url)
        #expect(url.shownName == "Sea 1.JPG")
        #expect(url.shownExtension == "jpg")
    }

    @Test(arguments: [
        "file:///a.zip#x", "https://example.org/a.zip", "archive+ftp://h/a.zip#x", "archive+file:///a.zip",
        "archive+file:///a.zip#%00.jpg",
    ])
    func `Other addresses name no member`(address: String) {
        #expect(ArchiveMember(Sample.url(address)) == nil)
    }

    @Test func `A catalogue names members by fragments of its base, and by whole addresses`() throws {
        var builder = CatalogueBuilder()
        builder.facts.base = "archive+file:///home/me/a.zip"
        try builder.append(name: "", location: "#x/1%20.jpg")
        try builder.append(name: "", location: "archive+https://example.org/b.zip#y.jpg")
        let catalogue = builder.finish(from: Sample.file)
        #expect(
            try catalogue.location(at: 0).get().absoluteString == "archive+file:///home/me/a.zip#x/1%20.jpg")
        #expect(catalogue.name(at: 0) == "1 .jpg")
        #expect(
            try catalogue.location(at: 1).get().absoluteString == "archive+https://example.org/b.zip#y.jpg")
    }

    @Test func `A catalogue from the network names no archive on this computer`() throws {
        var builder = CatalogueBuilder()
        builder.facts.base = "archive+file:///home/me/a.zip"
        for location in ["#x.jpg", "archive+file:///home/me/a.zip#x.jpg", "archive+http://example.org/a.zip#x.jpg"] {
            try builder.append(name: "", location: location)
        }
        let catalogue = builder.finish(from: Sample.web)
        #expect(catalogue.base == Sample.web)
        #expect((try? catalogue.location(at: 0).get()).map { ArchiveMember.isNamed(by: $0) } != true)
        #expect(throws: LocationFailure.schemeNotAllowed(scheme: "archive+file", fromNetwork: true)) {
            try catalogue.location(at: 1).get()
        }
        #expect(
            try catalogue.location(at: 2).get().absoluteString == "archive+http://example.org/a.zip#x.jpg")
    }
}
