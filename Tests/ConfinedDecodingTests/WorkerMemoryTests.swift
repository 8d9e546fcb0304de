import ConfinedDecoding
import Foundation
@testable import PhotoCore
import Synchronization
import Testing

@Suite("What workers take together", .timeLimit(.minutes(5)))
struct WorkerMemoryTests {
    private static let side = 12288

    @Test(
        "Four photos of 151 megapixels at once stay within the budget, with few workers and with many",
        arguments: [2, 64])
    func large(workers: Int) throws {
        let png = FlatPNG.make(side: Self.side)
        let pool = WorkerPool(Workers.real, most: workers)
        var limits = WorkerLimits()
        // Not all tests are optimized: a slow decode has taken its memory long before.
        limits.processorTime = .seconds(2)
        let account = MemoryAccount(encoded: 256 << 20, decoded: 1792 << 20)
        let decoder = BudgetedDecoder(
            ConfinedDecoder(pool, limits: limits), account, pixelLimit: limits.pixels)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = workers
        let ended = Atomic(0)
        for index in 0..<4 {
            // Each is another picture.
            let data = png + Data(repeating: 0, count: index)
            queue.addOperation {
                do {
                    _ = try decoder.decode(data, toFill: .square(80), isCancelled: { false })
                } catch DecodeFailure.tooSlow {
                } catch {
                    Issue.record("\(error)")
                }
                ended.add(1, ordering: .relaxed)
            }
        }
        var most = 0
        while ended.load(ordering: .relaxed) < 4 {
            most = max(most, pool.processes.reduce(0) { $0 + Workers.residentByteCount($1) })
            usleep(5000)
        }
        queue.waitUntilAllOperationsAreFinished()
        let own = pool.processes.count * 100 << 20
        // One is decoded for certain while this looks.
        #expect(most > 4 * Self.side * Self.side)
        #expect(most <= 1792 << 20 + own, "\(most >> 20) MiB")
        #expect(account.peakByteCount <= 2 << 30)
        print("\(workers) workers: \(most >> 20) MiB, \(account.peakByteCount >> 20) MiB reserved")
    }
}
