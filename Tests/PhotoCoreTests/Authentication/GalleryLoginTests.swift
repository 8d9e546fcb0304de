import Foundation
@testable import PhotoCore
import Testing

@Suite("Signing in to a gallery")
struct GalleryLoginTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("https://a.example/", "https://a.example/", "Piwigo"),
        ("http://a.example:8080/~anna/", "http://a.example:8080/~anna/", "Piwigo (/~anna/)"),
        ("https://anna:secret@a.example/photos/", "https://a.example/photos/", "Piwigo (anna@/photos/)"),
        ("https://b%2Fb@a.example/", "https://a.example/", "Piwigo (b%2Fb@/)"),
    ])
    func `A gallery is a place of its own, without the login in its address`(
        _ gallery: String, _ address: String, _ realm: String
    ) throws {
        let place = try #require(GalleryAddress.place(of: Self.url(gallery + GalleryAddress.photos)))
        #expect(place.address.absoluteString == address)
        #expect(place.authorization == .session)
        #expect(place.space?.realm == realm)
        #expect(place.space?.scheme == .session)
        #expect(place.space?.isEncrypted == gallery.hasPrefix("https"))
    }

    @Test(arguments: [
        "https://a.example/ws.php", "https://a.example/" + GalleryAddress.photos + "&page=x", "file:///ws.php",
        "https://a.example/#/" + GalleryAddress.photos, "ftp://a.example/" + GalleryAddress.photos,
        "https://a.example/x?/" + GalleryAddress.photos,
    ])
    func `Other addresses are no galleries`(_ text: String) throws {
        #expect(GalleryAddress.place(of: try Self.url(text)) == nil)
    }

    @Test func `The parts of a gallery have addresses of their own, and its login`() throws {
        let base = "https://a.example/photos/"
        let album = base + GalleryAddress.album(12, name: "A & b/ü")
        let tag = base + GalleryAddress.tag(7, name: "C & d/ü")
        let search = try #require(GalleryAddress.search(at: Self.url(album), for: "e & f/ü")).absoluteString
        let parts: [(String, GalleryAddress.Part)] = [
            (base + GalleryAddress.photos, .photos), (base + GalleryAddress.albums, .albums),
            (album, .album(name: "A & b/ü")), (base + GalleryAddress.tags, .tags), (tag, .tag(name: "C & d/ü")),
            (base + GalleryAddress.favourites, .favourites), (search, .search("e & f/ü")),
        ]
        for (text, part) in parts {
            let found = try #require(GalleryAddress.part(at: Self.url(text)))
            #expect(found.gallery.absoluteString == base && found.part == part)
            #expect(GalleryAddress.place(of: try Self.url(text))?.address.absoluteString == base)
            #expect(LibraryAddress(text)?.isLibrary == (part == .photos))
            // A further page has the same login, and is no catalogue of its own.
            let page = try Self.url(text + "&page=12")
            #expect(GalleryAddress.firstPage(of: page)?.absoluteString == text)
            #expect(GalleryAddress.place(of: page)?.address.absoluteString == base)
            #expect(try GalleryAddress.part(at: page) == nil && GalleryAddress.firstPage(of: Self.url(text)) == nil)
            #expect(try GalleryAddress.page(12, of: Self.url(text)) == page)
            #expect(try GalleryAddress.page(0, of: Self.url(text)) == Self.url(text))
            // The same is true of the question for its newest photo.
            let newest = try #require(GalleryAddress.newest(of: Self.url(text)))
            #expect(GalleryAddress.place(of: newest)?.address.absoluteString == base)
            #expect(GalleryAddress.part(at: newest) == nil && GalleryAddress.firstPage(of: newest) == nil)
        }
        let gallery = try #require(LibraryAddress(base + GalleryAddress.photos))
        #expect(LibraryAddress(album)?.isWithin(gallery) == true)
        #expect(LibraryAddress("https://b.example/" + GalleryAddress.albums)?.isWithin(gallery) == false)
        let others = [
            album + "&x=1", album.replacing("cat_id=12", with: "cat_id=1x"), album.replacing("=12", with: "="),
            tag + "&x=1", tag.replacing("tag_id=7", with: "tag_id=7x"), search + "&x=1", search + "#x",
            search.replacing("e%20%26%20f%2F%C3%BC", with: ""), base + GalleryAddress.tags + "&x=1",
        ]
        for other in others {
            #expect(GalleryAddress.part(at: try Self.url(other)) == nil, "\(other)")
        }
    }

    @Test func `The form goes to its own server only`() throws {
        let form = GalleryLogin.form(Credential(name: "anna & ben", password: "a+b=ü"))
        #expect(form == .form("method=pwg.session.login&username=anna%20%26%20ben&password=a%2Bb%3D%C3%BC"))
        #expect(form.isForOneServer)
        let address = GalleryLogin.address(at: try Self.url("https://a.example/photos/"))
        #expect(address?.absoluteString == "https://a.example/photos/ws.php?format=json")
    }

    private static func answer(_ text: String, cookies: String? = "pwg_id=s1; path=/") -> GalleryLogin.Answer {
        GalleryLogin.answer(Data(text.utf8), cookies.map { ["set-cookie": $0] } ?? [:])
    }

    @Test func `The right name and password give a session`() throws {
        let session = try #require(GallerySession(setBy: "pwg_id=s1"))
        #expect(Self.answer(#"{"stat": "ok", "result": true}"#) == .signedIn(session))
    }

    @Test(arguments: ["999", #""999""#])
    func `A wrong one is said`(_ code: String) {
        let answer = #"{"stat": "fail", "err": \#(code), "message": "Invalid username/password"}"#
        #expect(Self.answer(answer) == .wrong)
    }

    @Test func `Another failure is the server's own`() {
        let answer = Self.answer(#"{"stat": "fail", "err": 501, "message": "Method name is not valid\n"}"#)
        #expect(answer == .failed(.other(reason: ShownText.line("Method name is not valid\n"))))
    }

    @Test(arguments: [
        "", "[]", "null", "<html>", "{}", #"{"stat": "ok"}"#, #"{"stat": "ok", "result": false}"#,
        #"{"stat": "ok", "result": "x"}"#, #"{"stat": 7, "result": true}"#, #"{"stat": "fail"}"#,
        #"{"stat": "fail", "err": {}, "message": []}"#,
    ])
    func `Anything else signs nobody in`(_ text: String) {
        guard case .failed = Self.answer(text) else {
            Issue.record("\(Self.answer(text))")
            return
        }
    }

    @Test func `Without a cookie there is no session`() {
        for cookies in [nil, "", "other=1"] {
            guard case .failed = Self.answer(#"{"stat": "ok", "result": true}"#, cookies: cookies) else {
                Issue.record("\(cookies ?? "none")")
                continue
            }
        }
    }

    @Test(arguments: [
        ("pwg_id=abc", "pwg_id=abc"), ("pwg_id=abc; path=/; HttpOnly", "pwg_id=abc"),
        ("pwg_id=first; path=/, pwg_id=second; path=/", "pwg_id=second"),
        ("a=b; expires=Thu, 01-Jan-2026 00:00:00 GMT, pwg_id=abc", "pwg_id=abc"),
        ("pwg_id=abc, pwg_id=deleted; Max-Age=0", "pwg_id=abc"),
        ("xpwg_id=abc", nil), ("a=pwg_id=abc", nil), ("pwg_id=", nil), ("pwg_id=a b", nil), ("pwg_id=a\"b", nil),
        ("pwg_id=ä", nil), ("pwg_id=deleted", nil), ("", nil),
    ])
    func `A session is the last cookie of that name`(_ fields: String, _ wanted: String?) {
        #expect(GallerySession(setBy: fields)?.field == wanted)
    }

    @Test func `A session has a limit, and is never shown`() throws {
        let longest = String(repeating: "x", count: GallerySession.longest)
        let session = try #require(GallerySession(setBy: "pwg_id=" + longest))
        #expect(GallerySession(setBy: "pwg_id=x" + longest) == nil)
        #expect(!"\(session)".contains("x") && !String(reflecting: session).contains("x"))
    }

    @Test func `Who has signed in, and whether there is anything to be seen`() {
        let status = { (text: String) in Data(#"{"stat": "ok", "result": {"status": "\#(text)"}}"#.utf8) }
        #expect(GalleryLogin.isGuest(status("guest")))
        for text in ["normal", "webmaster", "generic"] { #expect(!GalleryLogin.isGuest(status(text))) }
        let images = { (text: String) in Data(#"{"stat": "ok", "result": {"images": \#(text)}}"#.utf8) }
        #expect(GalleryLogin.isEmpty(images("[]")))
        #expect(!GalleryLogin.isEmpty(images(#"[{"id": 1}]"#)))
        for text in ["", "{}", "[]", #"{"result": []}"#, #"{"result": {"images": {}}}"#] {
            #expect(!GalleryLogin.isGuest(Data(text.utf8)) && !GalleryLogin.isEmpty(Data(text.utf8)), "\(text)")
        }
    }
}
