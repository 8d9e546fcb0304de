import Foundation

/// The part of a server that one name and password open: RFC 9110's protection space, and how to ask for it.
public struct ProtectionSpace: Sendable, Hashable {
    /// How the password travels.
    public enum Scheme: String, Sendable {
        /// In plain text (RFC 7617): anyone who sees the request can read it, unless the connection is encrypted.
        case basic
        /// As a digest (RFC 7616).
        case digest
        /// Not at all: the key signs the request (AWS Signature Version 4). The name is the key's ID.
        case signature
        /// In plain text, in a field of the server's own: a key that a person has made there. It has no name.
        case key
        /// In plain text, in a form of the server's own, which gives a session for it (``GalleryLogin``).
        case session

        /// Whether its servers do not ask for it, and it counts only at places that a person has opened.
        package var isOfPlaces: Bool { self == .signature || self == .key || self == .session }
    }

    /// The server's name, or its address.
    public let host: String
    /// The server's port.
    public let port: Int
    /// The server's name for the space. Untrusted, and may be empty.
    public let realm: String
    /// How the password travels. Part of the space: a password given for a digest is never sent in plain text.
    public let scheme: Scheme
    /// Whether the connection is encrypted. Part of the space: a password given to https is never sent over http.
    public let isEncrypted: Bool
    /// Whether a proxy asks.
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
    /// The user's name.
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
    /// The name only: passwords never appear in logs.
    public var description: String { "\(name), with a password" }
    /// The name only.
    public var debugDescription: String { description }
}

extension URL {
    /// Whether it has a person's name or password: what is there is not written to disk.
    package var hasLogin: Bool { (user != nil || password != nil) && SigningProfile.name(in: self) == nil }

    /// The same URL without its password, and without a ``SigningProfile``: for everything saved, copied, passed on,
    /// shown or logged.
    public var withoutPassword: URL {
        guard URLText.mayHaveLogin(absoluteString) else { return self }
        // A URL that cannot be parsed is dropped.
        let none = URL(fileURLWithPath: "/")
        var url = self
        let isProfile = user(percentEncoded: true).map { SigningProfile.isUser(percentEncoded: $0.utf8) } ?? false
        if isProfile || password != nil {
            guard var parts = URLComponents(url: absoluteURL, resolvingAgainstBaseURL: false) else { return none }
            parts.percentEncodedPassword = nil
            if isProfile { parts.percentEncodedUser = nil }
            url = parts.url ?? none
        }
        let bytes = Array(url.absoluteString.utf8)
        let inner = URLText.withoutInnerPasswords(bytes)
        return inner.count == bytes.count ? url : URL(string: String(decoding: inner, as: UTF8.self)) ?? none
    }

    /// The same URL without its password, by which the program itself opens it again: with a ``SigningProfile``, which
    /// is no secret.
    package var withoutSecret: URL { SigningProfile.name(in: self) == nil ? withoutPassword : self }
}
