import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// Servers whose 206 is not the rest that was asked for. A photo is never put together from parts of two.
@Suite("Partial replies that lie", .timeLimit(.minutes(15)))
struct LyingServerTests {
    private static let body = Data((0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) })
    private static let other = Data((0..<300).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ 5) })
    /// The beginning that is on disk.
    private static let kept = 100

    struct Lie: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var status = "206 Partial Content"
        var range: String? = "bytes 100-299/300"
        var tag: String? = "\"x\""
        var fields = ""
        var isChunked = false
        var hasLength = true
        var body = LyingServerTests.body.suffix(200)

        /// The reply; with a length, the connection may stay.
        func reply(staying: Bool) -> LoopbackServer.Reply {
            var head = "HTTP/1.1 \(status)\r\nCache-Control: max-age=60\r\n\(fields)"
            if let range { head += "Content-Range: \(range)\r\n" }
            if let tag { head += "ETag: \(tag)\r\n" }
            if isChunked {
                let chunk = Data((String(body.count, radix: 16) + "\r\n").utf8) + body + Data("\r\n0\r\n\r\n".utf8)
                return .raw(head + "Transfer-Encoding: chunked\r\n\r\n", body: chunk)
            }
            if hasLength { head += "Content-Length: \(body.count)\r\n" }
            return hasLength && staying ? .raw(head + "\r\n", body: body) : .rawThenClose(head + "\r\n", body: body)
        }
    }

    private static let lies: [Lie] = [
        Lie(testDescription: "a byte later", range: "bytes 101-299/300", body: body.suffix(199)),
        Lie(testDescription: "a byte earlier", range: "bytes 99-299/300", body: body.suffix(201)),
        Lie(testDescription: "all of it", range: "bytes 0-299/300", body: body),
        Lie(testDescription: "another total", range: "bytes 100-299/301"),
        Lie(testDescription: "an unknown total, and less", range: "bytes 100-199/*", body: body[100..<200]),
        Lie(testDescription: "not up to its end", range: "bytes 100-298/300", body: body[100..<299]),
        Lie(testDescription: "fewer bytes than its range", body: body[100..<200]),
        Lie(testDescription: "more bytes than its range", body: body.suffix(200) + other),
        Lie(testDescription: "fewer bytes in chunks", isChunked: true, body: body[100..<200]),
        Lie(testDescription: "more bytes in chunks", isChunked: true, body: body.suffix(200) + other),
        Lie(testDescription: "fewer bytes without a length", hasLength: false, body: body[100..<200]),
        Lie(testDescription: "more bytes without a length", hasLength: false, body: body.suffix(200) + other),
        Lie(testDescription: "no range", range: nil),
        Lie(testDescription: "no bytes of a total", range: "bytes */300"),
        Lie(testDescription: "no total", range: "bytes 100-299"),
        Lie(testDescription: "an empty range", range: "bytes 100-99/300", body: Data()),
        Lie(testDescription: "the largest number", range: "bytes 100-9223372036854775807/9223372036854775807"),
        Lie(testDescription: "numbers beyond all", range: "bytes 18446744073709551716-18446744073709551915/*"),
        Lie(testDescription: "a negative start", range: "bytes -100-299/300"),
        Lie(testDescription: "another unit", range: "lines 100-299/300"),
        Lie(testDescription: "two ranges", range: "bytes 100-299/300\r\nContent-Range: bytes 0-9/300"),
        Lie(
            testDescription: "several parts", range: nil,
            fields: "Content-Type: multipart/byteranges; boundary=THIS\r\n"),
        Lie(testDescription: "an encoding", fields: "Content-Encoding: gzip\r\n"),
        Lie(testDescription: "of another version", tag: "\"y\"", body: other.suffix(200)),
        Lie(testDescription: "of another version, weakly", tag: "W/\"y\"", body: other.suffix(200)),
        Lie(testDescription: "of a version that is similar", tag: "W/\"x\"", body: other.suffix(200)),
        Lie(testDescription: "of a version that it does not name", tag: nil, body: other.suffix(200)),
        Lie(testDescription: "unchanged", status: "304 Not Modified", range: nil, body: Data()),
        Lie(testDescription: "no such range", status: "416 Range Not Satisfiable", range: "bytes */300", body: Data()),
    ]

    /// Breaks off, then lies, then serves what is asked for.
    private static func server(_ lie: Lie, staying: Bool) throws -> LoopbackServer {
        let number = Mutex(0)
        return try LoopbackServer.answering { request in
            let now = number.withLock { number in
                number += 1
                return number
            }
            switch now {
            case 1:
                let head = "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nCache-Control: max-age=60\r\nContent-Length: 300\r\n\r\n"
                return .rawThenClose(head, body: body.prefix(kept))
            case 2:
                #expect(request.fields["range"] == "bytes=\(kept)-" && request.fields["if-range"] == "\"x\"")
                return lie.reply(staying: staying)
            default: return LoopbackServer.serve(request, body)
            }
        }
    }

    @Test(arguments: lies, [(false, false), (false, true), (true, false), (true, true)])
    func `A photo is fetched whole in the end, and is never a mixture`(
        lie: Lie, kind: (streams: Bool, staying: Bool)
    ) async throws {
        let streams = kind.streams
        let server = try Self.server(lie, staying: kind.staying)
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lies-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var results: [Data?] = []
        for attempt in 0..<4 {
            // Another start each time, and in between another kind of fetch.
            let fetcher = CachingFetcher(
                network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder), decoder: PixbufDecoder())
            let data = await PartialBodyTests.whole(
                server.url("/a"), with: fetcher, streams: streams != (attempt == 2))
            #expect(data == nil || data == Self.body, "\(attempt)")
            results.append(data)
        }
        #expect(results[0] == nil)
        #expect(results.suffix(2) == [Self.body, Self.body], "\(server.requests.map(\.fields))")
    }

    @Test(arguments: [false, true])
    func `A server whose tag is another one each time is asked for the whole each time`(streams: Bool) async throws {
        let number = Mutex(0)
        let server = try LoopbackServer.answering { request in
            let now = number.withLock { number in
                number += 1
                return number
            }
            let body = now % 2 == 0 ? Self.other : Self.body
            guard now < 4 else { return LoopbackServer.serve(request, body, tag: "\"\(now)\"") }
            let fields = "ETag: \"\(now)\"\r\nContent-Length: 300\r\n"
            return .rawThenClose("HTTP/1.1 200 OK\r\n\(fields)\r\n", body: body.prefix(50 + now))
        }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lies-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let fetcher = CachingFetcher(
            network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder), decoder: PixbufDecoder())
        for _ in 0..<3 {
            #expect(await PartialBodyTests.whole(server.url("/a"), with: fetcher, streams: streams) == nil)
        }
        #expect(await PartialBodyTests.whole(server.url("/a"), with: fetcher, streams: streams) == Self.other)
        #expect(server.requests.map { $0.fields["if-range"] } == [nil, "\"1\"", "\"2\"", "\"3\""])
    }
}
