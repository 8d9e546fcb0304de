import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@Suite("Fetching a smaller picture that lies further on in a photo's file")
struct DistantPictureFetchTests {
    private static let plain = CameraPhoto.with(
        thumbnail: CameraPhoto.picture(1, width: 160, height: 120),
        in: CameraPhoto.picture(1, width: 1600, height: 1200, isGrainy: true))
    private static let preview = CameraPhoto.picture(1, width: 640, height: 480)
    private static let photo = CameraPhoto.with(preview: preview, after: plain)
    private static let range = "bytes=\(photo.count - preview.count)-\(photo.count - 1)"
    private static let thumbnail = FetchedData.Extent.thumbnail(
        size: .init(width: 160, height: 120), content: .init(width: 160, height: 120))
    private static let larger = FetchedData.Extent.thumbnail(
        size: .init(width: 640, height: 480), content: .init(width: 640, height: 480))

    /// Serves ranges; of a whole body it sends the beginning, and then nothing more.
    private static func slow(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        if request.fields["range"] != nil { return LoopbackServer.serve(request, photo) }
        return .rawThenHang(
            "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nCache-Control: max-age=3600\r\nContent-Length: \(photo.count)\r\n\r\n",
            body: photo.prefix(40_000))
    }

    @Test func `It is fetched by its range, kept, and never taken for the photo`() async throws {
        let server = try LoopbackServer.answering(Self.slow)
        defer { server.stop() }
        let cache = TestCache()
        let first = try await cache.fetch(server.url("/a"), wanted: .square(400), isFirstRequest: true)
        #expect(first.extent == Self.thumbnail)
        let better = try await cache.fetch(server.url("/a"), wanted: .square(400))
        #expect(better.extent == Self.larger && better.photoSize == PixelSize(width: 1600, height: 1200))
        #expect(server.requests.compactMap { $0.fields["range"] } == [Self.range])
        #expect(server.requests.last?.fields["if-range"] == "\"x\"")
        let decoder = PixbufDecoder()
        let shown = try decoder.decode(better, toFill: .square(400), isCancelled: { false })
        let right = try decoder.decode(Self.photo, toFill: .square(400), isCancelled: { false })
        #expect(shown.difference(from: right) < 6)
        // From disk, without a request.
        cache.restart()
        #expect(try await cache.fetch(server.url("/a"), wanted: .square(400)) == better)
        #expect(server.requests.count == 2)
        // The photo continues from its beginning.
        #expect(try await cache.fetch(server.url("/a")).data == Self.photo)
        #expect(server.requests.last?.fields["range"]?.hasSuffix("-") == true && server.requests.count == 3)
    }

    @Test func `If its person signs out before it comes, nothing of it or of its photo is on disk`() throws {
        let gate = Gate()
        let server = try LoopbackServer.answering { request in
            if request.fields["range"] != nil { gate.pass() }
            return Self.slow(request)
        }
        defer { server.stop() }
        let cache = TestCache()
        let fetcher = try #require(cache.current)
        let extents = Mutex<[FetchedData.Extent?]>([])
        func fetch(isFirstRequest: Bool) {
            let request = FetchRequest(url: server.url("/a"), wanted: .square(400), isFirstRequest: isFirstRequest)
            _ = fetcher.fetch(request, progress: { _ in }) { outcome in
                extents.withLock { $0.append(try? outcome.get().extent) }
            }
        }
        fetch(isFirstRequest: true)
        fetcher.waitUntilIdle()
        fetch(isFirstRequest: false)
        #expect(server.wait { $0.asked.count == 2 })
        fetcher.forgetLogins()
        gate.open()
        fetcher.waitUntilIdle()
        #expect(extents.withLock { $0 } == [Self.thumbnail, Self.larger])
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.folder.path).isEmpty)
    }

    @Test(arguments: [false, true])
    func `Where ranges are not answered, or with other bytes, the photo itself is fetched`(answersOthers: Bool)
        async throws
    {
        let server = try LoopbackServer.answering { request in
            if answersOthers, request.fields["range"] == Self.range {
                let (count, total) = (Self.preview.count, Self.photo.count)
                return .raw(
                    "HTTP/1.1 206 Partial Content\r\nETag: \"x\"\r\nContent-Length: \(count)\r\n"
                        + "Content-Range: bytes \(total - count)-\(total - 1)/\(total)\r\n\r\n",
                    body: Data(repeating: 7, count: count))
            }
            if answersOthers { return Self.slow(request) }
            return .ok(Self.photo, headers: "ETag: \"x\"\r\nCache-Control: max-age=3600\r\n")
        }
        defer { server.stop() }
        let cache = TestCache()
        _ = try await cache.fetch(server.url("/a"), wanted: .square(400), isFirstRequest: true)
        let fetched = try await cache.fetch(server.url("/a"), wanted: .square(400))
        #expect(fetched.extent == .whole && fetched.data == Self.photo)
    }

    @Test func `A beginning that ends within a segment is continued to the segment's end, not the photo's`()
        async throws
    {
        let segment = Data([0xFF, 0xE7, 0xEA, 0x62]) + Data(repeating: 5, count: 60_000)
        let long = Self.plain.prefix(2) + segment + Self.plain.dropFirst(2)
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, $0.path == "/long" ? long : Self.plain) }
        defer { server.stop() }
        let cache = TestCache()
        for number in 0..<8 { _ = try await cache.fetch(server.url("/\(number)"), wanted: .square(80)) }
        #expect(try await cache.fetch(server.url("/long"), wanted: .square(80)).extent == Self.thumbnail)
        let ranges = server.requests.filter { $0.path == "/long" }.compactMap { $0.fields["range"] }
        #expect(ranges.count >= 2 && ranges.allSatisfy { !$0.hasSuffix("-") }, "\(ranges)")
        #expect(try await cache.fetch(server.url("/long")).data == long)
    }

    @Test func `A photo that is fetched whole gives its thumbnail early, once`() async throws {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.plain) }
        defer { server.stop() }
        let previews = Mutex<[PixelSize]>([])
        let fetcher = try #require(TestCache().current)
        let result: Result<FetchedData, FetchFailure> = await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: server.url("/a"), sharesBytes: true)) { progress in
                if let preview = progress.preview { previews.withLock { $0.append(preview.size) } }
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        #expect(try result.get().data == Self.plain)
        #expect(previews.withLock { $0 } == [PixelSize(width: 160, height: 120)])
    }
}
