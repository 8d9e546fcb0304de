import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@Suite("Fetching over HTTP and from files")
struct DataFetcherTests {
    private func fetch(
        _ url: URL, with fetcher: DataFetcher = DataFetcher(), limit: Int = 1 << 20, method: FetchMethod = .get,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async -> Result<FetchedData, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url, limit: limit, method: method), progress: progress) {
                continuation.resume(returning: $0)
            }
        }
    }

    private func failure(
        _ reply: LoopbackServer.Reply, limit: Int = 1 << 20
    ) async throws -> FetchFailure? {
        let server = try LoopbackServer { _ in reply }
        defer { server.stop() }
        if case .failure(let failure) = await fetch(server.url("/x"), limit: limit) { return failure }
        return nil
    }

    @Test func `A whole reply arrives whole`() async throws {
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try LoopbackServer { _ in .ok(body) }
        defer { server.stop() }
        let fetched = try await fetch(server.url("/a%20b?c=d")).get()
        #expect(fetched.data == body)
        #expect(fetched.url == server.url("/a%20b?c=d"))
        #expect(server.asked == ["/a%20b?c=d"])
    }

    @Test func `Another number of connections counts at once, and what runs goes on`() async throws {
        let server = try LoopbackServer { path in
            path == "/last" ? .ok(Data("last".utf8)) : .rawThenHang("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        }
        defer { server.stop() }
        // What hangs outlasts the tests that run at the same time.
        let fetcher = DataFetcher(timeoutSeconds: 600, connectionsPerHost: 2)
        func request(_ path: String) -> any FetchTask {
            fetcher.fetch(FetchRequest(url: server.url(path), limit: 100), progress: { _ in }) { _ in }
        }
        let first = (0..<5).map { request("/\($0)") }
        #expect(server.wait { $0.asked.count == 2 })
        for count in [4, Int.max, 4, .min, 4] { fetcher.setConnectionsPerHost(count) }
        let next = (5..<12).map { request("/\($0)") }
        // Two of the first session, four of the second.
        #expect(server.wait { $0.asked.count == 6 })
        fetcher.setConnectionsPerHost(1)
        let last = request("/last")
        #expect(server.wait { $0.asked.contains("/last") })
        #expect(server.asked.count == 7, "\(server.asked)")
        #expect(server.closedUnfinished.isEmpty)
        // Among many tests, this waits for longer than a reply may hang.
        #expect(try await fetch(server.url("/last"), with: fetcher).get().data == Data("last".utf8))
        for task in first + next + [last] { task.cancel() }
        #expect(server.wait { $0.closedUnfinished.count >= 6 })
    }

    /// The requests that a server has not answered.
    private final class Requests: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var most: Int { counts.withLock { $0.most } }

        func begin() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func end() { counts.withLock { $0.now -= 1 } }
    }

    @Test func `Of all connections there are as many as may be, and not one more`() throws {
        let most = SessionBox.mostConnections
        let (requests, gate) = (Requests(), DispatchSemaphore(value: 0))
        let server = try LoopbackServer { _ in
            requests.begin()
            gate.wait()
            requests.end()
            return .ok(Data("a".utf8))
        }
        defer { server.stop() }
        // A host may have more of them here.
        let fetcher = DataFetcher(timeoutSeconds: 600, connectionsPerHost: 2 * most)
        let arrived = Counter()
        let tasks = (0..<(most + 10)).map { number in
            fetcher.fetch(FetchRequest(url: server.url("/\(number)"), limit: 100), progress: { _ in }) { result in
                if case .success = result { _ = arrived.next() }
            }
        }
        #expect(server.wait { _ in requests.most >= most })
        for _ in tasks { gate.signal() }
        #expect(server.wait { _ in arrived.count == tasks.count })
        #expect(requests.most == most)
    }

    @Test func `A head has its time, and no more; a body has longer`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n"
        // The second head has time to arrive among many tests.
        for (sent, headSeconds, seconds) in [(head, 1, 1), (head + "\r\n", 20, 30)] {
            let server = try LoopbackServer { _ in .rawThenHang(sent) }
            defer { server.stop() }
            let fetcher = DataFetcher(timeoutSeconds: 30, headSeconds: headSeconds)
            let result = await fetch(server.url("/"), with: fetcher)
            #expect(result == .failure(.timedOut(host: "127.0.0.1", seconds: seconds)), "\(sent)")
        }
    }

    @Test func `Chunked replies arrive whole`() async throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
        }
        defer { server.stop() }
        #expect(try await fetch(server.url("/")).get().data == Data("abcdefg".utf8))
    }

    @Test func `The failure has the server's error and its own reason`() async throws {
        #expect(try await failure(.status("404 Not Found")) == .refused(status: 404, phrase: "Not Found"))
        #expect(try await failure(.status("503 Gone Fishing")) == .refused(status: 503, phrase: "Gone Fishing"))
    }

    @Test func `A body shorter than announced is cut short, whatever Connection says`() async throws {
        for connection in ["close", "keep-alive"] {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: \(connection)\r\n\r\n"
            let failure = try await failure(.rawThenClose(head, body: Data(count: 400)))
            guard case .cutShort(let received, let expected) = failure else {
                Issue.record("\(connection): \(String(describing: failure))")
                continue
            }
            #expect(received <= 400)
            #expect(expected == 1000)
        }
    }

    @Test func `A chunk that is cut short is an error`() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nabc"
        guard case .cutShort = try await failure(.rawThenClose(head)) else { return #expect(Bool(false)) }
    }

    @Test func `More than the limit is refused, announced or not, and the request is closed`() async throws {
        let announced = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        #expect(try await failure(.rawThenHang(announced), limit: 1000) == .tooLarge(limit: 1000))
        let server = try LoopbackServer { _ in .endless("HTTP/1.1 200 OK\r\n\r\n") }
        defer { server.stop() }
        let result = await fetch(server.url("/endless"), limit: 500_000)
        #expect(result == .failure(.tooLarge(limit: 500_000)))
        #expect(server.wait { $0.closedUnfinished == ["/endless"] }, "\(server.asked) \(server.closedUnfinished)")
    }

    @Test func `A body has as many bytes as it may have, and not one more`() async throws {
        #expect(FetchRequest(url: URL(fileURLWithPath: "/a")).limit == FetchRequest.maximumPhotoByteCount)
        for isAnnounced in [true, false] {
            func reply(_ count: Int) -> LoopbackServer.Reply {
                let head = isAnnounced ? "Content-Length: \(count)" : "Connection: close"
                return .rawThenClose("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n", body: Data(count: count))
            }
            #expect(try await failure(reply(1000), limit: 1000) == nil)
            #expect(try await failure(reply(1001), limit: 1000) == .tooLarge(limit: 1000))
        }
    }

    @Test func `A head has as many bytes as it may have, and not one more`() async throws {
        func reply(_ count: Int) -> LoopbackServer.Reply {
            let start = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: "
            return .raw(start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n")
        }
        #expect(try await failure(reply(Hop.longestHead)) == nil)
        for count in [Hop.longestHead + 1, 90 << 10, 2 * Hop.longestHead] {
            #expect(try await failure(reply(count)) == .headTooLarge(limit: Hop.longestHead))
        }
    }

    @Test func `Twenty redirects are followed, and not one more`() async throws {
        let server = try LoopbackServer { path in
            let left = Int(path.dropFirst()) ?? 0
            return left == 0
                ? .ok(Data("x".utf8)) : .status("302 Found", headers: "Location: /\(left - 1)\r\n")
        }
        defer { server.stop() }
        #expect(try await fetch(server.url("/\(Redirection.most)")).get().url == server.url("/0"))
        #expect(await fetch(server.url("/\(Redirection.most + 1)")) == .failure(.tooManyRedirects))
    }

    @Test func `Redirects are followed, and the URL is where they ended`() async throws {
        let server = try LoopbackServer { path in
            path == "/from" ? .status("302 Found", headers: "Location: /to\r\n") : .ok(Data("x".utf8))
        }
        defer { server.stop() }
        #expect(try await fetch(server.url("/from")).get().url == server.url("/to"))
    }

    @Test func `Redirects in a circle end`() async throws {
        #expect(try await failure(.status("302 Found", headers: "Location: /x\r\n")) == .tooManyRedirects)
    }

    @Test func `A redirect from http to a file is refused`() async throws {
        let failure = try await failure(.status("302 Found", headers: "Location: file:///etc/passwd\r\n"))
        #expect(failure == .redirectRefused(location: "file:///etc/passwd"))
    }

    @Test func `A form with a secret follows redirects within its server, and goes to no other`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
        defer { other.stop() }
        let elsewhere = other.url("/to").absoluteString
        let server = try LoopbackServer { path in
            switch path {
            case "/within": .status("307 Temporary Redirect", headers: "Location: /to\r\n")
            case "/without": .status("307 Temporary Redirect", headers: "Location: \(elsewhere)\r\n")
            default: .ok(Data("x".utf8))
            }
        }
        defer { server.stop() }
        let form = FetchMethod.form("token=secret")
        #expect(try await fetch(server.url("/within"), method: form).get().data == Data("x".utf8))
        #expect(await fetch(server.url("/without"), method: form) == .failure(.redirectRefused(location: elsewhere)))
        #expect(other.requests.isEmpty)
        #expect(try await fetch(server.url("/without"), method: .question("{}")).get().data == Data("other".utf8))
    }

    @Test func `A closed port and an unknown host are different failures`() async throws {
        let server = try LoopbackServer { _ in .status("200 OK") }
        server.stop()
        #expect(server.wait { _ in true })
        let refused = await fetch(server.url("/"))
        #expect(refused == .failure(.cannotConnect(host: "127.0.0.1", reason: "Connection refused")))
        let url = try #require(URL(string: "http://no-such-host.invalid/a"))
        #expect(await fetch(url) == .failure(.hostUnknown(host: "no-such-host.invalid")))
    }

    @Test func `A server that says nothing times out`() async throws {
        let server = try LoopbackServer { _ in .rawThenHang("") }
        defer { server.stop() }
        let result = await fetch(server.url("/"), with: DataFetcher(timeoutSeconds: 1))
        #expect(result == .failure(.timedOut(host: "127.0.0.1", seconds: 1)))
    }

    @Test func `Silence has the limit that is stated, and a later reply within it arrives`() async throws {
        let seconds = DataFetcher.defaultTimeoutSeconds
        let server = try LoopbackServer { path in
            guard path == "/late" else { return .rawThenHang("") }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(seconds / 3))
            return .ok(Data("late".utf8))
        }
        defer { server.stop() }
        let begin = ContinuousClock.now
        async let late = fetch(server.url("/late")).get().data
        #expect(await fetch(server.url("/never")) == .failure(.timedOut(host: "127.0.0.1", seconds: seconds)))
        #expect(ContinuousClock.now - begin > .seconds(seconds - 1))
        #expect(try await late == Data("late".utf8))
    }

    @Test func `A network that drops what asks for a connection times out`() async throws {
        let hole = try BlackHole()
        defer { hole.close() }
        let result = await fetch(hole.url, with: DataFetcher(timeoutSeconds: 1))
        #expect(result == .failure(.timedOut(host: "127.0.0.1", seconds: 1)))
    }

    @Test func `A video is fetched up to its limit, and one that says it is longer not at all`() async throws {
        let most = LibraryPhoto.mostVideoBytes
        let server = try LoopbackServer { path in
            .rawThenHang("HTTP/1.1 200 OK\r\nContent-Length: \(path.dropFirst())\r\n\r\n", body: Data(count: 100))
        }
        defer { server.stop() }
        let longer = await fetch(server.url("/\(most + 1)"), limit: most)
        #expect(longer == .failure(.tooLarge(limit: most)))
        let (arrived, arrival) = AsyncStream.makeStream(of: Int.self)
        let fetcher = DataFetcher(timeoutSeconds: 600)
        let task = fetcher.fetch(
            FetchRequest(url: server.url("/\(most)"), limit: most), progress: { _ = arrival.yield($0.received) }
        ) { _ in arrival.finish() }
        #expect(await arrived.first { $0 == 100 } == 100)
        task.cancel()
    }

    @Test func `https to a server that does not speak it is no secure connection`() async throws {
        let server = try LoopbackServer { _ in .status("200 OK") }
        defer { server.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        // The server waits for the blank line at the end of a request, which a TLS greeting need not have.
        let result = await fetch(url, with: DataFetcher(timeoutSeconds: 1))
        switch result {
        case .failure(.handshakeCut(let host, _)), .failure(.timedOut(let host, _)): #expect(host == "127.0.0.1")
        default: Issue.record("\(result)")
        }
    }

    @Test func `A TLS handshake that ends midway is tried again`() async throws {
        // Nothing, and the first bytes of the server's part of a handshake.
        for bytes in [[], [0x16, 0x03, 0x03, 0x00, 0x7A, 0x02, 0x00]] as [[UInt8]] {
            let server = try LoopbackServer.answeringFirstBytes(with: Data(bytes))
            defer { server.stop() }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            guard case .failure(let failure) = await fetch(url) else { throw CancellationError() }
            guard case .handshakeCut("127.0.0.1", _) = failure else { throw failure }
            #expect(PhotoFailure.fetch(failure).isPassing)
        }
    }

    @Test func `Cancelling closes the request on the wire, before and after the reply has begun`() async throws {
        for head in ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"] {
            let server = try LoopbackServer { _ in .rawThenHang(head) }
            defer { server.stop() }
            let fetcher = DataFetcher()
            let result: Result<FetchedData, FetchFailure> = await withCheckedContinuation { continuation in
                let task = fetcher.fetch(FetchRequest(url: server.url("/slow")), progress: { _ in }) {
                    continuation.resume(returning: $0)
                }
                #expect(server.wait { $0.asked == ["/slow"] })
                task.cancel()
                task.cancel()
            }
            #expect(result == .failure(.cancelled))
            #expect(server.wait { $0.closedUnfinished == ["/slow"] })
        }
    }

    @Test func `A file is read, and what is wrong with one is said`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a b ü.bin")
        try Data(count: 200_000).write(to: file)
        #expect(try await fetch(file).get().data.count == 200_000)
        #expect(await fetch(file, limit: 1000) == .failure(.tooLarge(limit: 1000)))
        let missing = folder.appendingPathComponent("missing")
        #expect(
            await fetch(missing)
                == .failure(.unreadableFile(path: missing.path, reason: "There is no such file.")))
        #expect(
            await fetch(folder) == .failure(.unreadableFile(path: folder.path, reason: "It is a folder.")))
        #expect(
            await fetch(URL(fileURLWithPath: "/dev/zero"))
                == .failure(.unreadableFile(path: "/dev/zero", reason: "It is a device or a pipe.")))
        let pipe = folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(
            await fetch(pipe) == .failure(.unreadableFile(path: pipe.path, reason: "It is a device or a pipe.")))
    }

    @Test func `Other schemes are refused`() async throws {
        guard case .failure(.other) = await fetch(try #require(URL(string: "ftp://127.0.0.1/a"))) else {
            return #expect(Bool(false))
        }
    }

    @Test func `At most six connections to one host at a time`() async throws {
        let server = try LoopbackServer { _ in .rawThenHang("") }
        defer { server.stop() }
        let fetcher = DataFetcher()
        let tasks = (0..<20).map { number in
            fetcher.fetch(FetchRequest(url: server.url("/\(number)")), progress: { _ in }, completion: { _ in })
        }
        #expect(server.wait { $0.asked.count >= 6 })
        #expect(server.asked.count == 6)
        tasks.forEach { $0.cancel() }
        #expect(server.wait { $0.closedUnfinished.count == 6 })
    }

    @Test @MainActor func `The network is busy from the first request's begin to the last one's end`() async throws {
        let server = try LoopbackServer { _ in .ok(Data("x".utf8)) }
        defer { server.stop() }
        let context = HandDrivenMainContext()
        let said = Said()
        let fetcher = DataFetcher(activity: NetworkActivity(mainContext: context) { said.values.append($0) })
        _ = fetcher.fetch(FetchRequest(url: server.url("/")), progress: { _ in }, completion: { _ in })
        context.drain()
        #expect(context.run { said.values.last == false })
    }

    @MainActor
    private final class Said {
        var values: [Bool] = []
    }
}
