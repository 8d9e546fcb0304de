import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

@Suite("Pictures that addresses hold")
struct DataTransferTests {
    private static let bytes = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private static let url = Sample.url("data:image/png;base64," + bytes.base64EncodedString())

    @Test func `The bytes are fetched without a server, and nothing of them is left on disk`() async throws {
        let cache = TestCache()
        for _ in 0..<2 {
            let fetched = try await cache.fetch(Self.url)
            #expect(fetched.data == Self.bytes && fetched.url == Self.url && !fetched.isStale)
        }
        let files = try? FileManager.default.contentsOfDirectory(atPath: cache.folder.path)
        #expect(files?.isEmpty ?? true)
    }

    @Test func `More than was asked for at most is refused`() async {
        let whole = await ArchiveSample.bytes(of: Self.url, with: DataFetcher(), limit: Self.bytes.count)
        #expect((try? whole.get()) == Self.bytes)
        let cut = await ArchiveSample.bytes(of: Self.url, with: DataFetcher(), limit: Self.bytes.count - 1)
        #expect(throws: FetchFailure.tooLarge(limit: Self.bytes.count - 1)) { try cut.get() }
    }

    @Test func `It waits for its reader, and can be cancelled meanwhile`() async {
        let fetcher = DataFetcher()
        let flow = FetchFlow(limit: 1)
        let task = Mutex<(any FetchTask)?>(nil)
        let end = await withCheckedContinuation { continuation in
            let sent = fetcher.send(WireRequest(url: Self.url, flow: flow)) { event in
                switch event {
                case .bytes: task.withLock { $0 }?.cancel()
                case .ended(let end): continuation.resume(returning: end)
                case .file, .opened: break
                }
            }
            task.withLock { $0 = sent }
            // The bytes may come before the task is known.
            if flow.isHolding { sent.cancel() }
        }
        #expect(end.failure == .cancelled)
    }

    @Test func `Nothing remains of one that its reader gives up while it reads`() async {
        weak var left: FetchFlow?
        do {
            let flow = FetchFlow(limit: 1)
            left = flow
            let fetcher = DataFetcher()
            let task = Mutex<(any FetchTask)?>(nil)
            let isKnown = DispatchSemaphore(value: 0)
            let end = await withCheckedContinuation { continuation in
                let sent = fetcher.send(WireRequest(url: Self.url, flow: flow)) { event in
                    switch event {
                    case .bytes:
                        isKnown.wait()
                        task.withLock { $0.take() }?.cancel()
                    case .ended(let end): continuation.resume(returning: end)
                    case .file, .opened: break
                    }
                }
                task.withLock { $0 = sent }
                isKnown.signal()
            }
            #expect(end.failure == .cancelled)
        }
        #expect(becomesTrue { left == nil })
    }
}
