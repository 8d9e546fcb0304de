import Foundation

/// What is kept of a reply's head: what says how long and for what its body may be used.
public struct StoredHead: Sendable, Equatable, Codable {
    /// The fields that are kept.
    static let keptFields: Set<String> = [
        "cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary", "content-encoding",
        "content-type",
    ]

    /// What was asked for.
    public let url: URL
    /// Who answered in the end.
    public let finalURL: URL
    /// The kept fields, by their names in lower case.
    public private(set) var fields: [String: String]
    /// When the request was sent, in seconds since 1970.
    private(set) var requestedAt: Double
    /// When its reply's head came.
    private(set) var receivedAt: Double
    /// How long the whole body is, where the server has said.
    public let totalByteCount: Int?

    /// What is kept of `head`, the reply to a request for `url`.
    init(_ head: ReplyHead, to url: URL, totalByteCount: Int?) {
        self.url = url
        finalURL = head.url
        fields = head.fields.filter { Self.keptFields.contains($0.key) }
        requestedAt = head.times.lowerBound
        receivedAt = head.times.upperBound
        self.totalByteCount = totalByteCount
    }

    /// The same body's head after a 304 or 206 has renewed it: RFC 9111, section 3.2.
    func freshened(by head: ReplyHead) -> StoredHead {
        var renewed = self
        for (name, value) in head.fields where Self.keptFields.contains(name) && name != "content-encoding" {
            renewed.fields[name] = value
        }
        // An age is that of the reply it came with.
        if head.fields["age"] == nil { renewed.fields["age"] = nil }
        renewed.requestedAt = head.times.lowerBound
        renewed.receivedAt = head.times.upperBound
        return renewed
    }

    // MARK: - Validators

    /// The version that the validators tell; nil where there are none.
    var version: BodyVersion? { BodyVersion(entityTag: entityTag, lastModified: fields["last-modified"]) }

    /// The entity tag, weak or strong.
    var entityTag: String? { fields["etag"]?.trimmed }

    /// What tells whether bytes fetched now belong to those held: a strong entity tag or, where there is none at all, a
    /// Last-Modified that lies clearly before the reply (RFC 9110, sections 8.8.2.2 and 13.1.5).
    public var strongValidator: String? {
        if let tag = entityTag { return tag.hasPrefix("\"") && tag.count > 1 ? tag : nil }
        guard let modified = fields["last-modified"], let date = fields["date"].flatMap(HTTPDate.seconds),
            let seconds = HTTPDate.seconds(modified), date - seconds >= 60
        else { return nil }
        return modified
    }

    /// The fields of a request that asks whether the body has changed; empty where that can't be asked.
    var conditions: [String: String] {
        var conditions: [String: String] = [:]
        if let entityTag { conditions["If-None-Match"] = entityTag }
        if let modified = fields["last-modified"] { conditions["If-Modified-Since"] = modified }
        return conditions
    }

    /// Whether a 304 or 206 is about this body: from where it came, and with no other validator than its own.
    func isSame(as head: ReplyHead) -> Bool {
        guard head.url == finalURL else { return false }
        if let theirs = head.fields["etag"]?.trimmed, let ours = entityTag {
            return Self.opaque(theirs) == Self.opaque(ours)
        }
        if let theirs = head.fields["last-modified"], let ours = fields["last-modified"] { return theirs == ours }
        return true
    }

    /// A tag without its mark of weakness.
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
