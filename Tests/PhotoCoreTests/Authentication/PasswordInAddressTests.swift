import Foundation
import Testing

@testable import PhotoCore

@Suite struct PasswordInAddressTests {
    @Test(arguments: [
        ("http://me:secret@host/a%20b?c=d#e", "http://me@host/a%20b?c=d#e"), ("http://:secret@host/", "http://@host/"),
        ("http://me:s%40cret@host:8080/@", "http://me@host:8080/@"), ("http://me@host/", "http://me@host/"),
        ("http://host/a@b:c", "http://host/a@b:c"), ("file:///a:b@c/%E9.jpg", "file:///a:b@c/%E9.jpg"),
    ])
    func `An address is kept without its password`(address: String, expected: String) throws {
        #expect(try #require(URL(string: address)).withoutPassword.absoluteString == expected)
    }

    @Test(arguments: [
        ("https://me:secret@h/1.jpg", "https://me@h/1.jpg"), ("http://me:se:c@ret@h:80?a", "http://me@h:80?a"),
        ("ftp://me:secret@h/1.jpg", "ftp://me@h/1.jpg"), ("http://me:secret@h:99999/", "http://me@h:99999/"),
        ("http://h/a:b@c", "http://h/a:b@c"), ("http://me@h:80/", "http://me@h:80/"),
    ])
    func `Nor are addresses saved with a password that the catalogue itself gives`(_ text: String, _ saved: String)
        throws
    {
        var builder = CatalogueBuilder()
        builder.add(.name, "a")
        for field in [CatalogueField.location, .thumbnail, .page] { builder.add(field, text) }
        try builder.endEntry(at: nil)
        let catalogue = builder.finish(from: URL(fileURLWithPath: "/photos.json"))
        for format in CatalogueSaver.Format.allCases {
            let document = String(decoding: CatalogueSaver.document(of: catalogue, as: format), as: UTF8.self)
            #expect(document.ranges(of: saved).count == 3, "\(document)")
            #expect(saved == text || !document.contains(text))
        }
    }

    @Test func `What is said of an address does not have its password`() {
        let address = "http://me:secret@[::1/a.jpg"
        let failures: [any Error] = [
            LocationFailure.notAURL(text: address), LocationFailure.noHost(text: address),
            LocationFailure.notAnAddress(text: address), FetchFailure.redirectRefused(location: address),
        ]
        for text in failures.map({ "\($0)" }) { #expect(text.contains("“http://me@[::1/a.jpg”"), "\(text)") }
    }

    @Test func `What is copied and saved of a catalogue opened with a password does not have it`() throws {
        var builder = CatalogueBuilder()
        try builder.append(name: "a", location: "a.jpg")
        let catalogue = builder.finish(from: try #require(URL(string: "http://me:secret@host/photos.json")))
        for format in CatalogueSaver.Format.allCases {
            let document = String(decoding: CatalogueSaver.document(of: catalogue, as: format), as: UTF8.self)
            #expect(document.contains("http://me@host/a.jpg") && !document.contains("secret"))
        }
        var copied = CopiedLines(.addresses)
        #expect(copied.append([0], of: catalogue) == 1)
        #expect(String(decoding: copied.utf8, as: UTF8.self) == "http://me@host/a.jpg")
    }
}
