import Foundation
import PhotoCore
import Synchronization
import TestSupport
import Testing

@testable import PhotoServices

/// What one session has learned, as another sends it.
@Suite struct KnownLoginsTests {
    private static let login = "Basic " + Data("anna:secret".utf8).base64EncodedString()
    private static let question = #"WWW-Authenticate: Basic realm="Photos"\#r\#n"#

    /// Two sessions of one program, and the person who is asked.
    private struct Rig {
        let asker: StubAsker
        let (first, second): (DataFetcher, DataFetcher)

        init(_ answers: CredentialAnswer?...) {
            let asker = StubAsker { count in count <= answers.count ? answers[count - 1] : nil }
            self.asker = asker
            let broker = CredentialBroker(asker: asker, store: StubCredentialStore())
            let logins = KnownLogins()
            first = DataFetcher(credentials: broker, logins: logins)
            second = DataFetcher(credentials: broker, logins: logins)
        }
    }

    private func fetch(_ url: URL, with fetcher: DataFetcher) async -> Bool {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) {
                continuation.resume(returning: (try? $0.get()) != nil)
            }
        }
    }

    private static func server(
        asks: @escaping @Sendable (String) -> Bool = { _ in true }, accepts: @escaping @Sendable () -> Bool = { true }
    ) throws -> LoopbackServer {
        try LoopbackServer.answering { request in
            if request.fields["authorization"] == login, accepts() { return .ok(Data("photo".utf8)) }
            return .status("401 Unauthorized", headers: asks(request.path) ? question : "")
        }
    }

    @Test func `A name and a password that one session has learned, another sends at once, in the same folder only`()
        async throws
    {
        let server = try Self.server()
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        #expect(await fetch(server.url("/album/list"), with: rig.first))
        for path in ["/album/1", "/album/inner/2", "/elsewhere/3"] {
            #expect(await fetch(server.url(path), with: rig.second))
        }
        let asked = server.requests.dropFirst(2).map { "\($0.path) \($0.fields["authorization"] != nil)" }
        #expect(asked == ["/album/1 true", "/album/inner/2 true", "/elsewhere/3 false", "/elsewhere/3 true"])
        #expect(rig.asker.asked.count == 1)
    }

    @Test func `A login in an address goes at once to addresses that have it, and to no others`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        func addressed(_ path: String, _ login: String) throws -> URL {
            try #require(URL(string: "http://\(login)@127.0.0.1:\(server.port)\(path)"))
        }
        #expect(await fetch(try addressed("/album/1", "anna:secret"), with: rig.first))
        // The same login goes at once.
        #expect(await fetch(try addressed("/album/2", "anna:secret"), with: rig.first))
        #expect(server.requests.count == 3)
        // A person is asked for addresses without one.
        #expect(await fetch(server.url("/album/3"), with: rig.first))
        #expect(rig.asker.asked.count == 1)
        let asked = server.requests.dropFirst(3).map { "\($0.path) \($0.fields["authorization"] != nil)" }
        #expect(asked == ["/album/3 false", "/album/3 true"])
    }

    @Test func `A catalogue's login does not take the place of the person's`() async throws {
        let logins = ["anna:secret", "guest:guest"].map { "Basic " + Data($0.utf8).base64EncodedString() }
        let server = try LoopbackServer.answering { request in
            if logins.contains(request.fields["authorization"] ?? "") { return .ok(Data("photo".utf8)) }
            return .status("401 Unauthorized", headers: Self.question)
        }
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        let guest = try #require(URL(string: "http://guest:guest@127.0.0.1:\(server.port)/album/1"))
        #expect(await fetch(guest, with: rig.first))
        for number in 2...3 { #expect(await fetch(server.url("/album/\(number)"), with: rig.first)) }
        #expect(server.requests.suffix(2).map { $0.fields["authorization"] } == [logins[0], logins[0]])
        #expect(rig.asker.asked.count == 1)
    }

    @Test func `What is refused or forgotten in one session, no other sends`() async throws {
        let isRight = Mutex(true)
        let server = try Self.server(accepts: { isRight.withLock { $0 } })
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        #expect(await fetch(server.url("/a"), with: rig.first))
        rig.second.forgetLogins()
        #expect(await fetch(server.url("/b"), with: rig.first))
        #expect(server.requests.suffix(2).map { $0.fields["authorization"] == nil } == [true, false])
        isRight.withLock { $0 = false }
        #expect(await !fetch(server.url("/c"), with: rig.second))
        let before = server.requests.count
        #expect(await !fetch(server.url("/d"), with: rig.first))
        #expect(server.requests.dropFirst(before).allSatisfy { $0.fields["authorization"] == nil })
    }

    @Test func `Where Nextcloud has its smaller pictures, it does not ask, but gets the login of its files`()
        async throws
    {
        let server = try Self.server(asks: { $0.contains("/remote.php/") })
        defer { server.stop() }
        let rig = Rig(.say("anna", "secret"))
        let picture = server.url("/cloud/index.php/core/preview?fileId=7")
        #expect(await !fetch(picture, with: rig.second))
        #expect(await fetch(server.url("/cloud/remote.php/dav/files/anna/"), with: rig.first))
        #expect(await fetch(picture, with: rig.second))
        for path in ["/index.php/core/preview?fileId=7", "/cloud/index.php/apps/x", "/cloud/index.php/corex"] {
            #expect(await !fetch(server.url(path), with: rig.second))
        }
    }
}
