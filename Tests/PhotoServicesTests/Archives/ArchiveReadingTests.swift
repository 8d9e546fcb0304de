import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Photos in archives")
struct ArchiveReadingTests {
    @Test(arguments: [
        "photos.zip", "stored.zip", "streamed.zip", "packed.zip", "large-fields.zip", "photos.tar", "old.tar",
        "photos.tar.gz", "photos.tar.bz2", "photos.tar.xz", "photos.tar.zst", "photos.7z", "photos.cpio",
        "comic.cbz", "comic.cbt", "long-names.tar", "names.zip", "takeout-001.zip", "picture-book.epub",
        "repeated.zip", "photos.rar", "old.rar", "comic.cbr",
    ])
    func `Each photo has its own bytes, whole`(archive: String) async throws {
        let shelf = ArchiveSample.shelf
        let fetcher = DataFetcher(archives: shelf)
        let catalogue = ArchiveSample.catalogue(ArchiveSample.url(archive), shelf: shelf).catalogue
        #expect(catalogue.count > 0)
        for row in 0..<catalogue.count {
            let data = try await ArchiveSample.bytes(of: catalogue.location(at: row).get(), with: fetcher).get()
            #expect(data.starts(with: [0x89] + Array("PNG".utf8)))
            #expect(data.suffix(8).starts(with: "IEND".utf8), "\(catalogue.name(at: row))")
        }
    }

    @Test func `A photo of an archive that nobody has opened yet is read`() async throws {
        let member = ArchiveMember(archive: ArchiveSample.url("photos.7z"), name: Array("trip/b.png".utf8))
        let data = try await ArchiveSample.bytes(of: try #require(member.url), with: ArchiveSample.fetcher).get()
        #expect(data.starts(with: [0x89]))
    }

    @Test func `Photos that are missing, too long or in no archive fail with a sentence`() async throws {
        let name = Array("trip/b.png".utf8)
        let fetcher = ArchiveSample.fetcher
        func failure(_ archive: URL, _ name: [UInt8], limit: Int = 1 << 20) async throws -> String {
            let url = try #require(ArchiveMember(archive: archive, name: name).url)
            guard case .failure(let failure) = await ArchiveSample.bytes(of: url, with: fetcher, limit: limit) else {
                return ""
            }
            return failure.description
        }
        let zip = ArchiveSample.url("photos.zip")
        #expect(try await failure(zip, Array("no.png".utf8)) == "The archive does not contain this photo.")
        #expect(try await failure(zip, name, limit: 10).hasPrefix("Larger than the limit"))
        #expect(try await failure(ArchiveSample.url("none.zip"), name).hasPrefix("Cannot read"))
        #expect(try await failure(URL(fileURLWithPath: "/dev/null"), name).contains("no archive in it"))
    }

    @Test func `An archive with a password says so, one with photos that lead out too`() {
        #expect(
            ArchiveSample.catalogue(ArchiveSample.url("locked.zip")).failure?.description.contains("password") == true)
        let climbing = ArchiveSample.catalogue(ArchiveSample.url("only-climbing.zip"))
        #expect(climbing.catalogue.count == 0)
        #expect(climbing.failure?.description.contains("lead out of it. They are not read.") == true)
    }

    @Test(arguments: ["climbing.zip", "climbing.tar", "only-climbing.zip"])
    func `A photo whose name leads out is not read, even if its address is known`(archive: String) async throws {
        let names = [
            "../../evil.png", "/etc/evil.png", "C:\\evil.png", "ok/../../evil2.png", "../evil.png", "out.png",
        ]
        for name in names {
            let url = try #require(ArchiveMember(archive: ArchiveSample.url(archive), name: Array(name.utf8)).url)
            guard case .failure = await ArchiveSample.bytes(of: url, with: ArchiveSample.fetcher) else {
                Issue.record("\(name) is read")
                continue
            }
        }
    }

    @Test func `A member that unpacks to more than a photo may have fails alone, and the photo beside it is read`()
        async throws
    {
        func member(_ name: String) throws -> URL {
            try #require(ArchiveMember(archive: ArchiveSample.url("bomb.zip"), name: Array(name.utf8)).url)
        }
        let fetcher = ArchiveSample.fetcher
        let limit = 16 << 20
        let flat = try await ArchiveSample.bytes(of: member("flat.png"), with: fetcher, limit: limit)
        #expect(throws: FetchFailure.tooLarge(limit: limit)) { try flat.get() }
        let sea = try await ArchiveSample.bytes(of: member("sea.png"), with: fetcher, limit: limit).get()
        #expect(sea.starts(with: [0x89]))
    }

