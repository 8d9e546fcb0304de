/// The numbers from 0 to `count`, for tests of many rounds. Between rounds, other tests get the thread: there are only
/// as many as processors, also for the queues that other tests wait for.
public struct Rounds: AsyncSequence, Sendable {
    private let count: Int

    /// That many rounds; fewer under ThreadSanitizer, which is many times slower, and sees races in the first of them.
    public init(_ count: Int) {
        #if THREAD_SANITIZER
            self.count = min(count, max(1000, count / 10))
        #else
            self.count = count
        #endif
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
