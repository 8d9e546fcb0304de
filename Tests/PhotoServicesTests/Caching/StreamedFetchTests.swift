import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("Bodies that are taken as they come", .timeLimit(.minutes(15)))
struct StreamedFetchTests {
    private static let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) })

    private static func serve(
        _ request: LoopbackServer.Request, _ body: Data = body, tag: String? = "\"x\"", control: String = "no-cache"
    ) -> LoopbackServer.Reply {
        let headers = "\(tag.map { "ETag: \($0)\r\n" } ?? "")Cache-Control: \(control)\r\n"
        if let tag, request.fields["if-none-match"] == tag {
            return .raw("HTTP/1.1 304 Not Modified\r\n\(headers)\r\n")
        }
        if let range = request.fields["range"]?.dropFirst("bytes=".count).split(separator: "-"), let tag,
            request.fields["if-range"] == tag, let first = range.first.flatMap({ Int($0) }), first < body.count
        {
            return .raw(
                "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(first)-\(body.count - 1)/\(body.count)\r\n"
                    + "Content-Length: \(body.count - first)\r\n\(headers)\r\n", body: body[first...])
        }
        return .ok(body, type: "application/x-plist; charset=utf-8", headers: headers)
    }

    /// The result of one stream.
    private struct Outcome {
        var opening: FetchOpening?
        var body = Data()
        var failure: FetchFailure?
        var isEndMarked = true
        var pieces = 0
    }

    /// A cache in a private folder, which can be restarted.
    private final class Cache: Sendable {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("classic-photos-streams-\(UUID().uuidString)")
        let later = Mutex(0.0)
        let budget: Int

        init(budget: Int = HTTPStore.defaultBudget) { self.budget = budget }
        deinit { try? FileManager.default.removeItem(at: folder) }

        func stream(
            _ url: URL, limit: Int = Catalogue.maximumByteCount, revalidates: Bool = false, known: BodyVersion? = nil,
            cancelAfter: Int = .max
        ) async -> Outcome {
            let fetcher = CachingFetcher(
                network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder, budget: budget),
                decoder: PixbufDecoder(), now: { [self] in Date().timeIntervalSince1970 + later.withLock { $0 } })
            let flow = FetchFlow()
            let outcome = Mutex(Outcome())
            let held = HeldFetch()
            await withCheckedContinuation { continuation in
                let started = fetcher.stream(
                    FetchRequest(url: url, limit: limit, revalidates: revalidates, known: known), flow: flow
                ) { event in
                    switch event {
                    case .opened(let opening): outcome.withLock { $0.opening = opening }
                    case .bytes(let bytes):
                        let count = outcome.withLock { outcome in
                            outcome.body += bytes
                            outcome.pieces += 1
                            return outcome.body.count
                        }
                        flow.taken(bytes.count)
                        if count >= cancelAfter { held.cancel() }
                    case .unmarkedEnd: outcome.withLock { $0.isEndMarked = false }
                    case .ended(let failure):
                        outcome.withLock { $0.failure = failure }
                        held.end()
                        continuation.resume()
                    }
                }
                held.hold(started)
            }
            fetcher.waitUntilIdle()
            return outcome.withLock { $0 }
        }

        var files: [URL] {
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
    }

    @Test func `A body comes in pieces, with its type and version, and is kept`() async throws {
        let server = try LoopbackServer.answering { Self.serve($0, control: "max-age=3600") }
        defer { server.stop() }
        let cache = Cache()
        for _ in 0..<2 {
            let outcome = await cache.stream(server.url("/a"))
            #expect(outcome.body == Self.body && outcome.failure == nil && outcome.pieces > 5)
            #expect(outcome.opening?.expected == Self.body.count)
            #expect(outcome.opening?.version?.entityTag == "\"x\"")
            #expect(outcome.opening?.contentType == "application/x-plist; charset=utf-8")
        }
        #expect(server.requests.count == 1)
        #expect(cache.files.map(\.pathExtension) == ["stream"])
    }

    @Test func `What is stale is asked about, and a 304 gives what is on disk`() async throws {
        let server = try LoopbackServer.answering { Self.serve($0) }
        defer { server.stop() }
        let cache = Cache()
        _ = await cache.stream(server.url("/a"))
        let again = await cache.stream(server.url("/a"))
        #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
        #expect(again.body == Self.body && again.failure == nil && again.opening?.isStale == false)
    }

    @Test func `A 304 makes what is on disk fresh again`() async throws {
        let control = Mutex("max-age=0")
        let server = try LoopbackServer.answering { request in Self.serve(request, control: control.withLock { $0 }) }
        defer { server.stop() }
        let cache = Cache()
        _ = await cache.stream(server.url("/a"))
        control.withLock { $0 = "max-age=3600" }
        for _ in 0..<3 { #expect(await cache.stream(server.url("/a")).body == Self.body) }
        #expect(server.requests.count == 2)
    }

    @Test func `A reader that has the version learns that it is unchanged, with or without a cache`() async throws {
        let server = try LoopbackServer.answering { request in
            Self.serve(request, control: request.path == "/kept" ? "no-cache" : "no-store")
        }
        defer { server.stop() }
        for path in ["/kept", "/not-kept"] {
            let cache = Cache()
            let first = await cache.stream(server.url(path))
            #expect(cache.files.isEmpty == (path == "/not-kept"))
            let known = try #require(first.opening?.version)
            let again = await cache.stream(server.url(path), revalidates: true, known: known)
            #expect(again.opening?.isUnchanged == true && again.body.isEmpty && again.failure == nil)
            #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
            let other = try #require(BodyVersion(entityTag: "\"other\""))
            let changed = await cache.stream(server.url(path), revalidates: true, known: other)
            #expect(changed.opening?.isUnchanged == false && changed.body == Self.body)
        }
    }

    @Test func `Another version takes the place of the one on disk`() async throws {
        let tag = Mutex("\"1\"")
        let server = try LoopbackServer.answering { request in
            let tag = tag.withLock { $0 }
            return Self.serve(request, Data(tag.utf8) + Self.body, tag: tag)
        }
        defer { server.stop() }
        let cache = Cache()
        _ = await cache.stream(server.url("/a"))
        tag.withLock { $0 = "\"2\"" }
        #expect(await cache.stream(server.url("/a")).body == Data("\"2\"".utf8) + Self.body)
        #expect(await cache.stream(server.url("/a")).body == Data("\"2\"".utf8) + Self.body)
        #expect(server.requests.count == 3 && cache.files.count == 1)
    }

    @Test func `Without a network a stale body from disk is delivered, except on a reload`()
        async throws
    {
        let server = try LoopbackServer.answering { Self.serve($0, control: "max-age=1") }
        let cache = Cache()
        let url = server.url("/a")
        _ = await cache.stream(url)
        server.stop()
        cache.later.withLock { $0 = 100 }
        let offline = await cache.stream(url)
        #expect(offline.body == Self.body && offline.opening?.isStale == true, "\(offline.failure.debugDescription)")
        let reload = await cache.stream(url, revalidates: true)
        #expect(reload.body.isEmpty && reload.failure != nil)
    }

    @Test func `A cancelled download is continued`() async throws {
        let server = try LoopbackServer.answering { Self.serve($0) }
        defer { server.stop() }
        let cache = Cache()
        let first = await cache.stream(server.url("/a"), cancelAfter: 1_000_000)
        #expect(first.failure == .cancelled && first.body.count < Self.body.count)
        let second = await cache.stream(server.url("/a"))
        #expect(second.body == Self.body && second.failure == nil)
        #expect(second.opening?.expected == Self.body.count)
        let offset = server.requests.last?.fields["range"]?.dropFirst("bytes=".count).dropLast()
        #expect(offset.flatMap { Int($0) }.map { $0 >= 1_000_000 } == true)
        let third = await cache.stream(server.url("/a"))
        #expect(third.body == Self.body && server.requests.last?.fields["if-none-match"] == "\"x\"")
    }

    @Test func `An interrupted download is continued, or restarted if the server has another version`()
        async throws
    {
        let tag = Mutex("\"1\"")
        let server = try LoopbackServer.answering { request in
            let tag = tag.withLock { $0 }
            if request.path == "/breaks", request.fields["range"] == nil, tag == "\"1\"" {
                let headers = "ETag: \(tag)\r\nContent-Length: \(Self.body.count)\r\n"
                return .rawThenClose("HTTP/1.1 200 OK\r\n\(headers)\r\n", body: Self.body.prefix(2_000_000))
            }
            return Self.serve(request, tag: tag)
        }
        defer { server.stop() }
        for newTag in ["\"1\"", "\"2\""] {
            tag.withLock { $0 = "\"1\"" }
            let cache = Cache()
            let first = await cache.stream(server.url("/breaks"))
            #expect(first.failure == .cutShort(received: 2_000_000, expected: Self.body.count))
            #expect(first.body == Self.body.prefix(2_000_000))
            tag.withLock { $0 = newTag }
            #expect(await cache.stream(server.url("/breaks")).body == Self.body)
        }
    }

    @Test func `A file on disk that was damaged is found out at its end, and forgotten`() async throws {
        let server = try LoopbackServer.answering { Self.serve($0, control: "max-age=3600") }
        defer { server.stop() }
        for offset in [20, 1_000_000, Self.body.count + 60] {
            let cache = Cache()
            _ = await cache.stream(server.url("/a"))
            let file = try #require(cache.files.first)
            var bytes = try Data(contentsOf: file)
            bytes[offset] ^= 1
            try bytes.write(to: file)
            let outcome = await cache.stream(server.url("/a"))
            if outcome.failure == nil {
                #expect(outcome.body == Self.body, "the damaged byte at \(offset) was delivered")
            } else {
                #expect(outcome.failure?.description.contains("damaged") == true)
            }
            #expect(await cache.stream(server.url("/a")).body == Self.body)
        }
    }

    @Test func `Nothing is kept of what is more than half of the budget, nor of what may not be stored`() async throws {
        let server = try LoopbackServer.answering { request in
            Self.serve(request, control: request.path == "/secret" ? "no-store" : "max-age=3600")
        }
        defer { server.stop() }
        let cache = Cache(budget: 4_000_000)
        #expect(await cache.stream(server.url("/large")).body == Self.body)
        #expect(await cache.stream(server.url("/secret")).body == Self.body)
        #expect(cache.files.isEmpty)
    }

    @Test func `More than the limit is given up, announced or not`() async throws {
        let server = try LoopbackServer { path in
            path == "/endless" ? .endless("HTTP/1.1 200 OK\r\n\r\n") : .ok(Self.body)
        }
        defer { server.stop() }
        for path in ["/endless", "/announced"] {
            let outcome = await Cache().stream(server.url(path), limit: 1 << 20)
            #expect(outcome.failure == .tooLarge(limit: 1 << 20))
            #expect(outcome.body.count <= 1 << 20)
        }
    }

    @Test func `Bytes that nobody takes are not asked for`() async throws {
        let server = try LoopbackServer { path in
            path == "/endless" ? .endless("HTTP/1.1 200 OK\r\n\r\n") : .ok(Data(count: 1000))
        }
        defer { server.stop() }
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: PixbufDecoder())
        let received = Mutex(0)
        let flow = FetchFlow(limit: 1 << 20)
        let task = fetcher.stream(FetchRequest(url: server.url("/endless"), limit: .max), flow: flow) { event in
            if case .bytes(let bytes) = event { received.withLock { $0 += bytes.count } }
        }
        #expect(server.wait { _ in received.withLock { $0 } >= 1 << 20 })
        // In the time that the network thread serves others, many times these bytes would have arrived.
        for number in 0..<50 {
            await withCheckedContinuation { continuation in
                _ = fetcher.fetch(FetchRequest(url: server.url("/\(number)")), progress: { _ in }) { _ in
                    continuation.resume()
                }
            }
        }
        // Bytes removed from the network's buffer wait between the two flows.
        #expect(received.withLock { $0 } <= 3 << 20)
        task.cancel()
        #expect(server.wait { $0.closedUnfinished == ["/endless"] })
    }

    @Test(arguments: ["/endless", "file", "data"])
    func `What a consumer has given up while it held bytes back is let go`(_ kind: String) async throws {
        let server = try LoopbackServer { _ in .endless("HTTP/1.1 200 OK\r\n\r\n") }
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("stream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 4 << 20).write(to: file)
        let url = kind == "file" ? file : kind == "data" ? Self.inlined(60_000) : server.url(kind)
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: PixbufDecoder())
        let (arrived, arrival) = AsyncStream.makeStream(of: FetchEvent.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        do {
            // What delivers the body has the receiver, too.
            let receiver = Released(release)
            let task = fetcher.stream(FetchRequest(url: url, limit: .max), flow: FetchFlow(limit: 1)) { event in
                withExtendedLifetime(receiver) { _ = arrival.yield(event) }
            }
            for await case .bytes in arrived { break }
            task.cancel()
        }
        for await _ in released {}
        #expect(!Task.isCancelled, "it is kept")
    }

    /// Ends a stream when nothing holds it any more.
    private final class Released: Sendable {
        private let stream: AsyncStream<Void>.Continuation
        init(_ stream: AsyncStream<Void>.Continuation) { self.stream = stream }
        deinit { stream.finish() }
    }

    private static func inlined(_ count: Int) -> URL {
        let text = Data(count: count / 4 * 3).base64EncodedString()
        return URL(string: "data:image/png;base64," + text) ?? URL(fileURLWithPath: "/")
    }

    @Test func `A file is given as it comes, and is unchanged until it is written again`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("stream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.body.write(to: file)
        let cache = Cache()
        let first = await cache.stream(file)
        #expect(first.body == Self.body && first.opening?.expected == Self.body.count)
        let known = try #require(first.opening?.version)
        #expect(await cache.stream(file, revalidates: true, known: known).opening?.isUnchanged == true)
        try (Self.body + Data([1])).write(to: file)
        let changed = await cache.stream(file, revalidates: true, known: known)
        #expect(changed.opening?.isUnchanged == false && changed.body.count == Self.body.count + 1)
        #expect(cache.files.isEmpty)
    }
}
