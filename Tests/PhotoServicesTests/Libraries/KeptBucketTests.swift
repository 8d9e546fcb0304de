import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// Rows of a bucket as they are kept.
enum BucketRows {
    static func add(_ name: String, date: String = "2019-07-01", mark: UInt64 = 1, to packer: inout BucketPacker) {
        Array(name.utf8).withUnsafeBytes { name in
            Array(date.utf8).withUnsafeBytes { date in
                packer.add(ObjectRow(name: name, location: name, date: date, mark: mark))
            }
        }
    }

    static func kept(_ names: [String]) throws -> KeptBucket {
        var packer = BucketPacker()
        for name in names { add(name, to: &packer) }
        let (version, packing) = packer.end()
        return KeptBucket(
            source: try LibraryStoreRig.url("https://a.example/bucket/"), region: "eu-west-1", version: version,
            parts: try #require(packing.parts))
    }

    /// The names; nil if not all are there.
    static func names(of bucket: KeptBucket?) -> [String]? {
        var builder = CatalogueBuilder()
        var isWhole: Bool?
        do throws(CatalogueFailure) {
            isWhole = try bucket?.addRows(to: &builder) { _ throws(CatalogueFailure) in }
        } catch {
            return nil
        }
        guard isWhole == true else { return nil }
        let catalogue = builder.finish(from: URL(fileURLWithPath: "/"))
        return (0..<catalogue.count).map(catalogue.name)
    }
}

@Suite("What buckets list is kept")
struct KeptBucketTests {
    /// A store of what is kept, for several starts of the program.
    private struct Rig {
        let kept = LibraryStoreRig()
        let bucket: BucketServer
        let key: S3Key?

        init(_ names: [String], key: S3Key? = nil, page: Int = 1000, spoil: Spoil = Spoil()) throws {
            self.key = key
            bucket = try BucketServer(names, key: key, page: page) { _ in
                spoil.reply.withLock { $0 }
            }
        }

        /// Another reply to everything.
        final class Spoil: Sendable {
            let reply = Mutex<LoopbackServer.Reply?>(nil)
        }

        /// Opens the bucket, as another start has it; a `check` asks its server.
        func open(check: Bool = false, known: BodyVersion? = nil, environment: [String: String] = [:])
            -> ListedCatalogue
        {
            var environment = environment
            if let key {
                environment["AWS_ACCESS_KEY_ID"] = key.id
                environment["AWS_SECRET_ACCESS_KEY"] = key.secret
            }
            let configuration = S3Configuration(environment: environment)
            let places = LibraryPlaces()
            let fetcher = DataFetcher(
                credentials: CredentialBroker(asker: StubAsker { _ in nil }, store: StubCredentialStore()),
                places: places)
            let filler = ObjectFiller(fetcher, places: places, store: kept.store()) { configuration }
            defer { ObjectFiller.waitUntilKept() }
            return ListedCatalogue(filler, from: bucket.url, check: check, known: known)
        }
    }

    private static let names = (0..<500).map { "2019/Büro/IMG_\($0 + 1000).jpg" } + ["z & <end>.png"]

    @Test func `How many pictures no address can name is kept, and is checked with the rest`() throws {
        let names = ["a.jpg", "b/../c.jpg"]
        let rig = try Rig(names)
        defer { rig.bucket.server.stop() }
        #expect(rig.open().catalogue.facts.withoutAddressCount == 1)
        let kept = rig.open()
        #expect(kept.catalogue.facts.isKept && kept.catalogue.facts.withoutAddressCount == 1 && kept.names == ["a.jpg"])
        let known = try #require(kept.version)
        #expect(rig.open(check: true, known: known).isUnchanged)
        rig.bucket.store(names + ["./d.jpg"])
        let checked = rig.open(check: true, known: known)
        #expect(!checked.isUnchanged && checked.catalogue.facts.withoutAddressCount == 2)
        #expect(rig.open().catalogue.facts.withoutAddressCount == 2)
    }

