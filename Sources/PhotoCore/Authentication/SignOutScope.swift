import Foundation

/// What a person signs out of: all of some servers, or only one of the buckets at them.
public struct SignOutScope: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// The servers.
    public let servers: Set<WebServer>
    /// Nil for all of the servers.
    private let bucket: Bucket?

    private struct Bucket: Equatable {
        /// That of its protection space.
        let name: String
        /// What the paths of its addresses begin with.
        let path: String
    }

    /// All of these servers.
    public init(_ servers: Set<WebServer>) { (self.servers, bucket) = (servers, nil) }

    /// All of these servers.
    public init(arrayLiteral servers: WebServer...) { self.init(Set(servers)) }

    /// The bucket `name`, whose objects are below `store`, or below the same path at others of these servers.
    public init(bucket name: String, at store: URL, on servers: Set<WebServer>) {
        self.servers = servers
        bucket = Bucket(name: name, path: Self.path(store))
    }

    private static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// Whether there is nothing to sign out of.
    public var isEmpty: Bool { servers.isEmpty }

    /// Whether the name and the password for a space belong to it.
    public func contains(_ space: ProtectionSpace) -> Bool {
        guard servers.contains(WebServer(space)) else { return false }
        return bucket.map { space.scheme == .signature && !space.isProxy && space.realm == $0.name } ?? true
    }

    /// Whether what an http or https address names belongs to it.
    public func contains(_ url: URL) -> Bool {
        guard let server = WebServer(url), servers.contains(server) else { return false }
        return bucket.map { Self.path(url).hasPrefix($0.path) } ?? true
    }
}
