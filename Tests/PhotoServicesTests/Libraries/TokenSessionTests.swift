import Foundation
import PhotoDecoding
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Sessions at several PhotoPrism servers, and of several persons")
struct TokenSessionTests {
    private let photos = Data("photos".utf8)

    @MainActor
    @Test func `Signing out of one server leaves the sessions at others as they are`() async throws {
        let (left, kept) = (SessionServer(), SessionServer())
        let rig = try SessionRig(left, .say("anna", "secret"), .say("anna", "secret"))
        let other = try LoopbackServer.answering(kept.answer)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-sign-out-\(UUID().uuidString)")
        defer {
            rig.server.stop()
            other.stop()
            try? FileManager.default.removeItem(at: folder)
        }
        rig.places.add(try #require(LibraryLocation(LibraryRig(.photoPrism).url(of: other))?.place))
        #expect(try await rig.fetch().get().data == photos)
        #expect(try await rig.fetch(other).get().data == photos)

        let context = HandDrivenMainContext()
        let store = HTTPStore(folder: folder.appendingPathComponent("http"))
        let keptData = KeptData(
            store: store, handed: HandedFiles(folder: folder.appendingPathComponent("handed")),
            fetchers: [rig.photos, rig.catalogues].map {
                CachingFetcher(network: $0, store: store, decoder: PixbufDecoder())
            }, credentials: rig.broker, mainContext: context)
        let isForgotten = Mutex(false)
        keptData.forgetPasswords(for: [WebServer(host: "127.0.0.1", port: rig.server.port)]) { _, _ in
            isForgotten.withLock { $0 = true }
        }
        #expect(context.run { isForgotten.withLock { $0 } })
        #expect(becomesTrue { left.ended == ["/api/v1/session/session1 token1"] })
        for fetcher in [rig.photos, rig.catalogues] {
            #expect(try await rig.fetch(other, by: fetcher).get().data == photos)
        }
        #expect(other.requests.suffix(2).map { $0.fields["x-auth-token"] } == ["token1", "token1"])
        #expect(kept.begun == 1 && kept.ended.isEmpty)
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `Signing out of one server leaves a session that begins at another as it is`() throws {
        let gate = Gate()
        let kept = SessionServer { if $0.method == "POST" { gate.pass() } }
        let rig = try SessionRig(kept, .say("anna", "secret"))
        defer { rig.server.stop() }
        let result = Mutex<Result<FetchedData, FetchFailure>?>(nil)
        let request = FetchRequest(url: rig.server.url("/api/v1/photos"))
        _ = rig.photos.fetch(request, progress: { _ in }) { fetched in result.withLock { $0 = fetched } }
        #expect(gate.waitForSomebody())
        rig.photos.forgetLogins(in: [WebServer(host: "a.example", port: 443)])
        gate.open()
        #expect(becomesTrue { result.withLock { $0 } != nil })
        let data = try result.withLock { $0 }?.get().data
        #expect(data == photos)
        #expect(kept.begun == 1 && kept.ended.isEmpty)
    }

    @Test func `Two logins in addresses have a session each`() async throws {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions)
        defer { rig.server.stop() }
        for login in ["anna:secret", "bert:other", "bert:other"] {
            #expect(try await rig.fetch(as: login).get().data == photos)
        }
        let tokens = rig.server.requests.filter { $0.method == "GET" }.map { $0.fields["x-auth-token"] }
        #expect(tokens == [nil, "token1", nil, "token2", "token2"])
        #expect(rig.asker.asked.isEmpty)
    }

    @Test func `The session of one login in an address is not that of another that waits for one`() throws {
        let gate = Gate()
        let sessions = SessionServer {
            if $0.path.hasSuffix("bert"), $0.fields["x-auth-token"] == nil { gate.pass() }
        }
        let rig = try SessionRig(sessions)
        defer { rig.server.stop() }
        let first = Mutex<Data?>(nil)
        let second = Mutex<Data?>(nil)
        let request = FetchRequest(url: rig.url("api/v1/photos?by=bert", as: "bert:other"))
        _ = rig.photos.fetch(request, progress: { _ in }) { fetched in
            second.withLock { $0 = try? fetched.get().data }
        }
        #expect(gate.waitForSomebody())
        // Nothing is awaited here: other tests may take longer than the held request is waited for.
        let own = FetchRequest(url: rig.url("api/v1/photos", as: "anna:secret"))
        _ = rig.photos.fetch(own, progress: { _ in }) { fetched in
            first.withLock { $0 = try? fetched.get().data }
        }
        #expect(becomesTrue { first.withLock { $0 } != nil })
        gate.open()
        #expect(becomesTrue { second.withLock { $0 } != nil })
        #expect(first.withLock { $0 } == photos && second.withLock { $0 } == photos)
        let tokens = rig.server.requests.filter { $0.path.hasSuffix("bert") }.map { $0.fields["x-auth-token"] }
        #expect(tokens == [nil, "token2"] && sessions.begun == 2)
    }

    @Test func `A session of a login in an address that has ended is begun again, and its token not sent again`()
        async throws
    {
        let sessions = SessionServer()
        let rig = try SessionRig(sessions)
        defer { rig.server.stop() }
        #expect(try await rig.fetch(as: "anna:secret").get().data == photos)
        sessions.endSessions()
        #expect(try await rig.fetch(as: "anna:secret").get().data == photos)
        let tokens = rig.server.requests.filter { $0.method == "GET" }.map { $0.fields["x-auth-token"] }
        #expect(tokens == [nil, "token1", "token1", "token2"])
        #expect(sessions.begun == 2 && rig.asker.asked.isEmpty)
    }
}
