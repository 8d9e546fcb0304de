import Foundation

/// Gets the bytes behind a URL. Implementations are asynchronous and may be called from any thread.
public protocol DataFetching: Sendable {
    /// Starts to fetch `request`.
    ///
    /// `progress` is called as bytes come in, then `completion` exactly once; both from any thread, and perhaps before
    /// this returns. Cancelling the task closes the request on the wire and completes with `.cancelled`.
    func fetch(
        _ request: FetchRequest,
        progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask

    /// Starts to fetch `request` and gives its body as it comes, no faster than `flow` says.
    ///
    /// `receive` is called from any thread, one call after the other, and perhaps before this returns. Cancelling the
    /// task closes the request on the wire and ends with `.cancelled`. What a request wants of a photo's size does not
    /// count: the body comes whole.
    func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask

    /// Removes what is kept of `url`, because it is damaged or cut short. The next request asks for all of it. May
    /// block for the disk.
    func discard(_ url: URL)
}

extension DataFetching {
    /// Nothing is kept.
    public func discard(_ url: URL) {}

    /// Gives the body once it is there.
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

/// A fetch under way.
public protocol FetchTask: Sendable {
    /// Gives the fetch up. From any thread; harmless when it has ended.
    func cancel()
    /// Seconds that what remains is expected to take, where that is no longer than another request's wait for its first
    /// byte would be; nil where it is longer, or not known. From any thread.
    var secondsWorthWaiting: Double? { get }
    /// Whether nothing goes on until a person has said a name and a password. From any thread.
    var waitsForPerson: Bool { get }
}

extension FetchTask {
    /// Nothing is known.
    public var secondsWorthWaiting: Double? { nil }
    /// It waits for nobody.
    public var waitsForPerson: Bool { false }
}

/// What to fetch and how much of it to take.
public struct FetchRequest: Sendable, Hashable {
    /// 256 MiB: ten times the largest camera originals (150 megapixel JPEGs of about 100 MB), so only a reply that
    /// never ends meets it.
    public static let maximumPhotoByteCount = 256 << 20

    /// Where from: http, https or file.
    public let url: URL
    /// More bytes than this are refused with `.tooLarge`.
    public let limit: Int
    /// The size in pixels that a photo is shown at: no more is fetched than is enough for it. Nil: everything.
    public let wanted: PixelSize?
    /// Whether any smaller picture of the photo will do, however small, where there is one: there is to be something to
    /// see soon, and what fills `wanted` is asked for later.
    public let isFirstRequest: Bool
    /// Whether the server is asked even where a cache would do: a person has asked to reload.
    let revalidates: Bool
    /// Whether progress brings the bytes so far, now and then, and all of them before a failure.
    public let sharesBytes: Bool
    /// What was received after this, in seconds since 1970, is not asked for again, fresh or not, where the server has
    /// no short answer to that: the person has it on screen, and wants to see more of the same.
    let seenSince: Double?
    /// The version of the body that the caller has already: it need not be given again. For streams only.
    let known: BodyVersion?

    /// A request for `url`, of at most `limit` bytes, just enough of them to fill `wanted` pixels.
    init(
        url: URL, limit: Int = FetchRequest.maximumPhotoByteCount, wanted: PixelSize? = nil,
        isFirstRequest: Bool = false,
        revalidates: Bool = false, known: BodyVersion? = nil, sharesBytes: Bool = false, seenSince: Double? = nil
    ) {
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

/// How far a fetch is.
public struct FetchProgress: Sendable, Equatable {
    /// Bytes so far, decoded from any content encoding.
    let received: Int
    /// Bytes in all, where the server says.
    let expected: Int?
    /// The bytes so far, where the request shares them and there are many more than the last time.
    let bytes: Data?
    /// A smaller picture of the photo, upright, where the request shares its bytes and one is among them: given once.
    let preview: PixelBuffer?

    /// `received` of `expected` bytes.
    public init(received: Int, expected: Int?, bytes: Data? = nil, preview: PixelBuffer? = nil) {
        self.preview = preview
        self.received = received
        self.expected = expected
        self.bytes = bytes
    }

    /// 0 to 1, where the length is known.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }
}

/// The bytes of a file, or just enough of them for what was wanted.
public struct FetchedData: Sendable, Equatable {
    /// How much of the file the bytes are.
    public enum Extent: Sendable, Equatable {
        /// All of it.
        case whole
        /// A JPEG that was embedded in the photo; it is `size` pixels large once upright, of which the middle `content`
        /// are the photo and the rest black bars.
        case thumbnail(size: PixelSize, content: PixelSize)
        /// The first scans of a progressive JPEG, with an end of their own.
        case firstScans
    }

    /// The body, decoded from any content encoding. Whatever its extent, a complete picture in itself.
    public let data: Data
    /// Where they came from in the end, after redirects.
    public let url: URL
    /// How much of the file this is. What is not whole is enough for the request's `wanted` size and no larger one; of
    /// a first look it may be less.
    public let extent: Extent
    /// Whether this came from disk and could not be checked, because the network is gone.
    let isStale: Bool
    /// The photo's own upright size in pixels, where these bytes are of a smaller picture of it and it is known.
    let photoSize: PixelSize?
    /// Which version of a file they are, where that was found out before they were read.
    var version: PhotoVersion?

    /// The bytes that came from `url`.
    public init(
        data: Data, url: URL, extent: Extent = .whole, isStale: Bool = false, photoSize: PixelSize? = nil
    ) {
        self.data = data
        self.url = url
        self.extent = extent
        self.isStale = isStale
        self.photoSize = photoSize
    }
}
