import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// The received part of a body is on disk before its end. A copy of the folder is the result of a kill.
@Suite("Bodies that are kept as they come", .timeLimit(.minutes(15)))
struct PartialBodyTests {
    private let folders = TemporaryFolder()

    private static let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) })

    /// Sends the first `count` bytes and then nothing more; answers ranges and repeated requests completely.
    private static func server(_ count: Int, headers: String = "ETag: \"x\"\r\n") throws -> LoopbackServer {
        let isFirst = Mutex(true)
        return try LoopbackServer.answering { request in
            let stalls = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard stalls else { return LoopbackServer.serve(request, body) }
            return .rawThenHang(
                "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n", body: body.prefix(count))
        }
    }

    private static func begin(_ url: URL, with fetcher: CachingFetcher, streams: Bool) -> any FetchTask {
        if streams { return fetcher.stream(FetchRequest(url: url), flow: FetchFlow(limit: .max)) { _ in } }
        return fetcher.fetch(FetchRequest(url: url), progress: { _ in }, completion: { _ in })
    }

    private static func fetcher(_ folder: URL, budget: Int = HTTPStore.defaultBudget) -> CachingFetcher {
        CachingFetcher(
            network: DataFetcher(), store: HTTPStore(folder: folder, budget: budget), decoder: PixbufDecoder())
    }

    static func whole(_ url: URL, with fetcher: CachingFetcher, streams: Bool) async -> Data? {
        let body = Mutex(Data())
        let flow = FetchFlow()
        let failure = await withCheckedContinuation { (continuation: CheckedContinuation<FetchFailure?, Never>) in
            if streams {
                _ = fetcher.stream(FetchRequest(url: url), flow: flow) { event in
                    if case .bytes(let bytes) = event {
                        body.withLock { $0 += bytes }
                        flow.taken(bytes.count)
                    }
                    if case .ended(let failure) = event { continuation.resume(returning: failure) }
                }
            } else {
                _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { result in
                    if case .success(let fetched) = result { body.withLock { $0 = fetched.data } }
                    var failure: FetchFailure?
                    if case .failure(let reason) = result { failure = reason }
                    continuation.resume(returning: failure)
                }
            }
        }
        fetcher.waitUntilIdle()
        return failure == nil ? body.withLock { $0 } : nil
    }

    private static func byteCount(_ folder: URL, _ kind: String) -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let file = files.first { $0.hasSuffix(kind) }
        let attributes = file.flatMap {
            try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent($0).path)
        }
        return attributes?[.size] as? Int ?? 0
    }

    private func copied(_ folder: URL) throws -> URL {
        let copy = folders.newPlace()
        try FileManager.default.copyItem(at: folder, to: copy)
        return copy
    }

    private static func offset(_ request: LoopbackServer.Request?) -> Int? {
        request?.fields["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }

    @Test(arguments: [false, true])
    func `A killed program continues from the received part`(streams: Bool) async throws {
        let server = try Self.server(600_000)
        defer { server.stop() }
        let folder = folders.newPlace()
        let task = Self.begin(server.url("/a"), with: Self.fetcher(folder), streams: streams)
        // Two blocks fewer than received would be a lost block. A block counts once its checksum is written.
        let (store, url) = (HTTPStore(folder: folder), server.url("/a"))
        #expect(server.wait { _ in store.openPart(of: url)?.byteCount ?? 0 >= 600_000 - (64 << 10) })
        let left = try copied(folder)
        let again = Self.fetcher(left)
        #expect(await Self.whole(server.url("/a"), with: again, streams: streams) == Self.body)
        let first = try #require(Self.offset(server.requests.last))
        #expect(first >= 600_000 - (128 << 10) && first <= 600_000)
        #expect(server.requests.last?.fields["if-range"] == "\"x\"")
        // The complete body is stored as such, and nothing remains next to it.
        #expect(Self.byteCount(left, "part") == 0 && Self.byteCount(left, "sums") == 0)
        let count = server.requests.count
        #expect(await Self.whole(server.url("/a"), with: Self.fetcher(left), streams: !streams) == Self.body)
        #expect(server.requests.count == count)
        task.cancel()
    }

    @Test func `A photo that takes half of the budget is left by a killed program, continued and kept`() async throws {
        let server = try Self.server(900_000)
        defer { server.stop() }
        let (folder, budget, url) = (folders.newPlace(), 2 * Self.body.count, server.url("/a"))
        let task = Self.begin(url, with: Self.fetcher(folder, budget: budget), streams: false)
        let store = HTTPStore(folder: folder, budget: budget)
        #expect(server.wait { _ in store.openPart(of: url)?.byteCount ?? 0 >= 900_000 - (64 << 10) })
        let left = try copied(folder)
        task.cancel()
        #expect(await Self.whole(url, with: Self.fetcher(left, budget: budget), streams: false) == Self.body)
        #expect(try #require(Self.offset(server.requests.last)) >= 900_000 - (128 << 10))
        let count = server.requests.count
        #expect(await Self.whole(url, with: Self.fetcher(left, budget: budget), streams: false) == Self.body)
        #expect(server.requests.count == count)
    }

    @Test func `One without a tag, which no rest could be proved to belong to, is kept as a whole`() async throws {
        let server = try LoopbackServer.answering { _ in .ok(Self.body, headers: "Cache-Control: max-age=3600\r\n") }
        defer { server.stop() }
        let fetcher = Self.fetcher(folders.newPlace(), budget: 2 * Self.body.count)
        for _ in 0..<2 {
            #expect(await Self.whole(server.url("/a"), with: fetcher, streams: false) == Self.body)
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [false, true])
    func `Few bytes are kept when they have waited for a second, or when the program ends`(streams: Bool) async throws {
        for ends in [true, false] {
            let server = try Self.server(1000)
            defer { server.stop() }
            let folder = folders.newPlace()
            let fetcher = Self.fetcher(folder)
            let isThere = Mutex(false)
            let task =
                streams
                ? fetcher.stream(FetchRequest(url: server.url("/a")), flow: FetchFlow(limit: .max)) { event in
                    if case .bytes = event { isThere.withLock { $0 = true } }
                }
                : fetcher.fetch(FetchRequest(url: server.url("/a"))) { progress in
                    if progress.received > 0 { isThere.withLock { $0 = true } }
                } completion: { _ in
                }
            #expect(server.wait { _ in isThere.withLock { $0 } })
            if ends {
                fetcher.stop(within: 60)
            } else {
                #expect(server.wait { _ in Self.byteCount(folder, "sums") > 0 && Self.byteCount(folder, "part") > 0 })
            }
            let left = try copied(folder)
            #expect(await Self.whole(server.url("/a"), with: Self.fetcher(left), streams: streams) == Self.body)
            #expect(Self.offset(server.requests.last) == 1000, "\(ends)")
            task.cancel()
        }
    }

    @Test(arguments: [false, true])
    func `What is torn, spoilt or missing of what was left is never believed`(streams: Bool) async throws {
        let server = try Self.server(300_000)
        defer { server.stop() }
        let folder = folders.newPlace()
        let task = Self.begin(server.url("/a"), with: Self.fetcher(folder), streams: streams)
        #expect(server.wait { _ in Self.byteCount(folder, "part") >= 300_000 - (64 << 10) })
        let left = try copied(folder)
        task.cancel()
        var generator = SeededGenerator(seed: 8)
        for round in 0..<60 {
            let spoilt = try copied(left)
            for name in try FileManager.default.contentsOfDirectory(atPath: spoilt.path) {
                let file = spoilt.appendingPathComponent(name)
                var bytes = try Data(contentsOf: file)
                if round % 3 != 1 || name.hasSuffix("part") {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch round % 4 {
                    case 0: bytes = bytes.prefix(place)
                    case 1: bytes[place] ^= 0x10
                    case 2: bytes.replaceSubrange(place..., with: Data(count: bytes.count - place))
                    default: bytes += Data(count: 200)
                    }
                    try bytes.write(to: file)
                }
            }
            let result = await Self.whole(server.url("/a"), with: Self.fetcher(spoilt), streams: streams)
            #expect(result == Self.body, "\(round)")
        }
    }

    @Test func `Two who fetch the same at once do not write into each other's file`() async throws {
        let server = try Self.server(300_000)
        defer { server.stop() }
        let folder = folders.newPlace()
        let fetcher = Self.fetcher(folder)
        let task = Self.begin(server.url("/a"), with: fetcher, streams: false)
        #expect(server.wait { _ in Self.byteCount(folder, "part") >= 300_000 - (64 << 10) })
        let other = Self.fetcher(folder)
        #expect(await Self.whole(server.url("/a"), with: other, streams: true) == Self.body)
        task.cancel()
        fetcher.waitUntilIdle()
        #expect(await Self.whole(server.url("/a"), with: Self.fetcher(folder), streams: false) == Self.body)
    }

    @Test(
        arguments: ["", "ETag: W/\"x\"\r\n", "Content-Encoding: gzip\r\nETag: \"x\"\r\n"])
    func `Nothing remains of a body that cannot be resumed`(headers: String) async throws {
        let server = try Self.server(300_000, headers: headers)
        defer { server.stop() }
        let folder = folders.newPlace()
        let fetcher = Self.fetcher(folder)
        let received = Mutex(0)
        let task = fetcher.fetch(FetchRequest(url: server.url("/a"))) { progress in
            received.withLock { $0 = progress.received }
        } completion: { _ in
        }
        #expect(server.wait { _ in received.withLock { $0 } == 300_000 })
        task.cancel()
        fetcher.waitUntilIdle()
        #expect(Self.byteCount(folder, "part") == 0)
        #expect(await Self.whole(server.url("/a"), with: fetcher, streams: false) == Self.body)
        #expect(Self.offset(server.requests.last) == nil)
    }

    @Test func `A damaged body is requested again, without a condition`() async throws {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.body, control: "max-age=3600") }
        defer { server.stop() }
        let folder = folders.newPlace()
        let fetcher = Self.fetcher(folder)
        for streams in [false, true] {
            #expect(await Self.whole(server.url("/a"), with: fetcher, streams: streams) == Self.body)
            let count = server.requests.count
            fetcher.discard(server.url("/a"))
            #expect(await Self.whole(server.url("/a"), with: fetcher, streams: streams) == Self.body)
            #expect(server.requests.count == count + 1)
            #expect(server.requests.last?.fields["if-none-match"] == nil)
        }
    }

    @Test(arguments: [false, true])
    func `What a redirect to an address with a password has led to is not written to disk`(streams: Bool) async throws {
        let port = Mutex(0)
        let server = try LoopbackServer { path in
            guard path == "/a" else {
                return .ok(Self.body, headers: "ETag: \"x\"\r\nCache-Control: max-age=3600\r\n")
            }
            let location = "http://me:secret@127.0.0.1:\(port.withLock { $0 })/b"
            return .status("302 Found", headers: "Location: \(location)\r\n")
        }
        port.withLock { $0 = server.port }
        defer { server.stop() }
        let folder = folders.newPlace()
        #expect(await Self.whole(server.url("/a"), with: Self.fetcher(folder), streams: streams) == Self.body)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for file in files {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
            #expect(bytes.range(of: Data("secret".utf8)) == nil)
        }
    }
}
