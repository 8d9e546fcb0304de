import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// Connections that end after every byte of a reply. No part of it ever counts as the whole, the next request gets the
/// whole, and so does the next start.
@Suite("Connections that end at any byte", .timeLimit(.minutes(15)))
struct BrokenConnectionTests {
    static let body = Data((0..<90).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) })
    /// The beginning that precedes a resumed reply.
    static let kept = 40
    private static let tag = "ETag: \"x\"\r\nCache-Control: max-age=60\r\n"

    enum Form: String, CaseIterable {
        case length, chunked, gzip, unmarked, rest

        var reply: Data {
            switch self {
            case .length: wire("200 OK", "Content-Length: \(body.count)\r\n", body)
            case .chunked:
                wire(
                    "200 OK", "Transfer-Encoding: chunked\r\n",
                    Data("32\r\n".utf8) + body.prefix(50) + Data("\r\n28\r\n".utf8) + body.suffix(40)
                        + Data("\r\n0\r\n\r\n".utf8))
            case .gzip:
                wire("200 OK", "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n", packed)
            case .unmarked: wire("200 OK", "", body)
            case .rest:
                wire(
                    "206 Partial Content",
                    "Content-Length: \(body.count - kept)\r\n"
                        + "Content-Range: bytes \(kept)-\(body.count - 1)/\(body.count)\r\n",
                    body.suffix(body.count - kept))
            }
        }

        /// The number of bytes before the body.
        var headByteCount: Int { reply.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? 0 }

        private func wire(_ status: String, _ fields: String, _ body: Data) -> Data {
            Data("HTTP/1.1 \(status)\r\n\(tag)\(fields)\r\n".utf8) + body
        }
    }

    /// `body`, by Python's gzip.
    private static let packed: Data = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let script =
            "import gzip,sys;sys.stdout.buffer.write(gzip.compress(bytes((i*7+3)%256 for i in range(\(body.count)))))"
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        try? process.run()
        let packed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return packed
    }()

    /// Cuts the reply to the first request for /N after N bytes; answers others completely.
    private static func server(_ form: Form, resets: Bool) throws -> LoopbackServer {
        let seen = Mutex<[String: Int]>([:])
        let reply = form.reply
        return try LoopbackServer.answering { request in
            let count = Int(request.path.dropFirst()) ?? 0
            let number = seen.withLock { seen in
                seen[request.path, default: 0] += 1
                return seen[request.path, default: 0]
            }
            if form == .rest, number == 1 {
                // The beginning of what is resumed.
                let head = "HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(body.count)\r\n\r\n"
                return .rawThenClose(head, body: body.prefix(kept))
            }
            guard number == (form == .rest ? 2 : 1) else { return LoopbackServer.serve(request, body) }
            return resets
                ? .rawThenReset(reply.prefix(count)) : .rawThenClose("", body: reply.prefix(count))
        }
    }

    private static func fetch(_ url: URL, with fetcher: CachingFetcher) async -> Result<Data, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) {
                continuation.resume(returning: $0.map(\.data))
            }
        }
    }

    private static func fetcher(_ folder: URL) -> CachingFetcher {
        CachingFetcher(
            network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder), decoder: PixbufDecoder())
    }

    @Test(arguments: Form.allCases, [true, false])
    func `A reply cut after any byte is no success, and nothing wrong is kept of it`(form: Form, resets: Bool)
        async throws
    {
        let server = try Self.server(form, resets: resets)
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("broken-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let fetcher = Self.fetcher(folder)
        let (counts, head) = (0..<form.reply.count, form.headByteCount)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for count in counts where count % 4 == worker {
                        let url = server.url("/\(count)")
                        if form == .rest { _ = await Self.fetch(url, with: fetcher) }
                        let result = await Self.fetch(url, with: fetcher)
                        switch result {
                        // A request without any answer may be sent again, and so is one for the rest without an answer
                        // that names it. What only the connection's end marks ends with it, but is not kept as whole.
                        case .success(let data):
                            let isUnmarked = form == .unmarked && !resets && count > head
                            #expect(count == 0 || isUnmarked || form == .rest && count < head, "\(count)")
                            #expect(data == (isUnmarked ? Self.body.prefix(count - head) : Self.body), "\(count)")
                        case .failure(let failure):
                            #expect(PhotoFailure.fetch(failure).isPassing, "\(count): \(failure)")
                        }
                    }
                }
            }
        }
        fetcher.waitUntilIdle()
        // A new start, and a server that is well.
        let again = Self.fetcher(folder)
        for count in counts {
            let result = await Self.fetch(server.url("/\(count)"), with: again)
            #expect(result == .success(Self.body), "\(count): \(result)")
        }
        again.waitUntilIdle()
        server.stop()
        for count in counts {
            let result = await Self.fetch(server.url("/\(count)"), with: again)
            #expect(result == .success(Self.body), "\(count): \(result)")
        }
    }

    private static func text(_ body: String) -> Data {
        Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    /// A reply of the path, with another reply behind its end.
    private static func excessive(_ request: LoopbackServer.Request, _ form: String) -> LoopbackServer.Reply {
        let path = request.path
        if form == "unchanged", request.fields["if-none-match"] != nil {
            return .raw("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n", body: text("wrong"))
        }
        let fields = "ETag: \"x\"\r\nCache-Control: no-cache\r\n"
        if form == "chunked" {
            let chunk = "\(String(path.utf8.count, radix: 16))\r\n\(path)\r\n0\r\n\r\n"
            let head = "HTTP/1.1 200 OK\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n"
            return .raw(head, body: Data(chunk.utf8) + text("wrong"))
        }
        return .raw(
            "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(path.utf8.count)\r\n\r\n",
            body: Data(path.utf8) + (form == "unchanged" ? Data() : text("wrong")))
    }

    @Test(arguments: ["length", "chunked", "unchanged"])
    func `What a server sends behind a reply is not the reply to the next request`(form: String) async throws {
        let server = try LoopbackServer.answering { Self.excessive($0, form) }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("excess-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let fetcher = Self.fetcher(folder)
        for _ in 0..<2 {
            for number in 0..<20 {
                let result = await Self.fetch(server.url("/\(number)"), with: fetcher)
                #expect(result == .success(Data("/\(number)".utf8)))
            }
            fetcher.waitUntilIdle()
        }
    }
}
