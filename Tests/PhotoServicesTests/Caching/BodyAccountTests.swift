import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("What bodies in flight take together", .timeLimit(.minutes(5)))
struct BodyAccountTests {
    @Test
    func `Many large bodies at once stay within it: they wait for each other, or begin again later, and all come`()
        async throws
    {
        let body = Data(repeating: 7, count: 3 << 20)
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, body) }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("classic-photos-account-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = BodyAccount(limit: 8 << 20)
        let fetcher = CachingFetcher(
            network: DataFetcher(), store: HTTPStore(folder: folder), decoder: PixbufDecoder(), account: account)
        var left = Array(0..<12)
        while !left.isEmpty {
            let failed = await withTaskGroup(of: Int?.self) { group in
                for number in left {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            let request = FetchRequest(url: server.url("/\(number)"))
                            _ = fetcher.fetch(request, progress: { _ in }) { result in
                                switch result {
                                case .success(let fetched):
                                    continuation.resume(returning: fetched.data == body ? nil : -1)
                                case .failure(let failure):
                                    continuation.resume(returning: failure == .crowded ? number : -1)
                                }
                            }
                        }
                    }
                }
                return await group.reduce(into: [Int]()) { failed, number in
                    if let number { failed.append(number) }
                }
            }
            #expect(!failed.contains(-1))
            // At least one has arrived: none waits for another.
            #expect(failed.count < left.count)
            left = failed.contains(-1) ? [] : failed
        }
        fetcher.waitUntilIdle()
        #expect(account.peakByteCount <= 8 << 20)
        #expect(account.heldByteCount == 0)
    }

    @Test func `Who cancels gives back`() async throws {
        let server = try LoopbackServer { _ in
            .rawThenHang("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n", body: Data(count: 500_000))
        }
        defer { server.stop() }
        let account = BodyAccount()
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: PixbufDecoder(), account: account)
        let task = fetcher.fetch(FetchRequest(url: server.url("/a")), progress: { _ in }, completion: { _ in })
        #expect(server.wait { _ in account.heldByteCount > 0 })
        task.cancel()
        fetcher.waitUntilIdle()
        #expect(account.heldByteCount == 0)
    }
}
