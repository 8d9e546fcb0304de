import Foundation

/// A place on the web whose requests are authorized in a way for which its server does not ask: by a signature, by a
/// key in a field of its own, or by a session.
///
/// What belongs to it is never sent elsewhere, also not after a redirect.
public struct LibraryPlace: Sendable, Equatable {
    /// How its requests are authorized.
    public enum Authorization: Sendable, Equatable {
        /// AWS Signature Version 4 for a bucket of this region; with the configuration's key pair, if there is one.
        case signature(region: String, key: S3Key?)
        /// A key that a person has made on the server, in a field of this name.
        case key(field: String)
        /// A session that a name and a password begin (``GalleryLogin``).
        case session
    }

    /// Its address: of http or https, with a path that ends in a slash.
    public let address: URL
    /// How its requests are authorized.
    public let authorization: Authorization
    /// Its name for a person who is asked for the key.
    public let name: String
    /// Where it gives tickets for its pictures (``PictureTickets``) to those who have the key; nil if they need none.
    package let tickets: URL?
    /// Where a name and a password begin a session, whose token stands for a key (``TokenLogin``); nil where only keys
    /// are accepted.
    package let sessions: URL?
    /// What a person who is asked for the key has to know, as a sentence; empty without one.
    package var keyNote = ""

    package static let immichName = "Immich"
    package static let photoPrismName = "PhotoPrism"
    package static let piwigoName = "Piwigo"

    /// The place at `address`; nil unless that is of http or https.
    public init?(_ address: URL, _ authorization: Authorization, name: String) {
        self.init(address, authorization, name: name, tickets: nil)
    }

    /// The same, which gives tickets for its pictures, and begins sessions, at addresses of its own.
    package init?(
        _ address: URL, _ authorization: Authorization, name: String, tickets: URL?, sessions: URL? = nil
    ) {
        guard WebServer(address) != nil else { return nil }
        (self.address, self.authorization, self.name, self.tickets) = (address, authorization, name, tickets)
        self.sessions = sessions
    }

    private var scheme: ProtectionSpace.Scheme {
        switch authorization {
        case .signature: .signature
        case .key: .key
        case .session: .session
        }
    }

    /// Its protection space: which key a person is asked for.
    public var space: ProtectionSpace? {
        guard let server = WebServer(address) else { return nil }
        return ProtectionSpace(
            host: server.host, port: server.port, realm: name, scheme: scheme,
            isEncrypted: address.scheme?.lowercased() == "https")
    }
}
