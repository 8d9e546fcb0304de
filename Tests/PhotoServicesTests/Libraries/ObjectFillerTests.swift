import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Catalogues of S3 buckets")
struct ObjectFillerTests {
    private static let key = S3Key(id: "ID", secret: "secret/+=")

    private struct Rig {
        let places = LibraryPlaces()
        let asker: StubAsker
        let store = StubCredentialStore()
        let catalogues: DataFetcher
        let photos: DataFetcher
        let filler: ObjectFiller

        init(
            _ answers: [CredentialAnswer] = [], configured key: S3Key? = nil, region: String? = nil,
            config: String = "", credentials: String = "", mostRows: Int = LibraryMonths.mostPhotos
        ) {
            asker = StubAsker { $0 <= answers.count ? answers[$0 - 1] : nil }
            let broker = CredentialBroker(asker: asker, store: store)
            catalogues = DataFetcher(credentials: broker, places: places)
            photos = DataFetcher(credentials: broker, places: places)
            var environment: [String: String] = [:]
            if let key { environment = ["AWS_ACCESS_KEY_ID": key.id, "AWS_SECRET_ACCESS_KEY": key.secret] }
            environment["AWS_REGION"] = region
            let configuration = S3Configuration(
                environment: environment, config: config, credentials: credentials)
            filler = ObjectFiller(catalogues, places: places, mostRows: mostRows) { configuration }
        }

        func list(_ url: URL) -> (catalogue: Catalogue, failure: CatalogueFailure?) {
            let listed = ListedCatalogue(filler, from: url, retries: PageRetries(firstWait: 0))
            return (listed.catalogue, listed.failure)
        }

        func photo(_ url: URL) async -> Result<FetchedData, FetchFailure> {
            await withCheckedContinuation { continuation in
                _ = photos.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
            }
        }
    }

    private static func names(_ count: Int) -> [String] {
        (0..<count).map { "2019/Büro/IMG_\($0 + 10_000).jpg" } + ["2019/notes.txt", "z & <end>.png"]
    }

    @Test func `What waits for earlier names counts as well: a bucket has no more rows than it may`() throws {
        let bucket = try BucketServer(Self.names(500), page: 10)
        defer { bucket.server.stop() }
        // Where two places meet, a few names are listed twice.
        #expect(Rig(mostRows: 501 + 6 * 10).list(bucket.url).failure == nil)
        #expect(Rig(mostRows: 500).list(bucket.url).failure == .tooManyPhotos(limit: 500))
    }

    /// Lists a bucket of ``names(_:)`` with 5,000 pictures, from several places: each name has its row, in order.
    private static func listed(_ bucket: BucketServer, sourceLocation: SourceLocation = #_sourceLocation) -> Catalogue {
        let (catalogue, failure) = Rig().list(bucket.url)
        #expect(failure == nil, sourceLocation: sourceLocation)
        #expect(catalogue.count == 5001, sourceLocation: sourceLocation)
        #expect(catalogue.name(at: 0) == "2019/Büro/IMG_10000.jpg", sourceLocation: sourceLocation)
        #expect(catalogue.name(at: 4999) == "2019/Büro/IMG_14999.jpg", sourceLocation: sourceLocation)
        #expect(catalogue.name(at: 5000) == "z & <end>.png", sourceLocation: sourceLocation)
        #expect(bucket.server.connections > 1, sourceLocation: sourceLocation)
        return catalogue
    }

    @Test func `All pictures of a bucket are rows in the order of their names, listed from several places`() throws {
        let bucket = try BucketServer(Self.names(5000), page: 100)
        defer { bucket.server.stop() }
        let catalogue = Self.listed(bucket)
        #expect(catalogue.details(at: 0).date != nil)
        #expect(bucket.server.asked.contains { $0.contains("start-after=") })
        let address = try catalogue.location(at: 5000).get()
        #expect(address.absoluteString == bucket.server.url("/photos/z%20&%20%3Cend%3E.png").absoluteString)
    }

