import Foundation
import Synchronization

extension Range<Int> {
    /// The first of them for which `isReached`, as for all after it; the end without one. A binary search.
    @inline(__always)
    func first(reaching isReached: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The results of `body` for consecutive parts of them, in order: one part a processor, and at most `most`. With
    /// fewer than `least` of them, another thread is not worthwhile. Blocks.
    func concurrentParts<Part: Sendable>(
        ofAtLeast least: Int, most: Int = .max, _ body: @Sendable (Range<Int>) -> Part
    ) -> [Part] {
        let threads = Swift.max(1, Swift.min(ProcessInfo.processInfo.activeProcessorCount, count / least, most))
        let parts = Mutex([Part?](repeating: nil, count: threads))
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let part = body(lowerBound + count * thread / threads..<lowerBound + count * (thread + 1) / threads)
            parts.withLock { $0[thread] = part }
        }
        return parts.withLock { $0.compactMap(\.self) }
    }
}
