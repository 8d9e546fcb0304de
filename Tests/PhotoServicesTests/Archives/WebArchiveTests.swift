import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Archives on servers")
struct WebArchiveTests {
    /// Answers requests for ranges of `byteCount` bytes that `content` makes.
    private func server(
        _ byteCount: Int, content: @escaping @Sendable (Range<Int>) -> Data
    ) throws -> LoopbackServer {
        try .answering { request in
            guard let range = Self.range(request.fields["range"], byteCount) else {
                return .status("416 Range Not Satisfiable")
            }
            let head =
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\nETag: \"1\"\r\n"
                + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)\r\n\r\n"
            return .raw(head, body: content(range))
        }
    }

    private static func range(_ field: String?, _ byteCount: Int) -> Range<Int>? {
        guard let ends = field?.dropFirst("bytes=".count).split(separator: "-"), ends.count == 2,
            let first = Int(ends[0]), let last = Int(ends[1]), first <= last, first < byteCount
        else { return nil }
        return first..<min(byteCount, last + 1)
    }

    /// The bytes that requests to a server ask for.
    private static func asked(_ server: LoopbackServer, _ byteCount: Int) -> Int {
        server.requests.reduce(0) { $0 + (range($1.fields["range"], byteCount)?.count ?? byteCount) }
    }

    @Test func `Of a ZIP of 4 GB only its directory is read, then the photos that are asked for`() async throws {
        let zip = VirtualZip(members: 1000, memberByteCount: 4 << 20)
        let server = try server(zip.byteCount) { zip.content($0) }
        defer { server.stop() }
        let shelf = ArchiveSample.shelf
        let fetcher = DataFetcher(archives: shelf)
        let outcome = ArchiveSample.catalogue(server.url("/takeout.zip"), network: fetcher, shelf: shelf)
        #expect(outcome.failure == nil)
        #expect(outcome.catalogue.count == 1000)
        #expect(outcome.catalogue.name(at: 999) == "IMG_999.jpg")
        let listed = Self.asked(server, zip.byteCount)
        #expect(listed < 256 << 10)
        #expect(server.requests.count <= 5)
        let data = try await ArchiveSample.bytes(of: outcome.catalogue.location(at: 700).get(), with: fetcher).get()
        #expect(data.count == 4 << 20)
        #expect(Self.asked(server, zip.byteCount) - listed < (4 << 20) + (256 << 10))
    }

    @Test func `An explanation reads no more of a ZIP than a window does`() throws {
        let zip = VirtualZip(members: 40, memberByteCount: 1 << 20)
        let sent = Mutex(0)
        let server = try LoopbackServer.answering { request in
            guard let range = Self.range(request.fields["range"], zip.byteCount) else {
                // The document: its beginning, and no more until the connection is closed.
                let head = "HTTP/1.1 200 OK\r\nContent-Length: \(zip.byteCount)\r\nETag: \"1\"\r\n\r\n"
                return .rawThenHang(head, body: zip.content(0..<(256 << 10)))
            }
            sent.withLock { $0 += range.count }
            let head =
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\nETag: \"1\"\r\n"
                + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(zip.byteCount)\r\n\r\n"
            return .raw(head, body: zip.content(range))
        }
        defer { server.stop() }
        let shelf = ArchiveSample.shelf
        let fetcher = DataFetcher(archives: shelf)
        let explanation = CatalogueExplanation(
            of: server.url("/takeout.zip"), with: CachingFetcher(network: fetcher, store: nil, decoder: StubDecoder()),
            as: .standard,
            archives: ArchiveFiller(shelf, network: fetcher))
        #expect(explanation.lines.contains("archive, 40 photos"))
        #expect(sent.withLock { $0 } < 256 << 10)
    }

    @Test func `Photos on both sides of 4 GiB open from a ZIP whose places are cut to 32 bits`() async throws {
        let zip = VirtualZip(members: 1000, memberByteCount: 6 << 20, placesAreCut: true)
        let server = try server(zip.byteCount) { zip.content($0) }
        defer { server.stop() }
        let shelf = ArchiveSample.shelf
        let fetcher = DataFetcher(archives: shelf)
        let outcome = ArchiveSample.catalogue(server.url("/holidays.zip"), network: fetcher, shelf: shelf)
        #expect(outcome.failure == nil)
        #expect(outcome.catalogue.count == 1000)
        for row in [0, 100, 900] {
            let data = try await ArchiveSample.bytes(of: outcome.catalogue.location(at: row).get(), with: fetcher).get()
            #expect(data.count == 6 << 20)
        }
    }

    @Test(arguments: [(1 << 20, 2 << 20, 1 << 20), (16384, 2 << 20, 1 << 20), (16384, Int.max, 16384)])
    func `A range longer than asked for, and an archive longer than any, are refused`(
        stated: Int, total: Int, sent: Int
    ) throws {
        let server = try LoopbackServer { _ in
            .raw(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(sent)\r\n"
                    + "Content-Range: bytes 0-\(stated - 1)/\(total)\r\n\r\n", body: Data(count: sent))
        }
        defer { server.stop() }
        let access = ArchiveAccess(network: ArchiveSample.fetcher)
        #expect(throws: ArchiveError.fetch(.garbled(reason: ""))) { try WebBytes.open(server.url("/a.zip"), access) }
    }

    /// The first reply's field, a later one's, and whether that is of the same version.
    private static let versions: [(first: String, later: String, isSame: Bool)] = [
        ("", "", true),
        ("ETag: \"1\"\r\n", "ETag: \"1\"\r\n", true),
        ("ETag: \"1\"\r\n", "ETag: \"2\"\r\n", false),
        ("ETag: \"1\"\r\n", "ETag: W/\"1\"\r\n", false),
        ("ETag: \"1\"\r\n", "", false),
        ("ETag: \"1\"\r\n", "ETag: \"1\"\r\nContent-Encoding: gzip\r\n", false),
        ("ETag: W/\"1\"\r\n", "ETag: W/\"1\"\r\n", true),
        ("ETag: W/\"1\"\r\n", "ETag: W/\"2\"\r\n", false),
        ("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", true),
        ("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "Last-Modified: Sun, 06 Nov 1994 08:49:38 GMT\r\n", false),
    ]

    @Test(arguments: versions)
    func `Ranges are of one version, as far as the server tells, from whatever address`(
        first: String, later: String, isSame: Bool
    ) throws {
        let redirects = Mutex(0)
        let server = try LoopbackServer.answering { request in
            guard request.path != "/a.zip" else {
                let number = redirects.withLock { redirects in
                    redirects += 1
                    return redirects
                }
                return .status("302 Found", headers: "Location: /signed?\(number)\r\n")
            }
            let range = Self.range(request.fields["range"], 1 << 20) ?? 0..<1
            let head =
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\n"
                + (range.lowerBound == 0 ? first : later)
                + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(1 << 20)\r\n\r\n"
            return .raw(head, body: Data(count: range.count))
        }
        defer { server.stop() }
        let access = ArchiveAccess(network: DataFetcher(archives: ArchiveShelf()))
        let bytes = try WebBytes.open(server.url("/a.zip"), access)
        var failure: ArchiveError?
        do throws(ArchiveError) { _ = try bytes.read(20_000..<20_010, access) } catch { failure = error }
        #expect(failure == (isSame ? nil : ArchiveError.changed))
        // A date without the reply's own proves nothing to the server.
        #expect(server.requests.last?.fields["if-range"] == (first.contains(" \"") ? "\"1\"" : nil))
    }

    @Test func `An archive may say that it is as long as any, and not one byte longer`() throws {
        let total = Mutex(WebBytes.mostBytes)
        let server = try LoopbackServer { _ in
            .raw(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: 16384\r\n"
                    + "Content-Range: bytes 0-16383/\(total.withLock { $0 })\r\n\r\n", body: Data(count: 16384))
        }
        defer { server.stop() }
        let access = ArchiveAccess(network: ArchiveSample.fetcher)
        #expect(try WebBytes.open(server.url("/a.zip"), access).byteCount == WebBytes.mostBytes)
        total.withLock { $0 += 1 }
        #expect(throws: ArchiveError.fetch(.garbled(reason: ""))) { try WebBytes.open(server.url("/b.zip"), access) }
    }

    @Test(arguments: [
        "photos.zip", "photos.tar", "photos.tar.gz", "photos.tar.bz2", "photos.tar.xz", "photos.tar.zst", "photos.7z",
        "photos.rar", "old.rar", "album.pdf",
    ])
    func `Archives of all kinds open from servers with ranges and without`(archive: String) async throws {
        let whole = try Data(contentsOf: ArchiveSample.url(archive))
        for hasRanges in [true, false] {
            let server =
                try hasRanges ? server(whole.count) { whole.subdata(in: $0) } : LoopbackServer { _ in .ok(whole) }
            defer { server.stop() }
            let shelf = ArchiveSample.shelf
            let fetcher = DataFetcher(archives: shelf)
            let outcome = ArchiveSample.catalogue(server.url("/a"), network: fetcher, shelf: shelf)
            #expect(outcome.catalogue.count == (archive == "album.pdf" ? 4 : 3))
            for row in 0..<outcome.catalogue.count {
                let data = try await ArchiveSample.bytes(of: outcome.catalogue.location(at: row).get(), with: fetcher)
                    .get()
                #expect(EncodedPicture.Format(sniffing: data) != nil)
            }
        }
    }

    @Test(arguments: [true, false])
    func `A PDF document that comes slowly is given up when its reading is cancelled`(hasRanges: Bool) throws {
        let byteCount = 1 << 20
        let start = Data("%PDF-1.7\n".utf8)
        let server = try LoopbackServer.answering { request in
            let whole = "HTTP/1.1 200 OK\r\nContent-Length: \(byteCount)\r\n\r\n"
            guard hasRanges, let range = Self.range(request.fields["range"], byteCount) else {
                return .rawThenHang(whole, body: start)
            }
            let head =
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\n"
                + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)\r\n\r\n"
            // Of all further ranges, only the first bytes come.
            if range.lowerBound > 0 { return .rawThenHang(head, body: Data(count: 10)) }
            return .raw(head, body: start + Data(count: range.count - start.count))
        }
        defer { server.stop() }
        let access = ArchiveAccess(
            network: DataFetcher(archives: ArchiveShelf()), unpacker: ArchiveSample.unpacker,
            isCancelled: { server.requests.count > (hasRanges ? 1 : 0) })
        #expect(throws: ArchiveError.cancelled) { try OpenArchive(server.url("/album.pdf"), access) }
    }

    @Test func `An archive that changes on its server is opened again, and never mixed`() async throws {
        let zips = try ["photos.zip", "comic.cbz"].map { try Data(contentsOf: ArchiveSample.url($0)) }
        let isNew = Mutex(false)
        let server = try LoopbackServer.answering { request in
            let (zip, tag) = isNew.withLock { $0 } ? (zips[1], "\"2\"") : (zips[0], "\"1\"")
            guard let range = Self.range(request.fields["range"], zip.count),
                request.fields["if-range"].map({ $0 == tag }) ?? true
            else { return .ok(zip, headers: "ETag: \(tag)\r\n") }
            return .raw(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(range.count)\r\nETag: \(tag)\r\n"
                    + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(zip.count)\r\n\r\n",
                body: zip.subdata(in: range))
        }
        defer { server.stop() }
        let shelf = ArchiveSample.shelf
        let fetcher = DataFetcher(archives: shelf)
        let catalogue = ArchiveSample.catalogue(server.url("/a.zip"), network: fetcher, shelf: shelf).catalogue
        isNew.withLock { $0 = true }
        let old = await ArchiveSample.bytes(of: try catalogue.location(at: 0).get(), with: fetcher)
        // Small archives are known whole from the first request.
        if case .failure(let failure) = old { #expect(failure.description.contains("does not contain")) }
        let member = ArchiveMember(archive: server.url("/a.zip"), name: Array("page 2.png".utf8))
        let again = ArchiveSample.catalogue(server.url("/a.zip"), network: fetcher, shelf: shelf).catalogue
        #expect(again.count == 5)
        #expect(try await ArchiveSample.bytes(of: try #require(member.url), with: fetcher).get().starts(with: [0x89]))
    }

    @Test func `An archive that comes only as a whole has as many bytes as it may have, and not one more`() throws {
        let access = ArchiveAccess(network: ArchiveSample.fetcher)
        for more in [0, 1] {
            let count = ArchiveLimits.downloadByteCount + more
            // It ends where the reason to end it is known.
            let server = try LoopbackServer { _ in
                .rawThenClose("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n", body: Data(count: 400))
            }
            defer { server.stop() }
            var failure: ArchiveError?
            do throws(ArchiveError) { _ = try WebBytes.open(server.url("/a.zip"), access) } catch { failure = error }
            #expect(failure != nil && (failure == .tooLongForServer) == (more == 1))
        }
    }

    @Test func `A server's refusal is the reason`() throws {
        let server = try LoopbackServer { _ in .status("404 Not Found") }
        defer { server.stop() }
        let outcome = ArchiveSample.catalogue(server.url("/a.zip"), network: DataFetcher())
        #expect(outcome.failure == .fetch(.refused(status: 404, phrase: "Not Found")))
    }
}
