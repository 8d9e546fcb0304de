import Foundation
import TestSupport
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
        ("http:///me:secret@h/1.jpg", "http:///me@h/1.jpg"), ("http:/me:secret@h/1.jpg", "http:/me@h/1.jpg"),
        ("http:me:secret@h/1.jpg", "http:me@h/1.jpg"), ("//me:secret@h/1.jpg", "https://me@h/1.jpg"),
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

    @Test(arguments: [
        ("http://\\me:secret@h/1.jpg", "http://\\me@h/1.jpg"), ("HTTPS:\\\\me:secret@h\\1", "HTTPS:\\\\me@h\\1"),
        ("http:/\t/me:secret@h/", "http:/\t/me@h/"), ("ht\ntp:me:secret@h/", "ht\ntp:me@h/"),
        (" http:me:secret@h/", " http:me@h/"), ("\u{1}\r\n//me:secret@h/", "\u{1}\r\n//me@h/"),
        ("\\\\me:secret@h/1.jpg", "\\\\me@h/1.jpg"), ("///me:secret@h/", "///me@h/"), ("/\\me:secret@h", "/\\me@h"),
        ("webdavs:me:secret@h/", "webdavs:me@h/"), ("immich+http:/me:secret@h", "immich+http:/me@h"),
        ("smb:///me:secret@h/a", "smb:///me@h/a"), ("feed:https://me:secret@h/", "feed:https://me@h/"),
        ("http://me:secret@\u{308}h/", "http://me@\u{308}h/"), ("http://me:\u{308}secret@h/", "http://me@h/"),
        ("http://me:se/cret@h/a", "http://me@h/a"), ("https://me:se?cr#et@h", "https://me@h"),
        ("davs://me:+80/secret@h/", "davs://me@h/"), ("http://me:99999/secret@h/", "http://me@h/"),
        ("//me:a/b@c/d@h", "//me@h"), ("https://me@x.org:se/cret@h/1.jpg", "https://me@x.org@h/1.jpg"),
        ("webdavs://me@x.org:se?cret@h/", "webdavs://me@x.org@h/"), ("//me@x.org:se#cret@h", "//me@x.org@h"),
    ])
    func `A password is found wherever a browser finds it`(_ text: String, _ expected: String) {
        #expect(Array(URLText.withoutPassword(text).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        ("https://p/https://me:secret@h/a", "https://p/https://me@h/a"),
        ("https://p/?u=http://me:se:c@ret@h/a&b=c:d@e", "https://p/?u=http://me@h/a&b=c:d@e"),
        ("https://p/?u=https%3A%2F%2Fme%3Asecret%40h%2Fa:b@c", "https://p/?u=https%3A%2F%2Fme%40h%2Fa:b@c"),
        ("https://p/#https%3a//me:secret%40h", "https://p/#https%3a//me%40h"),
        ("https://me:secret@p/ftp://:secret@h?http://a:secret@b", "https://me@p/ftp://@h?http://a@b"),
        ("archive+https://p/?u=http://me:secret@h/a.zip#b", "archive+https://p/?u=http://me@h/a.zip#b"),
        // A scheme that was pasted twice.
        ("https://p/http://https://me:secret@h/", "https://p/http://https://me@h/"),
        // Signs of a password, escaped as it must be, and once more with its address.
        ("https://p/https://me:se%2Fcr%3Fe%23t%26@h/", "https://p/https://me@h/"),
        ("https://p/https://me:se&cret@h/", "https://p/https://me@h/"),
        ("https://p/?u=https%3A%2F%2Fme%3Ase%252Fcr%26et%40h%2F", "https://p/?u=https%3A%2F%2Fme%40h%2F"),
        ("https://p/?u=https%3A%2F%2Fh&v=a:b@c", "https://p/?u=https%3A%2F%2Fh&v=a:b@c"),
        (
            "https://p/?u=q%3Fw%3Dhttps%253A%252F%252Fme%253Asecret%2540h",
            "https://p/?u=q%3Fw%3Dhttps%253A%252F%252Fme%2540h"
        ),
        ("https://p/?u=https%25253A//me%25253Asecret%252540h", "https://p/?u=https%25253A//me%252540h"),
        // As readers of addresses forgive it.
        ("https://p/https:/me:secret@h/", "https://p/https:/me@h/"),
        ("https://p/?u=//me:secret@h/a", "https://p/?u=//me@h/a"),
        (
            "thumb?src=https%3A%2F%2Fme%3Asecret%40h%2Fa&ref=https://b/",
            "thumb?src=https%3A%2F%2Fme%40h%2Fa&ref=https://b/"
        ),
        ("view-source:https://me:secret@h/", "view-source:https://me@h/"),
        ("https://p/?u=https://me:se%26cret@h/", "https://p/?u=https://me@h/"),
        ("https://p/?u=x%3Dhttps%3A%2Fme%3Asecret%40h", "https://p/?u=x%3Dhttps%3A%2Fme%40h"),
        ("https://p/web%2Fhttp:/me:secret@h/", "https://p/web%2Fhttp:/me@h/"),
        ("https://p/?u=webdavs:/me:secret@h", "https://p/?u=webdavs:/me@h"),
    ])
    func `A password is found in an address within an address`(_ text: String, _ expected: String) throws {
        #expect(URLText.withoutPassword(text) == expected)
        #expect(try #require(URL(string: text)).withoutPassword.absoluteString == expected)
    }

    @Test(arguments: [
        ("https://https://me:secret@h/a.jpg", "https://https://me@h/a.jpg"),
        ("https://https%3A%2F%2Fme%3Asecret%40h%2Fa.jpg", "https://https%3A%2F%2Fme%40h%2Fa.jpg"),
        ("https:/me:pw@p/https://anna:secret@h/", "https:/me@p/https://anna@h/"),
        ("https://p/?u=https%3A%2F%2Fme%3Asecret%40\u{301}h", "https://p/?u=https%3A%2F%2Fme%40\u{301}h"),
        ("http:\\\\me:secret@h/", "http:\\\\me@h/"), ("https://p/http:\\me:secret@h/", "https://p/http:\\me@h/"),
    ])
    func `A password is found in texts that are no addresses`(_ text: String, _ expected: String) {
        #expect(Array(URLText.withoutPassword(text).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        "https://h/#url=https://h2:8080&mail=a@b.org", "https://h/#url=https://h2&time=12:30@home",
        "https://h/?c=https%3A%2F%2Fapp%3Fnext%3Dhttps%3A%2F%2Fh%3A8080%26email%3Da%40x.org",
        "https://h/?u=file:///12:30@home.jpg", "https://h/plain/local:///12:30.jpg@png",
        "https://p/a=/b:c@d", "https://p/c:/a:b@c", "https://p/?t=12:30@home", "https://p/a//b:c@d",
        "https://p/?q=a%253Ab%2540c",
        "https://p/https://h:80/a@b", "https://p/https://me@h:80/", "https://p/?u=https%3A%2F%2Fh%3A80%2Fa%40b",
        "https://me%3Aname%40x@p/", "https://p/a://", "https://p/a:%2F%2F", "https://p/a://%", "https://p/%40://%4",
    ])
    func `An address within an address that has none stays`(text: String) throws {
        #expect(URLText.withoutPassword(text) == text)
        #expect(URL(string: text).map { $0.withoutPassword.absoluteString == $0.absoluteString } != false)
    }

    @Test(arguments: [
        "a: b @ c", "Rome: day 1: a @ b.jpg", "12:30 @ home.jpg", "/a:b@c/1.jpg", "file:///a:b@c/1.jpg",
        "trash:///a:b@c/1.jpg", "mailto:anna:b@example.org", "data:image/svg+xml,a:b@c", "http://h/?a:b@c", "me@h:80",
        "@", ":@", "//", "/", "http:", "http:@", "http://h:65535/a@b", "http://[::1]/a@b", "http://[fe80::a]:80/a@b",
        "http://h:/a@b", "https://anna@example.org:80/x@h/", "https://anna@h/x:y@z",
    ])
    func `What only looks like a password stays`(text: String) {
        #expect(URLText.withoutPassword(text) == text)
    }

    @Test(arguments: [Sample.web, URL(fileURLWithPath: "/photos.json")])
    func `A row without a name has the password of its address neither as its name nor in its failure`(base: URL)
        throws
    {
        let texts = ["http:me:secret@h", "http:/me:secret@h", "http:///me:secret@h", "//me:secret@h", "//me:secret@"]
        var builder = CatalogueBuilder()
        for text in texts { try builder.append(name: "", location: text) }
        let catalogue = builder.finish(from: base)
        for row in texts.indices {
            #expect(!catalogue.name(at: row).contains("secret"), "\(texts[row])")
            if case .failure(let failure) = catalogue.location(at: row) {
                #expect(!failure.description.contains("secret"), "\(failure)")
            }
        }
    }

    @Test(arguments: ["work", "at home", "a:b@c/d"])
    func `The profile that signs a bucket's requests leaves the program in no address`(profile: String) throws {
        let store = try #require(URL(string: "https://store.example.org/photos/"))
        let own = SigningProfile.address(store, for: profile)
        #expect(own != store && own.withoutPassword == store && own.webAddress == store && own.withoutSecret == own)
        #expect(URLText.withoutPassword(own.absoluteString) == store.absoluteString)
        var builder = CatalogueBuilder()
        try builder.append(name: "a", location: "a.jpg")
        try builder.append(name: "b", location: own.absoluteString + "b.jpg")
        let catalogue = builder.finish(from: own)
        for format in CatalogueSaver.Format.allCases {
            let document = String(decoding: CatalogueSaver.document(of: catalogue, as: format), as: UTF8.self)
            #expect(document.contains("https://store.example.org/photos/a.jpg") && !document.contains("profile;"))
            #expect(document.contains("https://store.example.org/photos/b.jpg") && !document.contains("profile%3B"))
        }
        var copied = CopiedLines(.addresses)
        #expect(copied.append([0, 1], of: catalogue) == 2)
        let lines = String(decoding: copied.utf8, as: UTF8.self)
        #expect(lines == "https://store.example.org/photos/a.jpg\nhttps://store.example.org/photos/b.jpg")
    }

    @Test(arguments: [
        ("https://profile%3Bwork@h/a", "https://h/a"), ("https://profile%3bwork@h:80/a@b", "https://h:80/a@b"),
        ("https://profile;work:secret@h/", "https://h/"), ("https://profile@h/", "https://profile@h/"),
        ("archive+https://profile;work@h/a.zip#b", "archive+https://h/a.zip#b"),
    ])
    func `A profile is found however it is escaped`(_ text: String, _ expected: String) throws {
        #expect(URLText.withoutPassword(text) == expected)
        #expect(try #require(URL(string: text)).withoutPassword.absoluteString == expected)
    }

    @Test func `An S3 bucket is opened and refused without a password in the address of its store`() throws {
        let typed = TypedLocation.parse("s3://photos/2019?endpoint=https://me:secret@h/s3&region=x")
        #expect(try typed.get().absoluteString.contains("secret") == false)
        #expect(try S3Location(typed.get())?.region == "x")
        guard case .failure(let failure) = TypedLocation.parse("s3:///?endpoint=https://me:secret@h/s3") else {
            Issue.record("It has no bucket.")
            return
        }
        #expect(!failure.description.contains("secret"))
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
