import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("What bodies in flight take together", .timeLimit(.minutes(15)))
struct MemoryAccountTests {
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
        let account = MemoryAccount(encoded: 8 << 20)
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

    @Test func `One photo may have all that encoded bytes have; a byte more waits until it is gone`() {
        let account = MemoryAccount()
        let (first, second) = (account.open(), account.open())
        let answers = Mutex<[MemoryAccount.Reservation]>([])
        func reserve(_ byteCount: Int, for id: Int) -> MemoryAccount.Reservation {
            account.reserve(byteCount, for: id) { answer in answers.withLock { $0.append(answer) } }
        }
        #expect(reserve(FetchRequest.maximumPhotoByteCount, for: first) == .granted)
        #expect(reserve(1, for: second) == .waits)
        #expect(account.heldByteCount == MemoryAccount.encodedByteCount)
        account.release(first)
        #expect(answers.withLock { $0 } == [.granted])
        #expect(account.heldByteCount == 1)
    }

    @Test func `Who cancels gives back`() async throws {
        let server = try LoopbackServer { _ in
            .rawThenHang("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n", body: Data(count: 500_000))
        }
        defer { server.stop() }
        let account = MemoryAccount()
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: PixbufDecoder(), account: account)
        let task = fetcher.fetch(FetchRequest(url: server.url("/a")), progress: { _ in }, completion: { _ in })
        #expect(server.wait { _ in account.heldByteCount > 0 })
        task.cancel()
        fetcher.waitUntilIdle()
        #expect(account.heldByteCount == 0)
    }

    @Test func `What is on disk waits for room before it is read`() async throws {
        let body = Data(repeating: 7, count: 3 << 20)
        let server = try LoopbackServer.answering { _ in .ok(body, headers: "Cache-Control: max-age=3600\r\n") }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("classic-photos-account-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = MemoryAccount(encoded: 4 << 20)
        func fetchAll(of fetcher: CachingFetcher) async -> [Bool] {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            let request = FetchRequest(url: server.url("/\(number)"))
                            _ = fetcher.fetch(request, progress: { _ in }) {
                                continuation.resume(returning: (try? $0.get().data) == body)
                            }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        let first = CachingFetcher(
            network: DataFetcher(), store: HTTPStore(folder: folder), decoder: PixbufDecoder())
        #expect(await fetchAll(of: first) == Array(repeating: true, count: 6))
        first.waitUntilIdle()
        let second = CachingFetcher(
            network: DataFetcher(), store: HTTPStore(folder: folder), decoder: PixbufDecoder(), account: account)
        #expect(await fetchAll(of: second) == Array(repeating: true, count: 6))
        second.waitUntilIdle()
        #expect(server.asked.count == 6)
        #expect((body.count...4 << 20).contains(account.peakByteCount))
        #expect(account.heldByteCount == 0)
    }

    @Test func `Encoded bytes count as long as they are in use, and an open photo's leave room for downloads`()
        async throws
    {
        let body = Data(repeating: 7, count: 3 << 20)
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, body) }
        defer { server.stop() }
        let account = MemoryAccount(encoded: 4 << 20, decoded: 100 << 20)
        let fetcher = CachingFetcher(network: DataFetcher(), store: nil, decoder: PixbufDecoder(), account: account)
        func fetch(_ path: String) async -> FetchedData? {
            await withCheckedContinuation { continuation in
                _ = fetcher.fetch(FetchRequest(url: server.url(path)), progress: { _ in }) {
                    continuation.resume(returning: try? $0.get())
                }
            }
        }
        var first = await fetch("/a")
        #expect(account.heldByteCount == body.count)
        first?.hold?.keep(body.count)
        #expect(account.heldByteCount == body.count)
        var second = await fetch("/b")
        #expect(second?.data == body)
        #expect(account.heldByteCount == 2 * body.count)
        (first, second) = (nil, nil)
        fetcher.waitUntilIdle()
        #expect(account.heldByteCount == 0)
    }
}
