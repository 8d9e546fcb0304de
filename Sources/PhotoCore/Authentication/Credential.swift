import Foundation

/// What of a server one name and password open: RFC 9110's protection space, and how it is asked for.
public struct ProtectionSpace: Sendable, Hashable {
    /// How the password travels.
    public enum Scheme: String, Sendable {
        /// As it is (RFC 7617): anyone who sees the request reads it, unless the connection is encrypted.
        case basic
        /// As a digest (RFC 7616).
        case digest
    }

    /// The server's name, or its address.
    public let host: String
    /// The server's port.
    public let port: Int
    /// What the server calls the space; may be empty, and may be anything: the server says it.
    public let realm: String
    /// How the password travels. Part of the space: what was given for a digest is never sent as it is.
    public let scheme: Scheme
    /// Whether the connection is encrypted. Part of the space: what was given to https is never sent over http.
    public let isEncrypted: Bool
    /// Whether it is a proxy that asks.
    public let isProxy: Bool

    /// A space of a server, or of a proxy.
    public init(host: String, port: Int, realm: String, scheme: Scheme, isEncrypted: Bool, isProxy: Bool = false) {
        self.host = host
        self.port = port
        self.realm = realm
        self.scheme = scheme
        self.isEncrypted = isEncrypted
        self.isProxy = isProxy
    }
}

/// A name and a password.
public struct Credential: Sendable, Equatable {
    /// Whom the server is to let in.
    public let name: String
    /// The secret.
    public let password: String

    /// `name` with `password`.
    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name only: a password gets into no log.
    public var description: String { "\(name), with a password" }
    /// The name only.
    public var debugDescription: String { description }
}

extension URL {
    /// The same without the password that is written in it: for whatever is kept, copied, handed on or written down.
    public var withoutPassword: URL {
        // Hardly any has one, and a million are looked at.
        guard absoluteString.utf8.contains(UInt8(ascii: "@")), password != nil,
            var parts = URLComponents(url: absoluteURL, resolvingAgainstBaseURL: false)
        else { return self }
        parts.percentEncodedPassword = nil
        // What cannot be taken apart is not kept at all.
        return parts.url ?? URL(fileURLWithPath: "/")
    }
}
