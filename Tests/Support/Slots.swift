import Foundation

/// Blocking work on threads of its own, a number of them at once: other tests may block those of queues.
public final class Slots: Sendable {
    /// The number at once.
    public let count: Int
    private let numbers = Counter()
    private let group = DispatchGroup()

    /// Begins `work` on each number below `count`, on at most `atOnce` threads.
    public init(_ atOnce: Int, count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        self.count = min(atOnce, count)
        for _ in 0..<self.count {
            group.enter()
            Thread.detachNewThread { [numbers, group] in
                while true {
                    let number = numbers.next() - 1
                    guard number < count else { break }
                    work(number)
                }
                group.leave()
            }
        }
    }

    /// Whether all work ends within this time.
    public func haveEnded(within milliseconds: Int) -> Bool {
        group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    /// Waits until all work has ended.
    public func wait() { group.wait() }
}
