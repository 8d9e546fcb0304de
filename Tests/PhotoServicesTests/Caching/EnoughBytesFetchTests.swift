import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Testing
import TestSupport

@Suite("Fetching just enough of a photo for its row")
struct EnoughBytesFetchTests {
    private static let photo = CameraPhoto.with(
        thumbnail: CameraPhoto.picture(1, width: 160, height: 120),
        in: CameraPhoto.picture(1, width: 1600, height: 1200, isGrainy: true))

    @Test func `A row's download ends with its thumbnail; the whole photo continues from there`() async throws {
        let server = try LoopbackServer.answering { request in
            if request.fields["range"] != nil { return LoopbackServer.serve(request, Self.photo) }
            return .rawThenHang(
                "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nCache-Control: max-age=3600\r\n"
                    + "Content-Length: \(Self.photo.count)\r\n\r\n",
                body: Self.photo.prefix(40_000))
        }
        defer { server.stop() }
        let cache = TestCache()
        let row = try await cache.fetch(server.url("/a"), wanted: .square(80))
        #expect(row.extent == .thumbnail(size: .init(width: 160, height: 120), content: .init(width: 160, height: 120)))
        #expect(server.wait { $0.closedUnfinished == ["/a"] })
        let decoder = PixbufDecoder()
        let shown = try decoder.decode(row, toFill: .square(80), isCancelled: { false })
        let right = try decoder.decode(Self.photo, toFill: .square(80), isCancelled: { false })
        #expect(shown.difference(from: right) < 4)
        // From disk, without a request.
        cache.restart()
        #expect(try await cache.fetch(server.url("/a"), wanted: .square(80)) == row)
        #expect(server.requests.count == 1)
        // It also suffices for twice the size; four times the size needs the photo.
        #expect(try await cache.fetch(server.url("/a"), wanted: .square(160)) == row)
        let large = try await cache.fetch(server.url("/a"), wanted: .square(320))
        #expect(large.extent == .whole && large.data == Self.photo)
        #expect(server.requests.count == 2 && server.requests.last?.fields["range"]?.hasPrefix("bytes=") == true)
        // Now that the photo is complete, it serves the small row as well.
        #expect(try await cache.fetch(server.url("/a"), wanted: .square(80)).extent == .whole)
        #expect(server.requests.count == 2)
    }

    @Test func `A host of camera photos is soon asked for beginnings alone`() async throws {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.photo) }
        defer { server.stop() }
        let cache = TestCache()
        for number in 0..<8 {
            let row = try await cache.fetch(server.url("/\(number)"), wanted: .square(80))
            #expect(row.extent != .whole)
        }
        #expect(server.requests.last?.fields["range"]?.hasPrefix("bytes=0-") == true)
        #expect(server.requests.count == 8)
        // A reply requested in this length is read to its end, and its connection is reused.
        let known = server.connections
        for number in 10..<14 { _ = try await cache.fetch(server.url("/\(number)"), wanted: .square(80)) }
        #expect(server.connections <= known + 1)
    }

    @Test func `A beginning that does not suffice is continued`() async throws {
        let plain = CameraPhoto.picture(2, width: 1600, height: 1200, isGrainy: true)
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, $0.path == "/plain" ? plain : Self.photo) }
        defer { server.stop() }
        let cache = TestCache()
        for number in 0..<8 { _ = try await cache.fetch(server.url("/\(number)"), wanted: .square(80)) }
        let row = try await cache.fetch(server.url("/plain"), wanted: .square(80))
        #expect(row.extent == .whole && row.data == plain)
        #expect(server.requests.suffix(2).map { $0.fields["range"]?.hasPrefix("bytes=0-") } == [true, false])
    }

    @Test
    func `Of a photo that was turned without its thumbnail so much is fetched as tells which way, in few requests`()
        async throws
    {
        let photo = CameraPhoto.with(
            thumbnail: CameraPhoto.picture(1, width: 160, height: 120),
            in: CameraPhoto.picture(1, width: 1800, height: 2400, isGrainy: true, turn: .clockwise))
        let server = try LoopbackServer.answering {
            LoopbackServer.serve($0, $0.path == "/turned" ? photo : Self.photo)
        }
        defer { server.stop() }
        let cache = TestCache()
        for number in 0..<8 { _ = try await cache.fetch(server.url("/\(number)"), wanted: .square(80)) }
        let known = server.requests.count
        let row = try await cache.fetch(server.url("/turned"), wanted: .square(80))
        #expect(row.extent == .thumbnail(size: .init(width: 120, height: 160), content: .init(width: 120, height: 160)))
        let last = try #require(server.requests.last?.fields["range"]?.split(separator: "-").last.flatMap { Int($0) })
        #expect(last < photo.count / 4)
        #expect(server.requests.count - known <= 4)
        let decoder = PixbufDecoder()
        let shown = try decoder.decode(row, toFill: .square(80), isCancelled: { false })
        let right = try decoder.decode(photo, toFill: .square(80), isCancelled: { false })
        #expect(shown.difference(from: right) < 4)
    }

    @Test func `A thumbnail in several segments of XMP takes those and the photo's beginning, in few requests`()
        async throws
    {
        let plain = CameraPhoto.picture(1, width: 1800, height: 1350, isGrainy: true)
        let photo = CameraPhoto.with(extendedXMP: CameraPhoto.picture(1, width: 160, height: 120), in: plain)
        let server = try LoopbackServer.answering {
            LoopbackServer.serve($0, $0.path == "/edited" ? photo : Self.photo)
        }
        defer { server.stop() }
        let cache = TestCache()
        for number in 0..<8 { _ = try await cache.fetch(server.url("/\(number)"), wanted: .square(80)) }
        let row = try await cache.fetch(server.url("/edited"), wanted: .square(80))
        #expect(row.extent == .thumbnail(size: .init(width: 160, height: 120), content: .init(width: 160, height: 120)))
        let ranges = server.requests.filter { $0.path == "/edited" }.compactMap { $0.fields["range"] }
        let last = try #require(ranges.last?.split(separator: "-").last.flatMap { Int($0) })
        #expect(last < photo.count - plain.count + 8192, "\(ranges)")
        #expect(ranges.count <= 4, "\(ranges)")
        let decoder = PixbufDecoder()
        let shown = try decoder.decode(row, toFill: .square(80), isCancelled: { false })
        let right = try decoder.decode(photo, toFill: .square(80), isCancelled: { false })
        #expect(shown.difference(from: right) < 4)
    }

    @Test func `A file is read as far as is needed`() async throws {
        let cache = TestCache()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        try Self.photo.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await cache.fetch(file, wanted: .square(80)).extent != .whole)
        #expect(try await cache.fetch(file).data == Self.photo)
        #expect(!FileManager.default.fileExists(atPath: cache.folder.path))
    }

    @Test func `A progressive photo is enough with its first scans, which are no picture cut short`() async throws {
        // 24 × 16 pixels: the first scans suffice for a row of 3 pixels.
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Samples.progressiveJPEG) }
        defer { server.stop() }
        let row = try await TestCache().fetch(server.url("/a"), wanted: .square(2))
        #expect(row.extent == .firstScans && row.data.count < Samples.progressiveJPEG.count)
        let decoder = PixbufDecoder()
        let shown = try decoder.decode(row, toFill: .square(2), isCancelled: { false })
        let right = try decoder.decode(Samples.progressiveJPEG, toFill: .square(2), isCancelled: { false })
        #expect(shown.difference(from: right) < 6)
    }
}
