import Foundation

/// The numbers from 0 to `count`, for tests of many rounds. Between rounds, other tests get the thread: there are only
/// as many as processors, also for the queues that other tests wait for.
public struct Rounds: AsyncSequence, Sendable {
    private let count: Int

    /// That many rounds; a tenth of them under a sanitizer, which is many times slower.
    public init(_ count: Int) {
        let isSlow = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_SANITIZER"] != nil
        self.count = isSlow ? Swift.min(count, Swift.max(1000, count / 10)) : count
    }

    /// The rounds from 0.
    public func makeAsyncIterator() -> Iterator { Iterator(count: count) }

    /// Counts, and gives the thread away now and then.
    public struct Iterator: AsyncIteratorProtocol {
        let count: Int
        private var next = 0

        init(count: Int) { self.count = count }

        /// The next round; nil after the last.
        public mutating func next() async -> Int? {
            guard next < count else { return nil }
            if next % 64 == 63 { await Task.yield() }
            defer { next += 1 }
            return next
        }
    }
}
