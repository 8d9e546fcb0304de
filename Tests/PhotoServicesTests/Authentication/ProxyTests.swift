import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Testing
import TestSupport

@Suite("Proxies")
struct ProxyTests {
    private func fetch(_ url: URL, with fetcher: DataFetcher) async -> Result<FetchedData, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    private static let token = "Basic " + Data("anna:secret".utf8).base64EncodedString()
    private static let challenge = "Proxy-Authenticate: Basic realm=\"Out\"\r\n"

    private func fetcher(through proxy: LoopbackServer, _ asker: StubAsker, account: String = "") -> DataFetcher {
        DataFetcher(
            credentials: CredentialBroker(asker: asker, store: StubCredentialStore()),
            proxy: URL(string: "http://\(account)127.0.0.1:\(proxy.port)"))
    }

    @Test func `A proxy's question is asked, and its answer brings the photo and is sent along from then on`()
        async throws
    {
        let proxy = try LoopbackServer.answering { request in
            request.fields["proxy-authorization"] == Self.token
                ? .ok(Data("photo".utf8)) : .endless("HTTP/1.1 407 Who\r\n\(Self.challenge)\r\n")
        }
        defer { proxy.stop() }
        let asker = StubAsker(.say("anna", "secret"))
        let fetcher = self.fetcher(through: proxy, asker)
        for name in ["a", "b"] {
            let url = try #require(URL(string: "http://photos.example/\(name)"))
            #expect(try await fetch(url, with: fetcher).get().data == Data("photo".utf8))
        }
        #expect(asker.asked.map(\.space.isProxy) == [true])
        #expect(proxy.asked.count == 3)
    }

    @Test(arguments: [false, true])
    func `So is one that is asked before there is a tunnel, whose endless page is cut off`(isInSettings: Bool)
        async throws
    {
        let proxy = try LoopbackServer.answering { request in
            request.fields["proxy-authorization"] == Self.token
                ? .status("503 No Tunnel") : .endless("HTTP/1.1 407 Who\r\n\(Self.challenge)\r\n")
        }
        defer { proxy.stop() }
        let asker = StubAsker(.say("anna", "secret"))
        let fetcher = self.fetcher(through: proxy, asker, account: isInSettings ? "anna:secret@" : "")
        let url = try #require(URL(string: "https://photos.example/a"))
        #expect(await fetch(url, with: fetcher) == .failure(.refused(status: 503, phrase: "No Tunnel")))
        #expect(asker.asked.count == (isInSettings ? 0 : 1))
        #expect(proxy.requests.count == 2)
        #expect(proxy.requests.allSatisfy { $0.fields["authorization"] == nil })
        #expect(proxy.wait { $0.closedUnfinished.count == 1 })
    }

    @Test func `A server that is no proxy is not told the proxy's password, and cannot ask for one`() async throws {
        let server = try LoopbackServer { _ in .endless("HTTP/1.1 407 Who\r\n\(Self.challenge)\r\n") }
        defer { server.stop() }
        let asker = StubAsker(.say("anna", "secret"))
        let fetcher = DataFetcher(credentials: CredentialBroker(asker: asker, store: StubCredentialStore()))
        #expect(await fetch(server.url("/a"), with: fetcher) == .failure(.unanswerable(status: 407)))
        #expect(asker.asked.isEmpty)
        #expect(server.requests.allSatisfy { $0.fields["proxy-authorization"] == nil })
    }
}