    @Test(arguments: [
        ("1f", 0), ("1f-3", 3), ("1f--3", 3), ("1f-x", 0), ("-7", 0), ("", 0),
        ("1f-9999999999999999", LibraryMonths.mostPhotos),
    ])
    func `A damaged version says nothing that cannot be`(version: String, count: Int) throws {
        let source = try LibraryStoreRig.url("https://a.example/bucket/")
        let kept = KeptBucket(source: source, region: "eu-west-1", version: version, parts: [])
        #expect(kept.withoutAddressCount == count)
    }

    @Test(arguments: [nil, S3Key(id: "ID", secret: "secret/+=")])
    func `The next start shows a bucket without its server`(key: S3Key?) throws {
        let rig = try Rig(Self.names, key: key, page: 100)
        let first = rig.open()
        #expect(first.failure == nil && !first.catalogue.facts.isKept && first.version != nil)
        rig.bucket.server.stop()
        let second = rig.open()
        #expect(second.failure == nil && second.catalogue.facts.isKept)
        #expect(second.catalogue.hasSameContent(as: first.catalogue))
        #expect(second.catalogue.count == 501 && second.version == first.version)
        #expect(try second.catalogue.location(at: 500).get() == first.catalogue.location(at: 500).get())
        #expect(second.catalogue.details(at: 0).date != nil)
    }

    @Test func `A check that lists what is known makes no rows, whatever the pages`() throws {
        let rig = try Rig(Self.names, page: 100)
        defer { rig.bucket.server.stop() }
        let first = rig.open()
        for _ in 0..<3 {
            let check = rig.open(check: true, known: first.version)
            #expect(check.failure == nil && check.isUnchanged && check.names.isEmpty)
            #expect(!check.catalogue.facts.isKept && check.version == first.version)
        }
    }

    @Test func `A check finds what is gone, what is new, and objects that are others`() throws {
        let names = Array(Self.names.prefix(5))
        for (now, tags) in [
            (Array(names.dropFirst()), [:]), (names + ["2019/new.jpg"], [:]), (names, [names[2]: "second"]),
            (["other.jpg"], [:]),
        ] as [([String], [String: String])] {
            let rig = try Rig(names)
            defer { rig.bucket.server.stop() }
            let first = rig.open()
            rig.bucket.store(now, tags: tags)
            #expect(rig.open().names == first.names)
            let check = rig.open(check: true, known: first.version)
            #expect(check.failure == nil && !check.isUnchanged && check.version != first.version)
            #expect(check.names == now.sorted())
            let next = rig.open()
            #expect(next.catalogue.facts.isKept && next.names == check.names && next.version == check.version)
            #expect(rig.open(check: true, known: next.version).isUnchanged)
        }
    }

    @Test(
        arguments: [
            .status("500 Internal Server Error"), .status("403 Forbidden"),
            .ok(Data("<html><body><img src=\"a.jpg\"><form></form></body></html>".utf8), type: "text/html"),
            .ok(Data("<?xml version=\"1.0\"?><ListBucketResult><Contents><Key>a.jpg".utf8), type: "application/xml"),
        ] as [LoopbackServer.Reply])
    func `A listing that fails, or is something else, replaces nothing`(reply: LoopbackServer.Reply) throws {
        let spoil = Rig.Spoil()
        let rig = try Rig(Self.names, spoil: spoil)
        defer { rig.bucket.server.stop() }
        let first = rig.open()
        spoil.reply.withLock { $0 = reply }
        for known in [first.version, nil] {
            #expect(rig.open(check: true, known: known).failure != nil)
            #expect(rig.open().names == first.names)
        }
    }

    @Test(arguments: [
        "<html><body><img src=\"a.jpg\"><form></form></body></html>", "<html><body>Log in</body></html>",
        "<rss version=\"2.0\"><channel><title>No list</title></channel></rss>",
    ])
    func `A page of something else is no empty bucket`(page: String) throws {
        let spoil = Rig.Spoil()
        let rig = try Rig(Self.names, spoil: spoil)
        defer { rig.bucket.server.stop() }
        let first = rig.open()
        spoil.reply.withLock { $0 = .ok(Data(page.utf8), type: "text/html") }
        let failure = try #require(rig.open(check: true, known: first.version).failure)
        #expect(!failure.isAboutContent && !failure.meansGone)
    }

