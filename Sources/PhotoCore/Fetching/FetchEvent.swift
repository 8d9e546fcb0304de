import Foundation

/// The events of a streamed body: at most one `opened`, then `bytes`, possibly `unmarkedEnd`, then exactly one `ended`.
public enum FetchEvent: Sendable {
    /// The reply has begun.
    case opened(FetchOpening)
    /// More of the body, after content decoding; never empty.
    case bytes(Data)
    /// The connection has ended without marking the end of the body: it may be cut short.
    case unmarkedEnd
    /// The end, or why there is no more.
    case ended(FetchFailure?)
}

/// The facts about a body before its first byte.
public struct FetchOpening: Sendable, Equatable {
    /// Its source, after redirects.
    package let url: URL
    /// The Content-Type with its parameters, if there is one.
    package let contentType: String?
    /// The total bytes, if known.
    let expected: Int?
    /// The body's version, if the server tells versions apart.
    let version: BodyVersion?
    /// Whether it is the known version of the request: then no bytes follow.
    let isUnchanged: Bool
    /// Whether this comes from disk, unchecked for lack of a network.
    public let isStale: Bool
    /// Whether this was kept at an earlier time, and the server has not been asked.
    package let isKept: Bool
    /// The reply's `Link` fields (RFC 8288), joined with commas; nil if there are none.
    let links: String?

    /// A body from `url`.
    public init(
        url: URL, contentType: String? = nil, expected: Int? = nil, version: BodyVersion? = nil,
        isUnchanged: Bool = false, isStale: Bool = false, links: String? = nil
    ) {
        self.url = url
        self.contentType = contentType
        self.expected = expected
        self.version = version
        self.isUnchanged = isUnchanged
        self.isStale = isStale
        self.links = links
        isKept = false
    }

    /// What a folder listed at an earlier time.
    package init(kept page: KeptPage) {
        self.init(keptOf: page.url, contentType: page.contentType, byteCount: page.list.body.count)
    }

    /// The same of the folder at `url`, in as many bytes.
    package init(keptOf url: URL, contentType: String?, byteCount: Int) {
        (self.url, self.contentType, expected, links) = (url, contentType, byteCount, nil)
        (version, isUnchanged, isStale, isKept) = (nil, false, false, true)
    }
}

/// Distinguishes versions of one URL's body: by a server's validators (RFC 9110, section 8.8), or a file system's data.
public struct BodyVersion: Sendable, Hashable {
    /// The entity tag, weak or strong.
    let entityTag: String?
    /// The date of the last change, as the server writes it.
    let lastModified: String?

    /// The version with these validators; nil without any.
    public init?(entityTag: String?, lastModified: String? = nil) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The request fields that ask for a different version.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = entityTag
        conditions["If-Modified-Since"] = lastModified
        return conditions
    }

    /// Whether both have the same content. The entity tag decides if there is one; a weak tag suffices, because nothing
    /// is assembled from parts.
    func isSame(as other: BodyVersion) -> Bool {
        if let entityTag, let theirs = other.entityTag { return Self.opaque(entityTag) == Self.opaque(theirs) }
        return entityTag == nil && other.entityTag == nil && lastModified == other.lastModified
    }

    /// A tag without its weakness mark.
    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

/// How a body ended.
public struct BodyEnd: Sendable, Equatable {
    /// Why the body is incomplete; nil if it is complete, as far as known.
    public let failure: FetchFailure?
    /// Whether something marks the end: its length, its last chunk, or the end of its compression. If only the
    /// connection ended, the body may be cut short.
    public let isMarked: Bool
    /// How many of the bytes are certainly the body's, if not all: an error in its form can start before it shows.
    public let soundByteCount: Int?

    /// The body is complete.
    public static let marked = BodyEnd(failure: nil, isMarked: true)
    /// The connection has ended, and nothing marks the end of the body.
    public static let unmarked = BodyEnd(failure: nil, isMarked: false)

    /// An end for this reason.
    public init(failure: FetchFailure?, isMarked: Bool = true, soundByteCount: Int? = nil) {
        self.failure = failure
        self.isMarked = isMarked
        self.soundByteCount = soundByteCount
    }
}
