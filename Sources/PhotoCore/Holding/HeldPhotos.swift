import Foundation

/// What memory holds of the photos that are not in progress, by URL, within a budget in bytes.
///
/// Of each photo the furthest stage is held and nothing before it: a filtered picture makes its original superfluous, a
/// decoded one its bytes. Failures are held too, so that a row that failed is not asked for again by being scrolled to.
@MainActor
public final class HeldPhotos {
    /// The furthest stage a photo has reached.
    public enum Stage: Equatable, Sendable {
        /// Its bytes, not decoded yet.
        case fetched(FetchedData)
        /// Its picture, not filtered yet.
        case decoded(PixelBuffer)
        /// Its filtered picture.
        case filtered(PixelBuffer)
        /// It can't be had.
        case failed(PhotoFailure)

        var cost: Int {
            switch self {
            case .fetched(let fetched): fetched.data.count
            case .decoded(let pixels), .filtered(let pixels): pixels.byteCount
            case .failed: 0
            }
        }
    }

    /// 96 MiB: about 3,900 rows at 80 x 80 pixels, or 980 at twice that scale: a minute of wheeling back finds all there.
    public static let defaultBudget = 96 << 20
    /// Added to each cost: a dictionary entry, a node and a URL come to about this.
    private static let overhead = 512

    private var cache: CostCache<URL, Stage>

    /// Holds at most `budget` bytes.
    public init(budget: Int = HeldPhotos.defaultBudget) {
        cache = CostCache(budget: budget)
    }

    /// Bytes held, overhead included.
    public var byteCount: Int { cache.totalCost }
    /// How many photos something is held of.
    public var count: Int { cache.count }

    /// What is held of the photo at `url`, which counts as a use of it.
    public func stage(of url: URL) -> Stage? { cache.value(for: url) }

    /// Holds `stage` for the photo at `url` instead of what was held.
    public func hold(_ stage: Stage, of url: URL) {
        cache.set(stage, for: url, cost: stage.cost + Self.overhead)
    }

    /// Forgets the photo at `url`.
    public func forget(_ url: URL) { cache.remove(url) }

    /// Forgets everything but the photos at `kept`.
    public func forgetAll(except kept: Set<URL> = []) {
        for url in Array(cache.keys) where !kept.contains(url) { cache.remove(url) }
    }

    /// Forgets that photos failed, so that they are tried again.
    public func forgetFailures() {
        for url in Array(cache.keys) {
            if case .failed = cache.peek(url) { cache.remove(url) }
        }
    }
}
