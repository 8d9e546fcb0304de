import Foundation

/// Which photos failed for a passing reason, or are shown from disk unchecked, how often, and when each is to be tried
/// again; and which failures that are kept on disk no longer count.
@MainActor
public final class Retries {
    private struct Attempts {
        var count: Int
        /// Whether a server was there, and refused.
        var wasRefused: Bool
        /// On the clock's scale, in milliseconds.
        var due: Int
    }

    /// So many failing photos are remembered; a photo beyond that is tried again when it is next on screen and Retry is
    /// pressed.
    private static let most = 10_000

    private var attempts = CostCache<URL, Attempts>(budget: Retries.most)
    /// What a person has told to try again, whatever the disk knows of it.
    private var doubted: Set<URL> = []
    private var doubtsAll = false
    private let policy: RetryPolicy
    /// A clock that never goes back, in milliseconds.
    let now: @MainActor () -> Int
    private let random: @MainActor () -> Double

    /// `now` is a clock that never goes back, in milliseconds; `random` gives numbers in 0 ..< 1.
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

    /// The photo came from disk, because the network is gone: it is to be asked for again when that may be over.
    func noteStale(_ url: URL) {
        note(url, policy.wait(attempts: count(of: url) + 1, random: random()), wasRefused: false)
    }

    private func count(of url: URL) -> Int { attempts.peek(url)?.count ?? 0 }

    private func note(_ url: URL, _ wait: Double, wasRefused: Bool) {
        let due = now() + Int((wait * 1000).rounded(.up))
        attempts.set(Attempts(count: count(of: url) + 1, wasRefused: wasRefused, due: due), for: url, cost: 1)
    }

    /// Whether it is known to have failed for a passing reason, or to be shown unchecked.
    func hasFailed(_ url: URL) -> Bool { attempts.peek(url) != nil }

    func isDue(_ url: URL) -> Bool { attempts.peek(url).map { $0.due <= now() } ?? false }

    /// nil for a photo that is not to be tried again by itself.
    func millisecondsUntilDue(_ url: URL) -> Int? { attempts.peek(url).map { max(0, $0.due - now()) } }

    func forget(_ url: URL) { attempts.remove(url) }

    /// Whether the photo at `url` is left alone if the disk knows that it has failed.
    func believesFailure(of url: URL) -> Bool { !doubtsAll && !doubted.contains(url) }

    /// The photo at `url` is tried from now on, whatever the disk knows of it.
    func doubt(_ url: URL) { doubted.insert(url) }

    /// Every photo is.
    func doubtAll() {
        doubtsAll = true
        doubted = []
    }

    /// There is a network again. A server that was there before it went wants its time all the same.
    func makeDueWhatFoundNoServer() {
        for url in Array(attempts.keys) {
            guard var entry = attempts.peek(url), !entry.wasRefused else { continue }
            entry.due = now()
            attempts.set(entry, for: url, cost: 1)
        }
    }
}

extension PhotoFailure {
    /// Whether a server has answered, and said no.
    fileprivate var isRefusal: Bool {
        if case .fetch(.refused) = self { true } else { false }
    }
}
