import Foundation

/// The stored part of a reply's head: how long and for which requests its body may be used.
public struct StoredHead: Sendable, Equatable, Codable {
    /// The fields that are stored.
    static let keptFields: Set<String> = [
        "cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary", "content-encoding",
        "content-type", "link", davField,
    ]

    /// The field in which a server tells that it has WebDAV.
    package static let davField = "dav"

    /// The requested URL.
    public let url: URL
    /// The URL that answered.
    public let finalURL: URL
    /// The stored fields, by lower-case name.
    public private(set) var fields: [String: String]
    /// When the request was sent, in seconds since 1970.
    private(set) var requestedAt: Double
    /// When its reply's head arrived.
    private(set) var receivedAt: Double
    /// The length of the whole body, if the server has said.
    public let totalByteCount: Int?
    /// Whether the server may have required a name and a password. Nil in older files.
    private var hadLogin: Bool?

    /// The stored part of `head`, the reply to a request for `url`.
    package init(_ head: ReplyHead, to url: URL, totalByteCount: Int?) {
        self.url = url
        finalURL = head.url
        fields = head.fields.filter { Self.keptFields.contains($0.key) }
        requestedAt = head.times.lowerBound
        receivedAt = head.times.upperBound
        self.totalByteCount = totalByteCount
        hadLogin = head.hadLogin ? true : nil
    }

    /// The head after a 304 or 206 has renewed it: RFC 9111, section 3.2.
    func freshened(by head: ReplyHead) -> StoredHead {
        var renewed = self
        for (name, value) in head.fields where Self.keptFields.contains(name) && name != "content-encoding" {
            renewed.fields[name] = value
        }
        // An age belongs to the reply it came with.
        if head.fields["age"] == nil { renewed.fields["age"] = nil }
        renewed.requestedAt = head.times.lowerBound
        renewed.receivedAt = head.times.upperBound
        if head.hadLogin { renewed.hadLogin = true }
        return renewed
    }

    /// The server that may have required a name and a password for it; nil if none did.
    public var protectedServer: WebServer? { hadLogin == true ? WebServer(finalURL) : nil }

    /// Whether it is from what a person signs out of, perhaps after a redirect.
    public func isFrom(_ scope: SignOutScope) -> Bool { scope.contains(url) || scope.contains(finalURL) }

    // MARK: - Validators

    /// The version according to the validators; nil without any.
    var version: BodyVersion? { BodyVersion(entityTag: entityTag, lastModified: fields["last-modified"]) }

    /// The entity tag, weak or strong.
    var entityTag: String? { fields["etag"]?.trimmed }

    /// Proves that newly fetched bytes belong to the held ones: a strong entity tag or, without any tag, a
    /// Last-Modified clearly earlier than the reply (RFC 9110, sections 8.8.2.2 and 13.1.5).
    public var strongValidator: String? {
        if let tag = entityTag { return tag.hasPrefix("\"") && tag.count > 1 ? tag : nil }
        guard let modified = fields["last-modified"], let date = fields["date"].flatMap(HTTPDate.seconds),
            let seconds = HTTPDate.seconds(modified), date - seconds >= 60
        else { return nil }
        return modified
    }

    /// The request fields that ask whether the body has changed; empty without validators.
    var conditions: [String: String] { version?.conditions ?? [:] }

    /// Whether the bytes of a 206 belong to this body: a server that answers If-Range with them names the same strong
    /// entity tag (RFC 9110, section 15.3.7). It need not repeat Last-Modified.
    func isContinued(by head: ReplyHead) -> Bool {
        strongValidator != nil && head.url == finalURL && isVersion(of: head)
    }

    /// Whether a 304 concerns this body: same URL, and no other validator.
    func isSame(as head: ReplyHead) -> Bool { head.url == finalURL && hasValidators(of: head) }

    /// Whether `head` is of this version, as far as validators say: it has the same strong entity tag; if this one has
    /// none, no other validator. Its URL may be another one.
    package func isVersion(of head: ReplyHead) -> Bool {
        guard hasValidators(of: head) else { return false }
        return strongValidator == nil || entityTag == nil || head.fields["etag"]?.trimmed == entityTag
    }

    private func hasValidators(of head: ReplyHead) -> Bool {
        if let theirs = head.fields["etag"]?.trimmed, let ours = entityTag {
            return BodyVersion.opaque(theirs) == BodyVersion.opaque(ours)
        }
        if let theirs = head.fields["last-modified"], let ours = fields["last-modified"] { return theirs == ours }
        return true
    }
}
