import Foundation

/// What happens to a body that is taken as it comes: `opened` at most once, then `bytes`, perhaps `unmarkedEnd`, then
/// `ended` exactly once.
public enum FetchEvent: Sendable {
    /// There is an answer.
    case opened(FetchOpening)
    /// More of the body, decoded from any content encoding; never empty.
    case bytes(Data)
    /// The connection has ended, and nothing says whether the body has: it may be cut short.
    case unmarkedEnd
    /// That is all, or the reason why it is not.
    case ended(FetchFailure?)
}

/// What is known of a body before its first byte.
public struct FetchOpening: Sendable, Equatable {
    /// Where it comes from in the end, after redirects.
    let url: URL
    /// The Content-Type with its parameters, where there is one.
    let contentType: String?
    /// Bytes in all, where that is known.
    let expected: Int?
    /// Which version of the body it is, where the server can tell versions apart.
    let version: BodyVersion?
    /// Whether it is the version that the request said is known: then no bytes come.
    let isUnchanged: Bool
    /// Whether this comes from disk and could not be checked, because the network is gone.
    public let isStale: Bool

    /// A body from `url`.
    public init(
        url: URL, contentType: String? = nil, expected: Int? = nil, version: BodyVersion? = nil,
        isUnchanged: Bool = false, isStale: Bool = false
    ) {
        self.url = url
        self.contentType = contentType
        self.expected = expected
        self.version = version
        self.isUnchanged = isUnchanged
        self.isStale = isStale
    }
}

/// Tells the versions of one URL's body apart: by a server's validators (RFC 9110, section 8.8), or by what a file
/// system says of a file.
public struct BodyVersion: Sendable, Hashable {
    /// The entity tag, weak or strong.
    let entityTag: String?
    /// When it was last changed, as the server writes it.
    let lastModified: String?

    /// The version with these validators; nil where there are none.
    public init?(entityTag: String?, lastModified: String? = nil) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The fields of a request that asks whether there is another version.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        conditions["If-None-Match"] = entityTag
        conditions["If-Modified-Since"] = lastModified
        return conditions
    }

    /// Whether the two are of the same content: the entity tag decides where there is one, and a weak one is as good,
    /// since nothing is put together from parts.
    func isSame(as other: BodyVersion) -> Bool {
        if let entityTag, let theirs = other.entityTag { return Self.opaque(entityTag) == Self.opaque(theirs) }
        return entityTag == nil && other.entityTag == nil && lastModified == other.lastModified
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
