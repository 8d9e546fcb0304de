import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Galleries that a person signs in to")
struct GalleryTests {
    /// A clock that a test moves.
    private final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: Double { seconds.withLock { $0 } }
        func pass(_ passed: Double) { seconds.withLock { $0 += passed } }
    }

    /// The two sessions of a program.
    private struct Rig {
        let asker: StubAsker
        let keyring = StubCredentialStore()
        let clock = Clock()
        let places: LibraryPlaces
        let catalogues, photos: DataFetcher
        let galleries: GalleryFetcher

        init(_ answers: CredentialAnswer?...) {
            self.init(asker: StubAsker { count in count <= answers.count ? answers[count - 1] : nil })
        }

        init(asker: StubAsker) {
            self.asker = asker
            let broker = CredentialBroker(asker: asker, store: keyring)
            places = LibraryPlaces { [clock] in clock.now }
            catalogues = DataFetcher(credentials: broker, places: places)
            photos = DataFetcher(credentials: broker, places: places)
            galleries = GalleryFetcher(catalogues, places: places)
        }

        func open(_ gallery: URL) async -> Result<String, FetchFailure> {
            let url = URL(string: GalleryAddress.photos, relativeTo: gallery)?.absoluteURL ?? gallery
            return await Self.fetch(url, by: galleries)
        }

        /// A further page of its photos.
        func page(_ number: Int, of gallery: URL) async -> Result<String, FetchFailure> {
            let address = GalleryAddress.photos + "&page=\(number)"
            return await Self.fetch(URL(string: address, relativeTo: gallery)?.absoluteURL ?? gallery, by: galleries)
        }

        func picture(_ url: URL) async -> Result<String, FetchFailure> { await Self.fetch(url, by: photos) }

        private static func fetch(_ url: URL, by fetcher: any DataFetching) async -> Result<String, FetchFailure> {
            await withCheckedContinuation { continuation in
                _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { result in
                    continuation.resume(returning: result.map { String(decoding: $0.data, as: UTF8.self) })
                }
            }
        }
    }

    private static func logins(at server: LoopbackServer) -> Int {
        server.requests.filter { $0.method == "POST" }.count
    }

    @Test(arguments: [true, false])
    func `A name and a password begin a session, which photos and pictures have`(_ refusesGuests: Bool) async throws {
        let gallery = PrivateGallery(refusesGuests: refusesGuests)
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "wrong"), .say("anna", "secret", isToBeRemembered: true))
        let page = try await rig.open(server.url("/photos/")).get()
        #expect(page.contains("private"))
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true])
        #expect(rig.asker.asked.allSatisfy { $0.space.realm == "Piwigo (/photos/)" && $0.space.scheme == .session })
        #expect(try await rig.picture(server.url("/photos/upload/private.jpg")).get() == "picture")
        #expect(Self.logins(at: server) == 2)
        #expect(rig.keyring.credentials == [Credential(name: "anna", password: "secret")])
        // No address has a secret.
        #expect(server.asked.allSatisfy { !$0.contains("secret") && !$0.contains("pwg_id") })
        // The last cookie of the reply counts.
        #expect(server.requests.last?.fields["cookie"] == "pwg_id=s1")
    }

    /// An answer that has as many bytes as one about who has signed in may have, and some `more`.
    private static func padded(_ answer: String, more: Int, headers: String = "") -> LoopbackServer.Reply {
        let room = GalleryLogin.mostBytes + more - answer.utf8.count
        return .ok(Data((answer + String(repeating: " ", count: room)).utf8), headers: headers)
    }

    @Test(arguments: [0, 1])
    func `The answer to the form has as many bytes as it may have, and not one more`(_ more: Int) async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { request in
            let reply = gallery.answer(request)
            guard request.method == "POST" else { return reply }
            return Self.padded(
                #"{"stat":"ok","result":true}"#, more: more, headers: "Set-Cookie: pwg_id=s1; path=/\r\n")
        }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        let page = await rig.open(server.url("/"))
        #expect((try? page.get())?.contains("private") == (more == 0 ? true : nil))
    }

    @Test(arguments: [0, 1])
    func `The answer whether anything is to be seen has as many bytes as it may have, and not one more`(
        _ more: Int
    ) async throws {
        let gallery = PrivateGallery(refusesGuests: false)
        let server = try LoopbackServer.answering { request in
            guard request.path == "/" + GalleryAddress.anything else { return gallery.answer(request) }
            return Self.padded(#"{"stat":"ok","result":{"images":[]}}"#, more: more)
        }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        #expect(try await rig.open(server.url("/")).get().contains("private") == (more == 0))
        #expect(rig.asker.asked.count == 1 - more)
    }

    @Test func `The keyring's password signs in without a question`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig()
        let url = try #require(URL(string: GalleryAddress.photos, relativeTo: server.url("/"))?.absoluteURL)
        let space = try #require(GalleryAddress.place(of: url)?.space)
        rig.keyring.remember(Credential(name: "anna", password: "secret"), for: space)
        #expect(try await rig.open(server.url("/")).get().contains("private"))
        #expect(rig.asker.asked.isEmpty)
    }

    @Test func `A gallery with photos for anyone asks nobody, unless its address names who signs in`() async throws {
        let gallery = PrivateGallery(refusesGuests: false, isPartlyPublic: true)
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        #expect(try await !rig.open(server.url("/")).get().contains("private"))
        #expect(rig.asker.asked.isEmpty)
        let named = try #require(URL(string: "http://anna@127.0.0.1:\(server.port)/"))
        #expect(try await rig.open(named).get().contains("private"))
        #expect(rig.asker.asked.count == 1)
        // Its guests see something: only the question who has signed in tells that the session has ended.
        gallery.endSessions()
        #expect(try await rig.open(named).get().contains("private"))
        #expect(rig.asker.asked.count == 1 && Self.logins(at: server) == 2)
    }

    @Test func `A session that has ended is begun anew, without a question`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"), .say("anna", "other"))
        _ = try await rig.open(server.url("/")).get()
        gallery.endSessions()
        rig.clock.pass(60)
        #expect(try await rig.picture(server.url("/upload/a.jpg")).get() == "picture")
        #expect(rig.asker.asked.count == 1 && Self.logins(at: server) == 2)
        // With another password, a person is asked.
        gallery.endSessions()
        rig.clock.pass(60)
        gallery.setPassword("other")
        #expect(try await rig.picture(server.url("/upload/b.jpg")).get() == "picture")
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true])
    }

    @Test func `A session that ends before a further page is begun anew, and no page is a guest's`() async throws {
        let gallery = PrivateGallery(refusesGuests: false, isPartlyPublic: true)
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        let named = try #require(URL(string: "http://anna@127.0.0.1:\(server.port)/"))
        #expect(try await rig.open(named).get().contains("private"))
        gallery.endSessions()
        #expect(try await rig.page(1, of: server.url("/")).get().contains("private"))
        #expect(rig.asker.asked.count == 1 && Self.logins(at: server) == 2)
        // Who does not sign in again gets nothing rather than other photos.
        gallery.endSessions()
        gallery.setPassword("other")
        for _ in 0..<2 {
            let page = await rig.page(2, of: server.url("/"))
            guard case .failure(.refused(status: 401, phrase: _, retryAfter: _)) = page else {
                Issue.record("The gallery has answered a guest.")
                return
            }
        }
    }

    @Test func `The address of another person does not show the photos of the one who is signed in`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"), .say("bob", "secret"))
        let (anna, bob) = (
            try #require(URL(string: "http://anna@127.0.0.1:\(server.port)/")),
            try #require(URL(string: "http://bob@127.0.0.1:\(server.port)/"))
        )
        #expect(try await rig.open(anna).get().contains("of anna"))
        #expect(try await rig.open(bob).get().contains("of bob"))
        #expect(rig.asker.asked.map(\.space.realm) == ["Piwigo (anna@/)", "Piwigo (bob@/)"])
        // An address without a name means the person who has signed in, and nobody is asked twice.
        #expect(try await rig.open(server.url("/")).get().contains("of bob"))
        #expect(try await rig.picture(server.url("/upload/a.jpg")).get() == "picture")
        #expect(try await rig.open(anna).get().contains("of anna"))
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `The further pages of a guest are fetched without a question`() async throws {
        let gallery = PrivateGallery(refusesGuests: false, isPartlyPublic: true)
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig()
        _ = try await rig.open(server.url("/")).get()
        let asked = server.asked.count
        #expect(try await rig.page(1, of: server.url("/")).get().contains("open"))
        #expect(server.asked.count == asked + 1)
    }

    @Test func `The end of a session does not end the one that another request has begun`() throws {
        let places = LibraryPlaces()
        let url = try #require(URL(string: "https://a.example/"))
        let place = try #require(LibraryPlace(url, .session, name: "Piwigo"))
        places.add(place)
        let credential = Credential(name: "anna", password: "secret")
        let (old, new) = (
            GalleryAccess(credential: credential, number: 1, session: GallerySession(setBy: "pwg_id=s1")),
            GalleryAccess(credential: credential, number: 1, session: GallerySession(setBy: "pwg_id=s2"))
        )
        places.set(new, of: place)
        places.end(old, of: place)
        #expect(places.access(of: place) == new && !places.lacksPerson(place))
        places.end(new, of: place)
        #expect(places.access(of: place) == nil && places.lacksPerson(place))
    }

    @Test func `What those who have signed in may not see says so, and nobody signs in for ever`() async throws {
        let gallery = PrivateGallery(refusesAll: true)
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        _ = try await rig.open(server.url("/")).get()
        for picture in ["/upload/a.jpg", "/upload/b.jpg"] {
            let refused = await rig.picture(server.url(picture))
            #expect(throws: FetchFailure.other(reason: "Access denied")) { try refused.get() }
        }
        // The session may have ended: it is begun once more, for all pictures.
        #expect(Self.logins(at: server) == 2)
        // And again a minute later.
        rig.clock.pass(60)
        for picture in ["/upload/a.jpg", "/upload/b.jpg"] { _ = await rig.picture(server.url(picture)) }
        #expect(rig.asker.asked.count == 1)
        #expect(Self.logins(at: server) == 3)
    }

    @Test func `Who declines is told what is missing`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(nil)
        guard case .failure(.refused(status: 401, phrase: _, retryAfter: _)) = await rig.open(server.url("/")) else {
            Issue.record("The gallery has answered.")
            return
        }
        #expect(rig.asker.asked.count == 1 && Self.logins(at: server) == 0)
    }

    @Test func `A session goes to its own gallery only, also after a redirect`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
        let target = other.url("/upload/a.jpg").absoluteString
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { request in
            switch request.path {
            case "/anna/upload/moved.jpg": .status("302 Found", headers: "Location: \(target)\r\n")
            case "/anna/upload/near.jpg": .status("302 Found", headers: "Location: /ben/upload/a.jpg\r\n")
            case let path where path.hasPrefix("/ben/"): .ok(Data("ben".utf8))
            default: gallery.answer(request)
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        let rig = Rig(.say("anna", "secret"))
        _ = try await rig.open(server.url("/anna/")).get()
        #expect(try await rig.picture(server.url("/anna/upload/moved.jpg")).get() == "other")
        #expect(try await rig.picture(server.url("/anna/upload/near.jpg")).get() == "ben")
        let elsewhere = other.requests + server.requests.filter { $0.path.hasPrefix("/ben/") }
        #expect(elsewhere.count == 2)
        #expect(elsewhere.allSatisfy { $0.fields["cookie"] == nil && $0.fields["x-piwigo-api"] == nil })
        #expect(server.requests.filter { $0.path.hasPrefix("/anna/upload/") }.allSatisfy { $0.fields["cookie"] != nil })
    }

    @Test func `The form is sent to no other server`() async throws {
        let other = try LoopbackServer { _ in .ok(Data(#"{"stat":"ok","result":true}"#.utf8)) }
        let target = other.url("/ws.php").absoluteString
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { request in
            request.method == "POST"
                ? .status("307 Temporary Redirect", headers: "Location: \(target)\r\n") : gallery.answer(request)
        }
        defer {
            server.stop()
            other.stop()
        }
        let rig = Rig(.say("anna", "secret"))
        let refused = await rig.open(server.url("/"))
        #expect(throws: FetchFailure.redirectRefused(location: target)) { try refused.get() }
        #expect(other.requests.isEmpty)
    }

    @Test func `Signing out forgets the session`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        _ = try await rig.open(server.url("/")).get()
        rig.photos.forgetLogins()
        _ = await rig.picture(server.url("/upload/a.jpg"))
        let first = server.requests.first { $0.path == "/upload/a.jpg" }
        #expect(first != nil && first?.fields["cookie"] == nil)
    }

    @Test func `An API key goes in a field of its own, and begins no session`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("pkid-20260101-abc", "wrong"), .say("pkid-20260101-abc", "key\n"))
        #expect(try await rig.open(server.url("/")).get().contains("private"))
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true])
        #expect(Self.logins(at: server) == 0)
        #expect(try await rig.picture(server.url("/upload/a.jpg")).get() == "picture")
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `Several pictures that wait begin one session`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        let url = try #require(URL(string: GalleryAddress.photos, relativeTo: server.url("/"))?.absoluteURL)
        rig.places.add(try #require(GalleryAddress.place(of: url)))
        let fetched = await withTaskGroup(of: Result<String, FetchFailure>.self) { group in
            for number in 0..<5 { group.addTask { await rig.picture(server.url("/upload/\(number).jpg")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in fetched { #expect(try result.get() == "picture") }
        #expect(rig.asker.asked.count == 1 && Self.logins(at: server) == 1)
    }

    @Test func `A list and its pictures that wait begin one session`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        // Both have been refused before the person answers.
        let rig = Rig(
            asker: StubAsker { _ in
                server.wait { $0.requests.count >= 2 } ? .say("anna", "secret") : nil
            })
        let url = try #require(URL(string: GalleryAddress.photos, relativeTo: server.url("/"))?.absoluteURL)
        rig.places.add(try #require(GalleryAddress.place(of: url)))
        async let page = rig.open(server.url("/"))
        async let picture = rig.picture(server.url("/upload/a.jpg"))
        #expect(try await page.get().contains("private"))
        #expect(try await picture.get() == "picture")
        #expect(Self.logins(at: server) == 1)
    }

    @Test func `A person who repeats a password that is no longer right is asked again`() async throws {
        let gallery = PrivateGallery()
        let server = try LoopbackServer.answering { gallery.answer($0) }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"), .say("anna", "secret"), .say("anna", "new"))
        _ = try await rig.open(server.url("/")).get()
        gallery.endSessions()
        gallery.setPassword("new")
        #expect(try await rig.picture(server.url("/upload/a.jpg")).get() == "picture")
        #expect(rig.asker.asked.count == 3)
    }

    @Test func `A gallery behind HTTP's own password takes that`() async throws {
        let login = "Basic " + Data("anna:secret".utf8).base64EncodedString()
        let server = try LoopbackServer.answering { request in
            guard request.fields["authorization"] == login else {
                return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n")
            }
            return .ok(Data(#"{"stat":"ok","result":{"images":[{"id":1}]}}"#.utf8))
        }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        #expect(try await rig.open(server.url("/")).get().contains("images"))
        #expect(rig.asker.asked.map(\.space.scheme) == [.basic])
    }
}
