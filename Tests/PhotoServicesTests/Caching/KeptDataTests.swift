import Foundation
@testable import PhotoCore
import PhotoDecoding
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@MainActor
@Suite("What is kept of servers, and removed")
struct KeptDataTests {
    /// A program with a private folder, and a person who knows a password.
    @MainActor
    private final class Rig {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-kept-\(UUID().uuidString)")
        let context = HandDrivenMainContext()
        let passwords = StubCredentialStore()
        let store: HTTPStore
        let fetcher: CachingFetcher
        let kept: KeptData

        init() {
            let broker = CredentialBroker(
                asker: StubAsker { _ in .say("anna", "secret", isToBeRemembered: true) }, store: passwords)
            store = HTTPStore(folder: folder.appendingPathComponent("http"))
            fetcher = CachingFetcher(
                network: DataFetcher(timeoutSeconds: 60, credentials: broker), store: store, decoder: PixbufDecoder())
            kept = KeptData(
                store: store, handed: HandedFiles(folder: folder.appendingPathComponent("handed")), fetchers: [fetcher],
                credentials: broker, mainContext: context)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var fileCount: Int {
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("http").path)
            return names?.count ?? 0
        }

        /// Hands a photo to another program; returns its file.
        func hand() throws -> URL {
            try HandedFiles(folder: folder.appendingPathComponent("handed")).place(Data(count: 10), named: "a.jpg")
        }

        func protectedServers() -> Set<WebServer>? {
            var servers: Set<WebServer>?
            kept.protectedServers { servers = $0 }
            _ = context.run { servers != nil }
            return servers
        }

        /// What signing out of the library at `address` is about; nil if that is not known.
        func scope(of address: String, leaving others: [String] = []) -> SignOutScope? {
            var found: Result<SignOutScope, FetchFailure>?
            LibraryServer.find(for: address, leaving: others, in: kept, mainContext: context) {
                found = $0
            } configuration: {
                S3Configuration()
            }
            #expect(context.run { found != nil })
            return try? found?.get()
        }

        func fetch(_ url: URL) async throws {
            let result = await withCheckedContinuation { continuation in
                _ = fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
            }
            _ = try result.get()
            fetcher.waitUntilIdle()
        }
    }

    private nonisolated static let headers = "ETag: \"x\"\r\nCache-Control: max-age=3600\r\n"

    /// Serves `body` to those who say the password, if `isProtected`.
    private static func server(isProtected: Bool, body: Data) throws -> LoopbackServer {
        try .answering { request in
            isProtected && request.fields["authorization"] == nil
                ? .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n")
                : .ok(body, headers: headers)
        }
    }

    @Test func `With the password of a server goes what it has sent, and with the cache the rest`() async throws {
        let (open, secret, other) = (
            try Self.server(isProtected: false, body: Data(count: 1000)),
            try Self.server(isProtected: true, body: Data(count: 2000)),
            try Self.server(isProtected: true, body: Data(count: 3000))
        )
        defer { [open, secret, other].forEach { $0.stop() } }
        let rig = Rig()
        for server in [open, other] { try await rig.fetch(server.url("/1")) }
        for path in ["/1", "/2"] { try await rig.fetch(secret.url(path)) }
        #expect(rig.fileCount == 4 && rig.passwords.credentials.count == 2)
        let servers = [secret, other].map { WebServer(host: "127.0.0.1", port: $0.port) }
        #expect(rig.protectedServers() == Set(servers))

        var handed = try rig.hand()
        var freed: Int?
        rig.kept.forgetPasswords(for: [servers[0]]) { areLeft, bytes in freed = areLeft ? nil : bytes }
        #expect(rig.context.run { freed != nil })
        #expect(freed.map { $0 > 4000 && $0 < 7000 } == true)
        #expect(rig.fileCount == 2 && rig.passwords.credentials.count == 1)
        #expect(rig.protectedServers() == [servers[1]])
        #expect(!FileManager.default.fileExists(atPath: handed.path))

        handed = try rig.hand()
        freed = nil
        rig.kept.clearCache { freed = $0 }
        #expect(rig.context.run { freed != nil })
        #expect(freed.map { $0 > 4000 } == true && rig.fileCount == 0)
        #expect(!FileManager.default.fileExists(atPath: handed.path))
        // Downloads go on as before.
        try await rig.fetch(open.url("/1"))
        #expect(rig.fileCount == 1)
    }