    @Test func `Of a bucket that is gone or empty nothing is kept`() throws {
        for isGone in [true, false] {
            let spoil = Rig.Spoil()
            let rig = try Rig(Self.names, spoil: spoil)
            defer { rig.bucket.server.stop() }
            let first = rig.open()
            if isGone { spoil.reply.withLock { $0 = .status("404 Not Found") } } else { rig.bucket.store([]) }
            #expect(rig.open(check: true, known: first.version).failure?.meansGone == (isGone ? true : nil))
            #expect(!rig.open().catalogue.facts.isKept)
        }
    }

    @Test func `What is kept is removed with its key, and not kept after that`() throws {
        let rig = try Rig(Self.names)
        defer { rig.bucket.server.stop() }
        _ = rig.open()
        let store = rig.kept.store()
        let server = try #require(WebServer(rig.bucket.server.url("")))
        #expect(store.servers == [server])
        let before = store.removals
        _ = store.removeAll(from: [server])
        #expect(store.servers.isEmpty)
        let address = try LibraryStoreRig.url("https://a.example/bucket/?list-type=2")
        store.keep(try BucketRows.kept(["a.jpg"]), at: address, since: before)
        #expect(store.bucket(at: address) == nil)
        store.keep(try BucketRows.kept(["a.jpg"]), at: address)
        #expect(BucketRows.names(of: rig.kept.store().bucket(at: address)) == ["a.jpg"])
        let other = try #require(WebServer(address))
        #expect(store.servers == [other])
        #expect(store.removeAll() > 0)
        #expect(store.bucket(at: address) == nil)
    }

    @Test func `A bucket at another store than the configuration names now is not shown`() throws {
        let rig = LibraryStoreRig()
        let url = try LibraryStoreRig.url("s3://bucket?endpoint=http%3A%2F%2F127.0.0.1%3A1")
        let configuration = S3Configuration()
        let access = try configuration.access(to: try #require(S3Location(url)))
        let known = try BucketRows.kept(["a.jpg"])
        rig.store().keep(known, at: access.listing(prefix: ""))
        let places = LibraryPlaces()
        let filler = ObjectFiller(DataFetcher(places: places), places: places, store: rig.store()) { configuration }
        var builder = CatalogueBuilder()
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
        } catch {
            failure = error
        }
        #expect(failure != nil && builder.count == 0)
    }

    @Test func `Each of two profiles uses its own key, and shows nothing that the other one has listed`() throws {
        let bucket = try BucketServer(["a.jpg"], key: S3Key(id: "A/1", secret: "secret"))
        defer { bucket.server.stop() }
        let configuration = S3Configuration(
            credentials: "[a]\naws_access_key_id = A/1\naws_secret_access_key = secret\n"
                + "[b]\naws_access_key_id = B\naws_secret_access_key = other\n")
        let (kept, places) = (LibraryStoreRig(), LibraryPlaces())
        let broker = CredentialBroker(asker: StubAsker { _ in nil }, store: StubCredentialStore())
        let fetcher = DataFetcher(credentials: broker, places: places)
        let filler = ObjectFiller(fetcher, places: places, store: kept.store()) { configuration }
        func open(_ profile: String) throws -> (count: Int, isKept: Bool, failure: CatalogueFailure?) {
            let url = try #require(URL(string: bucket.url.absoluteString + "&profile=" + profile))
            var builder = CatalogueBuilder()
            var failure: CatalogueFailure?
            do throws(CatalogueFailure) {
                try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
            } catch {
                failure = error
            }
            ObjectFiller.waitUntilKept()
            return (builder.count, builder.facts.isKept, failure)
        }
        let first = try open("a")
        #expect(first.count == 1 && !first.isKept && first.failure == nil)
        let other = try open("b")
        #expect(other.count == 0 && other.failure != nil)
        let again = try open("a")
        #expect(again.count == 1 && again.isKept && again.failure == nil)
    }

    @Test func `A version tells names, dates and objects apart, and nothing else`() {
        func version(_ rows: [(String, String, UInt64)]) -> String {
            var packer = BucketPacker()
            for (name, date, mark) in rows { BucketRows.add(name, date: date, mark: mark, to: &packer) }
            return packer.end().version
        }
        let row = ("a.jpg", "2019", UInt64(1))
        #expect(version([row]) == version([row]))
        let others: [[(String, String, UInt64)]] = [
            [], [row, row], [("b.jpg", "2019", 1)], [("a.jpg", "2020", 1)], [("a.jpg", "2019", 2)],
        ]
        #expect(Set(others.map(version) + [version([row])]).count == 6)
    }