    @Test(arguments: [1000, 2])
    func `Pictures whose names have dots for folders are counted, because no address can name them`(page: Int) throws {
        let without = ["2019/../a.jpg", "./b.jpg", "c/./d.PNG", "../e.jpg", "2019/Büro/..", "z/../notes.txt", "../"]
        let bucket = try BucketServer(
            Self.names(20) + without + ["2019/...jpg", "2019/.../f.jpg", "g..jpg"], page: page)
        defer { bucket.server.stop() }
        let (catalogue, failure) = Rig().list(bucket.url)
        #expect(failure == nil)
        // Where two places meet, a name is listed twice, and counts once.
        #expect(catalogue.facts.withoutAddressCount == 4)
        #expect(!(0..<catalogue.count).contains { without.contains(catalogue.name(at: $0)) })
    }

    @Test func `No more than a hundred thousand of them are counted`() throws {
        let bucket = try BucketServer((0..<100_001).map { "./\($0).jpg" } + ["z.jpg"], page: 10_000)
        defer { bucket.server.stop() }
        let (catalogue, failure) = Rig().list(bucket.url)
        #expect(failure == nil && catalogue.facts.withoutAddressCount == 100_000)
    }

    @Test func `A store that knows only the first version of lists is listed from several places too`() throws {
        let bucket = try BucketServer(Self.names(5000), page: 100, knowsTokens: false)
        defer { bucket.server.stop() }
        _ = Self.listed(bucket)
        // No page is listed twice, and none follows a name that the store does not read.
        #expect(bucket.server.asked.filter { $0.contains("start-after=") }.isEmpty)
        #expect(bucket.server.asked.count < 3 * 51)
    }

