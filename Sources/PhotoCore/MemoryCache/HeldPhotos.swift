import Foundation

/// The photos held in memory that are not in progress, by URL, within a budget in bytes.
///
/// Originals and filtered pictures are held separately, each evicted least recently used first: so a new filter uses
/// held originals and fetches nothing, and undoing a filter is instant. Each has half of the budget for certain, and
/// what the other leaves of its half. Only the last stage of an original is held: a
/// decoded picture replaces its bytes. Failures are held too, so scrolling to a failed row does not request it again.
@MainActor
public final class HeldPhotos {
    /// The last stage an original has reached.
    public enum Original: Equatable, Sendable {
        /// Its bytes, undecoded.
        case fetched(FetchedData)
        /// Its picture.
        case decoded(PixelBuffer)
        case failed(PhotoFailure)

        var cost: Int {
            switch self {
            case .fetched(let fetched): fetched.data.count
            case .decoded(let pixels): pixels.byteCount
            case .failed: 0
            }
        }
    }

    private struct FilteredKey: Hashable {
        let url: URL
        let filter: String
    }

    /// For this machine.
    public static let defaultBudget = budget(of: ProcessInfo.processInfo.physicalMemory)
    /// Added to each cost: about the size of a dictionary entry, a node and a URL.
    private static let overhead = 512

    private var originals: CostCache<URL, Original>
    private var filtered: CostCache<FilteredKey, PixelBuffer>
    /// The photos' own sizes: they outlast the pictures, because they cost almost nothing.
    private var sizes = CostCache<URL, PixelSize>(budget: 1 << 14)
    /// Photos from disk, unchecked. An evicted one counts as fresh, so there is room for many screens.
    private var stale = CostCache<URL, Bool>(budget: 10_000)

    /// Held pictures that are embedded smaller ones, with this many of the photo's pixels.
    private var rough = CostCache<URL, PixelSize>(budget: 10_000)
    /// Photos that lack their end. An evicted one counts as whole until it is decoded again.
    private var cutShort = CostCache<URL, Bool>(budget: 10_000)

    /// 1/128 of the machine's memory, within 32 to 96 MiB. 32 MiB are about 650 rows at 80 x 80 pixels and their
    /// filtered pictures.
    static func budget(of physicalMemory: UInt64) -> Int {
        min(96 << 20, max(32 << 20, Int(clamping: physicalMemory / 128)))
    }

    /// Holds at most `budget` bytes.
    public init(budget: Int = HeldPhotos.defaultBudget) {
        self.budget = budget
        originals = CostCache(budget: budget)
        filtered = CostCache(budget: budget)
    }

    /// The budget in bytes of all that is held.
    public var budget: Int {
        didSet {
            // Each gives up what exceeds its half before the other may use it.
            filtered.budget = max(budget / 2, budget - originals.totalCost)
            originals.budget = budget - filtered.totalCost
        }
    }

    /// Bytes held, including overhead.
    var byteCount: Int { originals.totalCost + filtered.totalCost }

    /// The held original at `url`; counts as a use.
    public func original(of url: URL) -> Original? { originals.value(for: url) }

    /// Whether the held photo at `url` came from disk, unchecked for lack of a network.
    func isStale(_ url: URL) -> Bool { stale.peek(url) != nil }

    func isCutShort(_ url: URL) -> Bool { cutShort.peek(url) != nil }

    func note(isCutShort: Bool, of url: URL) {
        if isCutShort { cutShort.set(true, for: url, cost: 1) } else { cutShort.remove(url) }
    }

    func hold(_ original: Original, of url: URL) {
        var original = original
        if case .fetched(var fetched) = original {
            // These bytes have their own budget here.
            fetched.hold = nil
            original = .fetched(fetched)
            if fetched.isStale { stale.set(true, for: url, cost: 1) } else { stale.remove(url) }
        }
        originals.budget = max(budget / 2, budget - filtered.totalCost)
        originals.set(original, for: url, cost: original.cost + Self.overhead)
        filtered.budget = max(budget / 2, budget - originals.totalCost)
    }

    /// The photo at `url` filtered by the filter called `filter`, if held; counts as a use.
    func filtered(_ url: URL, by filter: String) -> PixelBuffer? {
        filtered.value(for: FilteredKey(url: url, filter: filter))
    }

    func hold(_ pixels: PixelBuffer, of url: URL, filteredBy filter: String) {
        filtered.budget = max(budget / 2, budget - originals.totalCost)
        filtered.set(pixels, for: FilteredKey(url: url, filter: filter), cost: pixels.byteCount + Self.overhead)
        originals.budget = max(budget / 2, budget - filtered.totalCost)
    }

    /// The photo's upright size in pixels, if known.
    public func photoSize(of url: URL) -> PixelSize? { sizes.value(for: url) }

    /// Records the upright size of the photo at `url`.
    func notePhotoSize(_ size: PixelSize, of url: URL) { sizes.set(size, for: url, cost: 1) }

    /// Whether a better picture should replace the held one of the photo at `url`, if pictures fill `size`.
    func isRough(_ url: URL, filling size: PixelSize) -> Bool {
        guard case .decoded = originals.peek(url) else { return false }
        return rough.peek(url).map { !InnerPicture.fills($0, for: size) } ?? false
    }

    /// Records that the held picture of the photo at `url` is an embedded one with `size` of its pixels; nil if it is
    /// the photo itself, or if no better one is available.
    func noteRough(_ size: PixelSize?, of url: URL) {
        if let size { rough.set(size, for: url, cost: 1) } else { rough.remove(url) }
    }

    func forgetOriginal(_ url: URL) { originals.remove(url) }

    /// Removes everything about the photos whose URLs satisfy `isMeant`.
    func forget(where isMeant: (URL) -> Bool) {
        for url in Array(originals.keys) where isMeant(url) { originals.remove(url) }
        for key in Array(filtered.keys) where isMeant(key.url) { filtered.remove(key) }
    }

    func forgetAll(except kept: Set<URL> = []) {
        for url in Array(originals.keys) where !kept.contains(url) { originals.remove(url) }
        for key in Array(filtered.keys) where !kept.contains(key.url) { filtered.remove(key) }
    }

    /// Whether a picture of the photo at `url` has all of its pixels that fill `size`.
    func isEnough(_ pixels: PixelBuffer, of url: URL, filling size: PixelSize) -> Bool {
        if pixels.size.covers(size) { return true }
        // Pictures are never enlarged: a small photo has no more pixels.
        return sizes.peek(url).map { pixels.size.covers(CoverFit(of: $0, filling: size).size) } ?? false
    }

    /// Removes what does not suffice to fill `size`: smaller pictures, and partial bytes. Keeps failures.
    func forgetPictures(notFilling size: PixelSize) {
        for url in Array(originals.keys) {
            switch originals.peek(url) {
            case .decoded(let pixels) where !isEnough(pixels, of: url, filling: size): originals.remove(url)
            case .fetched(let data) where data.extent != .whole || data.photoSize != nil: originals.remove(url)
            case .decoded, .fetched, .failed, nil: break
            }
        }
        for key in Array(filtered.keys) {
            if let pixels = filtered.peek(key), !isEnough(pixels, of: key.url, filling: size) { filtered.remove(key) }
        }
    }

    /// Forgets failures, so that photos are retried: all, or those that satisfy `isMeant`.
    func forgetFailures(where isMeant: (PhotoFailure) -> Bool = { _ in true }) {
        for url in Array(originals.keys) {
            if case .failed(let failure) = originals.peek(url), isMeant(failure) { originals.remove(url) }
        }
    }
}
