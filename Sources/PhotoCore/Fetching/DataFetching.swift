import Foundation
import Synchronization

/// Fetches the bytes behind a URL. Asynchronous; may be called from any thread.
public protocol DataFetching: Sendable {
    /// Starts to fetch `request`.
    ///
    /// Calls `progress` as bytes arrive, then `completion` exactly once; both from any thread, possibly before this
    /// returns. Cancelling the task closes the request and completes with `.cancelled`.
    func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask

    /// Starts to fetch `request`, and delivers its body as it arrives, at most at the rate of `flow`.
    ///
    /// Calls `receive` sequentially from any thread, possibly before this returns. Cancelling the task closes the
    /// request and ends with `.cancelled`. Ignores the wanted size of a photo: the body arrives whole.
    func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask

    /// Removes the cached body of `url`, because it is damaged or cut short. The next request fetches all of it. May
    /// block on the disk.
    func discard(_ url: URL)
}

extension DataFetching {
    /// Nothing is cached.
    public func discard(_ url: URL) {}

    /// Delivers the body at its end.
    public func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        fetch(request, progress: { _ in }) { result in
            switch result {
            case .success(let fetched):
                let count = fetched.data.count
                receive(.opened(FetchOpening(url: fetched.url, expected: count, isStale: fetched.isStale)))
                flow.given(count) {}
                if count > 0 { receive(.bytes(fetched.data)) }
                receive(.ended(nil))
            case .failure(let failure): receive(.ended(failure))
            }
        }
    }
}

/// A running fetch.
public protocol FetchTask: Sendable {
    /// Cancels the fetch. From any thread; harmless after its end.
    func cancel()
    /// The expected seconds for the rest, if another request's wait for its first byte would take at least as long; nil
    /// if it would not, or if unknown. From any thread.
    var secondsWorthWaiting: Double? { get }
    /// Whether it waits for a person to enter a name and a password. From any thread.
    var waitsForPerson: Bool { get }
}

extension FetchTask {
    /// Nothing is known.
    public var secondsWorthWaiting: Double? { nil }
    /// It waits for nobody.
    public var waitsForPerson: Bool { false }
}

/// What to fetch, and how much of it.
public struct FetchRequest: Sendable, Hashable {
    /// 256 MiB: ten times the largest camera originals (150-megapixel JPEGs of about 100 MB), so only an endless reply
    /// reaches it.
    public static let maximumPhotoByteCount = 256 << 20

    /// An http, https or file URL.
    public private(set) var url: URL
    /// What is asked for. Only what is at an address is kept on disk.
    public let method: FetchMethod
    /// Longer bodies fail with `.tooLarge`.
    public let limit: Int
    /// The size in pixels at which a photo is shown: only enough bytes for it are fetched. Nil: everything.
    public let wanted: PixelSize?
    /// Whether any smaller picture of the photo suffices, however small: something must be visible soon, and `wanted`
    /// is requested later.
    public let isFirstRequest: Bool
    /// Whether a drawing is no picture of the photo: an icon, where the server has made no smaller one.
    package let refusesDrawings: Bool
    /// Whether to ask the server even if the cache is fresh: a person has reloaded.
    let revalidates: Bool
    /// Whether what was kept of an earlier reply will do, however old: the server is asked afterwards.
    package let mayBeKept: Bool
    /// Whether only that will do: the server is not asked, and the request ends as cancelled if nothing was kept.
    package let mustBeKept: Bool
    /// Whether the reply is not stored: who asks keeps what is in it, or has no use for it another time.
    package let leavesNothing: Bool
    /// Whether progress delivers the bytes so far now and then, and all of them before a failure.
    public let sharesBytes: Bool
    /// A reply received after this, in seconds since 1970, is used unchecked, fresh or not, if the server has no short
    /// answer: the photo is on screen, and the person wants more of the same.
    let seenSince: Double?
    /// The version that the caller already has, and does not need again. For streams only.
    let known: BodyVersion?

    /// Whether what arrives is shown as a picture.
    package var isShown: Bool { wanted != nil || sharesBytes }

    /// The same for another URL.
    func at(_ url: URL) -> FetchRequest {
        var other = self
        other.url = url
        return other
    }

