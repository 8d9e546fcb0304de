import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Testing
import TestSupport

@Suite("Bodies that nobody wants: of redirects, challenges and errors")
struct UnwantedBodyTests {
    private func fetch(_ url: URL, with fetcher: DataFetcher) async -> Result<FetchedData, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    private let photo = Data("photo".utf8)
    private static let basic = "WWW-Authenticate: Basic realm=\"Photos\"\r\n"

    @Test(arguments: [301, 302, 303, 307, 308])
    func `An endless body behind a redirect is cut off, and the redirect followed`(status: Int) async throws {
        let server = try LoopbackServer { path in
            path == "/from" ? .endless("HTTP/1.1 \(status) Moved\r\nLocation: /to\r\n\r\n") : .ok(Data("photo".utf8))
        }
        defer { server.stop() }
        #expect(try await fetch(server.url("/from"), with: DataFetcher()).get().data == photo)
        #expect(server.wait { $0.closedUnfinished == ["/from"] })
    }

    @Test(
        arguments: ["file:///etc/passwd", "ftp://a/b", "http://"])
    func `Where a redirect is refused its body is cut off at once`(location: String) async throws {
        let server = try LoopbackServer { _ in .endless("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\r\n") }
        defer { server.stop() }
        let result = await fetch(server.url("/from"), with: DataFetcher())
        #expect(result == .failure(.redirectRefused(location: location)))
        #expect(server.wait { $0.closedUnfinished == ["/from"] })
    }

    @Test(
        arguments: [
            ("401 Unauthorized", "", FetchFailure.unanswerable(status: 401)),
            ("401 Unauthorized", "WWW-Authenticate: Negotiate\r\n", .unanswerable(status: 401)),
            ("401 Unauthorized", basic, .refused(status: 401, phrase: "Unauthorized")),
            ("407 Proxy", "", .unanswerable(status: 407)),
            ("407 Proxy", "Proxy-Authenticate: Basic realm=\"a\"\r\n", .unanswerable(status: 407)),
            ("421 Misdirected", "", .refused(status: 421, phrase: "Misdirected")),
            ("404 Not Found", "", .refused(status: 404, phrase: "Not Found")),
        ])
    func `A 401, a 407 or a 421 that never ends ends all the same`(line: String, headers: String, failure: FetchFailure)
        async throws
    {
        for chunked in ["", "Content-Length: 99999999999\r\n"] {
            let server = try LoopbackServer { _ in .endless("HTTP/1.1 \(line)\r\n\(headers)\(chunked)\r\n") }
            defer { server.stop() }
            #expect(await fetch(server.url("/a"), with: DataFetcher()) == .failure(failure))
            #expect(server.wait { !$0.closedUnfinished.isEmpty && $0.closedUnfinished.count == $0.asked.count })
        }
    }

    @Test func `An endless body behind a challenge is cut off, and the photo asked for again with the answer`()
        async throws
    {
        let server = try LoopbackServer.answering { request in
            request.fields["authorization"] == nil
                ? .endless("HTTP/1.1 401 Unauthorized\r\n\(Self.basic)\r\n") : .ok(Data("photo".utf8))
        }
        defer { server.stop() }
        let broker = CredentialBroker(asker: StubAsker(.say("anna", "secret")), store: StubCredentialStore())
        let fetcher = DataFetcher(credentials: broker)
        #expect(try await fetch(server.url("/a"), with: fetcher).get().data == photo)
        #expect(server.wait { $0.closedUnfinished == ["/a"] })
    }

    @Test func `A short body of a redirect, a challenge or an error leaves the connection to the next request`()
        async throws
    {
        // A thread without processor time for a second cuts it off anyway: one success in several tries is enough.
        var counts: [Int] = []
        for _ in 0..<10 where counts.last != 1 { counts.append(try await connectionsForFive()) }
        #expect(counts.last == 1, "\(counts)")
    }

    private func connectionsForFive() async throws -> Int {
        let server = try LoopbackServer.answering { request in
            let page = Data("<h1>Elsewhere</h1>".utf8)
            func reply(_ line: String, _ headers: String) -> LoopbackServer.Reply {
                .raw("HTTP/1.1 \(line)\r\n\(headers)Content-Length: \(page.count)\r\n\r\n", body: page)
            }
            switch request.path {
            case "/from": return reply("302 Found", "Location: /to\r\n")
            case "/to" where request.fields["authorization"] == nil: return reply("401 Unauthorized", Self.basic)
            case "/gone": return reply("404 Not Found", "")
            default: return .ok(Data("photo".utf8))
            }
        }
        defer { server.stop() }
        let broker = CredentialBroker(asker: StubAsker(.say("anna", "secret")), store: StubCredentialStore())
        let fetcher = DataFetcher(credentials: broker)
        #expect(try await fetch(server.url("/from"), with: fetcher).get().data == photo)
        _ = await fetch(server.url("/gone"), with: fetcher)
        _ = await fetch(server.url("/last"), with: fetcher)
        #expect(server.asked == ["/from", "/to", "/to", "/gone", "/last"])
        return server.connections
    }

    @Test func `A redirect's body has as many bytes as are read of it; with one more its connection is closed`()
        async throws
    {
        func connections(_ count: Int) async throws -> Int {
            let server = try LoopbackServer { path in
                path == "/from"
                    ? .raw(
                        "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: \(count)\r\n\r\n",
                        body: Data(count: count)) : .ok(Data("photo".utf8))
            }
            defer { server.stop() }
            #expect(try await fetch(server.url("/from"), with: DataFetcher()).get().data == photo)
            return server.connections
        }
        // A thread without processor time for a second cuts it off anyway: one success in several tries is enough.
        var counts: [Int] = []
        for _ in 0..<10 where counts.last != 1 { counts.append(try await connections(ReplyDrain.mostBytes)) }
        #expect(counts.last == 1, "\(counts)")
        #expect(try await connections(ReplyDrain.mostBytes + 1) == 2)
    }

    @Test func `A redirect's body that never comes is not waited for`() async throws {
        let server = try LoopbackServer { path in
            path == "/from"
                ? .rawThenHang("HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 10\r\n\r\n")
                : .ok(Data("photo".utf8))
        }
        defer { server.stop() }
        #expect(try await fetch(server.url("/from"), with: DataFetcher()).get().data == photo)
    }
}
