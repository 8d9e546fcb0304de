import Foundation

/// What memory holds of the photos that are not in progress, by URL, within budgets in bytes.
///
/// Originals and filtered pictures are held apart, each least recently used first to go: so another filter is applied
/// to what is held, and fetches nothing, and one that is tried and taken back is there at once. Of an original the
/// furthest stage is held and nothing before it: a decoded picture makes its bytes superfluous. Failures are held too,
/// so that a row that failed is not asked for again by being scrolled to.
@MainActor
public final class HeldPhotos {
    /// The furthest stage an original has reached.
    public enum Original: Equatable, Sendable {
        /// Its bytes, not decoded yet.
        case fetched(FetchedData)
        /// Its picture.
        case decoded(PixelBuffer)
        /// It can't be had.
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

    /// 1/128 of the machine's memory, within 32 to 96 MiB, for originals, and as much again for filtered pictures. 32
    /// MiB are about 1,300 rows at 80 x 80 pixels: most of a minute of wheeling back finds all there.
    public static let defaultBudget = min(96 << 20, max(32 << 20, Int(ProcessInfo.processInfo.physicalMemory / 128)))
    /// Added to each cost: a dictionary entry, a node and a URL come to about this.
    private static let overhead = 512

    private var originals: CostCache<URL, Original>
    private var filtered: CostCache<FilteredKey, PixelBuffer>
    /// The photos' own sizes: they outlast the pictures, for they cost next to nothing.
    private var sizes = CostCache<URL, PixelSize>(budget: 1 << 14)
    /// Those that came from disk unchecked. One forgotten here is taken for fresh, so there is room for many screens.
    private var stale = CostCache<URL, Bool>(budget: 10_000)

    /// The pictures that are held are of smaller ones in their files, with this many pixels of the photo.
    private var rough = CostCache<URL, PixelSize>(budget: 10_000)
    /// Those that lack their end. One forgotten here is taken for whole until it is decoded again.
    private var cutShort = CostCache<URL, Bool>(budget: 10_000)

    /// Holds at most `budget` bytes of originals, and as many of filtered pictures.
    public init(budget: Int = HeldPhotos.defaultBudget) {
        originals = CostCache(budget: budget)
        filtered = CostCache(budget: budget)
    }

    /// The most bytes to be held of originals, and of filtered pictures.
    public var budget: Int {
        get { originals.budget }
        set {
            originals.budget = newValue
            filtered.budget = newValue
        }
    }

    /// Bytes held, overhead included.
    var byteCount: Int { originals.totalCost + filtered.totalCost }

    /// What is held of the original at `url`, which counts as a use of it.
    public func original(of url: URL) -> Original? { originals.value(for: url) }

    /// Whether what is held of the photo at `url` came from disk and could not be checked, because the network is gone.
    func isStale(_ url: URL) -> Bool { stale.peek(url) != nil }

    /// Whether what is held of the photo at `url` lacks its end.
    func isCutShort(_ url: URL) -> Bool { cutShort.peek(url) != nil }

    /// Keeps in mind whether the photo at `url` lacks its end.
    func note(isCutShort: Bool, of url: URL) {
        if isCutShort { cutShort.set(true, for: url, cost: 1) } else { cutShort.remove(url) }
    }

    /// Holds `original` for the photo at `url` instead of what was held.
    func hold(_ original: Original, of url: URL) {
        if case .fetched(let fetched) = original {
            if fetched.isStale { stale.set(true, for: url, cost: 1) } else { stale.remove(url) }
        }
        originals.set(original, for: url, cost: original.cost + Self.overhead)
    }

    /// The photo at `url` filtered by the filter called `filter`, if it is held; that counts as a use of it.
    func filtered(_ url: URL, by filter: String) -> PixelBuffer? {
        filtered.value(for: FilteredKey(url: url, filter: filter))
    }

    /// Holds the photo at `url` as the filter called `filter` made it.
    func hold(_ pixels: PixelBuffer, of url: URL, filteredBy filter: String) {
        filtered.set(pixels, for: FilteredKey(url: url, filter: filter), cost: pixels.byteCount + Self.overhead)
    }

    /// The upright size in pixels that the photo at `url` was seen to have.
    public func photoSize(of url: URL) -> PixelSize? { sizes.value(for: url) }

    /// Keeps the upright size of the photo at `url` in mind.
    func notePhotoSize(_ size: PixelSize, of url: URL) { sizes.set(size, for: url, cost: 1) }

    /// Whether the picture that is held of the photo at `url` is to give way to a better one, where pictures fill
    /// `size`.
    func isRough(_ url: URL, filling size: PixelSize) -> Bool {
        guard case .decoded = originals.peek(url) else { return false }
        return rough.peek(url).map { !InnerPicture.fills($0, for: size) } ?? false
    }

    /// The picture that is held of the photo at `url` is of a smaller one, with `size` pixels of it; nil where it is of
    /// the photo itself, or where no better one is to be had.
    func noteRough(_ size: PixelSize?, of url: URL) {
        if let size { rough.set(size, for: url, cost: 1) } else { rough.remove(url) }
    }

    /// Forgets the original at `url`.
    func forgetOriginal(_ url: URL) { originals.remove(url) }

    /// Forgets all of the photos whose URLs are `meant`.
    func forget(where isMeant: (URL) -> Bool) {
        for url in Array(originals.keys) where isMeant(url) { originals.remove(url) }
        for key in Array(filtered.keys) where isMeant(key.url) { filtered.remove(key) }
    }

    /// Forgets everything but the photos at `kept`.
    func forgetAll(except kept: Set<URL> = []) {
        for url in Array(originals.keys) where !kept.contains(url) { originals.remove(url) }
        for key in Array(filtered.keys) where !kept.contains(key.url) { filtered.remove(key) }
    }

    /// Whether a picture of the photo at `url` has all the pixels of it that fill `size`.
    func isEnough(_ pixels: PixelBuffer, of url: URL, filling size: PixelSize) -> Bool {
        if pixels.size.covers(size) { return true }
        // No picture is enlarged: of a photo that is small itself there is no more to be had.
        return sizes.peek(url).map { pixels.size.covers(CoverFit(of: $0, filling: size).size) } ?? false
    }

    /// Forgets what is not enough to fill `size`: smaller pictures, and bytes that are not a photo's all. Not failures.
    func forgetPictures(notFilling size: PixelSize) {
        for url in Array(originals.keys) {
            switch originals.peek(url) {
            case .decoded(let pixels) where !isEnough(pixels, of: url, filling: size): originals.remove(url)
            case .fetched(let data) where data.extent != .whole: originals.remove(url)
            case .decoded, .fetched, .failed, nil: break
            }
        }
        for key in Array(filtered.keys) {
            if let pixels = filtered.peek(key), !isEnough(pixels, of: key.url, filling: size) { filtered.remove(key) }
        }
    }

    /// Forgets that photos failed, so that they are tried again: all of them, or those whose failure `isMeant`.
    func forgetFailures(where isMeant: (PhotoFailure) -> Bool = { _ in true }) {
        for url in Array(originals.keys) {
            if case .failed(let failure) = originals.peek(url), isMeant(failure) { originals.remove(url) }
        }
    }
}
