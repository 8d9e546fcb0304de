import Foundation

/// Which photos failed for a temporary reason, or are shown from disk unchecked, how often, and when to retry each; and
/// which failures on disk no longer count.
@MainActor
public final class Retries {
    private struct Attempts {
        var count: Int
        var wasRefused: Bool
        /// In milliseconds of the clock.
        var due: Int
    }

    /// How many failing photos are remembered; others are retried when they are next on screen and Retry is pressed.
    private static let most = 10_000

    private var attempts = CostCache<URL, Attempts>(budget: Retries.most)
    /// The photos that a person has retried, whatever the disk says.
    private var doubted: Set<URL> = []
    private var doubtsAll = false
    private let policy: RetryPolicy
    /// A monotonic clock, in milliseconds.
    let now: @MainActor () -> Int
    private let random: @MainActor () -> Double

    /// `now` is a monotonic clock in milliseconds; `random` returns numbers in 0 ..< 1.
    public init(
        policy: RetryPolicy = RetryPolicy(),
        now: @escaping @MainActor () -> Int = { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) },
        random: @escaping @MainActor () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.now = now
        self.random = random
    }

    func noteFailure(_ failure: PhotoFailure, of url: URL) {
        guard let wait = policy.wait(after: failure, attempts: count(of: url) + 1, random: random()) else {
            return forget(url)
        }
        note(url, wait, wasRefused: failure.isRefusal)
    }

    /// The photo came from disk for lack of a network: requests it again when that may be over.
    func noteStale(_ url: URL) {
        note(url, policy.wait(attempts: count(of: url) + 1, random: random()), wasRefused: false)
    }

    private func count(of url: URL) -> Int { attempts.peek(url)?.count ?? 0 }

    private func note(_ url: URL, _ wait: Double, wasRefused: Bool) {
        let due = now() + Int((wait * 1000).rounded(.up))
        attempts.set(Attempts(count: count(of: url) + 1, wasRefused: wasRefused, due: due), for: url, cost: 1)
    }

    /// Whether it failed for a temporary reason, or is shown unchecked.
    func hasFailed(_ url: URL) -> Bool { attempts.peek(url) != nil }

    func isDue(_ url: URL) -> Bool { attempts.peek(url).map { $0.due <= now() } ?? false }

    /// Nil for a photo that is not retried automatically.
    func millisecondsUntilDue(_ url: URL) -> Int? { attempts.peek(url).map { max(0, $0.due - now()) } }

    func forget(_ url: URL) { attempts.remove(url) }

    /// Whether a failure on disk counts for the photo at `url`.
    func believesFailure(of url: URL) -> Bool { !doubtsAll && !doubted.contains(url) }

    /// Ignores a failure on disk for the photo at `url` from now on.
    func doubt(_ url: URL) { doubted.insert(url) }

    /// Every photo is.
    func doubtAll() {
        doubtsAll = true
        doubted = []
    }

    /// A network is available again. A server that was reachable before still gets its time.
    func makeDueWhatFoundNoServer() {
        for url in Array(attempts.keys) {
            guard var entry = attempts.peek(url), !entry.wasRefused else { continue }
            entry.due = now()
            attempts.set(entry, for: url, cost: 1)
        }
    }
}

extension PhotoFailure {
    fileprivate var isRefusal: Bool {
        if case .fetch(.refused) = self { true } else { false }
    }
}
