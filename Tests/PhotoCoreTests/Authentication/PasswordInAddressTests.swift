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

    @Test func `What is copied and saved of a catalogue opened with a password does not have it`() throws {
        var builder = CatalogueBuilder()
        try builder.append(name: "a", location: "a.jpg")
        let catalogue = builder.finish(from: try #require(URL(string: "http://me:secret@host/photos.json")))
        for format in CatalogueSaver.Format.allCases {
            let document = String(decoding: CatalogueSaver.document(of: catalogue, as: format), as: UTF8.self)
            #expect(document.contains("http://me@host/a.jpg") && !document.contains("secret"))
        }
        let copied = try #require(CopiedText.addresses.text(of: [0], in: catalogue))
        #expect(String(decoding: copied.utf8, as: UTF8.self) == "http://me@host/a.jpg")
    }
}