    @Test func `A member that unpacks to more than its directory says gives no more than that`() async throws {
        // 20 MB, of which the archive states a hundredth.
        var bytes = try Data(contentsOf: ArchiveSample.url("bomb.zip"))
        let stated = 20 << 20
        let lie = [UInt8]((0..<4).map { UInt8(truncatingIfNeeded: (stated / 100) >> (8 * $0)) })
        let truth = [UInt8]((0..<4).map { UInt8(truncatingIfNeeded: stated >> (8 * $0)) })
        while let range = bytes.range(of: Data(truth)) { bytes.replaceSubrange(range, with: lie) }
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("bomb-\(UUID()).zip")
        try bytes.write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let url = try #require(ArchiveMember(archive: place, name: Array("flat.png".utf8)).url)
        let limit = 1 << 20
        if case .success(let data) = await ArchiveSample.bytes(of: url, with: ArchiveSample.fetcher, limit: limit) {
            #expect(data.count <= limit)
        }
    }

    @Test func `A tar.gz that unpacks to more than it may is given up on the way to its photos`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tower-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appendingPathComponent("tower.tar.gz")
        try ZeroTower.write(megabytes: 1536, to: place)
        let packed = try #require(try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int)
        #expect(ArchiveLimits.unpacked(from: packed) < 1536 << 20)
        let outcome = ArchiveSample.catalogue(place)
        #expect(outcome.failure?.description.contains("unpacks to much more than its own size") == true)
        #expect(outcome.catalogue.count == 0)
    }

    @Test func `A ZIP's names are shown with slashes, in the encoding of all of them, and stay bytes`() throws {
        let names: [[UInt8]] = [
            Array("trip\\b.jpg".utf8), Array("trip\\a.jpg".utf8), [0x8A, 0x43] + Array("1.jpg".utf8),
            [0x8E, 0x52, 0x5C, 0x95, 0x5C] + Array(".jpg".utf8),
        ]
        func members(isOfZip: Bool) throws -> [ArchiveListing.Member] {
            var listing = ArchiveListing()
            listing.namesAreOfDOS = isOfZip
            for name in names { try listing.add(name, date: nil, byteCount: nil, isEncrypted: false, place: nil) }
            return listing.finish()
        }
        let shown = try members(isOfZip: true)
        #expect(Set(shown.map(\.shown)) == ["trip/a.jpg", "trip/b.jpg", "海1.jpg", "山/表.jpg"])
        #expect(Set(shown.map(\.name)) == Set(names))
        #expect(try members(isOfZip: false).contains { $0.shown == "trip\\a.jpg" })
        #expect(ArchiveListing.isPhoto(Array("trip\\a.jpg".utf8), isOfZip: true))
        #expect(!ArchiveListing.isPhoto(Array("__MACOSX\\._a.jpg".utf8), isOfZip: true))
    }

    @Test func `What unpacks to too much is given up, and the photos before stay`() throws {
        func failure(mostKept: Int = .max, mostUnpacked: Int = .max) throws -> (String, Int) {
            var listing = ArchiveListing()
            do throws(ArchiveError) {
                let bytes = try FileBytes(ArchiveSample.url("photos.tar.gz"))
                try listing.unpack(
                    bytes, to: SpoolFile(in: FilePath(NSTemporaryDirectory())), ArchiveSample.access,
                    mostKept: mostKept, mostUnpacked: { _ in mostUnpacked })
                return ("", listing.finish().count)
            } catch {
                return (error.failure.description, listing.finish().count)
            }
        }
        #expect(try failure().1 == 3)
        #expect(try failure(mostUnpacked: 10).0.contains("unpacks to much more"))
        let kept = try failure(mostKept: 100)
        #expect(kept.0.contains("Unpack it to see the others"))
        #expect(kept.1 < 3)
    }

    @Test func `An archive that changes is opened again`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appendingPathComponent("a.zip")
        let fetcher = ArchiveSample.fetcher
        for (archive, name) in [("photos.zip", "trip/b.png"), ("comic.cbz", "page 10.png")] {
            try? FileManager.default.removeItem(at: place)
            try FileManager.default.copyItem(at: ArchiveSample.url(archive), to: place)
            let url = try #require(ArchiveMember(archive: place, name: Array(name.utf8)).url)
            #expect(try await ArchiveSample.bytes(of: url, with: fetcher).get().starts(with: [0x89]))
        }
    }
}