    /// A request for at most `limit` bytes of `url`, just enough of them to fill `wanted` pixels.
    public init(
        url: URL, limit: Int = FetchRequest.maximumPhotoByteCount, wanted: PixelSize? = nil,
        isFirstRequest: Bool = false,
        revalidates: Bool = false, known: BodyVersion? = nil, sharesBytes: Bool = false, seenSince: Double? = nil,
        method: FetchMethod = .get, mayBeKept: Bool = false, mustBeKept: Bool = false, refusesDrawings: Bool = false,
        leavesNothing: Bool = false
    ) {
        self.leavesNothing = leavesNothing
        self.refusesDrawings = refusesDrawings
        self.mayBeKept = mayBeKept || mustBeKept
        self.mustBeKept = mustBeKept
        self.method = method
        self.isFirstRequest = isFirstRequest
        self.known = known
        self.url = url
        self.limit = limit
        self.wanted = wanted
        self.revalidates = revalidates
        self.sharesBytes = sharesBytes
        self.seenSince = seenSince
    }
}

/// The progress of a fetch.
public struct FetchProgress: Sendable, Equatable {
    /// Bytes so far, after content decoding.
    let received: Int
    /// The total, if the server states it.
    let expected: Int?
    /// The bytes so far, if the request shares them and many are new.
    let bytes: Data?
    /// A smaller picture of the photo, upright, if the request shares its bytes and contains one: delivered once.
    let preview: PixelBuffer?

    /// `received` of `expected` bytes.
    public init(received: Int, expected: Int?, bytes: Data? = nil, preview: PixelBuffer? = nil) {
        self.preview = preview
        self.received = received
        self.expected = expected
        self.bytes = bytes
    }

    /// 0 to 1, if the length is known.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }
}

/// The bytes of a file, or just enough of them.
public struct FetchedData: Sendable, Equatable {
    /// Which part of the file the bytes are.
    public enum Extent: Sendable, Equatable {
        /// The whole file.
        case whole
        /// A JPEG embedded in the photo, `size` pixels when upright; the photo is its middle `content`, and the rest is
        /// black bars.
        case thumbnail(size: PixelSize, content: PixelSize)
        /// The first scans of a progressive JPEG, with an added end.
        case firstScans
    }

    /// The body after content decoding. Always a complete picture in itself.
    public let data: Data
    /// Their source, after redirects.
    public let url: URL
    /// Which part of the file this is. A part suffices for the request's `wanted` size and no larger one; a first
    /// request may get less.
    public let extent: Extent
    /// Whether this came from disk, unchecked for lack of a network.
    package var isStale: Bool
    /// The photo's own upright size in pixels, if these bytes are a smaller picture of it and the size is known.
    var photoSize: PixelSize?
    /// The version of a file, if it was determined before reading.
    var version: PhotoVersion?
    /// The parts of WebDAV that the server has at the address, as its `DAV` field tells (RFC 4918, 10.1); nil without.
    package var webDAV: String?
    /// Counts these bytes as long as they are in use; nil if they do not count, or count elsewhere.
    package var hold: MemoryHold?

    /// The bytes that came from `url`.
    public init(data: Data, url: URL, extent: Extent = .whole, isStale: Bool = false, photoSize: PixelSize? = nil) {
        self.data = data
        self.url = url
        self.extent = extent
        self.isStale = isStale
        self.photoSize = photoSize
    }

    /// Whether both are the same bytes of the same place, wherever they count.
    public static func == (one: FetchedData, other: FetchedData) -> Bool {
        one.data == other.data && one.url == other.url && one.extent == other.extent && one.isStale == other.isStale
            && one.photoSize == other.photoSize && one.version == other.version && one.webDAV == other.webDAV
    }
}

/// Filters a download's progress for display: each percent once.
final class ProgressPace: Sendable {
    private let percent = Mutex(-1)

    /// Whether it has advanced visibly.
    func isNews(_ progress: FetchProgress) -> Bool {
        let now = progress.fraction.map { Int($0 * 100) } ?? 0
        return percent.withLock { percent in
            defer { percent = max(percent, now) }
            return now > percent
        }
    }
}
