import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// Rows, pages and saving of the same photos share one transfer.
@Suite(.timeLimit(.minutes(15))) struct KeptBodyTests {
    private static let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) })
    private static let other = Data((0..<2_100_000).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ $0 >> 7) })

    private final class Trial: Sendable {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-bodies-\(UUID())")
        let served = Mutex((body: KeptBodyTests.body, tag: "\"x\""))
        let isHanging = Mutex(false)

        deinit { try? FileManager.default.removeItem(at: folder) }

        func serve(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
            let (body, tag) = served.withLock { $0 }
            let headers = "ETag: \(tag)\r\nCache-Control: no-cache\r\n"
            if request.fields["if-none-match"] == tag { return .raw("HTTP/1.1 304 Not Modified\r\n\(headers)\r\n") }
            if let first = request.fields["range"]?.dropFirst("bytes=".count).split(separator: "-").first
                .flatMap({ Int($0) }), request.fields["if-range"] == tag
            {
                let head =
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(first)-\(body.count - 1)/\(body.count)\r\n"
                    + "Content-Length: \(body.count - first)\r\n\(headers)\r\n"
                guard isHanging.withLock({ $0 }) else { return .raw(head, body: body[first...]) }
                return .rawThenHang(head, body: body[first..<(first + 500_000)])
            }
            if isHanging.withLock({ $0 }) {
                return .rawThenHang(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n", body: body.prefix(1_000_000))
            }
            return .ok(body, headers: headers)
        }

        func fetcher() -> CachingFetcher {
            CachingFetcher(
                network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder), decoder: PixbufDecoder())
        }

        func fetch(_ url: URL, cancelAfter: Int = .max) async -> Result<Data, FetchFailure> {
            let fetcher = fetcher()
            let held = HeldFetch()
            let result = await withCheckedContinuation { continuation in
                let started = fetcher.fetch(FetchRequest(url: url)) { progress in
                    if progress.received >= cancelAfter { held.cancel() }
                } completion: {
                    held.end()
                    continuation.resume(returning: $0.map(\.data))
                }
                held.hold(started)
            }
            fetcher.waitUntilIdle()
            return result
        }

        /// Saves with a stream, like a photo of a row that nobody has opened.
        func save(_ url: URL, cancelAfter: Int = .max) async -> Data? {
            let fetcher = fetcher()
            let flow = FetchFlow()
            let saved = Mutex(Data())
            let held = HeldFetch()
            let failure = await withCheckedContinuation { (continuation: CheckedContinuation<FetchFailure?, Never>) in
                let started = fetcher.stream(FetchRequest(url: url), flow: flow) { event in
                    switch event {
                    case .opened, .unmarkedEnd: break
                    case .bytes(let bytes):
                        let count = saved.withLock { saved in
                            saved += bytes
                            return saved.count
                        }
                        flow.taken(bytes.count)
                        if count >= cancelAfter { held.cancel() }
                    case .ended(let failure):
                        held.end()
                        continuation.resume(returning: failure)
                    }
                }
                held.hold(started)
            }
            fetcher.waitUntilIdle()
            return failure == nil ? saved.withLock { $0 } : nil
        }

        func ranges(_ server: LoopbackServer) -> [String?] { server.requests.map { $0.fields["range"] } }
    }

    private static func url(_ server: LoopbackServer) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(server.port)/photo.jpg"))
    }

    @Test func `What a page has fetched is saved from disk: the server is only asked whether it is the same`()
        async throws
    {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        #expect(await trial.fetch(url) == .success(Self.body))
        #expect(await trial.save(url) == Self.body)
        #expect(server.requests.count == 2)
        #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
    }

    @Test func `Saving continues a page's fetch`() async throws {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        trial.isHanging.withLock { $0 = true }
        #expect(await trial.fetch(url, cancelAfter: 1_000_000) == .failure(.cancelled))
        trial.isHanging.withLock { $0 = false }
        #expect(await trial.save(url) == Self.body)
        #expect(trial.ranges(server) == [nil, "bytes=1000000-"])
    }

    @Test func `A cancelled save is continued, and so is one that continued another`() async throws {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        trial.isHanging.withLock { $0 = true }
        #expect(await trial.save(url, cancelAfter: 1_000_000) == nil)
        #expect(await trial.save(url, cancelAfter: 1_500_000) == nil)
        trial.isHanging.withLock { $0 = false }
        #expect(await trial.save(url) == Self.body)
        #expect(trial.ranges(server) == [nil, "bytes=1000000-", "bytes=1500000-"])
    }

    @Test func `What was saved is not fetched again by a page`() async throws {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        #expect(await trial.save(url) == Self.body)
        #expect(await trial.fetch(url) == .success(Self.body))
        #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
    }

    @Test func `One that has changed meanwhile is saved as it is now, and not as a mixture`() async throws {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        trial.isHanging.withLock { $0 = true }
        #expect(await trial.fetch(url, cancelAfter: 1_000_000) == .failure(.cancelled))
        trial.isHanging.withLock { $0 = false }
        trial.served.withLock { $0 = (Self.other, "\"y\"") }
        #expect(await trial.save(url) == Self.other)
        trial.served.withLock { $0 = (Self.body, "\"z\"") }
        #expect(await trial.save(url) == Self.body)
    }

    @Test func `What was damaged on disk is found out at its end, and fetched the next time`() async throws {
        let trial = Trial()
        let server = try LoopbackServer.answering { trial.serve($0) }
        defer { server.stop() }
        let url = try Self.url(server)
        #expect(await trial.fetch(url) == .success(Self.body))
        let file = try #require(
            try FileManager.default.contentsOfDirectory(at: trial.folder, includingPropertiesForKeys: nil).first)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        #expect(await trial.save(url) == nil)
        #expect(await trial.save(url) == Self.body)
    }
}