    @Test func `A page of such a store is not the last one, however short`() throws {
        let bucket = try BucketServer(Self.names(5), page: 1, knowsTokens: false)
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.failure == nil && listed.catalogue.count == 6)
    }

    @Test func `A profile whose key comes from elsewhere is named where a key is wanted, and only there`() throws {
        let config = "[default]\nsso_session = office\nregion = us-east-1\n"
        let bucket = try BucketServer(Self.names(3), key: Self.key)
        defer { bucket.server.stop() }
        let rig = Rig(config: config)
        let failure = try #require(rig.list(bucket.url).failure)
        #expect(failure.description.contains("“default”") && failure.description.contains("“sso_session”"))
        #expect(rig.asker.asked.map(\.refusal.isEmpty) == [false])

        let open = try BucketServer(Self.names(3))
        defer { open.server.stop() }
        let other = Rig(config: config)
        #expect(other.list(open.url).catalogue.count == 4 && other.asker.asked.isEmpty)

        let given = Rig([.say(Self.key.id, Self.key.secret)], config: config)
        #expect(given.list(bucket.url).catalogue.count == 4)
    }

    @Test func `Only names that begin as wanted are listed`() throws {
        let bucket = try BucketServer(Self.names(3) + ["2018/a.jpg"])
        defer { bucket.server.stop() }
        let listed = Rig().list(S3Location.url("photos", prefix: "2019/Büro/", endpoint: bucket.server.url("")))
        #expect((0..<listed.catalogue.count).map(listed.catalogue.name) == (0..<3).map { "IMG_\($0 + 10_000).jpg" })
    }

    @Test func `A configured key signs lists and photos, and nobody is asked`() async throws {
        let bucket = try BucketServer(Self.names(3), key: Self.key)
        defer { bucket.server.stop() }
        let rig = Rig(configured: Self.key)
        let listed = rig.list(bucket.url)
        #expect(listed.catalogue.count == 4)
        let data = try await rig.photo(listed.catalogue.location(at: 0).get()).get()
        #expect(data.data == Data("picture".utf8))
        #expect(bucket.server.requests.allSatisfy { $0.fields["authorization"] != nil })
        #expect(rig.asker.asked.isEmpty)
    }

    /// Two profiles, with a space and with a colon in their names.
    private static let profiles = """
        [at home]
        aws_access_key_id = HOME
        aws_secret_access_key = one
        [a:b]
        aws_access_key_id = WORK
        aws_secret_access_key = two
        """

    private static func url(_ bucket: BucketServer, _ profile: String) throws -> URL {
        try #require(URL(string: bucket.url.absoluteString + "&profile=" + profile))
    }

    @Test func `Pictures are signed with the key of their own profile, whichever was opened last`() async throws {
        let bucket = try BucketServer(["a.jpg"])
        defer { bucket.server.stop() }
        let rig = Rig(credentials: Self.profiles)
        let home = rig.list(try Self.url(bucket, "at%20home")).catalogue
        let work = rig.list(try Self.url(bucket, "a%3Ab")).catalogue
        for (catalogue, id) in [(home, "HOME"), (work, "WORK"), (home, "HOME")] {
            _ = try await rig.photo(catalogue.location(at: 0).get()).get()
            let request = try #require(bucket.server.requests.last)
            #expect(request.path == "/photos/a.jpg")
            #expect(request.fields["authorization"]?.contains("Credential=\(id)/") == true)
        }
        let sent = bucket.server.requests.flatMap { [$0.path] + $0.fields.values }
        #expect(!sent.contains { $0.contains("home") || $0.contains("profile") })
        // An address without a profile belongs to the bucket that was opened last.
        _ = try await rig.photo(bucket.server.url("/photos/a.jpg")).get()
        #expect(bucket.server.requests.last?.fields["authorization"]?.contains("Credential=WORK/") == true)
        // Without keys, the bucket that is opened without a profile is anyone's.
        _ = rig.list(bucket.url)
        _ = try await rig.photo(bucket.server.url("/photos/a.jpg")).get()
        #expect(bucket.server.requests.last?.fields["authorization"] == nil)
        _ = try await rig.photo(work.location(at: 0).get()).get()
        #expect(bucket.server.requests.last?.fields["authorization"]?.contains("Credential=WORK/") == true)
    }

    @Test func `A key that a person gives for one profile does not sign for another`() async throws {
        let refusal = Data("<Error><Code>InvalidAccessKeyId</Code><Message>No.</Message></Error>".utf8)
        let bucket = try BucketServer(
            ["a.jpg"],
            answer: { request in
                guard request.fields["authorization"]?.contains("Credential=WORK/") == true else { return nil }
                return .raw("HTTP/1.1 403 Forbidden\r\nContent-Length: \(refusal.count)\r\n\r\n", body: refusal)
            })
        defer { bucket.server.stop() }
        let rig = Rig([.say("GIVEN", "three")], credentials: Self.profiles)
        let home = rig.list(try Self.url(bucket, "at%20home")).catalogue
        let work = rig.list(try Self.url(bucket, "a%3Ab")).catalogue
        #expect(rig.asker.asked.count == 1)
        for (catalogue, id) in [(home, "HOME"), (work, "GIVEN")] {
            _ = try await rig.photo(catalogue.location(at: 0).get()).get()
            #expect(bucket.server.requests.last?.fields["authorization"]?.contains("Credential=\(id)/") == true)
        }
        #expect(rig.asker.asked.count == 1)
    }

    @Test func `Without a key the person is asked once for the bucket, and again if it is wrong`() async throws {
        let bucket = try BucketServer(Self.names(3), key: Self.key)
        defer { bucket.server.stop() }
        let rig = Rig([.say("OTHER", "x"), .say("ID", "wrong"), .say("ID", Self.key.secret, isToBeRemembered: true)])
        let listed = rig.list(bucket.url)
        #expect(listed.catalogue.count == 4)
        #expect(rig.asker.asked.map(\.wasWrong) == [false, true, true])
        #expect(rig.asker.asked.allSatisfy { $0.space.scheme == .signature && $0.space.realm == "photos" })
        _ = try await rig.photo(listed.catalogue.location(at: 0).get()).get()
        #expect(rig.asker.asked.count == 3)
        #expect(rig.store.credentials == [Credential(name: "ID", password: Self.key.secret)])
    }

    @Test func `A person who declines is told why, in the store’s words`() throws {
        let bucket = try BucketServer(Self.names(3), key: Self.key)
        defer { bucket.server.stop() }
        let failure = Rig().list(bucket.url).failure
        #expect(failure == .fetch(.refused(status: 403, phrase: "It is AccessDenied.")))
    }

    @Test(arguments: [-4000.0, 4000, 90_000])
    func `A clock that is wrong is corrected once, for all requests`(clock: Double) async throws {
        let bucket = try BucketServer(Self.names(3), key: Self.key, clock: clock)
        defer { bucket.server.stop() }
        let rig = Rig(configured: Self.key)
        let listed = rig.list(bucket.url)
        #expect(listed.catalogue.count == 4)
        #expect(bucket.server.requests.count == 2)
        _ = try await rig.photo(listed.catalogue.location(at: 0).get()).get()
        #expect(bucket.server.requests.count == 3)
        #expect(rig.asker.asked.isEmpty)
    }

    @Test func `A bucket in another region is signed for its own`() throws {
        let bucket = try BucketServer(Self.names(3), key: Self.key, region: "eu-west-3")
        defer { bucket.server.stop() }
        #expect(Rig(configured: Self.key).list(bucket.url).catalogue.count == 4)
    }

    @Test(arguments: [301, 302, 307, 308])
    func `A redirect to another server takes no key along`(status: Int) async throws {
        let other = try BucketServer(["a.jpg"])
        defer { other.server.stop() }
        let target = other.server.url("/elsewhere.jpg").absoluteString
        let bucket = try BucketServer(Self.names(1), key: Self.key) { request in
            request.path.contains("IMG")
                ? .status("\(status) Moved", headers: "Location: \(target)\r\n") : nil
        }
        defer { bucket.server.stop() }
        let rig = Rig(configured: Self.key)
        let listed = rig.list(bucket.url)
        _ = await rig.photo(try listed.catalogue.location(at: 0).get())
        let sent = other.server.requests
        #expect(!sent.isEmpty)
        #expect(
            sent.allSatisfy { request in
                request.fields.keys.allSatisfy { $0 != "authorization" && !$0.hasPrefix("x-amz") }
            })
    }

    @Test func `Another bucket on the same server gets no key`() async throws {
        let bucket = try BucketServer(Self.names(1), key: Self.key) { request in
            request.path.hasPrefix("/private") ? .ok(Data("x".utf8)) : nil
        }
        defer { bucket.server.stop() }
        let rig = Rig(configured: Self.key)
        _ = rig.list(bucket.url)
        _ = await rig.photo(bucket.server.url("/private/a.jpg"))
        #expect(bucket.server.requests.last?.path == "/private/a.jpg")
        #expect(bucket.server.requests.last?.fields["authorization"] == nil)
    }

    @Test(arguments: ["503 Slow Down", "429 Too Many Requests", nil])
    func `Pages that fail in a busy moment are asked for again, and nothing is missing`(status: String?) throws {
        let failed = Mutex<Set<String>>([])
        let bucket = try BucketServer(
            Self.names(500), page: 100,
            spoil: { request, list in
                let isFirst = !request.path.contains("start-after") && !request.path.contains("continuation")
                guard status != nil || !isFirst, failed.withLock({ $0.insert(request.path).inserted }) else {
                    return nil
                }
                if let status { return .status(status) }
                return .rawThenClose(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: \(list.count)\r\n\r\n",
                    body: Data(list.prefix(list.count / 2)))
            })
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.failure == nil)
        #expect(listed.catalogue.count == 501)
    }

    @Test func `A store that does not begin where it is asked to is listed in order, and nothing is missing`() throws {
        let bucket = try BucketServer(Self.names(2000), page: 100, unknown: ["start-after"])
        defer { bucket.server.stop() }
        let whole = try BucketServer(Self.names(2000), page: 100)
        defer { whole.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.failure == nil)
        #expect(bucket.server.requests.contains { $0.path.contains("start-after") })
        let names = { (catalogue: Catalogue) in (0..<catalogue.count).map { catalogue.name(at: $0) } }
        #expect(names(listed.catalogue) == names(Rig().list(whole.url).catalogue))
        #expect(listed.catalogue.count == 2001)
    }

    /// Folders first, or by something that nobody else knows.
    @Test(arguments: ["folders", "secret"], [10, 100, 1000])
    func `A store with an order of its own is listed in that, and nothing is missing`(kind: String, page: Int) throws {
        let folders: BucketServer.Order = { $0.map { $0 == UInt8(ascii: "/") ? 1 : $0 } }
        let secret: BucketServer.Order = { Array($0.reversed()) }
        let names = Self.names(500) + (0..<300).map { "2019-party/\($0 + 100).jpg" }
        let bucket = try BucketServer(names, page: page, order: kind == "folders" ? folders : secret)
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.failure == nil)
        let found = (0..<listed.catalogue.count).map { listed.catalogue.name(at: $0) }
        #expect(found.sorted() == names.filter { !$0.hasSuffix(".txt") }.sorted())
    }

    @Test(arguments: [true, false])
    func `A store that begins a page with the name before it has no photo twice`(knowsTokens: Bool) throws {
        let bucket = try BucketServer(Self.names(2000), page: 100, knowsTokens: knowsTokens, isInclusive: true)
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        let names = (0..<listed.catalogue.count).map { listed.catalogue.name(at: $0) }
        #expect(listed.failure == nil && names.count == 2001 && Set(names).count == 2001)
    }

    @Test(arguments: [true, false])
    func `A store that repeats its first page leaves its rows, and says so`(knowsTokens: Bool) throws {
        let bucket = try BucketServer(
            Self.names(500), page: 100, knowsTokens: knowsTokens,
            unknown: ["start-after", "continuation-token", "marker"])
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.catalogue.count == 100)
        #expect(
            listed.failure == .notACatalogue(reason: "The server repeats photos instead of listing the next ones."))
        #expect(bucket.server.requests.count < 20)
    }

    @Test func `A page that keeps failing leaves the rows before it, and says why`() throws {
        let bucket = try BucketServer(Self.names(500), page: 100) { request in
            request.path.contains("start-after") || request.path.contains("continuation")
                ? .status("500 Internal Server Error") : nil
        }
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.catalogue.count == 100)
        #expect(listed.failure == .fetch(.refused(status: 500, phrase: "Internal Server Error")))
    }

    @Test(arguments: [true, false])
    func `A page that is cut short leaves the rows before it, and says so`(isMarked: Bool) throws {
        let bucket = try BucketServer(
            Self.names(500), page: 100,
            spoil: { request, list in
                guard request.path.contains("start-after") || request.path.contains("continuation") else { return nil }
                let half = Data(list.prefix(list.count / 2))
                guard isMarked else { return .ok(half, type: "application/xml") }
                return .rawThenClose(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: \(list.count)\r\n\r\n",
                    body: half)
            })
        defer { bucket.server.stop() }
        let listed = Rig().list(bucket.url)
        #expect(listed.catalogue.count == 100)
        switch listed.failure {
        case .fetch(.cutShort)? where isMarked, .notACatalogue? where !isMarked: break
        default: Issue.record("\(String(describing: listed.failure))")
        }
    }

    @Test(arguments: ["", "2018/", "zz/"])
    func `A bucket without photos, or without anything, is read to its end`(prefix: String) throws {
        let bucket = try BucketServer(["2018/notes.txt"])
        defer { bucket.server.stop() }
        let listed = Rig().list(S3Location.url("photos", prefix: prefix, endpoint: bucket.server.url("")))
        #expect(listed.failure == nil && listed.catalogue.count == 0)
    }
}
