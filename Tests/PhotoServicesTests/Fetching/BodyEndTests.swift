import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// Bodies that end in every way that HTTP permits, and in some that it does not.
@Suite("How bodies end", .timeLimit(.minutes(15)))
struct BodyEndTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n"
    private static let text = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 6) })

    private struct Ending {
        var body = Data()
        var end: BodyEnd?
    }

    private func ending(_ url: URL, with fetcher: DataFetcher = DataFetcher()) async -> Ending {
        let ending = Mutex(Ending())
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            _ = fetcher.send(WireRequest(url: url)) { event in
                switch event {
                case .file, .opened: break
                case .bytes(let bytes): ending.withLock { $0.body += bytes }
                case .ended(let end):
                    ending.withLock { $0.end = end }
                    continuation.resume()
                }
            }
        }
        return ending.withLock { $0 }
    }

    private func ending(_ head: String, _ body: Data, closes: Bool = true) async throws -> Ending {
        let server = try LoopbackServer { _ in
            closes ? .rawThenClose(head + "\r\n", body: body) : .raw(head + "\r\n", body: body)
        }
        defer { server.stop() }
        return await ending(server.url("/x"))
    }

    private func chunk(_ data: Data) -> Data {
        Data((String(data.count, radix: 16) + "\r\n").utf8) + data + Data("\r\n".utf8)
    }

    private func packed(_ data: Data, _ tool: String) throws -> Data {
        let script = "import sys,zlib,gzip;d=sys.stdin.buffer.read();sys.stdout.buffer.write(\(tool))"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        Thread.detachNewThread {
            input.fileHandleForWriting.write(data)
            try? input.fileHandleForWriting.close()
        }
        let packed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return packed
    }

    @Test func `With its length, its last chunk or the end of what it is packed in, a body is marked as whole`()
        async throws
    {
        let whole = chunk(Self.text) + Data("0\r\n\r\n".utf8)
        #expect(try await ending(Self.ok + "Content-Length: 40000\r\n", Self.text).end == .marked)
        #expect(try await ending(Self.ok + "Content-Length: 40000\r\nConnection: close\r\n", Self.text).end == .marked)
        for closes in [true, false] {
            let ending = try await ending(Self.chunked, whole, closes: closes)
            #expect(ending.end == .marked)
            #expect(ending.body == Self.text)
        }
        let gzip = try packed(Self.text, "gzip.compress(d)")
        let ending = try await ending(Self.ok + "Content-Encoding: gzip\r\n", gzip)
        #expect(ending.end == .marked)
        #expect(ending.body == Self.text)
    }

    @Test func `A body that only the connection ends is not marked; one with two lengths is refused`() async throws {
        let ending = try await ending(Self.ok, Self.text)
        #expect(ending.end == .unmarked)
        #expect(ending.body == Self.text)
        let head = Self.ok + "Content-Length: 30000\r\nContent-Length: 40000\r\n"
        #expect(try await self.ending(head, Self.text).end?.failure != nil)
    }

    @Test func `A chunked body that is cut anywhere is cut short, and its whole chunks are sound`() async throws {
        let wire = chunk(Self.text.prefix(10_000)) + chunk(Self.text.dropFirst(10_000)) + Data("0\r\n\r\n".utf8)
        for (count, sound) in [
            (0, 0), (3, 0), (5000, 0), (10_006, 0), (10_008, 10_000), (10_010, 10_000), (wire.count - 5, 40_000),
            (wire.count - 4, 40_000), (wire.count - 2, 40_000), (wire.count - 1, 40_000),
        ] {
            let end = try await ending(Self.chunked, wire.prefix(count)).end
            guard case .cutShort = end?.failure else {
                Issue.record("\(count): \(String(describing: end))")
                continue
            }
            #expect(end?.soundByteCount == sound, "\(count)")
        }
    }

    @Test(arguments: ["zzzz", "-5", "ffffffffffffffff", "99999999999999999999"])
    func `An invalid chunk size is damage`(size: String) async throws {
        let wire = chunk(Self.text.prefix(100)) + Data("\(size)\r\nabc\r\n0\r\n\r\n".utf8)
        for closes in [true, false] {
            let ending = try await ending(Self.chunked, wire, closes: closes)
            guard case .garbled = ending.end?.failure else {
                Issue.record("\(String(describing: ending.end))")
                continue
            }
            #expect(ending.body == Self.text.prefix(100))
            #expect(ending.end?.soundByteCount == 100)
        }
    }

    @Test func `What is packed is unpacked: gzip of several members, zlib, and what zlib wraps`() async throws {
        for (coding, tool) in [
            ("gzip", "gzip.compress(d)"), ("x-gzip", "gzip.compress(d[:9000])+gzip.compress(d[9000:])"),
            ("deflate", "zlib.compress(d)"), ("deflate", "zlib.compress(d)[2:-4]"), ("identity", "d"), ("gzip", "d"),
            ("utf-8", "d"),
        ] {
            let packed = try packed(Self.text, tool)
            let head = Self.ok + "Content-Encoding: \(coding)\r\nContent-Length: \(packed.count)\r\n"
            let ending = try await ending(head, packed)
            #expect(ending.end == .marked, "\(tool)")
            #expect(ending.body == Self.text, "\(tool)")
        }
    }

    @Test func `What is packed and cut anywhere is cut short, whatever else says that it is whole`() async throws {
        for (coding, tool) in [("gzip", "gzip.compress(d)"), ("deflate", "zlib.compress(d)")] {
            let packed = try packed(Self.text, tool)
            for count in [1, 9, 20, packed.count / 2, packed.count - 8, packed.count - 1] {
                let head = Self.ok + "Content-Encoding: \(coding)\r\nContent-Length: \(count)\r\n"
                let end = try await ending(head, packed.prefix(count)).end
                guard case .cutShort = end?.failure else {
                    Issue.record("\(coding) \(count): \(String(describing: end))")
                    continue
                }
                #expect(end?.soundByteCount == 0)
            }
        }
    }

    @Test func `What is packed and damaged, or packed as nobody asked, is damage`() async throws {
        var packed = try packed(Self.text, "gzip.compress(d)")
        packed[packed.count / 2] ^= 0xFF
        packed[packed.count / 2 + 1] ^= 0xFF
        let head = Self.ok + "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n"
        guard case .garbled = try await ending(head, packed).end?.failure else { return #expect(Bool(false)) }
        let brotli = Self.ok + "Content-Encoding: br\r\nContent-Length: 40000\r\n"
        guard case .garbled = try await ending(brotli, Self.text).end?.failure else { return #expect(Bool(false)) }
    }

    @Test
    func `After a chunked body that ended well the connection serves the next request; after another it is closed`()
        async throws
    {
        let whole = chunk(Self.text) + Data("0\r\n\r\n".utf8)
        let bad = Data("5\r\nabcde\r\nzz\r\nabc\r\n0\r\n\r\n".utf8)
        // On a busy machine a request may begin before the previous connection is free: then there is one more, which
        // would also serve the request after a bad body.
        for _ in 0..<10 {
            let server = try LoopbackServer { path in
                .raw(Self.chunked + "\r\n", body: path == "/bad" ? bad : whole)
            }
            defer { server.stop() }
            let fetcher = DataFetcher()
            for _ in 0..<20 { #expect(await ending(server.url("/good"), with: fetcher).body == Self.text) }
            #expect(server.connections < 10)
            #expect(await ending(server.url("/bad"), with: fetcher).end?.failure != nil)
            guard server.connections == 1 else { continue }
            #expect(await ending(server.url("/good"), with: fetcher).body == Self.text)
            #expect(server.connections == 2)
            return
        }
        Issue.record("In none of ten runs one connection served twenty requests.")
    }

    @Test func `A few packed bytes that make very many end at the limit`() async throws {
        let packed = try packed(Data(count: 1), "gzip.compress(bytes(300<<20))")
        let server = try LoopbackServer { _ in
            .raw(Self.ok + "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n", body: packed)
        }
        defer { server.stop() }
        let count = Mutex(0)
        let fetcher = DataFetcher()
        defer { withExtendedLifetime(fetcher) {} }
        let failure = await withCheckedContinuation { (continuation: CheckedContinuation<FetchFailure?, Never>) in
            _ = fetcher.send(WireRequest(url: server.url("/"), limit: 10 << 20)) { event in
                if case .bytes(let bytes) = event { count.withLock { $0 += bytes.count } }
                if case .ended(let end) = event { continuation.resume(returning: end.failure) }
            }
        }
        #expect(failure == .tooLarge(limit: 10 << 20))
        #expect(count.withLock { $0 } <= 10 << 20)
    }
}