    @Test func `Signing out of a bucket is meant for the region that it turned out to be in`() throws {
        let rig = Rig()
        let hosts = ["photos.s3.eu-west-1", "photos.s3.us-east-1", "other.s3.eu-west-1", "photos.eu-west-1"].map {
            $0 + ".amazonaws.com"
        }
        for host in hosts.filter({ $0 != hosts[1] }) {
            let space = ProtectionSpace(
                host: host, port: 443, realm: "photos", scheme: .signature, isEncrypted: true)
            rig.passwords.remember(Credential(name: "ID", password: "secret"), for: space)
        }
        func servers(_ address: String) -> Set<WebServer>? { rig.scope(of: address)?.servers }
        let found = try #require(rig.scope(of: "s3://photos"))
        #expect(found.servers == Set(hosts[..<2].map { WebServer(host: $0, port: 443) }))
        #expect(servers("file:///photos/") == [])
        #expect(servers("webdavs://a.example/photos/") == [WebServer(host: "a.example", port: 443)])
        #expect(
            servers("immich+http://a.example/")
                == [WebServer(host: "a.example", port: 80), WebServer(host: "a.example", port: 443)])
        var isForgotten = false
        rig.kept.forgetPasswords(for: found) { areLeft, _ in isForgotten = !areLeft }
        #expect(rig.context.run { isForgotten })
        #expect(rig.passwords.credentials.count == 2)
        #expect(servers("s3://photos") == [WebServer(host: hosts[1], port: 443)])
    }

    @Test func `A bucket whose profile is gone is looked for where it may be, or that is said`() throws {
        let rig = Rig()
        #expect(rig.scope(of: "s3://photos?profile=none") == nil)
        let (host, store) = ("photos.s3.eu-west-1.amazonaws.com", "store.example")
        for host in [host, store] {
            let space = ProtectionSpace(
                host: host, port: 443, realm: "photos", scheme: .signature, isEncrypted: true)
            rig.passwords.remember(Credential(name: "ID", password: "secret"), for: space)
        }
        #expect(rig.scope(of: "s3://photos?profile=none")?.servers.contains(WebServer(host: host, port: 443)) == true)
        let there = try #require(rig.scope(of: "s3://photos?profile=none&endpoint=https://store.example/s3"))
        #expect(there.servers == [WebServer(host: store, port: 443)])
        #expect(there.contains(Sample.url("https://store.example/s3/photos/1.jpg")))
        #expect(rig.scope(of: "s3://others?profile=none") == nil)
    }

    @Test func `Signing out of a gallery leaves others at the same server as they are`() throws {
        let rig = Rig()
        let scope = try #require(rig.scope(of: "https://a.example/anna/" + GalleryAddress.photos))
        #expect(scope.servers == [WebServer(host: "a.example", port: 443)])
        func contains(_ realm: String, _ scheme: ProtectionSpace.Scheme) -> Bool {
            let space = ProtectionSpace(host: "a.example", port: 443, realm: realm, scheme: scheme, isEncrypted: true)
            return scope.contains(space)
        }
        #expect(contains("Piwigo (/anna/)", .session) && contains("Piwigo (x@/anna/)", .session))
        #expect(contains("Photos", .basic))
        for realm in ["Piwigo", "Piwigo (/ben/)", "Piwigo (x@/ben/)", "Piwigo (/x@/anna/)", "Piwigo (x@/)"] {
            #expect(!contains(realm, .session), "\(realm)")
        }
        #expect(!contains("Immich", .key) && !contains("anna", .signature))
        #expect(scope.contains(Sample.url("https://a.example/anna/upload/1.jpg")))
        #expect(!scope.contains(Sample.url("https://a.example/ben/upload/1.jpg")))
        // Below no path, it has its server for itself.
        let whole = try #require(rig.scope(of: "https://a.example/" + GalleryAddress.photos))
        #expect(whole.contains(Sample.url("https://a.example/ben/upload/1.jpg")))
    }

    @Test func `Signing out of a library leaves others at the same server as they are`() throws {
        let rig = Rig()
        let others = ["immich+https://a.example", "immich+https://a.example/ben", "photoprism+https://a.example"]
        func has(_ address: String, _ realm: String, _ scheme: ProtectionSpace.Scheme, at url: String) throws -> Bool {
            let scope = try #require(rig.scope(of: address, leaving: others))
            let space = ProtectionSpace(host: "a.example", port: 443, realm: realm, scheme: scheme, isEncrypted: true)
            let url = Sample.url("https://a.example\(url)")
            #expect(scope.servers == [WebServer(host: "a.example", port: 443)])
            #expect(scope.contains(space) == scope.contains(url), "\(realm)")
            return scope.contains(space)
        }
        let (below, whole) = ("immich+https://a.example/anna?part=albums", "photoprism+https://a.example")
        #expect(try has(below, "Immich (/anna/)", .key, at: "/anna/api/assets/1/thumbnail"))
        #expect(try !has(below, "Immich", .key, at: "/api/assets/1/thumbnail"))
        #expect(try !has(below, "Immich (/ben/)", .key, at: "/ben/api/assets/1/thumbnail"))
        #expect(try !has(below, "PhotoPrism", .key, at: "/api/v1/t/1"))
        #expect(try !has(below, "Piwigo (/gallery/)", .session, at: "/gallery/ws.php"))
        #expect(try !has(below, "photos", .signature, at: "/photos/1.jpg"))
        #expect(try has(whole, "PhotoPrism", .key, at: "/api/v1/t/1"))
        #expect(try !has(whole, "PhotoPrism (/ben/)", .key, at: "/ben/api/v1/t/1"))
        #expect(try !has(whole, "Immich (/anna/)", .key, at: "/anna/api/assets"))
        // The password of the server itself may be for any of them.
        let basic = ProtectionSpace(
            host: "a.example", port: 443, realm: "Photos", scheme: .basic, isEncrypted: true)
        #expect(try #require(rig.scope(of: below)).contains(basic))
    }

    @Test func `Signing out of a library below a path forgets the key that an earlier version kept under the host`()
        throws
    {
        let rig = Rig()
        let (below, first) = ("immich+https://a.example/anna", "immich+https://a.example/?part=albums")
        let old = ProtectionSpace(host: "a.example", port: 443, realm: "Immich", scheme: .key, isEncrypted: true)
        let alone = try #require(rig.scope(of: below, leaving: ["immich+https://b.example", "s3://photos"]))
        #expect(alone.contains(old))
        #expect(!alone.contains(Sample.url("https://a.example/api/assets/1/thumbnail")))
        let others = ["photoprism+https://a.example", "immich+https://a.example/ben", first]
        #expect(try #require(rig.scope(of: below, leaving: Array(others.prefix(2)))).contains(old))
        // That is the key of the server's first library now.
        #expect(try !#require(rig.scope(of: below, leaving: others)).contains(old))
        #expect(try #require(rig.scope(of: first, leaving: [below])).contains(old))
    }

    @Test(arguments: ["s3://my.photos", "s3://photos?endpoint=https://store.example/s3"])
    func `Signing out of a bucket leaves others at the same server as they are`(address: String) throws {
        let rig = Rig()
        let location = try #require(S3Location(Sample.url(address)))
        let access = try S3Configuration().access(to: location)
        let store = access.store
        let host = try #require(store.host)
        for realm in [location.bucket, "other.photos"] {
            let space = ProtectionSpace(host: host, port: 443, realm: realm, scheme: .signature, isEncrypted: true)
            rig.passwords.remember(Credential(name: realm, password: "secret"), for: space)
        }
        let others = ["other.photos/1.jpg", "\(location.bucket)2/1.jpg"].map {
            store.deletingLastPathComponent().appendingPathComponent($0)
        }
        let own = [store, store.appendingPathComponent("2019/1.jpg"), access.listing(prefix: "2019/")]
        let scope = try #require(rig.scope(of: address))
        #expect(scope.servers == [WebServer(host: host, port: 443)])
        #expect(own.allSatisfy { scope.contains($0) } && !others.contains { scope.contains($0) })
        for url in own + others {
            let head = ReplyHead(
                status: 200, fields: ["cache-control": "max-age=60"], url: url, times: 1...2, hadLogin: true)
            rig.store.keep(
                StoredReply(head: StoredHead(head, to: url, totalByteCount: 1), body: Data([1]), isWhole: true))
        }
        var isForgotten = false
        rig.kept.forgetPasswords(for: scope) { areLeft, _ in isForgotten = !areLeft }
        #expect(rig.context.run { isForgotten })
        #expect(rig.passwords.credentials.map(\.name) == ["other.photos"])
        #expect(own.allSatisfy { rig.store.reply(for: $0) == nil })
        #expect(others.allSatisfy { rig.store.reply(for: $0) != nil })
    }

    @Test func `At the next start, with an empty keyring, it is still known which photos had needed a password`()
        async throws
    {
        let secret = try Self.server(isProtected: true, body: Data(count: 2000))
        defer { secret.stop() }
        let rig = Rig()
        try await rig.fetch(secret.url("/1"))
        let store = HTTPStore(folder: rig.folder.appendingPathComponent("http"))
        #expect(store.protectedServers == [WebServer(host: "127.0.0.1", port: secret.port)])
        #expect(store.removeAll(from: SignOutScope(store.protectedServers)) > 2000 && rig.fileCount == 0)
    }

    @Test(arguments: [false, true])
    func `A download under way goes on, and leaves nothing on disk when its password is forgotten`(
        isStream: Bool
    ) async throws {
        let gate = Gate()
        let body = Data(count: 300_000)
        let server = try LoopbackServer.answering { request in
            guard request.fields["authorization"] != nil else {
                return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n")
            }
            gate.pass()
            return .ok(body, headers: Self.headers)
        }
        defer { server.stop() }
        let rig = Rig()
        let result = Mutex<FetchFailure??>(nil)
        if isStream {
            _ = rig.fetcher.stream(FetchRequest(url: server.url("/1")), flow: FetchFlow()) { event in
                if case .ended(let failure) = event { result.withLock { $0 = failure } }
            }
        } else {
            _ = rig.fetcher.fetch(FetchRequest(url: server.url("/1")), progress: { _ in }) { outcome in
                result.withLock { $0 = if case .failure(let failure) = outcome { failure } else { .some(nil) } }
            }
        }
        #expect(server.wait { $0.asked.count == 2 })
        var isForgotten = false
        rig.kept.forgetPasswords(for: [WebServer(host: "127.0.0.1", port: server.port)]) { _, _ in isForgotten = true }
        #expect(rig.context.run { isForgotten })
        gate.open()
        rig.fetcher.waitUntilIdle()
        #expect(result.withLock { $0 } == .some(nil))
        #expect(rig.fileCount == 0)
    }

    @Test(arguments: [false, true])
    func `What comes after the password is forgotten is not on disk before its end either: the program may be killed`(
        isStream: Bool
    ) throws {
        let gate = Gate()
        let body = Data(count: 300_000)
        let server = try LoopbackServer.answering { request in
            guard request.fields["authorization"] != nil else {
                return .status("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n")
            }
            gate.pass()
            return .rawThenHang("HTTP/1.1 200 OK\r\n\(Self.headers)Content-Length: 1000000\r\n\r\n", body: body)
        }
        defer { server.stop() }
        let rig = Rig()
        let received = Mutex(0)
        let request = FetchRequest(url: server.url("/1"))
        let task: any FetchTask
        if isStream {
            task = rig.fetcher.stream(request, flow: FetchFlow()) { event in
                if case .bytes(let bytes) = event { received.withLock { $0 += bytes.count } }
            }
        } else {
            task = rig.fetcher.fetch(request) { progress in
                received.withLock { $0 = progress.received }
            } completion: { _ in
            }
        }
        #expect(server.wait { $0.asked.count == 2 })
        var isForgotten = false
        rig.kept.forgetPasswords(for: [WebServer(host: "127.0.0.1", port: server.port)]) { _, _ in isForgotten = true }
        #expect(rig.context.run { isForgotten })
        gate.open()
        #expect(becomesTrue { received.withLock { $0 } == body.count })
        #expect(rig.fileCount == 0)
        task.cancel()
        rig.fetcher.waitUntilIdle()
        #expect(rig.fileCount == 0)
    }
}