    @Test func `Rows of many parts are kept in their order`() throws {
        // More than two MiB of text.
        let names = (0..<12_000).map { "\(100_000 + $0)" + String(repeating: "x", count: 100) + ".jpg" }
        let bucket = try BucketRows.kept(names)
        #expect(bucket.parts.count > 2)
        #expect(BucketRows.names(of: bucket) == names)
        let rig = LibraryStoreRig()
        let address = try LibraryStoreRig.url("https://a.example/bucket/?list-type=2")
        rig.store().keep(bucket, at: address)
        let again = rig.store().bucket(at: address)
        #expect(BucketRows.names(of: again) == names)
        #expect(again?.region == "eu-west-1" && again?.source == bucket.source && again?.version == bucket.version)
        #expect(rig.store().bucketVersion(at: address) == bucket.version)
    }

    @Test func `A bucket of as many bytes or parts as may be is kept, and none of one more`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        let address = try LibraryStoreRig.url("https://a.example/bucket/?list-type=2")
        let bucket = { (parts: [Int]) in
            KeptBucket(
                source: address, region: "x", version: "v",
                parts: parts.map { PackedData(bytes: Data(count: $0), byteCount: 1, checksum: 0) })
        }
        let (most, parts) = (KeptBucket.mostBytes, PartPacking.mostParts)
        for (sizes, isKept) in [
            ([most / 2, most / 2], true), ([most / 2, most / 2 + 1], false),
            ([Int](repeating: 1, count: parts), true), ([Int](repeating: 1, count: parts + 1), false),
        ] as [([Int], Bool)] {
            store.removeBucket(at: address)
            store.keep(bucket(sizes), at: address)
            #expect((store.bucket(at: address)?.parts.count == sizes.count) == isKept)
        }
    }

    @Test func `Parts that are others than were kept cost the bucket, and no more`() throws {
        for change in [
            "UPDATE bucket_part SET body = x'00'", "DELETE FROM bucket_part WHERE place = 1",
            "UPDATE bucket SET checksum = 5", "UPDATE bucket SET source = ''",
        ] {
            let rig = LibraryStoreRig()
            let address = try LibraryStoreRig.url("https://a.example/bucket/?list-type=2")
            let bucket = try BucketRows.kept((0..<20_000).map { "\($0)" + String(repeating: "y", count: 60) })
            rig.store().keep(bucket, at: address)
            try SQLiteConnection(rig.file.filePath).execute(change)
            let store = rig.store()
            #expect(store.bucket(at: address) == nil)
            #expect(store.bucketVersion(at: address) == nil)
            store.keep(bucket, at: address)
            #expect(store.bucket(at: address) != nil)
        }
    }

    @Test func `Whatever a part holds ends in its rows, or in none`() throws {
        let source = try LibraryStoreRig.url("https://a.example/bucket/")
        for bytes in [[1], [0xFF, 0xFF, 0xFF, 0xFF], [1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 65]] as [[UInt8]] {
            let part = try #require(PackedData(Data(bytes)))
            let bucket = KeptBucket(source: source, region: "x", version: "v", parts: [part])
            #expect(BucketRows.names(of: bucket) == nil)
        }
    }

    @Test func `A bucket shares the budget: what was used the longest time ago goes`() throws {
        let rig = LibraryStoreRig(budget: 100_000)
        let address = { (number: Int) in try LibraryStoreRig.url("https://a.example/\(number)/?list-type=2") }
        let part = PackedData(bytes: Data(count: 20_000), byteCount: 1, checksum: 0)
        let bucket = KeptBucket(source: try address(0), region: "x", version: "v", parts: [part])
        for number in 1...6 {
            rig.clock.value = number * 10_000
            rig.store().keep(bucket, at: try address(number))
        }
        let kept = try (1...6).map { rig.store().bucketVersion(at: try address($0)) != nil }
        #expect(kept == [false, false, true, true, true, true])
    }
}
