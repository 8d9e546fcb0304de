import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@Suite("Names and passwords over HTTP")
struct AuthenticationTests {
    private typealias Outcome = Result<FetchedData, FetchFailure>

    /// Accepts requests by their Authorization field, as `accepts` decides; sends a challenge to the others.
    private static func server(
        _ challenge: String = "Basic realm=\"Photos\"", close: Bool = false, body: String = "",
        accepts: @escaping @Sendable (_ authorization: String, _ path: String) -> Bool
    ) throws -> LoopbackServer {
        try LoopbackServer.answering { request in
            if accepts(request.fields["authorization"] ?? "", request.path) { return .ok(Data("photo".utf8)) }
            let head =
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: \(body.utf8.count)\r\n"
            return close
                ? .rawThenClose(head + "Connection: close\r\n\r\n" + body) : .raw(head + "\r\n" + body)
        }
    }

    private static func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }

    private func fetch(_ url: URL, with fetcher: DataFetcher) async -> Outcome {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    private struct Rig {
        let asker: StubAsker
        let store: StubCredentialStore
        let broker: CredentialBroker
        let fetcher: DataFetcher

        init(_ asker: StubAsker, store: StubCredentialStore = StubCredentialStore()) {
            self.asker = asker
            self.store = store
            broker = CredentialBroker(asker: asker, store: store)
            fetcher = DataFetcher(credentials: broker)
        }
    }

    private let photo = Data("photo".utf8)
    private let refused = FetchFailure.refused(status: 401, phrase: "Unauthorized")

    private func fetch(_ count: Int, from server: LoopbackServer, with fetcher: DataFetcher) async -> [Outcome] {
        await withTaskGroup(of: Outcome.self) { group in
            for number in 0..<count { group.addTask { await fetch(server.url("/\(number)"), with: fetcher) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `Photos whose keyring does not answer fail with that, and the next request asks it again`() async throws
    {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("anna", "secret")), store: StubCredentialStore(silences: 1))
        guard case .failure(let failure) = await fetch(server.url("/a"), with: rig.fetcher) else {
            Issue.record("it is fetched")
            return
        }
        #expect(failure.description.contains("keyring"), "\(failure)")
        #expect(rig.asker.asked.isEmpty)
        #expect(try await fetch(server.url("/a"), with: rig.fetcher).get().data == photo)
        #expect(rig.asker.asked.count == 1)
    }

    @Test(arguments: [false, true])
    func `A right answer gets the photo, and the next ones without a question`(close: Bool) async throws {
        let server = try Self.server(close: close, body: "<h1>No</h1>") { given, _ in
            given == Self.basic("anna", "secret")
        }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("anna", "secret")))
        #expect(try await fetch(server.url("/a"), with: rig.fetcher).get().data == photo)
        #expect(try await fetch(server.url("/b"), with: rig.fetcher).get().data == photo)
        // Another session of the same program.
        let other = DataFetcher(credentials: rig.broker)
        #expect(try await fetch(server.url("/c"), with: other).get().data == photo)
        // After the first success it is sent with every request.
        _ = await fetch(server.url("/d"), with: rig.fetcher)
        _ = await fetch(server.url("/e"), with: rig.fetcher)
        #expect(server.asked.filter { $0 == "/e" }.count == 1)
        let space = ProtectionSpace(
            host: "127.0.0.1", port: server.port, realm: "Photos", scheme: .basic, isEncrypted: false)
        #expect(rig.asker.asked == [CredentialQuestion(space: space, canRemember: true)])
        #expect(rig.store.credentials.isEmpty)
    }

    @Test func `Twenty photos wait for one answer`() async throws {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let rig = Rig(
            StubAsker { _ in server.wait { $0.asked.count >= 6 } ? .say("anna", "secret") : nil })
        let outcomes = await fetch(20, from: server, with: rig.fetcher)
        #expect(outcomes.allSatisfy { (try? $0.get().data) == photo })
        #expect(rig.asker.asked.count == 1)
    }

    @Test
    func `A wrong answer is asked for again, once for all that wait; the right one is remembered when it proves right`()
        async throws
    {
        let server = try Self.server(body: "<h1>401</h1>") { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let store = StubCredentialStore()
        let rig = Rig(
            StubAsker { count in
                #expect(server.wait { $0.asked.count >= 6 })
                #expect(store.credentials.isEmpty)
                return .say("anna", count == 1 ? "wrong" : "secret", isToBeRemembered: true)
            }, store: store)
        let outcomes = await fetch(12, from: server, with: rig.fetcher)
        #expect(outcomes.allSatisfy { (try? $0.get().data) == photo })
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true])
        #expect(rig.asker.asked.map(\.name) == [nil, "anna"])
        #expect(store.credentials == [Credential(name: "anna", password: "secret")])
        // At the next start.
        let next = Rig(StubAsker(), store: store)
        #expect(try await fetch(server.url("/again"), with: next.fetcher).get().data == photo)
        #expect(next.asker.asked.isEmpty)
    }

    @Test func `Declined, requests fail with a sentence, and nothing is asked until it is wished`() async throws {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let rig = Rig(StubAsker(nil, .say("anna", "secret")))
        let outcomes = await fetch(10, from: server, with: rig.fetcher)
        #expect(outcomes.allSatisfy { $0 == .failure(refused) })
        #expect(refused.description.contains("name and a password"))
        #expect(await fetch(server.url("/b"), with: rig.fetcher) == .failure(refused))
        #expect(rig.asker.asked.count == 1)
        rig.broker.forgetRefusals()
        #expect(try await fetch(server.url("/a"), with: rig.fetcher).get().data == photo)
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `Forgotten, a password is sent no more, also after a request that was sent with it before`()
        async throws
    {
        let isForgotten = Gate()
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = try Self.server { given, path in
            if path == "/slow", !given.isEmpty {
                arrival.yield()
                isForgotten.pass()
            }
            return given == Self.basic("anna", "secret")
        }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("anna", "secret", isToBeRemembered: true), nil))
        for path in ["/a", "/b"] {
            #expect(try await fetch(server.url(path), with: rig.fetcher).get().data == photo)
        }
        #expect(rig.store.credentials.count == 1)
        let slow = Task {
            defer { arrival.finish() }
            return await fetch(server.url("/slow"), with: rig.fetcher)
        }
        // Not server.wait, which would hold the thread on which the fetch is to begin.
        for await _ in arrived { break }
        try #require(server.asked.contains("/slow"))
        rig.fetcher.forgetLogins()
        let servers = await withCheckedContinuation { answer in
            rig.broker.servers { answer.resume(returning: $0) }
        }
        #expect(servers == [WebServer(host: "127.0.0.1", port: server.port)])
        let areLeft = await withCheckedContinuation { answer in
            rig.broker.forget(SignOutScope(servers)) { answer.resume(returning: $0) }
        }
        isForgotten.open()
        #expect(try await slow.value.get().data == photo)
        #expect(!areLeft && rig.store.credentials.isEmpty)
        #expect(await fetch(server.url("/c"), with: rig.fetcher) == .failure(refused))
        #expect(server.requests.last?.fields["authorization"] == nil)
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `A server is announced as open once, when the right answer has let in the first photo`() async throws {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let told = Mutex<[ProtectionSpace]>([])
        let broker = CredentialBroker(
            asker: StubAsker(nil, .say("anna", "wrong"), .say("anna", "secret")), store: StubCredentialStore(),
            opened: { space in told.withLock { $0.append(space) } })
        let fetcher = DataFetcher(credentials: broker)
        _ = await fetch(server.url("/declined"), with: fetcher)
        #expect(told.withLock { $0.isEmpty })
        broker.forgetRefusals()
        for outcome in await fetch(8, from: server, with: fetcher) { #expect(try outcome.get().data == photo) }
        #expect(told.withLock { $0.map(\.port) } == [server.port])
    }

    @Test func `Without anybody to ask, a 401 is a failure`() async throws {
        let server = try Self.server { _, _ in false }
        defer { server.stop() }
        #expect(await fetch(server.url("/a"), with: DataFetcher()) == .failure(refused))
    }

    @Test func `A request that waits for an answer can be given up, and the answer does no harm then`() async throws {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let asked = Gate()
        let isGivenUp = Gate()
        let rig = Rig(
            StubAsker { _ in
                asked.open()
                isGivenUp.pass()
                return .say("anna", "secret")
            })
        let outcome: Outcome = await withCheckedContinuation { continuation in
            let task = rig.fetcher.fetch(FetchRequest(url: server.url("/a")), progress: { _ in }) {
                continuation.resume(returning: $0)
            }
            Thread.detachNewThread {
                asked.pass()
                task.cancel()
            }
        }
        #expect(outcome == .failure(.cancelled))
        isGivenUp.open()
        #expect(try await fetch(server.url("/b"), with: rig.fetcher).get().data == photo)
        #expect(rig.asker.asked.count == 1)
    }

    @Test func `After a redirect it is the server that asks which is named, and it alone gets the password`()
        async throws
    {
        let server = try Self.server { given, _ in given == Self.basic("anna", "secret") }
        defer { server.stop() }
        let target = server.url("/photo").absoluteString
        let front = try LoopbackServer { _ in .status("302 Found", headers: "Location: \(target)\r\n") }
        defer { front.stop() }
        let rig = Rig(StubAsker(.say("anna", "secret")))
        #expect(try await fetch(front.url("/a"), with: rig.fetcher).get().data == photo)
        #expect(rig.asker.asked.map(\.space.port) == [server.port])
        #expect(front.requests.allSatisfy { $0.fields["authorization"] == nil })
    }

    @Test(arguments: ["Photos", "Else"])
    func `A server that redirects does not hand on the password it was given`(realm: String) async throws {
        let target = try Self.server("Basic realm=\"\(realm)\"") { _, path in path != "/asks" }
        defer { target.stop() }
        let urls = ["/takes", "/asks"].map { target.url($0).absoluteString }
        let server = try LoopbackServer.answering { request in
            guard request.fields["authorization"] == Self.basic("anna", "secret") else {
                return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n")
            }
            return .status("302 Found", headers: "Location: \(urls[request.path.hasPrefix("/asks") ? 1 : 0])\r\n")
        }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("anna", "secret")))
        // First requested, then sent unasked.
        for path in ["/takes", "/takes2", "/asks", "/asks2", "/takes3"] {
            _ = await fetch(server.url(path), with: rig.fetcher)
        }
        #expect(target.asked.count >= 5)
        #expect(target.requests.allSatisfy { $0.fields["authorization"] == nil })
        #expect(rig.asker.asked.map(\.space.port) == [server.port, target.port])
    }

    @Test func `A server that asks for two logins in turn, whatever it gets, is answered some times, and not for ever`()
        async throws
    {
        let count = Mutex(0)
        let server = try LoopbackServer.answering { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            // No request asks so often.
            if number > 50 { return .ok(Data("photo".utf8)) }
            let realm = number % 2 == 0 ? "a" : "b"
            return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"\(realm)\"\r\n")
        }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("a", "a"), .say("b", "b")))
        #expect(await fetch(server.url("/1"), with: rig.fetcher) == .failure(refused))
        #expect(server.requests.count == HTTPExchange.mostQuestions + 1)
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `Two realms of one server are two questions`() async throws {
        let server = try LoopbackServer.answering { request in
            let realm = request.path.hasPrefix("/a") ? "a" : "b"
            if request.fields["authorization"] == Self.basic(realm, realm) { return .ok(Data("photo".utf8)) }
            return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"\(realm)\"\r\n")
        }
        defer { server.stop() }
        let rig = Rig(StubAsker(.say("a", "a"), .say("b", "b")))
        for realm in ["a", "b"] {
            #expect(try await fetch(server.url("/\(realm)/1"), with: rig.fetcher).get().data == photo)
        }
        #expect(rig.asker.asked.map(\.space.realm) == ["a", "b"])
    }
}
