import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

extension LoopbackServer {
    /// A server's photo: `body` under a tag, in ranges on request.
    static func serve(
        _ request: Request, _ body: Data, tag: String = "\"x\"", control: String = "max-age=3600"
    ) -> Reply {
        let headers = "ETag: \(tag)\r\nCache-Control: \(control)\r\nAccept-Ranges: bytes\r\n"
        if request.fields["if-none-match"] == tag {
            return .raw("HTTP/1.1 304 Not Modified\r\n\(headers)\r\n")
        }
        if let range = request.fields["range"]?.dropFirst("bytes=".count).split(separator: "-"),
            request.fields["if-range"] ?? tag == tag, let first = range.first.flatMap({ Int($0) })
        {
            guard first < body.count else { return .status("416 Range Not Satisfiable") }
            let last = min(range.count > 1 ? Int(range[1]) ?? 0 : body.count - 1, body.count - 1)
            return .raw(
                "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(first)-\(last)/\(body.count)\r\n"
                    + "Content-Length: \(last - first + 1)\r\n\(headers)\r\n", body: body[first...last])
        }
        return .ok(body, headers: headers)
    }
}

/// A cache in a private folder, which can be restarted, with an adjustable clock.
final class TestCache: Sendable {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("classic-photos-cache-\(UUID().uuidString)")
    let later = Mutex(0.0)
    private let fetcher: Mutex<CachingFetcher?> = Mutex(nil)

    init() { restart() }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func restart() {
        fetcher.withLock {
            $0?.waitUntilIdle()
            $0 = CachingFetcher(
                network: DataFetcher(timeoutSeconds: 60), store: HTTPStore(folder: folder), decoder: PixbufDecoder(),
                now: { [weak self] in Date().timeIntervalSince1970 + (self?.later.withLock { $0 } ?? 0) })
        }
    }

    var current: CachingFetcher? { fetcher.withLock { $0 } }

    func fetch(
        _ url: URL, wanted: PixelSize? = nil, isFirstRequest: Bool = false, revalidates: Bool = false,
        refusesDrawings: Bool = false
    ) async throws -> FetchedData {
        let fetcher = try #require(current)
        let result: Result<FetchedData, FetchFailure> = await withCheckedContinuation { continuation in
            _ = fetcher.fetch(
                FetchRequest(
                    url: url, wanted: wanted, isFirstRequest: isFirstRequest, revalidates: revalidates,
                    refusesDrawings: refusesDrawings),
                progress: { _ in },
                completion: { continuation.resume(returning: $0) })
        }
        fetcher.waitUntilIdle()
        return try result.get()
    }
}
