import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Sessions at a PhotoPrism server")
struct TokenSignInTests {
    private let photos = Data("photos".utf8)

    @Test func `A name and a password begin one session for all requests, which the keyring can begin again`()
        async throws
    {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, .say("anna", "secret", isToBeRemembered: true))
        defer { rig.server.stop() }
        for result in await rig.fetchMany() { #expect(try result.get().data == photos) }
        #expect(sessions.begun == 1)
        #expect(rig.asker.asked.count == 1 && rig.asker.asked.first?.mayHaveName == true)
        #expect(rig.store.credentials == [Credential(name: "anna", password: "secret")])
        // From now on each request has the token, and none the password.
        let before = rig.server.requests.count
        _ = await rig.fetch()
        #expect(rig.server.requests.dropFirst(before).map { $0.fields["x-auth-token"] } == ["token1"])
    }

    @Test func `A session that has ended is begun again, once, without a question`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, .say("anna", "secret"))
        defer { rig.server.stop() }
        _ = await rig.fetch()
        sessions.endSessions()
        for result in await rig.fetchMany() { #expect(try result.get().data == photos) }
        #expect(sessions.begun == 2 && rig.asker.asked.count == 1)
    }

    @Test func `Signing out ends the session at the server`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, .say("anna", "secret"))
        defer { rig.server.stop() }
        _ = await rig.fetch()
        rig.photos.forgetLogins()
        rig.catalogues.forgetLogins()
        #expect(becomesTrue { sessions.ended == ["/api/v1/session/session1 token1"] })
        let asked = rig.asker.asked.count
        // The broker of these tests still knows the password.
        #expect(try await rig.fetch().get().data == photos)
        #expect(rig.asker.asked.count == asked && sessions.begun == 2)
    }

    @Test(arguments: [true, false])
    func `A session that begins while the program ends is ended before it has`(isOfPhotos: Bool) throws {
        let gate = Gate()
        let sessions = SessionServer { if $0.method == "POST" { gate.pass() } }
        let rig = try SessionRig(sessions, .say("anna", "secret"))
        defer { rig.server.stop() }
        let fetchers = [rig.photos, rig.catalogues]
        let request = FetchRequest(url: rig.server.url("/api/v1/photos"))
        let task = (isOfPhotos ? rig.photos : rig.catalogues).fetch(request, progress: { _ in }) { _ in }
        #expect(gate.waitForSomebody())
        // As CachingFetcher does at the end.
        task.cancel()
        for fetcher in fetchers { fetcher.forgetLogins() }
        gate.open()
        DataFetcher.endSessions(of: fetchers, within: 30)
        #expect(sessions.begun == 1)
        #expect(sessions.ended == ["/api/v1/session/session1 token1"])
    }

    @Test func `No session begins for a request that was refused before the program's end`() throws {
        let gate = Gate()
        let sessions = SessionServer { if $0.method == "GET" { gate.pass() } }
        let rig = try SessionRig(sessions, .say("anna", "secret"))
        defer { rig.server.stop() }
        let isOver = Mutex(false)
        let request = FetchRequest(url: rig.server.url("/api/v1/photos"))
        _ = rig.photos.fetch(request, progress: { _ in }) { _ in isOver.withLock { $0 = true } }
        #expect(gate.waitForSomebody())
        DataFetcher.endSessions(of: [rig.photos, rig.catalogues], within: 30)
        gate.open()
        #expect(becomesTrue { isOver.withLock { $0 } })
        #expect(sessions.begun == 0)
        #expect(rig.server.requests.filter { $0.method == "POST" }.isEmpty)
    }

    @Test func `An app password without a name begins no session`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, .say("", "app-password"))
        defer { rig.server.stop() }
        #expect(try await rig.fetch().get().data == photos)
        rig.photos.forgetLogins()
        #expect(sessions.begun == 0 && sessions.ended.isEmpty)
    }

    @Test func `A wrong password is asked for again, with its name`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, .say("anna", "wrong"), .say("anna", "secret"))
        defer { rig.server.stop() }
        #expect(try await rig.fetch().get().data == photos)
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true])
        #expect(rig.asker.asked.last?.name == "anna" && rig.asker.asked.last?.refusal.isEmpty == true)
    }

    @Test func `An account that needs a second factor is asked for an app password, and says why`() async throws {
        let sessions = SessionServer(
            refusal: #"{"error":"passcode required","code":32,"message":"Enter verification code"}"#)
        let rig = try SessionRig(sessions, .say("anna", "secret"), .say("", "app-password"))
        defer { rig.server.stop() }
        #expect(try await rig.fetch().get().data == photos)
        #expect(rig.asker.asked.last?.refusal.contains("two-factor") == true)

        let other = try SessionRig(sessions, .say("anna", "secret"))
        defer { other.server.stop() }
        let result = await other.fetch()
        guard case .failure(let failure) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(failure.description.contains("two-factor"))
    }

    @Test func `Two libraries of one server have a password and a session each`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions, at: ["a/", "b/"], .say("anna", "secret"), .say("anna", "secret"))
        defer { rig.server.stop() }
        for _ in 0..<2 {
            for prefix in ["a", "b"] { #expect(try await rig.fetch("\(prefix)/api/v1/photos").get().data == photos) }
        }
        #expect(sessions.begun == 2)
        #expect(rig.asker.asked.map(\.space.realm) == ["PhotoPrism (/a/)", "PhotoPrism (/b/)"])
        let tokens = rig.server.requests.filter { $0.method == "GET" }.map { $0.fields["x-auth-token"] }
        #expect(tokens == [nil, "token1", nil, "token2", "token1", "token2"])
    }

    @Test(arguments: [0, 1])
    func `The answer with a token has as many bytes as it may have, and not one more`(_ more: Int) async throws {
        let token = #"{"access_token":"token","config":""#
        let rest = String(repeating: "x", count: TokenLogin.mostBytes - token.utf8.count - 2 + more)
        let server = try LoopbackServer.answering { request in
            if request.method == "POST" { return .ok(Data((token + rest + "\"}").utf8)) }
            return request.fields["x-auth-token"] == "token"
                ? .ok(Data("photos".utf8))
                : .raw("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", body: Data())
        }
        defer { server.stop() }
        let result = try await Self.fetch(from: server, StubAsker(.say("anna", "secret")))
        switch result {
        case .success(let fetched): #expect(more == 0 && fetched.data == photos)
        case .failure(let failure): #expect(more == 1 && failure == .tooLarge(limit: TokenLogin.mostBytes))
        }
    }

    private static func fetch(
        from server: LoopbackServer, _ asker: StubAsker
    ) async throws -> Result<FetchedData, FetchFailure> {
        let rig = LibraryRig(.photoPrism)
        let broker = CredentialBroker(asker: asker, store: StubCredentialStore())
        let fetcher = DataFetcher(credentials: broker, places: rig.places)
        rig.places.add(try #require(LibraryLocation(rig.url(of: server))?.place))
        return await withCheckedContinuation { continuation in
            let request = FetchRequest(url: server.url("/api/v1/photos"))
            _ = fetcher.fetch(request, progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    @Test func `Neither the password nor the token goes to another server`() async throws {
        let other = try LoopbackServer { _ in .ok(Data()) }
        let target = other.url("/x").absoluteString
        let server = try LoopbackServer.answering { request in
            request.method == "POST"
                ? .status("307 Temporary Redirect", headers: "Location: \(target)\r\n")
                : .raw("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", body: Data())
        }
        defer {
            server.stop()
            other.stop()
        }
        let result = try await Self.fetch(from: server, StubAsker(.say("anna", "secret")))
        guard case .failure(.redirectRefused) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(other.requests.isEmpty)
    }

    /// A server that asks for a token, and sends all requests with one elsewhere.
    private static func leadingServer(to other: LoopbackServer) throws -> LoopbackServer {
        let target = other.url("/x").absoluteString
        return try LoopbackServer.answering { request in
            if request.method == "POST" { return .ok(Data(#"{"access_token":"token","session_id":"session"}"#.utf8)) }
            return request.fields["x-auth-token"] == "token"
                ? .status("307 Temporary Redirect", headers: "Location: \(target)\r\n")
                : .status("401 Unauthorized")
        }
    }

    @Test func `A picture that is at another server is fetched there without the token`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("picture".utf8)) }
        let server = try Self.leadingServer(to: other)
        defer {
            server.stop()
            other.stop()
        }
        let result = try await Self.fetch(from: server, StubAsker(.say("anna", "secret")))
        #expect(try result.get().data == Data("picture".utf8))
        #expect(server.requests.last?.fields["x-auth-token"] == "token")
        #expect(other.requests.count == 1)
        #expect(other.requests.allSatisfy { $0.fields["x-auth-token"] == nil })
    }

    @Test func `The end of a session is told to no other server`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("picture".utf8)) }
        let server = try Self.leadingServer(to: other)
        defer {
            server.stop()
            other.stop()
        }
        let rig = LibraryRig(.photoPrism)
        let broker = CredentialBroker(asker: StubAsker(.say("anna", "secret")), store: StubCredentialStore())
        let fetcher = DataFetcher(credentials: broker, places: rig.places)
        rig.places.add(try #require(LibraryLocation(rig.url(of: server))?.place))
        for count in 1...2 {
            let request = FetchRequest(url: server.url("/api/v1/photos?count=\(count)"))
            let result: Result<FetchedData, FetchFailure> = await withCheckedContinuation { continuation in
                _ = fetcher.fetch(request, progress: { _ in }) { continuation.resume(returning: $0) }
            }
            #expect(try result.get().data == Data("picture".utf8))
            if count == 1 {
                fetcher.forgetLogins()
                #expect(becomesTrue { server.requests.contains { $0.method == "DELETE" } })
            }
        }
        #expect(server.requests.first { $0.method == "DELETE" }?.fields["x-auth-token"] == "token")
        #expect(other.requests.map(\.method) == ["GET", "GET"])
        #expect(other.requests.allSatisfy { $0.fields["x-auth-token"] == nil })
    }
}
