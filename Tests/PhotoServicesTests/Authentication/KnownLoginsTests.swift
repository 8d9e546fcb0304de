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
