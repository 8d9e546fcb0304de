import Dispatch

/// When a page of a listing that has failed for a temporary reason is asked for again: one busy moment does not end a
/// listing of a thousand pages.
package struct PageRetries: Sendable {
    private let policy: RetryPolicy
    /// Whether a page of the listing has been read.
    private var hasRead = false
    /// Whether a page has failed as often as it may. The listing lacks something in any case, and a server that is gone
    /// makes nobody wait for each of its pages.
    private var hasGivenUp = false

    /// How often a page is asked for again.
    package static let most = 3
    /// The longest wait for a page, in seconds, also if the server asks for more: a person waits for the listing.
    package static let longestSeconds = 60

    /// With the waits of photos that are tried again.
    package init() { policy = RetryPolicy() }

    /// With another longest first wait, in seconds.
    package init(firstWait: Double) { policy = RetryPolicy(firstWait: firstWait) }

    /// A page of the server's has been read.
    package mutating func noteRead() { hasRead = true }

    /// Seconds until a page is asked for again after `attempts` failures, at least one; nil if it is not. Before
    /// anything has been read, only a server that says that it is busy is asked again: a wrong address is said at once.
    package mutating func wait(after failure: CatalogueFailure, attempts: Int) -> Double? {
        guard case .fetch(let failure) = failure, !hasGivenUp, hasRead || failure.saysBusy,
            let wait = policy.wait(after: .fetch(failure), attempts: attempts, random: .random(in: 0..<1))
        else { return nil }
        hasGivenUp = attempts > Self.most || wait > Double(Self.longestSeconds)
        return hasGivenUp ? nil : wait
    }
}

extension FetchFailure {
    /// Too Many Requests, and Service Unavailable.
    fileprivate var saysBusy: Bool {
        if case .refused(let status, _, _) = self { [429, 503].contains(status) } else { false }
    }
}

extension CatalogueBuilder {
    /// Waits for this many seconds, and calls `pause` twenty times a second, which may throw.
    package mutating func wait(
        _ seconds: Double, _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let end = DispatchTime.now() + seconds
        let bell = DispatchSemaphore(value: 0)
        while DispatchTime.now() < end {
            _ = bell.wait(timeout: min(end, DispatchTime.now() + .milliseconds(50)))
            try pause(&self)
        }
    }
}
