import Foundation

/// A bucket of an S3 store, or a part of it: `s3://bucket/prefix`.
///
/// Its query may name what else the store needs: `endpoint` (its address), `region`, and `profile` (the section of the
/// configuration files that is used). It has no secrets.
public struct S3Location: Sendable, Hashable {
    /// The bucket's name.
    public let bucket: String
    /// What the names of its objects begin with; may be empty.
    public let prefix: String
    /// The store's address; nil for the configured one.
    public let endpoint: URL?
    /// The store's region; nil for the configured one.
    public private(set) var region: String?
    /// The profile of the configuration files; nil for the usual one.
    public private(set) var profile: String?

    static let scheme = "s3"

    /// The bucket that `url` names; nil for other URLs, or without a bucket.
    public init?(_ url: URL) {
        guard url.scheme?.lowercased() == Self.scheme,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let bucket = parts.host, !bucket.isEmpty, !bucket.contains("/"), parts.port == nil
        else { return nil }
        let items = parts.queryItems ?? []
        let value = { (name: String) in items.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 } }
        self.bucket = bucket
        prefix = String(parts.path.drop { $0 == "/" })
        endpoint = value("endpoint").flatMap { URL(string: $0)?.webAddress }
        (region, profile) = (value("region"), value("profile"))
    }

    /// The URL of what is in these folders of a bucket; nil if no URL can name it.
    package static func url(_ bucket: String, folders: ArraySlice<String>, endpoint: URL?) -> URL? {
        var parts = URLComponents()
        (parts.scheme, parts.host) = (scheme, bucket)
        parts.path = "/" + folders.map { $0 + "/" }.joined()
        parts.queryItems = endpoint.map { [URLQueryItem(name: "endpoint", value: $0.absoluteString)] }
        return parts.url.flatMap { S3Location($0) == nil ? nil : $0 }
    }

    /// The same bucket, in another region.
    package func inRegion(_ region: String) -> S3Location {
        var other = self
        other.region = region
        return other
    }

    /// The same bucket, with the usual profile.
    package var withoutProfile: S3Location {
        var other = self
        other.profile = nil
        return other
    }

    /// The meaning of typed text: the URL without a name and a password, or what is wrong.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        // The address in its query may have a password, too.
        let shown = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            .map { URLText.withoutPassword(String($0)) }.joined(separator: "?")
        guard var parts = URLComponents(string: URLText.encodedAsLink(text)) else {
            return .failure(.notAURL(text: shown))
        }
        // Keys come from the keyring or the configuration files.
        (parts.user, parts.password) = (nil, nil)
        let items = parts.queryItems?.map { URLQueryItem(name: $0.name, value: $0.value.map(URLText.withoutPassword)) }
        if items != parts.queryItems { parts.queryItems = items }
        guard let url = parts.url, S3Location(url) != nil else { return .failure(.noHost(text: shown)) }
        return .success(url)
    }
}

/// How the objects of a bucket are addressed.
public struct S3Access: Sendable, Equatable {
    /// The address that the names of objects are below; ends in a slash.
    public let store: URL
    /// The region that requests are signed for.
    public let region: String
    /// The key pair of the configuration; nil without one.
    public let key: S3Key?
    /// Why the configuration has no key, as a sentence; empty if there is nothing to say.
    package let keyNote: String

    /// Whether a text can be the name of a region. It becomes a part of the store's host and of signatures, and a
    /// catalogue or a server may have written it.
    package static func isRegion(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                URLText.isDigit($0) || (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            }
    }

    /// Access of this kind.
    package init(store: URL, region: String, key: S3Key?, keyNote: String = "") {
        (self.store, self.region, self.key, self.keyNote) = (store, region, key, keyNote)
    }

    /// Whether the bucket may be at `server`, in another region: Amazon has a host for each.
    package func mayBe(at server: WebServer) -> Bool {
        guard let own = WebServer(store), own.port == server.port, let place = Self.withoutRegion(own) else {
            return false
        }
        return Self.withoutRegion(server) == place
    }

    /// The parts of one of Amazon's hosts before that of the region: `photos.s3`, or `s3` where the bucket is in the
    /// path. Nil for other hosts.
    private static func withoutRegion(_ server: WebServer) -> [Substring]? {
        let parts = server.host.split(separator: ".", omittingEmptySubsequences: false)
        guard let service = parts.firstIndex(of: "s3"), service <= 1 else { return nil }
        let domain = parts.dropFirst(service + 2).joined(separator: ".")
        return ["amazonaws.com", "amazonaws.com.cn"].contains(domain) ? Array(parts[...service]) : nil
    }

    /// The address of the list of all objects whose names begin with `prefix`: the first page, of ListObjectsV2. A
    /// `profile` signs the request.
    package func listing(prefix: String, for profile: String? = nil) -> URL {
        let store = SigningProfile.address(store, for: profile)
        // Names may hold what no XML can.
        let fixed = store.absoluteString + "?list-type=2&encoding-type=url"
        if prefix.isEmpty { return URL(string: fixed) ?? store }
        let encoded = prefix.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? prefix
        return URL(string: fixed + "&prefix=" + encoded) ?? store
    }

    /// Under which address such a list is kept: each key may see other objects. Its ID is no secret.
    package func keptListing(prefix: String) -> URL {
        let listing = listing(prefix: prefix)
        guard let id = key?.id.addingPercentEncoding(withAllowedCharacters: Self.unreserved) else { return listing }
        return URL(string: listing.absoluteString + "#" + id) ?? listing
    }

    /// Whether a byte needs no escape anywhere in a URL.
    static func isUnreserved(_ byte: UInt8) -> Bool { unreserved.contains(UnicodeScalar(byte)) }

    static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// A key pair of an S3 store.
public struct S3Key: Sendable, Equatable {
    /// The access key ID, which is no secret.
    public let id: String
    /// The secret access key.
    public let secret: String
    /// The token of temporary keys.
    public let token: String?

    /// A key pair.
    public init(id: String, secret: String, token: String? = nil) {
        (self.id, self.secret, self.token) = (id, secret, token)
    }
}

extension S3Key: CustomStringConvertible, CustomDebugStringConvertible {
    /// The ID only: secrets never appear in logs.
    public var description: String { "\(id), with a secret" }
    /// The ID only.
    public var debugDescription: String { description }
}
